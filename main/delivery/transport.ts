import { buildConnector, Pool, type Dispatcher } from 'undici';
import type { IncomingHttpHeaders } from 'node:http';
import { DeliveryError } from '../../core/delivery-failure.ts';
import { decodedBody } from './decoded-body.ts';
import { translated } from './outside-error.ts';
import type { DeliveryClock } from './ports.ts';

/** One request to the service. All of ours may be sent twice without harm, tokens included. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** From the root of the origin on. */
  readonly path: string;
  /** Name, value, name, value: the form that costs undici the least. */
  readonly headers: readonly string[];
  readonly body: string | null;
  readonly signal: AbortSignal | null;
}

/** A whole answer; nothing of it is handed out before the last byte came. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Content encoding removed. */
  readonly body: Buffer;
}

/** The way to one origin. */
export interface Transport {
  /**
   * @throws DeliveryError for the failures of the way; the signal's reason when the caller aborted
   */
  send(request: WireRequest): Promise<WireAnswer>;
  /** Ends everything, what is in flight included. */
  close(): Promise<void>;
}

/** The limits of every exchange. */
export interface TransportLimits {
  readonly connectTimeoutMs: number;
  /** The longest silence before the headers and between two pieces of the body. */
  readonly silenceTimeoutMs: number;
  /** From asking to the last byte, waiting for a free connection included: drips end here. */
  readonly totalTimeoutMs: number;
  /** The most bytes of a body, before and after decompression. */
  readonly maxBodyBytes: number;
  readonly maxConnections: number;
}

/** Ours: the contract states none (seeds/contract.md, 8). */
const defaultLimits: TransportLimits = {
  connectTimeoutMs: 5000,
  silenceTimeoutMs: 10_000,
  totalTimeoutMs: 20_000,
  maxBodyBytes: 1_048_576,
  maxConnections: 64,
};

/** What to trust beside Node's own list of authorities, as PEM. */
export interface TlsTrust {
  readonly ca?: string | readonly string[];
}

export interface TransportOptions {
  readonly origin: string;
  readonly clock: DeliveryClock;
  readonly limits?: Partial<TransportLimits>;
  readonly tls?: TlsTrust;
}

/**
 * undici at its lowest level, `dispatch`, because a poll that finds nothing new should cost next to
 * nothing. HTTP/1.1 with one request at a time per connection: HTTP/2 costs more per request, and
 * pipelining risks that one slow answer holds up others. Redirects are never followed.
 */
export class UndiciTransport implements Transport {
  readonly #pool: Pool;
  readonly #fresh: Pool;
  readonly #limits: TransportLimits;
  readonly #clock: DeliveryClock;
  readonly #lostAfterUse = new WeakSet<Error>();

  constructor(options: TransportOptions) {
    this.#clock = options.clock;
    this.#limits = { ...defaultLimits, ...options.limits };
    const poolOptions: Pool.Options = {
      allowH2: false,
      connections: this.#limits.maxConnections,
      headersTimeout: this.#limits.silenceTimeoutMs,
      bodyTimeout: this.#limits.silenceTimeoutMs,
      keepAliveTimeout: 4000,
      keepAliveMaxTimeout: 60_000,
      keepAliveTimeoutThreshold: 2000,
      connect: this.#connector(options.tls ?? {}),
    };
    this.#pool = new Pool(options.origin, { ...poolOptions, pipelining: 1 });
    // undici: a pipelining of 0 means no keep-alive, so every request here gets a new socket.
    this.#fresh = new Pool(options.origin, { ...poolOptions, pipelining: 0 });
  }

  async send(request: WireRequest): Promise<WireAnswer> {
    request.signal?.throwIfAborted();
    const answer = await new Promise<WireAnswer>((resolve, reject) => {
      const exchange = new Exchange(request, this.#limits, this.#clock, { resolve, reject });
      exchange.isKeepAliveRace = (error) => this.#wasUsedBefore(error);
      exchange.run(this.#pool, this.#fresh);
    });
    return decodedBody(answer, this.#limits.maxBodyBytes);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#fresh.destroy()]);
  }

  /** Connects as undici does, and remembers of a socket that broke whether it had answered before. */
  #connector(tls: TlsTrust): buildConnector.connector {
    const connect = buildConnector({
      allowH2: false,
      timeout: this.#limits.connectTimeoutMs,
      autoSelectFamily: true,
      ...(tls.ca === undefined ? {} : { ca: typeof tls.ca === 'string' ? tls.ca : [...tls.ca] }),
    });
    return (options, callback) => {
      connect(options, (...outcome) => {
        const socket = outcome[1];
        socket?.once('error', (error) => {
          if (socket.bytesRead > 0) this.#lostAfterUse.add(error);
        });
        callback(...outcome);
      });
    };
  }

  #wasUsedBefore(error: Error): boolean {
    if (this.#lostAfterUse.has(error)) return true;
    // "other side closed": undici made the error itself and describes the socket in it.
    return (
      'code' in error &&
      error.code === 'UND_ERR_SOCKET' &&
      'socket' in error &&
      typeof error.socket === 'object' &&
      error.socket !== null &&
      'bytesRead' in error.socket &&
      typeof error.socket.bytesRead === 'number' &&
      error.socket.bytesRead > 0
    );
  }
}

interface Settle {
  resolve(answer: WireAnswer): void;
  reject(error: unknown): void;
}

/** One request and its answer, with every limit on it. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: WireRequest;
  readonly #limits: TransportLimits;
  readonly #settle: Settle;
  readonly #cancelDeadline: () => void;
  readonly #onAbort: (() => void) | null;
  #fresh: Pool | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #isSettled = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #byteCount = 0;
  /** Whether the socket had served before, so that its loss says nothing about the service. */
  isKeepAliveRace: (error: Error) => boolean = () => false;

  constructor(request: WireRequest, limits: TransportLimits, clock: DeliveryClock, settle: Settle) {
    this.#request = request;
    this.#limits = limits;
    this.#settle = settle;
    this.#cancelDeadline = clock.schedule(() => {
      this.#fail(new DeliveryError('timeout'));
    }, limits.totalTimeoutMs);
    const { signal } = request;
    this.#onAbort = signal === null ? null : () => this.#fail(signal.reason);
    if (this.#onAbort !== null) signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** @param fresh where the one retry goes when a kept-alive socket turns out to be dead */
  run(pool: Pool, fresh: Pool | null): void {
    this.#fresh = fresh;
    const { method, path, headers, body } = this.#request;
    // undici types headers as mutable but only reads them.
    pool.dispatch({ method, path, headers: headers as string[], body }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline may pass while the request waits for a connection.
    if (this.#isSettled) controller.abort(new DeliveryError('timeout'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (Number(headers['content-length'] ?? 0) > this.#limits.maxBodyBytes) this.#refuseSize();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#byteCount += chunk.byteLength;
    if (this.#byteCount > this.#limits.maxBodyBytes) this.#refuseSize();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#finish()) return;
    const [first] = this.#chunks;
    const body =
      first === undefined || this.#chunks.length > 1
        ? Buffer.concat(this.#chunks, this.#byteCount)
        : first;
    this.#settle.resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#fresh !== null && !this.#isSettled && this.#status === 0) {
      if (this.isKeepAliveRace(error)) {
        this.run(this.#fresh, null);
        return;
      }
    }
    this.#fail(translated(error));
  }

  #refuseSize(): void {
    this.#fail(new DeliveryError('answer-too-large', { httpStatus: this.#status }));
  }

  #fail(error: unknown): void {
    if (!this.#finish()) return;
    this.#chunks = [];
    this.#settle.reject(error);
    this.#controller?.abort(new DeliveryError('connection-lost'));
  }

  #finish(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#cancelDeadline();
    if (this.#onAbort !== null) this.#request.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}
