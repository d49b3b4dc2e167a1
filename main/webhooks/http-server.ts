import { randomInt } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebhookRejection } from '../../core/webhook/webhook-state.ts';
import type { Clock } from '../watch/clock.ts';
import { Connections } from './connections.ts';
import type { ReceivedWebhook } from './ports.ts';
import { checkProof, isSame } from './signature.ts';
import type { ProofRules } from './signature.ts';

/** A webhook holds one order: 3 kB usually. */
const mostBodyBytes = 256 * 1024;
const mostHeaderBytes = 16 * 1024;
/** Requests that take longer are cut off. */
const headersWithinMs = 5000;
const requestWithinMs = 10_000;
const idleConnectionMs = 30_000;
/** The rate that is taken, far above the usual one, and the burst: a morning's events may come together. */
const webhooksPerSecond = 500;
const webhooksAtOnce = 5000;
const comeAgainSeconds = 2;

/** Where ports are chosen from: below those that systems give to outgoing connections. */
const ports = { from: 20_000, to: 29_999 } as const;
const portTries = 20;

/** The rules for requests. They are read at each request, because they can change meanwhile. */
export interface ServerRules extends ProofRules {
  readonly address: string;
  readonly publicUrl: string | null;
  /** The secret part of the path. */
  readonly path: string;
  readonly secrets: readonly string[];
}

/** What a server works with. */
export interface ServerParts {
  readonly clock: Clock;
  readonly rules: () => ServerRules;
  /** @returns false when the webhook could not be stored */
  readonly receive: (webhook: ReceivedWebhook) => boolean;
  readonly rejected: (reason: WebhookRejection) => void;
}

/** A server that listens. */
export interface WebhookServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The path that webhooks are sent to. */
export function webhookPath(secret: string): string {
  return `/hooks/${secret}`;
}

/**
 * Listens for webhooks. Without the secret path a sender learns only that something listens. A request with
 * it is checked by Host, rate and proof, in this order, and answered with 2xx once the webhook is stored.
 *
 * @param port 0 draws one at random, which can be kept
 * @throws the system's error when the address or the port cannot be had
 */
export async function startWebhookServer(port: number, parts: ServerParts): Promise<WebhookServer> {
  const { address } = parts.rules();
  for (let tries = 1; ; tries += 1) {
    const app = await server(parts);
    const wanted = port === 0 ? randomInt(ports.from, ports.to + 1) : port;
    try {
      await app.listen({ host: address, port: wanted });
      return { port: wanted, close: () => app.close() };
    } catch (error) {
      await app.close();
      // Windows refuses whole ranges of ports with EACCES.
      const isTaken = isCode(error, 'EADDRINUSE') || isCode(error, 'EACCES');
      if (port !== 0 || !isTaken || tries === portTries) throw error;
    }
  }
}

async function server(parts: ServerParts): Promise<FastifyInstance> {
  // Loaded here, so that a start without webhooks does not pay for it.
  const { fastify } = await import('fastify');
  const app = fastify({
    logger: false,
    bodyLimit: mostBodyBytes,
    requestTimeout: requestWithinMs,
    keepAliveTimeout: idleConnectionMs,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: false,
    http: {
      maxHeaderSize: mostHeaderBytes,
      headersTimeout: headersWithinMs,
      connectionsCheckingInterval: 1000,
    },
    frameworkErrors: (_error, _request, reply) => {
      void refuse(parts, reply, 400, 'malformed');
    },
    clientErrorHandler: (error, socket) => {
      parts.rejected(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too-slow' : 'malformed');
      socket.destroy();
    },
  });
  const connections = new Connections(parts.rejected);
  connections.guard(app.server);
  const strangers = new TokenBucket(20, 200, parts.clock.monotonicMs());
  const senders = new TokenBucket(webhooksPerSecond, webhooksAtOnce, parts.clock.monotonicMs());
  // The body stays as it came, whatever its content type, because a signature is over these bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Before a byte of the body is read.
  app.addHook('onRequest', async (request, reply) => {
    const { path, address, publicUrl } = parts.rules();
    const isWanted = isSame(request.url.replace(/\/$/, ''), webhookPath(path));
    const nowMs = parts.clock.monotonicMs();
    if (!isWanted) {
      // Too many guesses: the connection is closed without an answer.
      if (strangers.take(nowMs)) return refuse(parts, reply, 404, 'path');
      request.raw.socket.destroy();
      return reply.hijack();
    }
    reply.raw.once('close', connections.answering(request.raw.socket));
    if (!isOurHost(request.headers.host, address, publicUrl)) {
      return refuse(parts, reply, 421, 'host');
    }
    if (!senders.take(nowMs)) return refuse(parts, reply, 429, 'too-many');
    return undefined;
  });
  const turn = oneAtATime();
  app.all('*', (request, reply) => answer(parts, turn, request, reply));
  app.setNotFoundHandler((_request, reply) => refuse(parts, reply, 404, 'path'));
  app.setErrorHandler((error, _request, reply) => {
    if (isCode(error, 'FST_ERR_CTP_BODY_TOO_LARGE')) return refuse(parts, reply, 413, 'too-large');
    if (isRequestFault(error)) return refuse(parts, reply, 400, 'malformed');
    // A fault on our side: the sender is asked to come again.
    return refuse(parts, reply, 503, 'not-stored');
  });
  return app;
}

async function answer(
  parts: ServerParts,
  turn: () => Promise<void>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method, headers, body } = request;
  // Some services send a probe before they send webhooks.
  if (method === 'GET' || method === 'HEAD') return reply.code(200).send();
  if (method !== 'POST') return refuse(parts, reply, 405, 'method');
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (bytes.length === 0) return reply.code(200).send();
  await turn();
  const rules = parts.rules();
  const receivedAtMs = parts.clock.wallMs();
  const proof = checkProof(rules, rules.secrets, headers, bytes, receivedAtMs);
  if (proof === 'signature' || proof === 'timestamp') return refuse(parts, reply, 401, proof);
  const isStored = parts.receive({ receivedAtMs, isProven: proof === 'proven', body: bytes });
  return isStored ? reply.code(202).send() : refuse(parts, reply, 503, 'not-stored');
}

/** One webhook in each turn of the event loop, so that a burst of them holds nothing else up. */
function oneAtATime(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}

function refuse(
  parts: ServerParts,
  reply: FastifyReply,
  status: number,
  reason: WebhookRejection,
): FastifyReply {
  parts.rejected(reason);
  if (status === 429 || status === 503) void reply.header('Retry-After', String(comeAgainSeconds));
  // Otherwise the connection ends, so that the rest of an unwanted body is not waited for.
  if (status !== 429 && status !== 503) void reply.header('Connection', 'close');
  return reply.code(status).send();
}

/** Whether fastify finds the fault in the request. */
function isRequestFault(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Whether the name that a request was made for is this computer's or the public one. A web page whose
 * own name was made to point at this computer (DNS rebinding) comes with that name, and is refused.
 *
 * @param host the Host header as it came
 * @param address where the server listens
 * @param publicUrl null when there is none
 */
export function isOurHost(
  host: string | undefined,
  address: string,
  publicUrl: string | null,
): boolean {
  const name = hostName(host ?? '');
  if (name === null) return false;
  if (name === 'localhost' || name === '::1') return true;
  if (isIPv4(name) && name.startsWith('127.')) return true;
  if (publicUrl !== null && URL.canParse(publicUrl) && new URL(publicUrl).hostname === name) {
    return true;
  }
  // A server at every address may be named by any address; a page that was rebound has a name, no number.
  const isEverywhere = address === '0.0.0.0' || address === '::';
  return name === address || (isEverywhere && (isIPv4(name) || isIPv6(name)));
}

function hostName(host: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+?))\.?(?::\d{1,5})?$/i.exec(host);
  return (match?.[1] ?? match?.[2])?.toLowerCase() ?? null;
}

/** Allows a rate of requests per second and a burst. Times are on the monotonic clock. */
class TokenBucket {
  readonly #perSecond: number;
  readonly #most: number;
  #tokens: number;
  #filledAtMs: number;

  constructor(perSecond: number, most: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#tokens = most;
    this.#filledAtMs = nowMs;
  }

  take(nowMs: number): boolean {
    const passedMs = Math.max(nowMs - this.#filledAtMs, 0);
    this.#filledAtMs = nowMs;
    this.#tokens = Math.min(this.#most, this.#tokens + (passedMs / 1000) * this.#perSecond);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
