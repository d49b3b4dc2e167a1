import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../engine/log/log.ts';
import { EntryRefused, LogGone } from '../log/ports.ts';
import type { Asker, HubBoard, HubDesks, Outcome } from '../ports.ts';
import { DayBytes } from './day-bytes.ts';
import type { EventStreams } from './event-streams.ts';
import { KeyMemory } from './key-memory.ts';
import { RateLimit } from './rate-limit.ts';
import { type Answer, Refusal, type RefusalCode } from './refusals.ts';

/** What an Idempotency-Key looks like. */
export const keyPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** How often a minute a desk may, or for joins an address. */
const perMinute = {
  /** A code has 59 random bits and ten minutes; a limit for all together would let one keep all others out. */
  joins: 10,
  changes: 600,
  /** All orders of a large team are megabytes. */
  lists: 30,
  /** A desk that loses its stream at once comes again every two seconds. */
  streams: 60,
  /** Every 15 seconds, and when something changed. */
  presences: 60,
} as const;
/** The log keeps seven days of what a desk writes: some 16,000 changes of usual orders. */
const mostBytesOfDay = 64_000_000;

/** A request as the routes see it. */
export interface HubRequest {
  /** The desk of the token, looked up anew. @throws Refusal `revoked` */
  readonly asker: () => Asker;
  /** Where the request comes from, as far as it is known. */
  readonly address: string;
  /** Whether it comes from this computer itself. */
  readonly isFromHere: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly params: unknown;
  readonly query: unknown;
  /** The body, parsed as JSON; undefined for none. */
  readonly body: unknown;
  /** For what is answered piece by piece. */
  readonly response: () => ServerResponse;
}

/** What a request can do: its path, who may, what is sent and answered, and what does it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in OpenAPI, with `{uuid}`. */
  readonly path: string;
  readonly summary: string;
  /** The role that a request needs; `public` needs no token. What dispatchers alone may is a {@link change}. */
  readonly may: 'public' | 'desk' | 'dispatcher';
  readonly mostBodyBytes?: number;
  readonly body?: z.ZodType;
  /** Whether a request without a body is one with an empty object. */
  readonly isBodyOptional?: true;
  readonly status: number;
  /** JSON, a type of text, or null for none. */
  readonly answer: z.ZodType | 'text/plain' | 'text/event-stream' | null;
  /** The refusals beside those that every route of its kind has. */
  readonly refusals: readonly RefusalCode[];
  /** @returns null when it answers piece by piece, by itself */
  readonly handle: (
    context: RouteContext,
    request: HubRequest,
  ) => Answer | null | Promise<Answer | null>;
}

/** A change of an order or of several, for dispatchers. */
interface Change<Asked, Value> extends Omit<Route, 'may' | 'handle'> {
  /** What is asked for. @throws ZodError when it cannot be read */
  readonly read: (request: HubRequest) => Asked;
  readonly act: (
    board: HubBoard,
    asker: Asker,
    asked: Asked,
    key: string,
  ) => Promise<Outcome<Value>>;
}

/** A route that needs an Idempotency-Key, and makes a change once for it. */
export function change<Asked, Value>({ act, read, ...route }: Change<Asked, Value>): Route {
  const { answer, method, path, status } = route;
  return {
    ...route,
    may: 'dispatcher',
    handle: async (context, request) => {
      const asker = request.asker();
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string' || !keyPattern.test(key)) throw new Refusal('keyMissing');
      const asked = read(request);
      const hash = hashOf(method, path, asked);
      const { board, keys, written } = context;
      return keys.answer(`${asker.id} ${key}`, hash, async () => {
        const fullForSeconds = written.fullForSeconds(asker.id);
        if (fullForSeconds !== null) throw new Refusal('dayFull', {}, fullForSeconds);
        // With what is asked, so that the log takes no other request for this one, at whatever hub.
        const logKey = hashOf(asker.id, key, hash);
        const outcome = await context.reached(() => act(board, asker, asked, logKey));
        if (outcome.kind !== 'done') return refusalOf(outcome).answer;
        const body = JSON.stringify(outcome.value);
        // An entry of the log holds the whole order, as the answer does.
        written.add(asker.id, JSON.stringify(asked).length + body.length);
        return { status, body: answer === null ? null : body };
      });
    },
  };
}

/** What the routes work with. */
interface RouteContextParts {
  readonly board: HubBoard;
  readonly desks: HubDesks;
  readonly clock: Clock;
  readonly log: Pick<Log, 'defect'>;
  readonly streams: EventStreams;
  readonly metricsText: () => string;
}

/** What the routes work with, and what they remember together. */
export class RouteContext {
  readonly board: HubBoard;
  readonly desks: HubDesks;
  readonly streams: EventStreams;
  readonly metricsText: () => string;
  readonly keys: KeyMemory;
  readonly written: DayBytes;
  readonly #limits: Readonly<Record<keyof typeof perMinute, RateLimit>>;
  readonly #log: Pick<Log, 'defect'>;
  #isAway = false;

  constructor({ board, clock, desks, log, metricsText, streams }: RouteContextParts) {
    this.board = board;
    this.desks = desks;
    this.streams = streams;
    this.metricsText = metricsText;
    this.keys = new KeyMemory(clock);
    this.written = new DayBytes(clock, mostBytesOfDay);
    this.#log = log;
    this.#limits = {
      joins: new RateLimit(clock, perMinute.joins),
      changes: new RateLimit(clock, perMinute.changes),
      lists: new RateLimit(clock, perMinute.lists),
      streams: new RateLimit(clock, perMinute.streams),
      presences: new RateLimit(clock, perMinute.presences),
    };
  }

  /**
   * Before the body is read.
   *
   * @returns the asker, null where none is needed
   * @throws Refusal when the asker may not
   */
  admit({ may }: Route, request: HubRequest): Asker | null {
    if (may === 'public') return null;
    const asker = request.asker();
    if (may !== 'dispatcher') return asker;
    this.within('changes', asker.id);
    if (asker.role === 'viewer') throw new Refusal('viewerMayNot');
    return asker;
  }

  /** @throws Refusal `tooMany` when this name has had what it may have in a minute */
  within(limit: keyof typeof perMinute, name: string): void {
    const retryAfterSeconds = this.#limits[limit].spend(name);
    if (retryAfterSeconds !== null) throw new Refusal('tooMany', {}, retryAfterSeconds);
  }

  /**
   * What the hub does with its log.
   *
   * @throws Refusal `logAway` when the log cannot be reached, `logGone` when it is another one or none, `orderTooLarge` when it never
   *   accepts this, `badRequest` when the hub could not read it again
   */
  async reached<Value>(act: () => Promise<Value>): Promise<Value> {
    try {
      const value = await act();
      this.#isAway = false;
      return value;
    } catch (error) {
      if (error instanceof EntryRefused) {
        this.#log.defect('hubEntryRefused', error);
        throw new Refusal(error.fault === 'unreadable' ? 'badRequest' : 'orderTooLarge');
      }
      // Said once, and not for each desk that tries again.
      if (!this.#isAway) this.#log.defect('hubLogAway', error);
      this.#isAway = true;
      throw new Refusal(error instanceof LogGone ? 'logGone' : 'logAway');
    }
  }
}

function refusalOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): Refusal {
  switch (outcome.kind) {
    case 'claimedBy':
      return new Refusal('claimedBy', { desk: outcome.desk });
    case 'full':
      return new Refusal('full', { most: outcome.most });
    case 'settingLocked':
      return new Refusal('settingLocked', { name: outcome.name });
    case 'orderTooLarge':
    case 'over':
    case 'unknownDesk':
    case 'unknownOrder':
    case 'unknownOwner':
      return new Refusal(outcome.kind);
  }
}

function hashOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
