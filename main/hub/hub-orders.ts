import type { OrderId } from '../../core/order/order-id.ts';
import { sameValue } from '../../core/same-value.ts';
import { isFinished } from '../../core/order/order-status.ts';
import type { HubSettingsChange, HubSettingsState } from '../../core/team/hub-settings.ts';
import type { HubStatus } from '../../core/team/hub-status.ts';
import { type SharedOrder, sharedOrder } from '../../core/team/shared-order.ts';
import { adoptedFacts } from '../../core/transfer/portable-order.ts';
import type { OrderEvent, RevealEvent } from '../../core/team/team-event.ts';
import { newlyWatched } from '../../core/watch/newly-watched.ts';
import {
  type HandledByDesk,
  noDesk,
  sharedAnnotations,
  type Writers,
  type WatchOrigin,
} from '../../core/watch/watched-order.ts';
import type { TeamLog } from './log/ports.ts';
import type { Clock } from '../../core/clock.ts';
import type { Contact } from './contact.ts';
import type { TeamSettings } from './hub-settings.ts';
import type { LogWriter } from './log-writer.ts';
import { hasRoomForAnnotations } from './fitting-event.ts';
import type {
  Asker,
  ClaimEdit,
  EntryPart,
  HandledEdit,
  HubBoard,
  LogMetrics,
  NewTeamOrder,
  Outcome,
  AnnotationsEdit,
} from './ports.ts';
import { orderKey, revealKey, type TeamView } from './team-view.ts';

/** The most orders of a team. */
const mostTeamOrders = 10_000;
/** An answer that waits for the log this long is late: the log cannot be reached, though it may be read. */
const lateAfterMs = 5000;

/** What {@link HubOrders} works with. */
export interface HubOrdersParts {
  readonly log: TeamLog;
  readonly view: TeamView;
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly hubId: string;
  readonly statuses: {
    readonly current: HubStatus;
    onStatus(listener: (status: HubStatus) => void): () => void;
  };
  readonly contact: Pick<Contact, 'isLost'>;
  /** What the hub decides for the team. */
  readonly settings: Pick<TeamSettings, 'change' | 'state'>;
  /** What waits for the log here. */
  readonly logMetrics: () => LogMetrics;
  /** Has all hubs look whether they check these orders, and check those at once. */
  readonly checkNow: (ids: readonly OrderId[]) => void;
}

/** The orders of a team as its desks see and change them. */
export class HubOrders implements HubBoard {
  readonly #parts: HubOrdersParts;
  /** How often something was added that no desk asked for. */
  #ownCount = 0;

  constructor(parts: HubOrdersParts) {
    this.#parts = parts;
  }

  get logId(): string {
    return this.#parts.log.id;
  }

  get sequence(): number {
    return this.#parts.view.orderSequence;
  }

  orders(): readonly { readonly sequence: number; readonly order: SharedOrder }[] {
    return [...this.#parts.view.orders.values()].flatMap(({ sequence, event: { order } }) =>
      order === null ? [] : [{ sequence, order }],
    );
  }

  order(id: OrderId): SharedOrder | undefined {
    return this.#parts.view.orders.get(id)?.event.order ?? undefined;
  }

  async add(
    asker: Asker,
    orders: readonly NewTeamOrder[],
    key: string,
  ): ReturnType<HubBoard['add']> {
    const fresh = orders.filter(({ id }) => this.order(id) === undefined);
    if (this.#parts.view.orders.size + fresh.length > mostTeamOrders) {
      return { kind: 'full', most: mostTeamOrders };
    }
    // Those that are known too: another hub may have removed them since.
    const added = await this.#addAll(asker.name, orders, key, { kind: 'paste' });
    const alreadyWatched = orders.map(({ id }) => id).filter((id) => !added.includes(id));
    return { kind: 'done', value: { added, alreadyWatched } };
  }

  /** Adds an order that no desk asked for, such as one that a webhook told of. */
  async addByItself(
    orders: readonly NewTeamOrder[],
    origin: WatchOrigin,
  ): Promise<readonly OrderId[]> {
    const fresh = orders.filter(({ id }) => this.order(id) === undefined);
    const room = Math.max(0, mostTeamOrders - this.#parts.view.orders.size);
    // A key of its own each time: the order may have been added and removed before.
    this.#ownCount += 1;
    const key = `${this.#parts.hubId}.own.${this.#ownCount}`;
    return this.#addAll(null, fresh.slice(0, room), key, origin);
  }

  async edit(
    asker: Asker,
    id: OrderId,
    edit: AnnotationsEdit,
    key: string,
  ): ReturnType<HubBoard['edit']> {
    let hasRoom = true;
    const outcome = await this.#change(id, key, (order, atMs) => {
      const after = { ...order, ...named(edit) };
      const changed = sharedAnnotations.filter((name) => after[name] !== order[name]);
      if (changed.length === 0) return null;
      const written = changed.map((name) => [name, { by: asker.name, atMs }] as const);
      const writers: Writers = { ...order.team.writers, ...Object.fromEntries(written) };
      const edited = this.#event('edited', asker.name, atMs, {
        ...after,
        team: { ...order.team, writers },
      });
      hasRoom = hasRoomForAnnotations(this.#parts.log, edited);
      return hasRoom ? edited : null;
    });
    return hasRoom ? outcome : { kind: 'orderTooLarge' };
  }

  async claim(
    asker: Asker,
    id: OrderId,
    edit: ClaimEdit,
    key: string,
  ): ReturnType<HubBoard['claim']> {
    const desk = edit.desk === undefined ? asker : this.#deskNamed(edit.desk);
    if (desk === undefined || desk.role === 'viewer') return { kind: 'unknownDesk' };
    let refusal: Outcome<SharedOrder> | null = null;
    const outcome = await this.#change(id, key, (order, atMs) => {
      const { claim } = order.team;
      refusal = null;
      if (order.order !== null && isFinished(order.order.status.phase)) refusal = { kind: 'over' };
      else if (claim !== null && claim.deskId !== asker.id && edit.takesOver !== true) {
        refusal = { kind: 'claimedBy', desk: claim.desk };
      }
      if (refusal !== null) return null;
      const reason = edit.reason ?? null;
      if (claim?.deskId === desk.id && claim.reason === reason) return null;
      const team = { ...order.team, claim: { deskId: desk.id, desk: desk.name, atMs, reason } };
      return { ...this.#event('claimed', asker.name, atMs, { ...order, team }), reason };
    });
    return refusal ?? outcome;
  }

  async release(
    asker: Asker,
    id: OrderId,
    reason: string | null,
    key: string,
  ): ReturnType<HubBoard['release']> {
    return this.#change(id, key, (order, atMs) => this.#released(order, asker.name, reason, atMs));
  }

  async handled(
    asker: Asker,
    id: OrderId,
    { atMs: deskAtMs, call = null, claims }: HandledEdit,
    key: string,
  ): ReturnType<HubBoard['handled']> {
    let hasRoom = true;
    const outcome = await this.#change(id, key, (order, atMs) => {
      const before = order.team.handled ?? null;
      // What another desk has handled since stays.
      if (claims.length === 0 && before?.deskId !== asker.id) return null;
      const handled =
        claims.length === 0
          ? null
          : {
              deskId: asker.id,
              desk: asker.name,
              atMs: Math.min(deskAtMs, atMs),
              call,
              claims,
            };
      if (sameValue(handled, before)) return null;
      // An edit like any other for desks and hubs that do not know of it.
      const team = { ...order.team, handled };
      const edited = this.#event('edited', asker.name, atMs, { ...order, team });
      hasRoom = hasRoomForAnnotations(this.#parts.log, edited);
      return hasRoom ? edited : null;
    });
    return hasRoom ? outcome : { kind: 'orderTooLarge' };
  }

  /** Ends a claim that no desk ended, such as after eight hours; another desk's, made meanwhile, stays. */
  async releaseByItself(id: OrderId, deskId: string): Promise<void> {
    const key = `${this.#parts.hubId}.over.${this.#parts.view.lastSequence(orderKey(id))}`;
    await this.#change(id, key, (order, atMs) =>
      order.team.claim?.deskId === deskId ? this.#released(order, null, null, atMs) : null,
    );
  }

  async remove(asker: Asker | null, id: OrderId, key: string): ReturnType<HubBoard['remove']> {
    const { clock, hubId, log, writer } = this.#parts;
    await writer.write(orderKey(id), `${asker?.id ?? hubId}.${key}.${id}`, () =>
      this.order(id) === undefined
        ? null
        : ({
            change: 'removed',
            id,
            atMs: clock.wallMs(),
            hub: hubId,
            by: asker?.name ?? null,
            order: null,
          } satisfies OrderEvent),
    );
    if (this.#parts.view.lastSequence(orderKey(id)) > 0) await log.eraseBefore(orderKey(id));
    return { kind: 'done', value: null };
  }

  get hubSettings(): HubSettingsState {
    return this.#parts.settings.state;
  }

  async changeHubSettings(
    asker: Asker,
    change: HubSettingsChange,
    key: string,
  ): ReturnType<HubBoard['changeHubSettings']> {
    const { settings } = this.#parts;
    const fixed = await settings.change(change, asker.name, key);
    if (fixed !== null) return { kind: 'settingLocked', name: fixed };
    return { kind: 'done', value: settings.state };
  }

  checkNow(ids: readonly OrderId[]): void {
    this.#parts.checkNow(ids);
  }

  async revealed(asker: Asker, id: OrderId, owner: string, key: string): Promise<void> {
    const { clock, writer } = this.#parts;
    const atMs = clock.wallMs();
    await writer.write(revealKey(asker.id), `${key}.${id}`, () => {
      return { atMs, by: asker.name, id, owner } satisfies RevealEvent;
    });
  }

  entriesSince(sequence: number, limit: number): Promise<EntryPart> {
    return this.#parts.view.entriesSince(sequence, limit);
  }

  onEntries(listener: () => void): () => void {
    return this.#parts.view.onEntries(listener);
  }

  async reachLog(): Promise<void> {
    const { log, view } = this.#parts;
    await log.readSince(view.sequence, 1);
    if (this.logMetrics.longestWaitMs <= lateAfterMs) return;
    throw new Error('what was found of an order waits for the team log');
  }

  get isCutOff(): boolean {
    return this.#parts.contact.isLost;
  }

  get logMetrics(): LogMetrics {
    return this.#parts.logMetrics();
  }

  status(): HubStatus {
    return this.#parts.statuses.current;
  }

  onStatus(listener: (status: HubStatus) => void): () => void {
    return this.#parts.statuses.onStatus(listener);
  }

  async #addAll(
    by: string | null,
    orders: readonly NewTeamOrder[],
    key: string,
    origin: WatchOrigin,
  ): Promise<readonly OrderId[]> {
    const { clock, writer } = this.#parts;
    const add = async (order: NewTeamOrder): Promise<OrderId | null> => {
      const { handedOver, id, ...annotations } = order;
      const written = await writer.write(orderKey(id), `${by ?? ''}.${key}.${id}`, () => {
        if (this.order(id) !== undefined) return null;
        const atMs = clock.wallMs();
        const bare = newlyWatched(id, null, atMs, null, origin);
        const facts = handedOver && {
          ...adoptedFacts({ id, ...handedOver }, atMs),
          origin: { kind: 'handOver' } as const,
        };
        const given = named({ ...annotations, ...(handedOver && { note: handedOver.note }) });
        const writers = Object.keys(given).map((word) => [word, { by: by ?? '', atMs }] as const);
        const isOwnWords = by !== null && handedOver === undefined;
        const team = {
          claim: null,
          writers: isOwnWords ? Object.fromEntries(writers) : {},
          addedBy: by,
          ...(handedOver?.handled && { handled: handledBefore(handedOver.handled, atMs) }),
        };
        const shared = { ...sharedOrder({ ...bare, ...facts }), ...given, team };
        return this.#event('added', by, atMs, shared);
      });
      return written === 'unneeded' ? null : id;
    };
    const added = await Promise.all(orders.map(add));
    return added.filter((id) => id !== null);
  }

  #released(order: SharedOrder, by: string | null, reason: string | null, atMs: number) {
    if (order.team.claim === null) return null;
    const team = { ...order.team, claim: null };
    return { ...this.#event('released', by, atMs, { ...order, team }), reason };
  }

  async #change(
    id: OrderId,
    key: string,
    change: (order: SharedOrder, atMs: number) => OrderEvent | null,
  ): Promise<Outcome<SharedOrder>> {
    const { clock, writer } = this.#parts;
    const write = (): OrderEvent | null => {
      const order = this.order(id);
      return order === undefined ? null : change(order, clock.wallMs());
    };
    await writer.write(orderKey(id), `${key}.${id}`, write);
    const order = this.order(id);
    return order === undefined ? { kind: 'unknownOrder' } : { kind: 'done', value: order };
  }

  #event(
    change: OrderEvent['change'],
    by: string | null,
    atMs: number,
    order: SharedOrder,
  ): OrderEvent {
    return { change, id: order.id, atMs, hub: this.#parts.hubId, by, order };
  }

  #deskNamed(name: string): Asker | undefined {
    const folded = name.toLowerCase();
    return [...this.#parts.view.desks.values()].find(
      (desk) => desk.tokenHash !== null && desk.name.toLowerCase() === folded,
    );
  }
}

/** That an order was handled before a hand-over, by no desk of this team. */
function handledBefore({ atMs, call = null, claims }: HandledEdit, nowMs: number): HandledByDesk {
  return { deskId: noDesk, desk: '', atMs: Math.min(atMs, nowMs), call, claims };
}

/** What an edit names. */
function named(
  edit: AnnotationsEdit,
): Partial<Pick<SharedOrder, (typeof sharedAnnotations)[number]>> {
  return Object.fromEntries(
    sharedAnnotations.flatMap((name) => (edit[name] === undefined ? [] : [[name, edit[name]]])),
  );
}
