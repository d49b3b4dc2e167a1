import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { DeliveryService } from './delivery-service.ts';
import { faultRulesSchema } from './faults/fault-rules.ts';
import { eventKinds, type Json } from './orders/wire.ts';
import { webhookRulesSchema } from './webhooks/webhook-fault.ts';

/** The address at which a running service accepts commands from a test. */
export interface ControlServer {
  /** Holds a part that cannot be guessed, so that no web page can reach it. */
  readonly url: string;
  close(): Promise<void>;
}

interface Call {
  readonly method: string;
  /** What follows the control address, such as `/faults`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
}

type Handler = (service: DeliveryService, call: Call, uuid: string) => unknown;

const json = z.json() as z.ZodType<Json>;
const webhookTarget = z.strictObject({
  url: z.url(),
  signing: z
    .strictObject({
      form: z.enum(['hmac', 'header']),
      secret: z.string().min(1),
      header: z.string().optional(),
      timestampHeader: z.string().optional(),
    })
    .optional(),
  retryAfterMs: z.number().min(0).optional(),
});
const fieldsSchema = z.record(z.string(), json);
const happenings = z.array(z.strictObject({ kind: z.enum(eventKinds), reason: z.string() })).min(1);
const longestBody = 16 * 1024 * 1024;

/** Every request that the control address knows; simulator/README.md describes them. */
const handlers: Readonly<Record<string, Handler>> = {
  'GET /': (service) => {
    const counts = service.counts();
    return {
      networkMs: service.networkMs(),
      storyMs: service.storyMs(),
      orderCount: service.orderCount,
      issuedTokenCount: service.issuedTokenCount,
      counts: { ...counts, byStatus: Object.fromEntries(counts.byStatus) },
      faults: service.faults.inForce(),
    };
  },
  'GET /faults': (service) => service.faults.inForce(),
  'POST /faults': (service, { body }) => {
    service.fault(...faultRulesSchema.parse(Array.isArray(body) ? body : [body]));
    return service.faults.inForce();
  },
  'DELETE /faults': (service, { query }) => {
    service.faults.clear(query.get('name') ?? undefined);
    return service.faults.inForce();
  },
  'GET /orders': (service, { query }) => {
    const from = Number(query.get('from') ?? 0);
    return service.orderIds().slice(from, from + Number(query.get('count') ?? 1000));
  },
  'POST /orders': (service, { body }) => ({ uuid: service.addOrder(fieldsSchema.parse(body)) }),
  'GET /orders/{uuid}': (service, { query }, uuid) => {
    const storyMs = query.get('storyMs');
    return storyMs === null ? service.orderNow(uuid) : service.orderAt(uuid, Number(storyMs));
  },
  'PUT /orders/{uuid}': (service, { body }, uuid) => {
    service.setOrder(uuid, fieldsSchema.parse(body));
    return service.orderNow(uuid);
  },
  'PATCH /orders/{uuid}': (service, { body }, uuid) => {
    service.patchOrder(uuid, body);
    return service.orderNow(uuid);
  },
  'DELETE /orders/{uuid}': (service, _, uuid) => {
    service.removeOrder(uuid);
    return null;
  },
  'POST /orders/{uuid}/events': (service, { body }, uuid) => {
    const said = z.union([happenings, z.strictObject({ fields: fieldsSchema, happenings })]);
    const event = said.parse(body);
    if ('fields' in event) {
      service.setOrder(uuid, event.fields, event.happenings);
    } else {
      service.setOrder(uuid, {}, event);
    }
    return null;
  },
  'GET /events': (service, { query }) =>
    service.eventsBetween(
      Number(query.get('afterMs') ?? 0),
      Number(query.get('untilMs') ?? service.storyMs()),
    ),
  'GET /webhooks': ({ webhooks }) => ({
    counts: webhooks.counts,
    deliveries: webhooks.deliveries(),
  }),
  'POST /webhooks': ({ webhooks }, { body }) => {
    webhooks.sendTo(webhookTarget.parse(body));
    return webhooks.counts;
  },
  'DELETE /webhooks': ({ webhooks }) => {
    webhooks.sendTo(null);
    return webhooks.counts;
  },
  'POST /webhooks/faults': ({ webhooks }, { body }) => {
    webhooks.faults.add(...webhookRulesSchema.parse(Array.isArray(body) ? body : [body]));
    return null;
  },
  'DELETE /webhooks/faults': ({ webhooks }, { query }) => {
    webhooks.faults.clear(query.get('name') ?? undefined);
    return null;
  },
  'POST /time': (service, { body }) => {
    service.advance(z.strictObject({ advanceMs: z.number().min(0) }).parse(body).advanceMs);
    return { networkMs: service.networkMs(), storyMs: service.storyMs() };
  },
  'POST /secret': (service, { body }) => {
    service.rotateSecret(
      z.strictObject({ clientSecret: z.string().min(1) }).parse(body).clientSecret,
    );
    return null;
  },
  'POST /tokens/revoke': (service) => {
    service.revokeTokens();
    return null;
  },
  'POST /tokens/lifetime': (service, { body }) => {
    service.setTokenSeconds(z.strictObject({ seconds: z.int().min(0) }).parse(body).seconds);
    return null;
  },
  'GET /requests': (service) => service.requests(),
  'DELETE /requests': (service) => {
    service.clearLog();
    return null;
  },
  'POST /connections/drop': (service) => {
    service.dropConnections();
    return null;
  },
  'POST /dark': async (service) => {
    await service.goDark();
    return null;
  },
  'DELETE /dark': async (service) => {
    await service.comeBack();
    return null;
  },
};

/** Starts the control address of a service on 127.0.0.1. It never answers with a secret or token. */
export async function startControlServer(
  service: DeliveryService,
  secretSegment: string,
): Promise<ControlServer> {
  const prefix = `/${secretSegment}`;
  const server = createServer((request, response) => {
    void answer(service, prefix, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  service: DeliveryService,
  prefix: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let status = 200;
  let value: unknown;
  try {
    const url = new URL(request.url ?? '/', 'http://control');
    const isOurs = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
    const path = isOurs ? url.pathname.slice(prefix.length) || '/' : '';
    const [, uuid = ''] = /^\/orders\/([^/]+)/.exec(path) ?? [];
    const name = `${request.method} ${uuid === '' ? path : path.replace(uuid, '{uuid}')}`;
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (handler === undefined) {
      status = 404;
      value = { error: 'there is nothing at this address' };
    } else {
      const body = await jsonBody(request);
      const call = { method: request.method ?? '', path, query: url.searchParams, body };
      value = await handler(service, call, uuid);
    }
  } catch (error) {
    // The author of a test has to see what was wrong with the request; no other client gets here.
    status = 400;
    value = { error: error instanceof Error ? error.message : String(error) };
  }
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(value ?? null));
}

async function jsonBody(request: IncomingMessage): Promise<Json> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part as Uint8Array);
    length += bytes.length;
    if (length > longestBody) {
      throw new RangeError('the body is too large');
    }
    parts.push(bytes);
  }
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? {} : json.parse(JSON.parse(text));
}
