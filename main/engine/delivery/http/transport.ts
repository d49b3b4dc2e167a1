import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import type { Clock } from '../../../../core/clock.ts';
import { AnswerHeads } from './answer-heads.ts';
import { connectionLimit } from './connection-limit.ts';
import { isGzip, unpacked } from './content-codings.ts';
import { lookupName } from './name-lookup.ts';
import { toDeliveryError } from './network-failure.ts';
import type { TrustedAuthorities } from './trusted-authorities.ts';

/** One request to the service. Each of ours may be sent twice without harm, also one for a token. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** The path from the root of the origin. */
  readonly path: string;
  /** Name, value, name, value: the form that costs undici the least. */
  readonly headers: readonly string[];
  readonly body: string | null;
  readonly signal: AbortSignal | null;
}

/** A whole answer, returned once its last byte has come. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Content encoding removed. */
  readonly body: Buffer;
}

/** The limits of every request. */
export interface TransportLimits {
  readonly connectTimeoutMs: number;
  /** The longest silence before the headers and between two pieces of the body. */
  readonly silenceTimeoutMs: number;
  /** From sending to the last byte, the wait for a free connection included. It ends slow drips. */
  readonly totalTimeoutMs: number;
  /** The most bytes of a body, before and after decompression. */
  readonly maxBodyBytes: number;
  readonly maxConnections: number;
}

/** The contract states no limits (seeds/contract.md, 8). */
const defaultLimits: Omit<TransportLimits, 'maxConnections'> = {
  connectTimeoutMs: 5000,
  silenceTimeoutMs: 10_000,
  totalTimeoutMs: 20_000,
  maxBodyBytes: 1_048_576,
};

export interface TransportOptions {
  readonly origin: string;
  readonly clock: Clock;
  /** Which authorities vouch for the service. */
  readonly trust: TrustedAuthorities;
  readonly limits?: Partial<TransportLimits>;
  /**
   * Opens a connection to the service through a proxy. Asked for every new connection, so that a changed
   * network is noticed; null means a direct connection. Default: always direct.
   */
  readonly openTunnel?: (timeoutMs: number) => Promise<Socket | null>;
}

/**
 * The connection pool of one service. It uses undici's `dispatch`, because a poll that finds nothing new
 * should cost little. It speaks HTTP/1.1 with one request at a time on each connection: HTTP/2 costs more
 * per request, and with pipelining one slow answer holds up others. Redirects are not followed.
 */
export class HttpTransport {
  readonly #clock: Clock;
  readonly #limits: TransportLimits;
  readonly #pool: Pool;
  /** Gives each request a new connection. */
  readonly #freshPool: Pool;
  /** Which connection an error ended. */
  readonly #endedBy = new WeakMap<Error, AnswerHeads>();
  /** The one request that finds out whether new connections work; null while there is none. */
  #scout: Promise<unknown> | null = null;

  constructor({ origin, clock, trust, limits = {}, openTunnel }: TransportOptions) {
    this.#clock = clock;
    this.#limits = { ...defaultLimits, maxConnections: connectionLimit(), ...limits };
    const { connectTimeoutMs, maxConnections } = this.#limits;
    const options: Pool.Options = {
      allowH2: false,
      connections: maxConnections,
      // The deadlines of PendingRequest run on the clock that is handed in; undici's do not.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 10_000,
      keepAliveMaxTimeout: 60_000,
      keepAliveTimeoutThreshold: 2000,
      connect: this.#connector(
        origin,
        trust,
        async () => (await openTunnel?.(connectTimeoutMs)) ?? null,
      ),
    };
    this.#pool = new Pool(origin, options);
    // undici: a pipelining of 0 means no keep-alive.
    this.#freshPool = new Pool(origin, { ...options, pipelining: 0 });
  }

  /**
   * @throws DeliveryError for failures of the network; the signal's reason when the caller aborted
   */
  send(request: HttpRequest): Promise<HttpAnswer> {
    const endsAtMs = this.#clock.monotonicMs() + this.#limits.totalTimeoutMs;
    return new Promise((resolve, reject) => {
      request.signal?.throwIfAborted();
      this.#dispatch(this.#pool, request, endsAtMs, {
        resolve,
        reject,
        retry: (error, isSent) => {
          if (this.#endedBy.get(error)?.isUnanswered(isSent) !== true) return false;
          resolve(this.#sendAgain(request, endsAtMs));
          return true;
        },
      });
    });
  }

  /** Ends all requests in flight. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#freshPool.destroy()]);
  }

  /**
   * Sends a request once more over a new connection. When a service goes away, all requests in flight
   * lose their sockets at once. Then one of them is sent first; if it fails the others fail too, else they
   * are sent after it.
   */
  async #sendAgain(request: HttpRequest, endsAtMs: number): Promise<HttpAnswer> {
    if (this.#scout !== null) {
      await this.#scout.catch((error: unknown) => {
        if (error instanceof DeliveryError) throw error;
      });
      request.signal?.throwIfAborted();
      return this.#onFreshConnection(request, endsAtMs);
    }
    const sent = this.#onFreshConnection(request, endsAtMs);
    this.#scout = sent;
    try {
      return await sent;
    } finally {
      this.#scout = null;
    }
  }

  #onFreshConnection(request: HttpRequest, endsAtMs: number): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#dispatch(this.#freshPool, request, endsAtMs, { resolve, reject, retry: () => false });
    });
  }

  #dispatch(pool: Pool, request: HttpRequest, endsAtMs: number, outcome: Outcome): void {
    const { method, path, headers, body, signal } = request;
    const pending = new PendingRequest(signal, this.#clock, this.#limits, endsAtMs, outcome);
    // undici types headers as mutable and only reads them.
    pool.dispatch({ method, path, headers: headers as string[], body }, pending);
  }

  #connector(
    origin: string,
    trust: TrustedAuthorities,
    openTunnel: () => Promise<Socket | null>,
  ): buildConnector.connector {
    const common = {
      allowH2: false,
      timeout: this.#limits.connectTimeoutMs,
      autoSelectFamily: true,
      lookup: lookupName,
    };
    // Made once, because undici keeps the TLS sessions in it.
    const connector = origin.startsWith('https:')
      ? trust.tlsOptions().then((tls) => buildConnector({ ...common, ...tls }))
      : Promise.resolve(buildConnector(common));
    // Each connection attempt below gets the failure; it must not also be an unhandled rejection.
    connector.catch(() => undefined);
    return (options, callback) => {
      const watched: buildConnector.Callback = (...outcome) => {
        if (outcome[0] === null) {
          const heads = new AnswerHeads(outcome[1]);
          outcome[1].once('error', (error) => this.#endedBy.set(error, heads));
        }
        callback(...outcome);
      };
      Promise.all([connector, openTunnel()]).then(
        ([connect, socket]) =>
          connect(socket === null ? options : { ...options, httpSocket: socket }, watched),
        (error: unknown) =>
          callback(
            error instanceof Error ? error : new Error('no connection', { cause: error }),
            null,
          ),
      );
    };
  }
}

/** How a {@link PendingRequest} ends. */
interface Outcome {
  readonly resolve: (answer: HttpAnswer | Promise<HttpAnswer>) => void;
  readonly reject: (error: unknown) => void;
  /** The connection broke before any answer. Returns whether the request is sent once more. */
  readonly retry: (error: Error, isSent: boolean) => boolean;
}

/** A request that waits for its answer, with every limit on it. */
class PendingRequest implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal | null;
  readonly #clock: Clock;
  readonly #limits: TransportLimits;
  readonly #endsAtMs: number;
  readonly #outcome: Outcome;
  #deadlineAtMs: number;
  #cancelTimer: () => void;
  #controller: Dispatcher.DispatchController | null = null;
  #isSettled = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #byteCount = 0;

  constructor(
    signal: AbortSignal | null,
    clock: Clock,
    limits: TransportLimits,
    endsAtMs: number,
    outcome: Outcome,
  ) {
    this.#signal = signal;
    this.#clock = clock;
    this.#limits = limits;
    this.#endsAtMs = endsAtMs;
    this.#outcome = outcome;
    this.#deadlineAtMs = endsAtMs;
    this.#cancelTimer = clock.schedule(this.#checkDeadline, this.#firstCheckMs());
    signal?.addEventListener('abort', this);
  }

  /** The caller aborted. */
  handleEvent(): void {
    this.#fail(this.#signal?.reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline may have passed while the request waited for a connection.
    if (this.#isSettled) controller.abort(new DeliveryError('timeout'));
    else this.#received();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#received();
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const length = headers['content-length'];
    if (length !== undefined && Number(length) > this.#limits.maxBodyBytes) this.#refuseSize();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received();
    this.#byteCount += chunk.byteLength;
    if (this.#byteCount > this.#limits.maxBodyBytes) this.#refuseSize();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const [first] = this.#chunks;
    const isWhole = first !== undefined && this.#chunks.length === 1;
    const body = isWhole ? first : Buffer.concat(this.#chunks);
    const answer = { status: this.#status, headers: this.#headers, body };
    const isPlain = this.#headers['content-encoding'] === undefined && !isGzip(body);
    this.#outcome.resolve(isPlain ? answer : withoutCodings(answer, this.#limits.maxBodyBytes));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const mayRetry = !this.#isSettled && this.#status === 0;
    const isRetried = mayRetry && this.#outcome.retry(error, this.#controller !== null);
    if (isRetried) this.#settle();
    else this.#fail(toDeliveryError(error, this.#status !== 0));
  }

  #received(): void {
    const silentUntilMs = this.#clock.monotonicMs() + this.#limits.silenceTimeoutMs;
    this.#deadlineAtMs = Math.min(this.#endsAtMs, silentUntilMs);
  }

  /** How long until the deadline is checked for the first time: it cannot be sooner. */
  #firstCheckMs(): number {
    return Math.min(this.#limits.silenceTimeoutMs, this.#endsAtMs - this.#clock.monotonicMs());
  }

  readonly #checkDeadline = (): void => {
    const leftMs = this.#deadlineAtMs - this.#clock.monotonicMs();
    // A timer may come a fraction of a millisecond early.
    if (leftMs <= 1) this.#fail(new DeliveryError('timeout'));
    else this.#cancelTimer = this.#clock.schedule(this.#checkDeadline, leftMs);
  };

  #refuseSize(): void {
    this.#fail(new DeliveryError('answer-too-large', { httpStatus: this.#status }));
  }

  #fail(error: unknown): void {
    if (!this.#settle()) return;
    this.#chunks = [];
    this.#outcome.reject(error);
    this.#controller?.abort(new DeliveryError('connection-lost'));
  }

  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#cancelTimer();
    this.#signal?.removeEventListener('abort', this);
    return true;
  }
}

/** @throws DeliveryError `answer-too-large` when the body unpacks to more than `mostBytes` */
async function withoutCodings(answer: HttpAnswer, mostBytes: number): Promise<HttpAnswer> {
  const body = await unpacked(answer.body, answer.headers['content-encoding'], mostBytes);
  if (body !== null) return { ...answer, body };
  throw new DeliveryError('answer-too-large', { httpStatus: answer.status });
}
