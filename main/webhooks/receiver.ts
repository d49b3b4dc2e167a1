import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebhookRejection } from '../../core/webhook/webhook-state.ts';
import { isOurHost } from './host-check.ts';
import type { ReceivedWebhook, WebhookClock } from './ports.ts';
import { isSame, proofVerdict } from './proof.ts';
import type { ProofRules } from './proof.ts';
import { TokenBucket } from './token-bucket.ts';

/** A webhook holds one order: 3 kB usually. */
const mostBodyBytes = 256 * 1024;
const mostHeaderBytes = 16 * 1024;
const mostConnections = 256;
/** A request that is not there after this is nobody's webhook. */
const headersWithinMs = 5000;
const requestWithinMs = 10_000;
const idleConnectionMs = 30_000;
/** A morning's events may come at once; on average far fewer than this do. */
const perSecond = 500;
const atOnce = 5000;
const comeAgainSeconds = 2;

/** Where ports are chosen from: below those that systems give to outgoing connections. */
const ports = { from: 20_000, to: 29_999 } as const;
const portTries = 20;

/** What decides how requests are judged; asked at each, because it can be changed meanwhile. */
export interface ReceiverRules extends ProofRules {
  readonly address: string;
  readonly publicUrl: string | null;
  /** The secret part of the path. */
  readonly path: string;
  readonly secrets: readonly string[];
}

/** What a receiver needs. */
export interface ReceiverParts {
  readonly clock: WebhookClock;
  readonly rules: () => ReceiverRules;
  /** @returns whether the webhook is stored */
  readonly store: (webhook: ReceivedWebhook) => Promise<boolean>;
  readonly rejected: (reason: WebhookRejection) => void;
}

/** A running receiver. */
export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/** The path that webhooks are sent to. */
export function receiverPath(secret: string): string {
  return `/hooks/${secret}`;
}

/**
 * Listens for webhooks. Whoever does not know the secret path learns nothing but that something
 * listens; whoever does is judged by name, rate and proof, in this order, and answered with 2xx once
 * the webhook is stored. Nothing of a request is looked into here.
 *
 * @param port 0 lets us choose one that can be kept
 * @throws the system's error when the address or the port cannot be had
 */
export async function startReceiver(port: number, parts: ReceiverParts): Promise<Receiver> {
  const { address } = parts.rules();
  for (let tries = 1; ; tries += 1) {
    const app = await receiver(parts);
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

async function receiver(parts: ReceiverParts): Promise<FastifyInstance> {
  // Only here: who does not receive webhooks does not pay for the server.
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
  app.server.maxConnections = mostConnections;
  const strangers = new TokenBucket(20, 200, parts.clock.monotonicMs());
  const senders = new TokenBucket(perSecond, atOnce, parts.clock.monotonicMs());
  // The body as it came, whatever it claims to be: a signature is over these bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Before a byte of the body is read.
  app.addHook('onRequest', async (request, reply) => {
    const { path, address, publicUrl } = parts.rules();
    const isWanted = isSame(request.url.replace(/\/$/, ''), receiverPath(path));
    const nowMs = parts.clock.monotonicMs();
    if (!isWanted) {
      // Guessing costs the guesser the connection, and us one comparison.
      if (strangers.take(nowMs)) return refuse(parts, reply, 404, 'path');
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (!isOurHost(request.headers.host, address, publicUrl)) {
      return refuse(parts, reply, 421, 'host');
    }
    if (!senders.take(nowMs)) return refuse(parts, reply, 429, 'too-many');
    return undefined;
  });
  app.all('*', (request, reply) => answer(parts, request, reply));
  app.setNotFoundHandler((_request, reply) => refuse(parts, reply, 404, 'path'));
  app.setErrorHandler((error, _request, reply) => {
    if (isCode(error, 'FST_ERR_CTP_BODY_TOO_LARGE')) return refuse(parts, reply, 413, 'too-large');
    // What is no fault of the request is ours: the sender is asked to come again.
    if (isRequestFault(error)) return refuse(parts, reply, 400, 'malformed');
    return refuse(parts, reply, 503, 'not-stored');
  });
  return app;
}

async function answer(
  parts: ReceiverParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { method, headers, body } = request;
  // Services look first whether somebody is there.
  if (method === 'GET' || method === 'HEAD') return reply.code(200).send();
  if (method !== 'POST') return refuse(parts, reply, 405, 'method');
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (bytes.length === 0) return reply.code(200).send();
  const rules = parts.rules();
  const receivedAtMs = parts.clock.wallMs();
  const verdict = proofVerdict(rules, rules.secrets, headers, bytes, receivedAtMs);
  if (verdict === 'signature' || verdict === 'timestamp') {
    return refuse(parts, reply, 401, verdict);
  }
  const isStored = await parts.store({
    receivedAtMs,
    isTrusted: verdict === 'proven',
    body: bytes,
  });
  return isStored ? reply.code(202).send() : refuse(parts, reply, 503, 'not-stored');
}

function refuse(
  parts: ReceiverParts,
  reply: FastifyReply,
  status: number,
  reason: WebhookRejection,
): FastifyReply {
  parts.rejected(reason);
  if (status === 429 || status === 503) void reply.header('Retry-After', String(comeAgainSeconds));
  // A body that is not wanted is not waited for.
  if (status !== 429 && status !== 503) void reply.header('Connection', 'close');
  return reply.code(status).send();
}

/** Whether fastify says that the request is to blame. */
function isRequestFault(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
