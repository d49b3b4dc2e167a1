import { createServer as createPlainServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { parseOrderId } from '../../../core/order/order-id.ts';
import type { Log } from '../../log/log.ts';
import type { Clock } from '../../watch/clock.ts';
import type { Asker, HubBoard, HubDesks } from '../ports.ts';
import { EventStream } from './event-stream.ts';
import { IdempotencyKeys, RateLimit } from './limits.ts';
import { refusalStatus, refuse } from './refusals.ts';
import { type Route, routes } from './routes.ts';
import type { RefusalCode } from './schemas.ts';

/** A thousand uuids with labels. */
const mostBodyBytes = 2 * 1024 * 1024;
const mostHeaderBytes = 16 * 1024;
const headersWithinMs = 10_000;
const requestWithinMs = 30_000;
/** Longer than a proxy keeps a connection that it does not use. */
const idleConnectionMs = 75_000;
const mostConnections = 10_000;
const mostStreamsOfDesk = 20;
const minuteMs = 60_000;
const changesPerMinute = 600;
const joinsPerMinute = 10;
const joinsPerMinuteOfAll = 60;

/** Where and how a hub listens. */
export interface HubServerParts {
  readonly board: HubBoard;
  readonly desks: HubDesks;
  /** Port 0 takes any free one. */
  readonly listen: { readonly address: string; readonly port: number };
  /** Certificate and key in PEM; null without encryption. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** A proxy in front does the encryption, and says in X-Forwarded-For who asks. */
  readonly behindProxy: boolean;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'defect'>;
  /** Further figures for /metrics, in Prometheus' text form. */
  readonly metricsText?: () => string;
}

export interface HubServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** A hub is asked to listen to others without encryption. */
export class UnencryptedHubError extends Error {
  override readonly name = 'UnencryptedHubError';
}

/**
 * Gives a hub its HTTP interface, as docs/hub-api.md has it.
 *
 * @throws UnencryptedHubError for another address than loopback without TLS and without a proxy
 * @throws the system's error when the address or the port cannot be had
 */
export async function startHubServer(parts: HubServerParts): Promise<HubServer> {
  const { behindProxy, listen, tls } = parts;
  if (tls === null && !behindProxy && !isLoopback(listen.address)) throw new UnencryptedHubError();
  const server = new Server(parts);
  const app = await server.open();
  try {
    await app.listen({ host: listen.address, port: listen.port });
  } catch (error) {
    await app.close();
    throw error;
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : listen.port;
  const host = listen.address.includes(':') ? `[${listen.address}]` : listen.address;
  return {
    url: `${tls === null ? 'http' : 'https'}://${host}:${port}`,
    port,
    close: () => server.close(app),
  };
}

class Server {
  readonly #parts: HubServerParts;
  readonly #keys: IdempotencyKeys;
  readonly #changes: RateLimit;
  readonly #joins: RateLimit;
  readonly #allJoins: RateLimit;
  readonly #streams = new Set<EventStream>();
  /** Connections that have not sent a whole request yet, the oldest first. */
  readonly #silent = new Set<Socket>();
  readonly #answers = new Map<string, number>();
  #connectionCount = 0;
  #stopListening: (() => void) | null = null;

  constructor(parts: HubServerParts) {
    const { clock, desks } = parts;
    this.#parts = parts;
    this.#keys = new IdempotencyKeys(clock);
    this.#changes = new RateLimit(clock, changesPerMinute, minuteMs);
    this.#joins = new RateLimit(clock, joinsPerMinute, minuteMs);
    this.#allJoins = new RateLimit(clock, joinsPerMinuteOfAll, minuteMs);
    this.#stopListening = desks.onRevoked((deskId) => this.#endStreamsOf(deskId));
  }

  async open(): Promise<FastifyInstance> {
    // Loaded here, so that only a hub pays for it.
    const { fastify } = await import('fastify');
    const { tls } = this.#parts;
    const http = {
      maxHeaderSize: mostHeaderBytes,
      headersTimeout: headersWithinMs,
      requestTimeout: requestWithinMs,
      keepAliveTimeout: idleConnectionMs,
      connectionsCheckingInterval: 1000,
      joinDuplicateHeaders: true,
      requireHostHeader: false,
    };
    const app = fastify({
      bodyLimit: mostBodyBytes,
      forceCloseConnections: true,
      routerOptions: { maxParamLength: 100 },
      frameworkErrors: (_error, _request, reply) => {
        refuse(reply, 'badRequest');
      },
      clientErrorHandler: (_error, socket) => void socket.destroy(),
      // Whom the proxy names, and nobody whom the asker names.
      trustProxy: this.#parts.behindProxy ? (_address, hop) => hop === 0 : false,
      serverFactory: (handler) =>
        tls === null
          ? createPlainServer(http, handler)
          : createTlsServer({ ...http, ...tls, minVersion: 'TLSv1.2' }, handler),
    });
    this.#guardConnections(app);
    app.addHook('onRequest', (request, reply, next) => {
      this.#silent.delete(request.raw.socket);
      const { host, origin } = request.headers;
      // No page of a browser has any business here, and none may reach a hub through a name of its own.
      if (origin !== undefined || !this.#isOwnHost(host)) refuse(reply, 'hostRefused');
      else next();
    });
    app.addHook('onResponse', (request, reply, next) => {
      const name = `${request.method} ${request.routeOptions.url ?? 'other'} ${reply.statusCode}`;
      this.#answers.set(name, (this.#answers.get(name) ?? 0) + 1);
      next();
    });
    for (const route of routes) this.#addRoute(app, route);
    app.get('/v1/events', (request, reply) => this.#events(request, reply));
    app.get('/metrics', (request, reply) => this.#metrics(request, reply));
    app.setNotFoundHandler((_request, reply) => refuse(reply, 'notFound'));
    app.setErrorHandler((error, request, reply) => this.#failed(error, request, reply));
    return app;
  }

  async close(app: FastifyInstance): Promise<void> {
    this.#stopListening?.();
    for (const stream of this.#streams) stream.end();
    await app.close();
  }

  #addRoute(app: FastifyInstance, route: Route): void {
    app.route({
      method: route.method,
      url: route.path.replace('{uuid}', ':uuid'),
      handler: async (request, reply) => {
        const asker = this.#askerFor(route, request);
        if (typeof asker === 'string') return refuse(reply, asker);
        const { body, headers, params } = request;
        const uuid =
          typeof params === 'object' && params !== null && 'uuid' in params ? params.uuid : '';
        const id = parseOrderId(String(uuid));
        if (route.path.includes('{uuid}') && id === null) return refuse(reply, 'badRequest');
        const parsed = route.body?.safeParse(body === undefined ? {} : body);
        if (parsed?.success === false) return refuse(reply, 'badRequest');
        const key = headers['idempotency-key'];
        const call = async (): Promise<{ status: number; body: unknown }> => {
          const answer = await route.call({
            board: this.#parts.board,
            desks: this.#parts.desks,
            asker,
            id: id ?? noOrder,
            body: body === undefined ? {} : body,
            key: `${asker.id}.${String(key)}`,
          });
          if (answer.kind === 'done') return { status: route.status, body: answer.body };
          const { code, facts = {} } = answer;
          return { status: refusalStatus(code), body: { code, facts } };
        };
        if (route.access !== 'change') return this.#send(reply, route, await call());
        if (typeof key !== 'string' || !/^[\w.:-]{1,128}$/.test(key))
          return refuse(reply, 'keyMissing');
        const asked = `${route.method} ${request.url} ${JSON.stringify(body ?? null)}`;
        const answer = this.#keys.once(`${asker.id} ${key}`, asked, call);
        if (answer === 'reused') return refuse(reply, 'keyReused');
        return this.#send(reply, route, await answer);
      },
    });
  }

  #send(
    reply: FastifyReply,
    route: Route,
    { body, status }: { readonly status: number; readonly body: unknown },
  ): FastifyReply {
    if (status !== route.status) {
      const { code, facts } = body as { code: RefusalCode; facts: object };
      return refuse(reply, code, facts);
    }
    if (status === 204 || route.answer === undefined) return reply.code(status).send();
    return reply.code(status).send(body);
  }

  /** Who asks, or why they may not. */
  #askerFor(route: Route, request: FastifyRequest): Asker | RefusalCode {
    if (route.access === 'anybody') {
      if (route.path !== '/v1/join') return nobody;
      const mayTry = this.#joins.take(request.ip) && this.#allJoins.take('all');
      return mayTry ? nobody : 'tooMany';
    }
    const asker = this.#asker(request);
    if (asker === null) return 'revoked';
    if (route.access === 'desk') return asker;
    if (asker.role === 'viewer') return 'viewerMayNot';
    return this.#changes.take(asker.id) ? asker : 'tooMany';
  }

  #asker({ headers }: FastifyRequest): Asker | null {
    const [, token] = /^Bearer ([\w.~+/-]{1,200}=*)$/i.exec(headers.authorization ?? '') ?? [];
    return token === undefined ? null : this.#parts.desks.deskOf(token);
  }

  async #events(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { board, clock, desks } = this.#parts;
    const asker = this.#asker(request);
    if (asker === null) return refuse(reply, 'revoked');
    const { log, since } = request.query as { log?: unknown; since?: unknown };
    const place = placeOf(request.headers['last-event-id'] ?? since);
    if (place === null) return refuse(reply, 'badRequest');
    if (log !== undefined && log !== board.logId) return refuse(reply, 'gap');
    const part = await board.entriesSince(place, 1);
    if (part.kind === 'gap') return refuse(reply, 'gap');
    const own = [...this.#streams].filter(({ deskId }) => deskId === asker.id).length;
    if (own >= mostStreamsOfDesk) return refuse(reply, 'tooMany');
    reply.hijack();
    const response = reply.raw;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would gather the events otherwise.
      'X-Accel-Buffering': 'no',
    });
    request.raw.socket.setTimeout(0);
    request.raw.socket.setNoDelay(true);
    const disconnected = desks.connected(asker.id);
    const stream = new EventStream(
      {
        board,
        clock,
        asker,
        response,
        ended: () => {
          this.#streams.delete(stream);
          disconnected();
        },
      },
      place,
    );
    this.#streams.add(stream);
    return reply;
  }

  #metrics(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const isLocal = !this.#parts.behindProxy && isLoopback(request.ip);
    if (!isLocal && this.#asker(request) === null) return refuse(reply, 'revoked');
    const answers = [...this.#answers].map(([name, count]) => {
      const [method, path, status] = name.split(' ');
      return `waybell_hub_answers_total{method="${method}",path="${path}",status="${status}"} ${count}`;
    });
    const lines = [
      '# TYPE waybell_hub_streams gauge',
      `waybell_hub_streams ${this.#streams.size}`,
      '# TYPE waybell_hub_connections gauge',
      `waybell_hub_connections ${this.#connectionCount}`,
      '# TYPE waybell_hub_orders gauge',
      `waybell_hub_orders ${this.#parts.board.orders().length}`,
      '# TYPE waybell_hub_log_sequence counter',
      `waybell_hub_log_sequence ${this.#parts.board.sequence}`,
      '# TYPE waybell_hub_answers_total counter',
      ...answers,
    ];
    const text = `${lines.join('\n')}\n${this.#parts.metricsText?.() ?? ''}`;
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
  }

  #failed(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (request.raw.errored !== null) return reply.hijack();
    if (error instanceof ZodError) return refuse(reply, 'badRequest');
    const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
    if (status === 413) return refuse(reply, 'tooLarge');
    if (typeof status === 'number' && status < 500) return refuse(reply, 'badRequest');
    // What the log's engine throws may say what was written; its name is enough.
    this.#parts.log.warn('hubLogAway', { error: error instanceof Error ? error.name : 'unknown' });
    return refuse(reply, 'logAway');
  }

  #endStreamsOf(deskId: string): void {
    for (const stream of this.#streams) if (stream.deskId === deskId) stream.end();
  }

  /** Bounds the connections: beyond the limit the oldest one goes that has not asked for anything. */
  #guardConnections(app: FastifyInstance): void {
    app.server.on('connection', (socket: Socket) => {
      this.#connectionCount += 1;
      this.#silent.add(socket);
      socket.once('close', () => {
        this.#connectionCount -= 1;
        this.#silent.delete(socket);
      });
      if (this.#connectionCount <= mostConnections) return;
      const [oldest] = this.#silent;
      oldest?.destroy();
    });
  }

  /** Whether a request was made for this hub by a name of its own. */
  #isOwnHost(host: string | undefined): boolean {
    const { behindProxy, listen, tls } = this.#parts;
    const [, name] = /^(\[[\da-f:.]+\]|[\w.-]+?)\.?(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
    if (name === undefined) return false;
    // A page that was rebound to a hub with a certificate fails at the certificate.
    if (tls !== null || behindProxy) return true;
    const plain = name.replace(/^\[|\]$/g, '').toLowerCase();
    return plain === 'localhost' || isLoopback(plain) || plain === listen.address;
  }
}

/** Somebody without a token. */
const nobody: Asker = { id: '', name: '', role: 'viewer' };

/** Stands for the order where a route names none. */
const noOrder = idOfNoOrder();

function idOfNoOrder() {
  const id = parseOrderId('00000000-0000-4000-8000-000000000000');
  if (id === null) throw new RangeError('no uuid');
  return id;
}

function placeOf(text: unknown): number | null {
  if (text === undefined) return 0;
  const place = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(place) ? place : null;
}

function isLoopback(address: string): boolean {
  return (
    address === 'localhost' ||
    address === '::1' ||
    /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address)
  );
}
