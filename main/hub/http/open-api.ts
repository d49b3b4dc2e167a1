import { z } from 'zod';
import { orderEventSchema } from '../../../core/team/team-event.ts';
import { hubStatusSchema } from '../../../core/team/hub-status.ts';
import { refusalStatus } from './refusals.ts';
import { type Route, routes } from './routes.ts';
import { type RefusalCode, refusalAnswer } from './schemas.ts';

/** The hub's interface as OpenAPI 3.1, made from the schemas that it works with. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const each of routes) {
    paths[each.path] = { ...paths[each.path], [each.method.toLowerCase()]: operation(each) };
  }
  paths['/v1/events'] = { get: events };
  paths['/metrics'] = { get: metrics };
  return {
    openapi: '3.1.0',
    info: { title: 'Waybell hub', version: '1', description: 'See hub-api.md.' },
    security: [{ desk: [] }],
    paths,
    components: {
      securitySchemes: { desk: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Refusal: answerSchema(refusalAnswer),
        OrderEvent: answerSchema(orderEventSchema),
        HubStatus: answerSchema(hubStatusSchema),
      },
    },
  };
}

const refusalContent = {
  'application/json': { schema: { $ref: '#/components/schemas/Refusal' } },
};

function operation({ access, answer, body, path, refusals, status, summary }: Route): object {
  const ofAccess: Readonly<Record<Route['access'], readonly RefusalCode[]>> = {
    anybody: [],
    desk: ['revoked'],
    change: [
      'badRequest',
      'keyMissing',
      'keyReused',
      'revoked',
      'viewerMayNot',
      'tooMany',
      'logAway',
    ],
  };
  const codes = [...new Set([...ofAccess[access], ...refusals])];
  const statuses = [...new Set(codes.map(refusalStatus))].toSorted((one, other) => one - other);
  const parameters = [
    ...(path.includes('{uuid}')
      ? [{ name: 'uuid', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }]
      : []),
    ...(access === 'change'
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            schema: { type: 'string', maxLength: 128 },
          },
        ]
      : []),
  ];
  return {
    summary,
    ...(access === 'anybody' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { content: { 'application/json': { schema: schemaOf(body, 'input') } } },
    }),
    responses: {
      [status]: {
        description: 'Done',
        ...(answer !== undefined && {
          content: { 'application/json': { schema: answerSchema(answer) } },
        }),
      },
      ...Object.fromEntries(
        statuses.map((each) => [
          each,
          {
            description: codes.filter((code) => refusalStatus(code) === each).join(', '),
            content: refusalContent,
          },
        ]),
      ),
    },
  };
}

const events = {
  summary: 'What happens, as Server-Sent Events: log, order and status',
  parameters: [
    { name: 'since', in: 'query', schema: { type: 'integer', minimum: 0 } },
    { name: 'log', in: 'query', schema: { type: 'string' } },
    { name: 'Last-Event-ID', in: 'header', schema: { type: 'integer', minimum: 0 } },
  ],
  responses: {
    200: {
      description: 'The stream',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    400: { description: 'badRequest', content: refusalContent },
    401: { description: 'revoked', content: refusalContent },
    410: { description: 'gap', content: refusalContent },
    429: { description: 'tooMany', content: refusalContent },
  },
};

const metrics = {
  summary: 'Figures for Prometheus; from this computer without a token',
  responses: {
    200: { description: 'The figures', content: { 'text/plain': { schema: { type: 'string' } } } },
    401: { description: 'revoked', content: refusalContent },
  },
};

/** Answers may get further fields in time: a client has to pass over what it does not know. */
function answerSchema(schema: z.ZodType): object {
  return schemaOf(schema, 'output');
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
