import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import { DeliveryError } from '../../core/delivery-failure.ts';
import { Deadlines, type Dated } from './deadlines.ts';
import { addressOf } from './base-url.ts';
import { decodedBody } from './decoded-body.ts';
import { translated } from './outside-error.ts';
import type { DeliveryClock } from './ports.ts';
import type { ProxyRoute } from './proxy-route.ts';
import type { TrustedAuthorities } from './trust.ts';
import { openTunnel } from './tunnel.ts';

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

const nothing = Buffer.alloc(0);

/** Ours: the contract states none (seeds/contract.md, 8). */
const defaultLimits: TransportLimits = {
  connectTimeoutMs: 5000,
  silenceTimeoutMs: 10_000,
  totalTimeoutMs: 20_000,
  maxBodyBytes: 1_048_576,
  maxConnections: 64,
};

export interface TransportOptions {
  readonly origin: string;
  readonly clock: DeliveryClock;
  readonly limits?: Partial<TransportLimits>;
  /** Which authorities vouch for the service and for a proxy. */
  readonly trust: TrustedAuthorities;
  /** Asked for every new connection, so that a changed network is noticed. Default: always direct. */
  readonly route?: () => Promise<ProxyRoute>;
}

/**
 * undici at its lowest level, `dispatch`, because a poll that finds nothing new should cost next to
 * nothing. HTTP/1.1 with one request at a time per connection: HTTP/2 costs more per request, and
 * pipelining risks that one slow answer holds up others. Redirects are never followed.
 */
export class UndiciTransport implements Transport {
  readonly #pool: Pool;
  readonly #way: Way;
  readonly #lostAfterUse = new WeakSet<Error>();

  constructor(options: TransportOptions) {
    const limits = { ...defaultLimits, ...options.limits };
    const poolOptions: Pool.Options = {
      allowH2: false,
      connections: limits.maxConnections,
      headersTimeout: limits.silenceTimeoutMs,
      bodyTimeout: limits.silenceTimeoutMs,
      keepAliveTimeout: 4000,
      keepAliveMaxTimeout: 60_000,
      keepAliveTimeoutThreshold: 2000,
      connect: this.#connector(options, limits.connectTimeoutMs),
    };
    this.#pool = new Pool(options.origin, { ...poolOptions, pipelining: 1 });
    // undici: a pipelining of 0 means no keep-alive, so every request here gets a new socket.
    const fresh = new Pool(options.origin, { ...poolOptions, pipelining: 0 });
    this.#way = {
      limits,
      fresh,
      deadlines: new Deadlines(options.clock, limits.totalTimeoutMs),
      isKeepAliveRace: (error) => this.#wasUsedBefore(error),
    };
  }

  send(request: WireRequest): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      request.signal?.throwIfAborted();
      new Exchange(request, this.#way, resolve, reject).run(this.#pool);
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#way.fresh.destroy()]);
  }

  /** Connects as undici does, and remembers of a socket that broke whether it had answered before. */
  #connector(
    { origin, trust, route }: TransportOptions,
    timeoutMs: number,
  ): buildConnector.connector {
    const common = { allowH2: false, timeout: timeoutMs, autoSelectFamily: true };
    const watched =
      (callback: buildConnector.Callback): buildConnector.Callback =>
      (...outcome) => {
        const socket = outcome[1];
        socket?.once('error', (error) => {
          if (socket.bytesRead > 0) this.#lostAfterUse.add(error);
        });
        callback(...outcome);
      };
    if (!origin.startsWith('https:')) {
      // Only this computer itself is asked without encryption, and it needs no proxy.
      const connectPlain = buildConnector(common);
      return (options, callback) => connectPlain(options, watched(callback));
    }
    const secured = trust
      .context()
      .then((secureContext) => buildConnector({ ...common, secureContext }));
    // Whoever connects learns of a failure.
    secured.catch(() => undefined);
    const address = addressOf(origin);
    const tunnel = async (): Promise<Socket | null> =>
      route === undefined
        ? null
        : openTunnel(await route(), address, trust, AbortSignal.timeout(timeoutMs));
    return (options, callback) => {
      Promise.all([secured, tunnel()]).then(
        ([connect, socket]) =>
          connect(
            socket === null ? options : { ...options, httpSocket: socket },
            watched(callback),
          ),
        (error: unknown) => callback(asFailure(error), null),
      );
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

/** What ended a connection before undici saw it; running out of time is a failure like others. */
function asFailure(error: unknown): Error {
  if (error instanceof DOMException) return new DeliveryError('timeout');
  return error instanceof Error ? error : new Error('no connection', { cause: error });
}

/** What all exchanges of one transport share. */
interface Way {
  readonly limits: TransportLimits;
  readonly deadlines: Deadlines;
  /** Where the one retry goes when a kept-alive socket turns out to be dead. */
  readonly fresh: Pool;
  /** Whether the socket had served before, so that its loss says nothing about the service. */
  readonly isKeepAliveRace: (error: Error) => boolean;
}

/** One request and its answer, with every limit on it. */
class Exchange implements Dispatcher.DispatchHandler, Dated {
  readonly #request: WireRequest;
  readonly #way: Way;
  readonly #resolve: (answer: WireAnswer | Promise<WireAnswer>) => void;
  readonly #reject: (error: unknown) => void;
  deadlineAtMs = 0;
  earlier: Dated | null = null;
  later: Dated | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #isSettled = false;
  #isRetry = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #first: Buffer | null = null;
  #more: Buffer[] | null = null;
  #byteCount = 0;

  constructor(
    request: WireRequest,
    way: Way,
    resolve: (answer: WireAnswer | Promise<WireAnswer>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#way = way;
    this.#resolve = resolve;
    this.#reject = reject;
    way.deadlines.add(this);
    request.signal?.addEventListener('abort', this);
  }

  run(pool: Pool): void {
    const { method, path, headers, body } = this.#request;
    // undici types headers as mutable but only reads them.
    pool.dispatch({ method, path, headers: headers as string[], body }, this);
  }

  /** The caller aborted. */
  handleEvent(): void {
    this.#fail(this.#request.signal?.reason);
  }

  expire(): void {
    this.#fail(new DeliveryError('timeout'));
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
    const announced = headers['content-length'];
    if (announced !== undefined && Number(announced) > this.#way.limits.maxBodyBytes) {
      this.#refuseSize();
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#byteCount += chunk.byteLength;
    if (this.#byteCount > this.#way.limits.maxBodyBytes) {
      this.#refuseSize();
    } else if (this.#first === null) {
      this.#first = chunk;
    } else {
      this.#more ??= [this.#first];
      this.#more.push(chunk);
    }
  }

  onResponseEnd(): void {
    if (!this.#finish()) return;
    const body = this.#more === null ? (this.#first ?? nothing) : Buffer.concat(this.#more);
    const answer = { status: this.#status, headers: this.#headers, body };
    const isPlain = this.#headers['content-encoding'] === undefined;
    this.#resolve(isPlain ? answer : decodedBody(answer, this.#way.limits.maxBodyBytes));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const hasBegun = this.#status !== 0 || this.#isSettled;
    if (!hasBegun && !this.#isRetry && this.#way.isKeepAliveRace(error)) {
      this.#isRetry = true;
      this.run(this.#way.fresh);
    } else {
      this.#fail(translated(error));
    }
  }

  #refuseSize(): void {
    this.#fail(new DeliveryError('answer-too-large', { httpStatus: this.#status }));
  }

  #fail(error: unknown): void {
    if (!this.#finish()) return;
    this.#first = null;
    this.#more = null;
    this.#reject(error);
    this.#controller?.abort(new DeliveryError('connection-lost'));
  }

  #finish(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#way.deadlines.remove(this);
    this.#request.signal?.removeEventListener('abort', this);
    return true;
  }
}
