import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { isLoopback } from '../../../core/text/loopback.ts';
import { ConnectionPlaces } from '../../engine/http-edge/connection-places.ts';
import { edgeServer } from '../../engine/http-edge/edge-server.ts';
import { hostInUrl, hostName } from '../../engine/http-edge/host-name.ts';
import type { Log } from '../../engine/log/log.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Asker, HubBoard, HubDesks } from '../ports.ts';
import { EventStreams } from './event-streams.ts';
import { HubMetrics } from './hub-metrics.ts';
import { type Answer, Refusal } from './refusals.ts';
import { type HubRequest, RouteContext } from './route.ts';
import { routes } from './routes.ts';

const mostBodyBytes = 64 * 1024;
/** Requests that take longer are cut off, and so are connections that send nothing. */
const headersWithinMs = 10_000;
const requestWithinMs = 30_000;
const idleConnectionMs = 65_000;
/** The most connections of a desk: its streams, and those for requests. */
const mostOfClient = 40;
const usualIdle = 4;
const comeAgainSeconds = 10;
const tickEveryMs = 1000;

/** Ciphers with forward secrecy alone: who gets the key later reads nothing of what was recorded before. */
const secrecy = {
  minVersion: 'TLSv1.2',
  ciphers:
    'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
} as const;

/** What a server works with. */
export interface HubServerParts {
  readonly board: HubBoard;
  readonly desks: HubDesks;
  /** Port 0 means any free one. */
  readonly listen: { readonly address: string; readonly port: number };
  /** A certificate and its key as PEM; null for plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Whether a proxy does TLS. The last hop of its X-Forwarded-For counts for rate limits alone. */
  readonly behindProxy: boolean;
  /** Where others reach it. Requests may be made for this name and those of this computer; for any unless given. */
  readonly publicUrl?: string | null;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'defect'>;
  /** More metrics for Prometheus. */
  readonly metricsText?: () => string;
  /** The most connections at a time, each of which takes a file descriptor; 10,000 unless given. */
  readonly mostConnections?: number;
}

/** A server that listens. */
export interface HubServer {
  readonly url: string;
  readonly port: number;
  /** Ends all streams and connections. */
  close(): Promise<void>;
}

/** Tokens would go through the network for everybody to read. */
export class UnencryptedHubError extends Error {
  override readonly name = 'UnencryptedHubError';
}

/**
 * Gives the desks of a team their hub over HTTP (docs/hub-api.md).
 *
 * @throws UnencryptedHubError for an address that others reach, without TLS and without a proxy
 * @throws the system's error when the address or the port cannot be had, or TLS does not accept the key
 */
export async function startHubServer(parts: HubServerParts): Promise<HubServer> {
  const { behindProxy, clock, listen, tls } = parts;
  if (tls === null && !behindProxy && !isLoopback(listen.address)) throw new UnencryptedHubError();
  const streams = new EventStreams(parts);
  const metrics = new HubMetrics();
  const most = parts.mostConnections ?? 10_000;
  const connections = new ConnectionPlaces({ most, mostOfClient, usualIdle }, (reason) => {
    metrics.refused(reason);
  });
  const app = await server(parts, { connections, metrics, streams });
  let cancelTick: (() => void) | null = null;
  const tick = (): void => {
    cancelTick = clock.schedule(tick, tickEveryMs);
    streams.tick();
  };
  const close = async (): Promise<void> => {
    cancelTick?.();
    streams.close();
    await app.close();
  };
  try {
    await app.listen({ host: listen.address, port: listen.port });
  } catch (error) {
    await close();
    throw error;
  }
  tick();
  const bound = app.server.address();
  const port = bound === null || typeof bound === 'string' ? listen.port : bound.port;
  const host = hostInUrl(listen.address);
  return { url: `${tls === null ? 'http' : 'https'}://${host}:${port}`, port, close };
}

interface Inside {
  readonly connections: ConnectionPlaces;
  readonly metrics: HubMetrics;
  readonly streams: EventStreams;
}

async function server(parts: HubServerParts, inside: Inside): Promise<FastifyInstance> {
  const { connections, metrics, streams } = inside;
  const { log, tls } = parts;
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    // The asker is gone in the middle of its body or of its answer.
    if (request.raw.errored !== null || reply.raw.headersSent) {
      reply.raw.destroy();
      return reply.hijack();
    }
    const refusal = refusalOf(error);
    metrics.refused(refusal.code);
    if (refusal.code === 'fault') log.defect('hubFault', error);
    const { retryAfterSeconds } = refusal;
    if (retryAfterSeconds !== null) void reply.header('Retry-After', String(retryAfterSeconds));
    // The rest of a long body is not waited for.
    if (hasLongBody(request)) void reply.header('Connection', 'close');
    return send(reply, refusal.answer);
  };
  const app = await edgeServer({
    connections,
    tls: tls === null ? null : { ...secrecy, ...tls },
    mostBodyBytes,
    headersWithinMs,
    requestWithinMs,
    idleConnectionMs,
    rejected: (reason) => metrics.refused(reason),
    refuse,
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('Cache-Control', 'no-store');
    const { host = '', origin } = request.headers;
    // No page of a browser has any business here.
    if (origin !== undefined || !isWelcomeHost(parts, host)) throw new Refusal('hostRefused');
  });
  app.addHook('onResponse', async ({ method, routeOptions: { url } }, { raw }) => {
    // What is nowhere has no line of its own, whatever was asked.
    if (url === undefined) metrics.answered('any', 'other', raw.statusCode);
    else metrics.answered(method, url.replace(':uuid', '{uuid}'), raw.statusCode);
  });
  const metricsText = (): string => {
    const { board, metricsText: others } = parts;
    const { count, queuedBytes } = streams;
    const now = {
      streams: count,
      queuedBytes,
      connections: connections.count,
      orders: board.orders().length,
      sequence: board.sequence,
      log: board.logMetrics,
    };
    return metrics.text(now) + (others?.() ?? '');
  };
  const asked = (request: FastifyRequest, reply: FastifyReply): HubRequest => {
    const address = request.raw.socket.remoteAddress ?? '';
    return {
      asker: () => askerOf(parts, request.headers.authorization),
      address: parts.behindProxy ? lastHop(request.headers['x-forwarded-for'], address) : address,
      isFromHere: isLoopback(address.replace(/^::ffff:/i, '')) && !parts.behindProxy,
      headers: request.headers,
      params: request.params,
      query: request.query,
      body: request.body,
      response: () => {
        reply.hijack();
        return reply.raw;
      },
    };
  };
  const context = new RouteContext({ ...parts, streams, metricsText });
  for (const route of Object.values(routes)) {
    // Load balancers and collectors look with HEAD at what they read.
    const isLookedAt = route.method === 'GET' && route.may === 'public';
    app.route({
      method: isLookedAt ? ['GET', 'HEAD'] : route.method,
      url: route.path.replace('{uuid}', ':uuid'),
      bodyLimit: route.mostBodyBytes ?? mostBodyBytes,
      onRequest: async (request, reply) => {
        const asker = context.admit(route, asked(request, reply));
        if (asker !== null && !connections.answering(asker.id, request.raw.socket, reply.raw)) {
          throw new Refusal('tooMany', {}, comeAgainSeconds);
        }
      },
      handler: async (request, reply) => {
        const answer = await route.handle(context, asked(request, reply));
        if (answer === null) return reply;
        const type = route.answer === 'text/plain' ? 'text/plain; version=0.0.4' : undefined;
        return send(reply, answer, type);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new Refusal('notFound')));
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error));
  return app;
}

function send(
  reply: FastifyReply,
  { body, status }: Answer,
  type = 'application/json',
): FastifyReply {
  void reply.code(status);
  return body === null ? reply.send() : reply.type(`${type}; charset=utf-8`).send(body);
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ZodError) return new Refusal('badRequest');
  if (!(error instanceof Error)) return new Refusal('fault');
  const code = 'code' in error ? error.code : null;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('tooLarge');
  // What Fastify cannot read: JSON that is none, or another type of body.
  const status = 'statusCode' in error ? error.statusCode : null;
  return new Refusal(status === 400 || status === 415 ? 'badRequest' : 'fault');
}

/** @throws Refusal `revoked` */
function askerOf(
  { board, desks }: Pick<HubServerParts, 'board' | 'desks'>,
  authorization: string | undefined,
): Asker {
  const token = /^Bearer ([\x21-\x7E]{1,512})$/i.exec(authorization ?? '')?.[1];
  const asker = token === undefined ? null : desks.deskOf(token);
  if (asker === null) throw new Refusal('revoked', { logId: board.logId });
  return asker;
}

/** The address that the proxy in front of this server saw. A client can forge what stands before it. */
function lastHop(forwarded: string | string[] | undefined, address: string): string {
  const last =
    String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  return isIP(last) === 0 ? address : last;
}

function hasLongBody({ headers, raw }: FastifyRequest): boolean {
  const isUnbounded = headers['transfer-encoding'] !== undefined;
  return !raw.complete && (isUnbounded || Number(headers['content-length']) > mostBodyBytes);
}

/**
 * Whether the name that a request was made for may be this hub's. On loopback it is this computer's alone, so
 * that a web page whose own name was made to point here (DNS rebinding) is refused.
 */
function isWelcomeHost(
  { behindProxy, publicUrl = null, tls }: HubServerParts,
  host: string,
): boolean {
  const name = hostName(host);
  if (name === null) return false;
  if (isLoopback(name)) return true;
  if (tls === null && !behindProxy) return false;
  return publicUrl === null || hostName(new URL(publicUrl).host) === name;
}
