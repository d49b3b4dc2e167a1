import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../engine/log/log.ts';
import { EntryRefused } from '../log/ports.ts';
import type { Asker, HubBoard, HubDesks, Outcome } from '../ports.ts';
import type { EventStreams } from './event-streams.ts';
import { DayBytes } from './day-bytes.ts';
import { KeyMemory } from './key-memory.ts';
import { networkName } from './network-name.ts';
import { keyPattern, type Operation, operations } from './operations.ts';
import { RateLimit } from './rate-limit.ts';
import { type Answer, Refusal } from './refusals.ts';
import { bodies, placeSchema, uuidSchema } from './schemas.ts';

/** A code has 59 random bits and ten minutes; a limit for all together would let one keep all others out. */
const joinsPerMinute = 10;
const changesPerMinute = 600;
/** All orders of a large team are megabytes. */
const listsPerMinute = 30;
/** A desk that loses its stream at once comes again every two seconds. */
const streamsPerMinute = 60;
/** The log keeps seven days of what a desk writes: some 16,000 changes of usual orders. */
const mostBytesOfDay = 64_000_000;

/** A request as the handlers see it. */
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

/** An operation, and what does it. */
export interface Route {
  readonly operation: Operation;
  /** Before the body is read. @returns the asker, null where none is needed. @throws Refusal when the asker may not */
  readonly admit: (request: HubRequest) => Asker | null;
  /** @returns null when it answers piece by piece, by itself */
  readonly handle: (request: HubRequest) => Answer | null | Promise<Answer | null>;
}

/** What the handlers work with. */
export interface HandlersParts {
  readonly board: HubBoard;
  readonly desks: HubDesks;
  readonly clock: Clock;
  readonly log: Pick<Log, 'defect'>;
  readonly streams: EventStreams;
  readonly metricsText: () => string;
}

const params = z.object({ uuid: uuidSchema });
const eventsQuery = z.object({
  since: placeSchema.optional(),
  log: z.string().max(200).optional(),
});

/** What the hub does for each operation. */
export function hubRoutes(parts: HandlersParts): readonly Route[] {
  const { board, clock, desks, log, metricsText, streams } = parts;
  const keys = new KeyMemory(clock);
  const limits = {
    joins: new RateLimit(clock, joinsPerMinute),
    changes: new RateLimit(clock, changesPerMinute),
    lists: new RateLimit(clock, listsPerMinute),
    streams: new RateLimit(clock, streamsPerMinute),
  };
  const written = new DayBytes(clock, mostBytesOfDay);
  let isAway = false;

  /**
   * What the hub does with its log.
   *
   * @throws Refusal `logAway` when the log cannot be reached, `orderTooLarge` when it never accepts this
   */
  const reached = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    try {
      const value = await act();
      isAway = false;
      return value;
    } catch (error) {
      if (error instanceof EntryRefused) {
        log.defect('hubEntryRefused', error);
        throw new Refusal('orderTooLarge');
      }
      // Said once, and not for each desk that tries again.
      if (!isAway) log.defect('hubLogAway', error);
      isAway = true;
      throw new Refusal('logAway');
    }
  };

  const admit =
    ({ may }: Operation) =>
    (request: HubRequest): Asker | null => {
      if (may === 'public') return null;
      const asker = request.asker();
      if (may !== 'dispatcher') return asker;
      within(limits.changes, asker.id);
      if (asker.role === 'viewer') throw new Refusal('viewerMayNot');
      return asker;
    };

  const route = (operation: Operation, handle: Route['handle']): Route => ({
    operation,
    admit: admit(operation),
    handle,
  });

  /** A change of an order or of several, which is made once for its key. */
  const change = <Asked, Value>(
    operation: Operation,
    read: (request: HubRequest) => Asked,
    act: (asker: Asker, asked: Asked, key: string) => Promise<Outcome<Value>>,
  ): Route =>
    route(operation, async (request) => {
      const asker = request.asker();
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string' || !keyPattern.test(key)) throw new Refusal('keyMissing');
      const asked = read(request);
      const hash = hashOf(operation.method, operation.path, asked);
      return keys.answer(`${asker.id} ${key}`, hash, async () => {
        const fullForSeconds = written.fullForSeconds(asker.id);
        if (fullForSeconds !== null) throw new Refusal('dayFull', {}, fullForSeconds);
        // With what is asked, so that the log takes no other request for this one, at whatever hub.
        const outcome = await reached(() => act(asker, asked, hashOf(asker.id, key, hash)));
        if (outcome.kind !== 'done') return refusalOf(outcome).answer;
        const { status } = operation;
        const answer = answerOf(status, outcome.value);
        // An entry of the log holds the whole order, as the answer does.
        written.add(asker.id, JSON.stringify(asked).length + (answer.body?.length ?? 0));
        return operation.answer === null ? { status, body: null } : answer;
      });
    });

  return [
    route(operations.join, async ({ address, body }) => {
      within(limits.joins, networkName(address));
      const { code } = bodies.join.parse(body);
      const joined = await reached(() => desks.join(code));
      if (joined === null) throw new Refusal('codeRefused');
      const { desk, token } = joined;
      const { id, name, role } = desk;
      return answerOf(200, { token, desk: { id, name, role }, logId: board.logId });
    }),
    route(operations.orders, async ({ asker, response }) => {
      const desk = asker();
      within(limits.lists, desk.id);
      await streams.sendOrders(desk, response());
      return null;
    }),
    change(
      operations.addOrders,
      ({ body }) => bodies.add.parse(body),
      (asker, { groups, labels, promisedAt, uuids }, key) => {
        const orders = [...new Set(uuids)].map((id) => ({
          id,
          label: labels?.[id],
          group: groups?.[id],
          promisedAtMs: promisedAt?.[id],
        }));
        return board.add(asker, orders, key);
      },
    ),
    change(
      operations.editOrder,
      (request) => ({ id: orderOf(request), ...bodies.edit.parse(request.body) }),
      (asker, { id, promisedAt, ...annotations }, key) =>
        board.edit(asker, id, { ...annotations, promisedAtMs: promisedAt }, key),
    ),
    change(operations.removeOrder, orderOf, (asker, id, key) => board.remove(asker, id, key)),
    change(
      operations.claimOrder,
      (request) => ({ id: orderOf(request), ...bodies.claim.parse(request.body ?? {}) }),
      (asker, { desk, id, reason, takeOver }, key) =>
        board.claim(asker, id, { desk, reason, takesOver: takeOver }, key),
    ),
    change(
      operations.releaseOrder,
      (request) => ({ id: orderOf(request), ...bodies.release.parse(request.body ?? {}) }),
      (asker, { id, reason }, key) => board.release(asker, id, reason ?? null, key),
    ),
    change(
      operations.handleOrder,
      (request) => ({ id: orderOf(request), ...bodies.handled.parse(request.body) }),
      (asker, { id, ...edit }, key) => board.handled(asker, id, edit, key),
    ),
    change(operations.checkOrder, orderOf, (_asker, id) => {
      if (board.order(id) === undefined) return Promise.resolve({ kind: 'unknownOrder' });
      board.checkNow([id]);
      return Promise.resolve({ kind: 'done', value: null });
    }),
    change(
      operations.revealPhone,
      (request) => ({ id: orderOf(request), ...bodies.reveal.parse(request.body) }),
      async (asker, { id, owner }) => {
        const shared = board.order(id);
        if (shared === undefined) return { kind: 'unknownOrder' };
        if (!hasOwner(shared.order, owner)) return { kind: 'unknownOwner' };
        await board.revealed(asker, id, owner);
        return { kind: 'done', value: null };
      },
    ),
    route(operations.events, async ({ asker, headers, query, response }) => {
      within(limits.streams, asker().id);
      const { log: wantedLog, since } = eventsQuery.parse(query);
      // What a desk saw last counts more than where it once began.
      const lastSeen = placeSchema.optional().parse(headers['last-event-id']);
      const from = lastSeen ?? since ?? 0;
      if (wantedLog !== undefined && wantedLog !== board.logId) throw new Refusal('gap');
      const first = await reached(() => board.entriesSince(from, 1));
      if (first.kind === 'gap') throw new Refusal('gap');
      // Looked up now, so that a desk that was revoked meanwhile gets no stream.
      const desk = asker();
      streams.checkRoom(desk);
      streams.follow(desk, from, response());
      return null;
    }),
    route(operations.health, async () => {
      await reached(() => board.reachLog());
      return answerOf(200, { status: 'ok' });
    }),
    route(operations.metrics, ({ asker, isFromHere }) => {
      if (!isFromHere) asker();
      return { status: 200, body: metricsText() };
    }),
  ];
}

/** @throws Refusal `tooMany` when this name has had what it may have in a minute */
function within(limit: RateLimit, name: string): void {
  const retryAfterSeconds = limit.spend(name);
  if (retryAfterSeconds !== null) throw new Refusal('tooMany', {}, retryAfterSeconds);
}

function refusalOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): Refusal {
  switch (outcome.kind) {
    case 'claimedBy':
      return new Refusal('claimedBy', { desk: outcome.desk });
    case 'full':
      return new Refusal('full', { most: outcome.most });
    case 'orderTooLarge':
    case 'over':
    case 'unknownDesk':
    case 'unknownOrder':
    case 'unknownOwner':
      return new Refusal(outcome.kind);
  }
}

/** Whether an order has a person whose number this could be. */
function hasOwner(order: Order | null, owner: string): boolean {
  if (owner === 'courier') return order?.courier != null;
  if (owner === 'pickup') return order?.pickup != null;
  return order?.destinations[Number(owner) - 1] !== undefined;
}

function answerOf(status: number, body: unknown): Answer {
  return { status, body: JSON.stringify(body) };
}

function orderOf(request: HubRequest): OrderId {
  return params.parse(request.params).uuid;
}

function hashOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
