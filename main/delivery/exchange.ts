import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher, Pool } from 'undici';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import type { Deadlines, Dated } from './deadlines.ts';
import { decodedBody } from './decoded-body.ts';
import type { FreshRetries, RetryGuest } from './fresh-retries.ts';
import type { GatheredReads } from './gathered-reads.ts';
import type { Lane } from './lane.ts';
import type { LaneGuest, Lanes } from './lanes.ts';
import { translated } from './outside-error.ts';
import type { DeliveryClock } from './ports.ts';
import type { TransportLimits, WireAnswer, WireRequest } from './transport.ts';

/** What all exchanges of one transport share. */
export interface Way {
  readonly clock: DeliveryClock;
  readonly limits: TransportLimits;
  readonly deadlines: Deadlines;
  readonly lanes: Lanes;
  readonly gathered: GatheredReads;
  /** Where the one retry goes when a kept-alive socket turns out to be dead. */
  readonly fresh: Pool;
  readonly retries: FreshRetries;
  /** Whether the socket had served before, so that its loss says nothing about the service. */
  readonly isKeepAliveRace: (error: Error) => boolean;
}

const nothing = Buffer.alloc(0);

/** One request and its answer, with every limit on it. */
export class Exchange implements LaneGuest, RetryGuest, Dispatcher.DispatchHandler, Dated {
  readonly #request: Dispatcher.DispatchOptions;
  readonly #signal: WireRequest['signal'];
  readonly #mayWait: boolean;
  readonly #way: Way;
  readonly #resolve: (answer: WireAnswer | Promise<WireAnswer>) => void;
  readonly #reject: (error: unknown) => void;
  readonly #totalAtMs: number;
  deadlineAtMs: number;
  earlier: Dated | null = null;
  later: Dated | null = null;
  #lane: Lane | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #isSettled = false;
  #isRetry = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #first: Buffer | null = null;
  #more: Buffer[] | null = null;
  #byteCount = 0;

  constructor(
    { method, path, headers, body, signal, mayWait }: WireRequest,
    way: Way,
    resolve: (answer: WireAnswer | Promise<WireAnswer>) => void,
    reject: (error: unknown) => void,
  ) {
    // undici types headers as mutable but only reads them.
    this.#request = { method, path, headers: headers as string[], body };
    this.#signal = signal;
    this.#mayWait = mayWait === true;
    this.#way = way;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#totalAtMs = way.clock.monotonicMs() + way.limits.totalTimeoutMs;
    this.deadlineAtMs = this.#totalAtMs;
    way.deadlines.add(this);
    signal?.addEventListener('abort', this);
  }

  get isOver(): boolean {
    return this.#isSettled;
  }

  enter(lane: Lane): void {
    this.#lane = lane;
    lane.client.dispatch(this.#request, this);
    if (this.#mayWait && lane.socket !== null) this.#way.gathered.join(lane.socket);
  }

  turnAway(): void {
    this.#fail(new DeliveryError('connection-lost'));
  }

  retry(): void {
    this.#way.fresh.dispatch(this.#request, this);
  }

  giveUp(error: unknown): void {
    this.#fail(error);
  }

  /** The caller aborted. */
  handleEvent(): void {
    this.#fail(this.#signal?.reason);
  }

  expire(): void {
    this.#fail(new DeliveryError('timeout'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline may pass while the request waits for a connection.
    if (this.#isSettled) controller.abort(new DeliveryError('timeout'));
    else this.#listen();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#listen();
    const socket = this.#lane?.socket ?? null;
    if (this.#mayWait && socket !== null) this.#way.gathered.came(socket);
    if (this.#isRetry) this.#way.retries.left(this);
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const announced = headers['content-length'];
    if (announced !== undefined && Number(announced) > this.#way.limits.maxBodyBytes) {
      this.#refuseSize();
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#listen();
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
    this.#leave();
    if (!this.#finish()) return;
    const body = this.#more === null ? (this.#first ?? nothing) : Buffer.concat(this.#more);
    const answer = { status: this.#status, headers: this.#headers, body };
    const isPlain = this.#headers['content-encoding'] === undefined;
    this.#resolve(isPlain ? answer : decodedBody(answer, this.#way.limits.maxBodyBytes));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // undici is still clearing the connection away and must not find a new request on it.
    queueMicrotask(() => this.#leave());
    const hasBegun = this.#status !== 0 || this.#isSettled;
    if (!hasBegun && !this.#isRetry && this.#way.isKeepAliveRace(error)) {
      this.#isRetry = true;
      this.#way.retries.admit(this);
    } else {
      const failure = translated(error);
      if (this.#isRetry && !this.#isSettled) this.#way.retries.failed(this, failure);
      this.#fail(failure);
    }
  }

  /** From now on only so much silence is allowed, within what is left of the whole. */
  #listen(): void {
    const { clock, limits } = this.#way;
    this.deadlineAtMs = Math.min(this.#totalAtMs, clock.monotonicMs() + limits.silenceTimeoutMs);
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
    if (this.#isRetry) this.#way.retries.left(this);
    this.#signal?.removeEventListener('abort', this);
    return true;
  }

  /** undici is done with this request, whatever became of it. */
  #leave(): void {
    const lane = this.#lane;
    if (lane === null) return;
    this.#lane = null;
    this.#way.lanes.release(lane);
  }
}
