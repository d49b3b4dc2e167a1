import { z } from 'zod';
import { hubStatusSchema } from '../core/team/hub-status.ts';
import { sharedOrderSchema } from '../core/team/shared-order.ts';
import { orderEventSchema } from '../core/team/team-event.ts';
import { refusals, type RefusalCode } from '../main/hub/http/refusals.ts';
import { keyPattern, type Route } from '../main/hub/http/route.ts';
import { routes } from '../main/hub/http/routes.ts';
import { answers, bodies } from '../main/hub/http/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const named: Readonly<Record<string, z.ZodType>> = {
  SharedOrder: sharedOrderSchema,
  OrderEvent: orderEventSchema,
  HubStatus: hubStatusSchema,
  ...answers,
  ...bodies,
};

/** The interface of a hub as an OpenAPI 3.1 document, made from the schemas that it works with. */
export function openApi(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  // As sent: with the fields that may be left out, and before anything is cleaned.
  const made = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/components/schemas/${id}` });
  const schemas = Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $id: _id, $schema: _schema, ...schema }]) => [
      id,
      schema,
    ]),
  );
  const paths: Record<string, Record<string, Json>> = {};
  for (const [id, route] of Object.entries(routes)) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = described(id, route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waybell hub',
      version: '1',
      description:
        'Times whose names end in Ms are in milliseconds since 1970. docs/hub-api.md says more.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function described(operationId: string, route: Route): Json {
  const { answer, body, isBodyOptional, may, path, status, summary } = route;
  const parameters: Json[] = [];
  if (path.includes('{uuid}')) parameters.push(parameter('path', 'uuid', { type: 'string' }));
  if (may === 'dispatcher') {
    const schema = { type: 'string', pattern: keyPattern.source };
    parameters.push(parameter('header', 'Idempotency-Key', schema));
  }
  if (answer === 'text/event-stream') {
    const place = { type: 'integer', minimum: 0 };
    parameters.push(
      { ...parameter('query', 'since', place), required: false },
      { ...parameter('query', 'log', { type: 'string' }), required: false },
      { ...parameter('header', 'Last-Event-ID', place), required: false },
    );
  }
  const responses: Record<string, Json> = {
    [status]: { description: summary, ...(answer !== null && { content: content(answer) }) },
  };
  const byStatus = Object.groupBy(refusalsOf(route), (code) => refusals[code][0]);
  for (const [refused, codes = []] of Object.entries(byStatus)) {
    const description = codes.map((code) => `\`${code}\`: ${refusals[code][1]}`).join(' ');
    responses[refused] = { description, content: content(answers.Error) };
  }
  return {
    operationId,
    summary,
    security: may === 'public' ? [] : [{ token: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: isBodyOptional !== true, content: content(body) },
    }),
    responses,
  };
}

/** The refusals that a route can answer with. */
function refusalsOf({ body, may, path, refusals: own }: Route): readonly RefusalCode[] {
  const all: RefusalCode[] = ['hostRefused', 'fault', ...own];
  if (body !== undefined) all.push('badRequest', 'tooLarge');
  if (path.includes('{uuid}')) all.push('badRequest');
  if (may !== 'public') all.push('revoked');
  if (may === 'dispatcher') {
    all.push('viewerMayNot', 'tooMany', 'logAway', 'logGone', 'keyMissing', 'keyReused');
  }
  return [...new Set(all)];
}

function parameter(where: string, name: string, schema: Json): Json {
  return { name, in: where, required: true, schema };
}

function content(answer: Exclude<Route['answer'], null>): Json {
  if (typeof answer === 'string') return { [answer]: { schema: { type: 'string' } } };
  const name = Object.keys(named).find((id) => named[id] === answer);
  if (name === undefined) throw new RangeError('a schema without a name');
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}
