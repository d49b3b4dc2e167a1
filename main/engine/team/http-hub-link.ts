import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { retryDelayMs } from '../../../core/delivery/retry-delay.ts';
import { hubStatusSchema } from '../../../core/team/hub-status.ts';
import { orderEventSchema } from '../../../core/team/team-event.ts';
import { EventStream, type StreamEvent } from './event-stream.ts';
import { HubHttp, type HubHttpParts, hubReply } from './hub-http.ts';
import type {
  FollowedEntry,
  HubAnswer,
  HubCommand,
  HubLink,
  HubListener,
  LogPlace,
} from './ports.ts';

/** A stream that says nothing for so long is dead: a hub tells its status every second. */
const deadAfterMs = 40_000;
/** The same where another hub can be asked, so that a desk is back within fifteen seconds. */
const deadSoonerMs = 10_000;
/** The same once something says that the network is another one. */
const doubtfulAfterMs = 5000;
const reconnect = { baseMs: 1000, maxMs: 10_000 };

const logSchema = z.object({ logId: z.string(), sequence: z.number() });

/** What an {@link HttpHubLink} works with. */
export interface HttpHubLinkParts extends HubHttpParts {
  /** Gives the desk's token; null or a failure while it cannot be had, which counts as no contact. */
  readonly token: () => Promise<string | null>;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Gets events that cannot be read, which are passed over, and what a listener throws. */
  readonly reportDefect: (error: unknown) => void;
}

/** How a stream ended. */
type StreamEnd = 'lost' | 'gap' | 'revoked' | 'logGone';

/** The way to a hub over HTTPS: its log as Server-Sent Events, and commands as requests. */
export class HttpHubLink implements HubLink {
  readonly #parts: HttpHubLinkParts;
  readonly #http: HubHttp;
  /** The log that this desk belongs to; null before the first. */
  #logId: string | null = null;
  /** Read once from the keychain. */
  #token: string | null = null;
  /** Ends the pause before the next try, or a stream that may be dead. */
  #retry: () => void = nothing;

  constructor(parts: HttpHubLinkParts) {
    this.#parts = parts;
    this.#http = new HubHttp(parts);
  }

  follow(from: () => LogPlace, listener: HubListener): () => Promise<void> {
    const stop = new AbortController();
    const ended = this.#follow(from, listener, stop.signal);
    return async () => {
      stop.abort();
      this.#retry();
      await this.#http.close();
      await ended;
    };
  }

  retryNow(): void {
    this.#retry();
  }

  async send({ body, key, method, path }: HubCommand): Promise<HubAnswer> {
    const authorization = await this.#authorization();
    if (authorization === null) return { kind: 'away' };
    const headers = { authorization, 'idempotency-key': key };
    const reply = await this.#http.ask({
      method,
      path,
      headers,
      ...(body !== undefined && { body }),
    });
    if (reply.kind === 'answered') return { kind: 'done', body: reply.body };
    if (reply.kind === 'away') return { kind: 'away' };
    if (!isRevocation(reply)) return reply;
    // It waits until the log is there again, or this desk was let into another one.
    return this.#isOtherLog(reply) ? { kind: 'away' } : { kind: 'revoked' };
  }

  /** Whether a hub knows this desk not because its log is another one. */
  #isOtherLog({ logId }: { readonly logId?: string }): boolean {
    return logId !== undefined && this.#logId !== null && logId !== this.#logId;
  }

  async #authorization(): Promise<string | null> {
    this.#token ??= await this.#parts.token().catch(() => null);
    return this.#token === null ? null : `Bearer ${this.#token}`;
  }

  async #follow(from: () => LogPlace, listener: HubListener, stop: AbortSignal): Promise<void> {
    let failureCount = 0;
    while (!stop.aborted) {
      const opened = (): void => {
        failureCount = 0;
      };
      const place = from();
      this.#logId = place.logId ?? this.#logId;
      const end = await this.#stream(place, listener, stop, opened);
      if (stop.aborted) return;
      if (end === 'revoked') {
        this.#guard(() => listener.revoked());
        return;
      }
      if (end === 'gap') this.#guard(() => listener.gap());
      else this.#guard(() => listener.away(end === 'logGone'));
      if (end === 'lost' || end === 'logGone') await this.#http.goOn();
      failureCount += 1;
      // A first gap says where to go on from: at the beginning.
      if (end === 'gap' && failureCount === 1) continue;
      await this.#pause(retryDelayMs(failureCount, reconnect, this.#parts.random));
    }
  }

  async #stream(
    { logId, sequence }: LogPlace,
    listener: HubListener,
    stop: AbortSignal,
    opened: () => void,
  ): Promise<StreamEnd> {
    const { clock } = this.#parts;
    const end = new AbortController();
    const abort = (): void => end.abort();
    stop.addEventListener('abort', abort);
    const lastReceived = { atMs: clock.monotonicMs(), wallMs: clock.wallMs() };
    const received = (): void => {
      lastReceived.atMs = clock.monotonicMs();
      lastReceived.wallMs = clock.wallMs();
    };
    let cancel = nothing;
    const look = (): void => {
      const silenceMs = this.#http.hasOthers ? deadSoonerMs : deadAfterMs;
      const leftMs = lastReceived.atMs + silenceMs - clock.monotonicMs();
      if (leftMs <= 1) abort();
      // Others may become known meanwhile.
      else cancel = clock.schedule(look, Math.min(leftMs, deadSoonerMs));
    };
    look();
    this.#retry = () => {
      if (clock.wallMs() - lastReceived.wallMs > doubtfulAfterMs) abort();
    };
    const query = logId === null ? '' : `&log=${encodeURIComponent(logId)}`;
    const path = `/v1/events?since=${sequence}${query}`;
    try {
      const authorization = await this.#authorization();
      if (authorization === null) return 'lost';
      const headers = { authorization, accept: 'text/event-stream' };
      const answer = await this.#http.open({ method: 'GET', path, headers }, end.signal);
      received();
      const isStream = /^text\/event-stream\b/i.test(String(answer.headers['content-type']));
      if (answer.statusCode !== 200 || !isStream) {
        const reply = await hubReply(answer);
        const isOther = reply.kind === 'refused' && isRevocation(reply) && this.#isOtherLog(reply);
        return isOther ? 'logGone' : streamEnd(reply);
      }
      return await this.#read(answer.body, listener, { received, opened });
    } catch {
      return 'lost';
    } finally {
      cancel();
      stop.removeEventListener('abort', abort);
      this.#retry = nothing;
      // What is left of it is not read any more.
      abort();
    }
  }

  async #read(
    body: Dispatcher.ResponseData['body'],
    listener: HubListener,
    { received, opened }: { readonly received: () => void; readonly opened: () => void },
  ): Promise<StreamEnd> {
    const stream = new EventStream();
    let oversized = 0;
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) return 'lost';
      received();
      const entries: FollowedEntry[] = [];
      const flush = async (): Promise<void> => {
        if (entries.length === 0) return;
        await listener.entries(entries.splice(0));
        received();
      };
      for (const event of stream.push(chunk)) {
        if (event.name === 'order') {
          const entry = this.#entry(event);
          if (entry !== null) entries.push(entry);
          continue;
        }
        await flush();
        this.#handle(event, listener, opened);
      }
      await flush();
      if (stream.oversized > oversized) {
        oversized = stream.oversized;
        this.#parts.reportDefect(new RangeError('an event of the hub is too long'));
      }
    }
    return 'lost';
  }

  #handle(event: StreamEvent, listener: HubListener, opened: () => void): void {
    if (event.name === 'log') {
      const log = this.#parsed(event, logSchema);
      if (log === null) return;
      opened();
      this.#logId = log.logId;
      this.#guard(() => listener.opened(log.logId, log.sequence));
    } else if (event.name === 'status') {
      const status = this.#parsed(event, hubStatusSchema);
      if (status === null) return;
      this.#http.learned(status.hubs);
      this.#guard(() => listener.status(status));
    }
  }

  #entry(event: StreamEvent): FollowedEntry | null {
    const sequence = Number(event.id);
    const read = this.#parsed(event, orderEventSchema);
    return read === null || !Number.isSafeInteger(sequence) ? null : { sequence, event: read };
  }

  #parsed<Value>(event: StreamEvent, schema: z.ZodType<Value>): Value | null {
    try {
      return schema.parse(JSON.parse(event.data));
    } catch {
      // The error of a schema may repeat what stands there.
      this.#parts.reportDefect(new RangeError(`an event of the hub cannot be read: ${event.name}`));
      return null;
    }
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.schedule(resolve, delayMs);
      this.#retry = () => {
        cancel();
        resolve();
      };
    });
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#parts.reportDefect(error);
    }
  }
}

function nothing(): void {}

function isRevocation({
  code,
  httpStatus,
}: {
  readonly code: string;
  readonly httpStatus: number;
}) {
  return httpStatus === 401 && code === 'revoked';
}

function streamEnd(reply: Awaited<ReturnType<typeof hubReply>>): StreamEnd {
  if (reply.kind !== 'refused') return 'lost';
  if (isRevocation(reply)) return 'revoked';
  return reply.httpStatus === 410 ? 'gap' : 'lost';
}
