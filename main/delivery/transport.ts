import type { IncomingHttpHeaders } from 'node:http';
import type { Cancellation } from '../watch/ports.ts';
import { Connector, type ConnectorOptions } from './connector.ts';
import { Deadlines } from './deadlines.ts';
import { Exchange, type Way } from './exchange.ts';
import { FreshRetries } from './fresh-retries.ts';
import { GatheredReads } from './gathered-reads.ts';
import { Lanes } from './lanes.ts';
import type { DeliveryClock } from './ports.ts';
import { UndiciPool } from './undici.ts';

/** One request to the service. All of ours may be sent twice without harm, tokens included. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** From the root of the origin on. */
  readonly path: string;
  /** Name, value, name, value: the form that costs undici the least. */
  readonly headers: readonly string[];
  readonly body: string | null;
  readonly signal: Cancellation | null;
  /** Whether the answer may lie for some tenths of a second, to be read together with others. Default: no. */
  readonly mayWait?: boolean;
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
  /** The last bound: how many requests are under way at once is for whoever sends them to say. */
  readonly maxConnections: number;
}

/** Ours: the contract states none (seeds/contract.md, 8). */
const defaultLimits: TransportLimits = {
  connectTimeoutMs: 5000,
  silenceTimeoutMs: 10_000,
  totalTimeoutMs: 20_000,
  maxBodyBytes: 1_048_576,
  maxConnections: 256,
};

export interface TransportOptions extends Omit<ConnectorOptions, 'timeoutMs'> {
  readonly clock: DeliveryClock;
  readonly limits?: Partial<TransportLimits>;
}

/**
 * undici at its lowest level, `dispatch`, because a poll that finds nothing new should cost next to
 * nothing. HTTP/1.1 with one request at a time per connection: HTTP/2 costs more per request, and
 * pipelining risks that one slow answer holds up others. Redirects are never followed.
 */
export class UndiciTransport implements Transport {
  readonly #way: Way;

  constructor({ clock, limits: given, ...options }: TransportOptions) {
    const limits = { ...defaultLimits, ...given };
    const connector = new Connector({ ...options, timeoutMs: limits.connectTimeoutMs });
    const clientOptions = {
      allowH2: false,
      // Our own deadlines watch for silence, at a tenth of the cost of undici's timers.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Ten slots of a short list: chance leaves a connection out of one, and a new one costs ten checks.
      keepAliveTimeout: 10_000,
      keepAliveMaxTimeout: 60_000,
      keepAliveTimeoutThreshold: 2000,
      connect: connector.connect,
    };
    const soonestMs = Math.min(limits.silenceTimeoutMs, limits.totalTimeoutMs);
    this.#way = {
      clock,
      limits,
      deadlines: new Deadlines(clock, soonestMs),
      lanes: new Lanes(options.origin, { ...clientOptions, pipelining: 1 }, limits.maxConnections),
      gathered: new GatheredReads(clock),
      // undici: a pipelining of 0 means no keep-alive, so every request here gets a new socket.
      fresh: new UndiciPool(options.origin, {
        ...clientOptions,
        connections: limits.maxConnections,
        pipelining: 0,
      }),
      retries: new FreshRetries(),
      isKeepAliveRace: (error) => connector.isKeepAliveRace(error),
    };
  }

  send(request: WireRequest): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      request.signal?.throwIfAborted();
      this.#way.lanes.admit(new Exchange(request, this.#way, resolve, reject));
    });
  }

  async close(): Promise<void> {
    this.#way.gathered.close();
    await Promise.all([this.#way.lanes.close(), this.#way.fresh.destroy()]);
  }
}
