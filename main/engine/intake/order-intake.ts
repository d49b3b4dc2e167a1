import type { OrderId } from '../../../core/order/order-id.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import type { FoundOrderId } from '../../../core/paste/find-order-ids.ts';
import { type NewOrder, newOrder } from '../../../core/watch/newly-watched.ts';
import { fileOrigin } from '../../../core/watch/watched-order.ts';
import type {
  UnknownOrdersChoice,
  UnknownOrdersState,
} from '../../../core/webhook/webhook-state.ts';
import type { Log } from '../log/log.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';
import type { IntakeStore } from './ports.ts';

/** The most orders that are offered: more than that are not looked through one by one. */
const mostOffered = 200;
/** Nothing is watched by itself beyond this many orders that are not over. */
const mostOpen = 10_000;
/** The most orders beyond the bound whose repeated webhooks are not counted again. */
const mostNotKept = 10_000;
/** How many orders are looked up before others get their turn. */
const lookedUpAtOnce = 500;

/** The watch list that orders are added to. */
export type IntakeWatch = Pick<Watch, 'add' | 'find' | 'get' | 'list'>;

/** What an {@link OrderIntake} works with. */
export interface OrderIntakeParts {
  readonly store: IntakeStore;
  readonly clock: Pick<Clock, 'nextTurn' | 'wallMs'>;
  readonly log: Pick<Log, 'defect'>;
  /** The service that is connected; null before there is one. */
  readonly baseUrl: () => string | null;
  /** False where an offer cannot be shown: unknown orders are ignored then. */
  readonly isShown: boolean;
  /** Something that the window shows changed. */
  readonly changed: () => void;
}

/** What became of the orders of one file. */
export interface AcceptedOrders {
  readonly added: number;
  /** Watched orders that got a label, a group or a promised time. */
  readonly changed: number;
  /** Orders that were not accepted, because the list is full. */
  readonly leftOut: number;
  /** Orders that were not accepted, because the file calls them finished. */
  readonly finished: number;
}

/**
 * Orders that come by themselves, from proven webhooks or from files of another system. An order that left
 * the list or whose offer was dismissed is not accepted or offered again unless a person pastes it.
 */
export class OrderIntake {
  readonly #parts: OrderIntakeParts;
  #watch: IntakeWatch | null = null;
  /** The newest first. */
  #offered: readonly OrderId[];
  #notKeptCount: number;
  /** Those that were counted in this run. */
  readonly #notKept = new Set<OrderId>();

  constructor(parts: OrderIntakeParts) {
    this.#parts = parts;
    this.#offered = this.#attempt(() => parts.store.offered()) ?? [];
    this.#notKeptCount = this.#attempt(() => parts.store.notKeptCount()) ?? 0;
  }

  /** Says which orders are watched; until then nothing is accepted. */
  attach(watch: IntakeWatch): void {
    this.#watch = watch;
  }

  /** What the window shows of it. */
  get state(): UnknownOrdersState {
    const watched = this.#offered.filter((id) => this.#watch?.get(id) !== undefined);
    if (watched.length > 0) this.#withdraw(watched);
    return {
      unknownChoice: this.#choice,
      offered: this.#offered,
      notKeptCount: this.#notKeptCount,
    };
  }

  /** @throws when it could not be written */
  choose(choice: UnknownOrdersChoice): void {
    const { baseUrl, changed, store } = this.#parts;
    const service = baseUrl();
    if (service !== null) store.choose(service, choice);
    changed();
  }

  /** A proven webhook about an order came that is not watched. @returns whether it is from now on */
  came(id: OrderId): boolean {
    const choice = this.#choice;
    if (choice === 'ignore' || this.#watch === null || this.#isSettled(id)) return false;
    if (choice === 'offer' || this.#room === 0) {
      this.#offer(id);
      return false;
    }
    void this.#watch.add([{ id, label: null }], 'kept', { kind: 'webhook' });
    return this.#watch.find(id) !== undefined;
  }

  /** The dispatcher does not want to watch the orders that are offered. */
  dismiss(): void {
    this.#settle(this.#offered);
    this.#withdraw(this.#offered);
    this.#notKept.clear();
    this.#setNotKept(0);
    this.#parts.changed();
  }

  /** Everything was erased: nothing that is held in memory may come back. */
  forget(): void {
    this.#offered = [];
    this.#notKept.clear();
    this.#notKeptCount = 0;
  }

  /** These orders are not accepted again by themselves. */
  ordersRemoved(ids: readonly OrderId[]): void {
    this.#settle(ids);
  }

  /**
   * Watches the orders of a file; watched ones get what they lack. In turns, for thousands of them.
   *
   * @param fileName without its path
   */
  async accept(found: readonly FoundOrderId[], fileName: string): Promise<AcceptedOrders> {
    const watch = this.#watch;
    if (watch === null) return { added: 0, changed: 0, leftOut: 0, finished: 0 };
    const fresh: NewOrder[] = [];
    const known: NewOrder[] = [];
    let finished = 0;
    for (const [at, order] of found.entries()) {
      if (at % lookedUpAtOnce === lookedUpAtOnce - 1) await this.#parts.clock.nextTurn();
      if (watch.find(order.id) !== undefined) known.push(newOrder(order));
      else if (order.looksFinished) finished += 1;
      else if (!this.#isSettled(order.id)) fresh.push(newOrder(order));
    }
    const accepted = fresh.slice(0, this.#room);
    const { added, changed } = await watch.add(
      [...accepted, ...known],
      'filledIn',
      fileOrigin(fileName),
    );
    const leftOut = fresh.length - accepted.length;
    return { added: added.length, changed: changed.length, leftOut, finished };
  }

  get #choice(): UnknownOrdersChoice {
    const { baseUrl, isShown, store } = this.#parts;
    const service = baseUrl();
    if (!isShown || service === null) return 'ignore';
    return this.#attempt(() => store.choice(service)) ?? 'offer';
  }

  /** How many more orders may be watched by themselves. */
  get #room(): number {
    const orders = this.#watch?.list() ?? [];
    const open = orders.filter(({ order }) => order === null || !isFinished(order.status.phase));
    return Math.max(0, mostOpen - open.length);
  }

  #offer(id: OrderId): void {
    const others = this.#offered.filter((one) => one !== id);
    if (others.length >= mostOffered) {
      if (this.#notKept.has(id)) return;
      if (this.#notKept.size < mostNotKept) this.#notKept.add(id);
      this.#setNotKept(this.#notKeptCount + 1);
      return;
    }
    this.#offered = [id, ...others];
    this.#attempt(() => this.#parts.store.offer(id));
  }

  #withdraw(ids: readonly OrderId[]): void {
    const gone = new Set(ids);
    this.#offered = this.#offered.filter((id) => !gone.has(id));
    this.#attempt(() => this.#parts.store.withdraw(ids));
  }

  #setNotKept(count: number): void {
    this.#notKeptCount = count;
    this.#attempt(() => this.#parts.store.setNotKeptCount(count));
  }

  #isSettled(id: OrderId): boolean {
    return this.#attempt(() => this.#parts.store.isSettled(id)) ?? false;
  }

  #settle(ids: readonly OrderId[]): void {
    if (ids.length === 0) return;
    this.#attempt(() => this.#parts.store.settle(ids, this.#parts.clock.wallMs()));
  }

  /** Does something with the disk. A failure is logged, and the watching goes on. @returns null after it */
  #attempt<Result>(run: () => Result): Result | null {
    try {
      return run();
    } catch (error) {
      this.#parts.log.defect('intakeNotStored', error);
      return null;
    }
  }
}
