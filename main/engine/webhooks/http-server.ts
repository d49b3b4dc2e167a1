import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebhookRejection } from '../../../core/webhook/webhook-state.ts';
import type { Clock } from '../../../core/clock.ts';
import { type ConnectionRejection, ConnectionPlaces } from '../http-edge/connection-places.ts';
import { edgeServer } from '../http-edge/edge-server.ts';
import { isOurHost } from '../http-edge/host-name.ts';
import type { ReceivedWebhook } from './ports.ts';
import { checkProof, isSame } from './signature.ts';
import type { ProofResult, ProofRules } from './signature.ts';

/** A webhook holds one order: 3 kB usually. */
const mostBodyBytes = 256 * 1024;
/** Requests that take longer are cut off. */
const headersWithinMs = 5000;
const requestWithinMs = 10_000;
const idleConnectionMs = 30_000;
const mostConnections = 256;
/** A new connection has to send something within this time. */
const firstByteWithinMs = 2000;
/** The rate that is accepted, far above the usual one, and the burst: a morning's events may come together. */
const webhooksPerSecond = 500;
const webhooksAtOnce = 5000;
/** The bytes that are in the price of one; reading a body of 200 kB takes 10 ms, as long as dozens of usual ones. */
const bytesOfOne = 16 * 1024;
const comeAgainSeconds = 2;

/** How a body in gzip begins (RFC 1952, 2.3.1), whatever is said of it. */
const gzipMark = Buffer.from([0x1f, 0x8b]);
const unpacking: ReadonlyMap<string | undefined, typeof gunzipSync> = new Map([
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

const rejections: Readonly<Record<ConnectionRejection, WebhookRejection>> = {
  crowded: 'too-many',
  malformed: 'malformed',
  tooSlow: 'too-slow',
};

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

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
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Connections that end with the answer on its way. What they sent beside the refused request is not read. */
const refused = new WeakSet<Socket>();

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
      return { address, port: wanted, close: () => app.close() };
    } catch (error) {
      await app.close();
      // Windows refuses whole ranges of ports with EACCES.
      const isInUse = isCode(error, 'EADDRINUSE') || isCode(error, 'EACCES');
      if (port !== 0 || !isInUse || tries === portTries) throw error;
    }
  }
}

async function server(parts: ServerParts): Promise<FastifyInstance> {
  const strangers = new TokenBucket(20, 200, parts.clock.monotonicMs());
  const senders = new TokenBucket(webhooksPerSecond, webhooksAtOnce, parts.clock.monotonicMs());
  const turnAway = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (strangers.spend(parts.clock.monotonicMs())) return refuse(parts, reply, 404, 'path');
    // Too many guesses: the connection is closed without an answer.
    request.raw.socket.destroy();
    return reply.hijack();
  };
  const rejected = (reason: ConnectionRejection): void => parts.rejected(rejections[reason]);
  const connections = new ConnectionPlaces({ most: mostConnections, firstByteWithinMs }, rejected);
  const app = await edgeServer({
    connections,
    tls: null,
    mostBodyBytes,
    headersWithinMs,
    requestWithinMs,
    idleConnectionMs,
    rejected,
    // It routes by the path, so what it cannot route is another path.
    refuse: turnAway,
  });
  // Node would ask for the body before the path was looked at, and answer other expectations by itself.
  app.server.on('checkContinue', (request, response) => app.routing(request, response));
  app.server.on('checkExpectation', ({ socket }: FastifyRequest['raw']) => {
    parts.rejected('malformed');
    socket.destroy();
  });
  // The body stays as it came, whatever its content type, because a signature is over these bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Before a byte of the body is read.
  app.addHook('onRequest', async (request, reply) => {
    if (refused.has(request.raw.socket)) return reply.hijack();
    const { path, address, publicUrl } = parts.rules();
    // Some services add parameters to every address.
    const asked = request.url.replace(/\?.*/s, '');
    const isWanted = isSame(asked.replace(/\/$/, ''), webhookPath(path));
    if (!isWanted) return turnAway(request, reply);
    // All who know the path are one client.
    connections.answering('sender', request.raw.socket, reply.raw);
    if (!isOurHost(request.headers.host, address, publicUrl)) {
      return refuse(parts, reply, 421, 'host');
    }
    if (!senders.spend(parts.clock.monotonicMs())) return refuse(parts, reply, 429, 'too-many');
    if (!methods.has(request.method)) return refuse(parts, reply, 405, 'method');
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
    return undefined;
  });
  const turn = oneAtATime();
  const pays = (bytes: number): boolean =>
    senders.spend(parts.clock.monotonicMs(), Math.floor(bytes / bytesOfOne));
  app.all('*', (request, reply) => answer(parts, { turn, pays }, request, reply));
  app.setErrorHandler((error, request, reply) => {
    // The sender is gone, or was sent away, in the middle of its body.
    if (request.raw.errored !== null) return reply.hijack();
    if (isCode(error, 'FST_ERR_CTP_BODY_TOO_LARGE')) return refuse(parts, reply, 413, 'too-large');
    if (isCode(error, 'FST_ERR_CTP_INVALID_MEDIA_TYPE')) {
      return refuse(parts, reply, 400, 'malformed');
    }
    // A fault on our side: the sender is asked to come again.
    return refuse(parts, reply, 503, 'not-stored');
  });
  return app;
}

async function answer(
  parts: ServerParts,
  { turn, pays }: { turn: () => Promise<void>; pays: (bytes: number) => boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers, body } = request;
  // Some services send a probe, without a body, before they send webhooks.
  if (!Buffer.isBuffer(body) || body.length === 0) return reply.code(200).send();
  if (!pays(body.length)) return refuse(parts, reply, 429, 'too-many');
  await turn();
  // What came before it on the same connection was refused meanwhile, and it could not be answered.
  if (!request.raw.socket.writable) return reply.hijack();
  const unpacked = unpackedBody(headers['content-encoding'], body);
  if (unpacked !== body && !pays(unpacked?.length ?? mostBodyBytes)) {
    return refuse(parts, reply, 429, 'too-many');
  }
  if (unpacked === null) return refuse(parts, reply, 413, 'too-large');
  const rules = parts.rules();
  const receivedAtMs = parts.clock.wallMs();
  const proofOf = (bytes: Buffer): ProofResult =>
    checkProof(rules, rules.secrets, headers, bytes, receivedAtMs);
  const sent = proofOf(body);
  // A library may pack what was signed before. What was not packed is not looked at twice, which takes its time.
  const proof = sent === 'signature' && unpacked !== body ? proofOf(unpacked) : sent;
  if (proof === 'signature' || proof === 'timestamp') return refuse(parts, reply, 401, proof);
  const isStored = parts.receive({ receivedAtMs, isProven: proof === 'proven', body: unpacked });
  return isStored ? reply.code(202).send() : refuse(parts, reply, 503, 'not-stored');
}

/** The body without its coding, and as it came where it has none; null when it is too large. */
function unpackedBody(coding: string | undefined, body: Buffer): Buffer | null {
  const isGzip = body.subarray(0, gzipMark.length).equals(gzipMark);
  const unpack = isGzip ? gunzipSync : unpacking.get(coding?.trim().toLowerCase());
  if (unpack === undefined) return body;
  try {
    return unpack(body, { maxOutputLength: mostBodyBytes });
  } catch (error) {
    return isCode(error, 'ERR_BUFFER_TOO_LARGE') ? null : body;
  }
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
  else {
    // The connection ends, so that neither the rest of an unwanted body nor another request is waited for.
    refused.add(reply.request.raw.socket);
    void reply.header('Connection', 'close');
  }
  return reply.code(status).send();
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
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

  spend(nowMs: number, tokens = 1): boolean {
    const passedMs = Math.max(nowMs - this.#filledAtMs, 0);
    this.#filledAtMs = nowMs;
    this.#tokens = Math.min(this.#most, this.#tokens + (passedMs / 1000) * this.#perSecond);
    if (this.#tokens < tokens) return false;
    this.#tokens -= tokens;
    return true;
  }
}
