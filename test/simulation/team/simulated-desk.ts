import { defaultSettings } from '../../../core/settings/settings.ts';
import type { Notification } from '../../../core/notification/notification.ts';
import { showDecision } from '../../../core/notification/show-decision.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Presence, SaidPresence } from '../../../core/team/presence.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Asker, HubBoard, HubDesks } from '../../../main/hub/ports.ts';
import { ClaimedAlarms } from '../../../main/engine/notify/claims/claimed-alarms.ts';
import type { HubLink, TeamStore } from '../../../main/engine/team/ports.ts';
import { PresenceReporter } from '../../../main/engine/team/presence-reporter.ts';
import { TeamWatch } from '../../../main/engine/team/team-watch.ts';
import { DirectLink } from '../../support/hub/direct-link.ts';
import { MemoryWatchStore } from '../../support/storage/memory-watch-store.ts';
import { MemoryTeamStore } from '../../support/team/memory-team-store.ts';
import { someNotification } from '../../support/watched-orders.ts';
import type { SimulatedTime } from '../world/simulated-time.ts';
import { ProcessClock } from './process-clock.ts';

/** Parts of a desk's process that a test may break, to see that a law notices. */
export interface DeskSabotage {
  readonly link?: (link: HubLink) => HubLink;
  readonly isClaimedByOther?: () => boolean;
  /** Who is believed to be at a desk. */
  readonly presenceOf?: (known: Presence) => Presence;
  /** The answered alarms that are told. */
  readonly answers?: () => readonly OrderId[];
}

/** What the desks of a run share. */
export interface DeskWorld {
  readonly sabotage: DeskSabotage;
  readonly time: SimulatedTime;
  /** A hub that this desk can reach now, the one that it talked to before where that is one of them. */
  readonly board: (desk: Asker, before: HubBoard | null) => HubBoard | null;
  readonly desksOf: (board: HubBoard) => HubDesks | null;
  readonly random: () => number;
  /** A notification is on the screen of a desk. */
  readonly shown: (desk: Asker, notification: Notification, watched: WatchedOrder | null) => void;
  readonly broken: (fault: string) => void;
}

/** What is written of a desk outlives its process; each write is whole or not at all. */
class DeskDisk {
  readonly watch = new MemoryWatchStore();
  readonly team = new MemoryTeamStore();
  /** What became of the notifications; the others wait to be shown. */
  readonly settled = new Map<string, 'shown' | 'suppressed'>();
  /** When each was first held back because another desk has its order, on the true clock. */
  readonly heldAtMs = new Map<string, number>();
  /** The orders whose alarms the person at the desk answered, and since when. */
  readonly answered = new Map<OrderId, number>();
}

/** An alarm that says something which is still so. */
interface OpenAlarm {
  readonly id: OrderId;
  readonly key: string;
  readonly heldForMs: number;
}

/** Who sits at a desk, whatever becomes of its processes. */
interface Person {
  attendance: SaidPresence['state'];
}

/** A desk of a team, whose process is killed and comes back with its disk. */
export class SimulatedDesk {
  readonly asker: Asker;
  readonly #world: DeskWorld;
  readonly #disk = new DeskDisk();
  readonly #person: Person = { attendance: 'here' };
  #process: DeskProcess;

  constructor(world: DeskWorld, asker: Asker, skewMs: number) {
    this.#world = world;
    this.asker = asker;
    this.#process = this.#boot(skewMs);
  }

  get watch(): TeamWatch {
    return this.#process.watch;
  }

  get link(): DirectLink {
    return this.#process.link;
  }

  get clock(): ProcessClock {
    return this.#process.clock;
  }

  get store(): MemoryWatchStore {
    return this.#disk.watch;
  }

  /** Who is at it. */
  get attendance(): SaidPresence['state'] {
    return this.#person.attendance;
  }

  /** A person comes, leaves the computer or locks the screen. */
  attend(attendance: SaidPresence['state']): void {
    this.#person.attendance = attendance;
  }

  /** Whether its computer is not asleep. */
  get isAwake(): boolean {
    return !this.#process.isAsleep;
  }

  /** The computer falls asleep with its connection, without a word. */
  sleep(): void {
    this.#process.sleep();
  }

  wake(): void {
    this.#process.wake();
  }

  /** For how long an alarm of an order has been answered here. */
  answeredForMs(id: OrderId): number {
    const sinceMs = this.#disk.answered.get(id);
    return sinceMs === undefined ? -1 : this.#world.time.monotonicMs() - sinceMs;
  }

  /** For how long a notification has been held back. */
  heldForMs(key: string): number {
    const sinceMs = this.#disk.heldAtMs.get(key);
    return sinceMs === undefined ? 0 : this.#world.time.monotonicMs() - sinceMs;
  }

  wasShown(key: string): boolean {
    return this.#disk.settled.get(key) === 'shown';
  }

  /** The newest alarm of each order, where another desk had it when it came. */
  openAlarms(): readonly OpenAlarm[] {
    return this.#process.openAlarms().map(({ id, key }) => ({
      id,
      key,
      heldForMs: this.heldForMs(key),
    }));
  }

  get queuedCount(): number {
    return this.#disk.team.edits().length;
  }

  get isAlive(): boolean {
    return !this.#process.isDead;
  }

  /** It lives, and no write of it is to kill it. */
  get isWell(): boolean {
    return !this.#process.isDead && this.#process.diesIn === null;
  }

  /** kill -9: at once, or in one of its next writes, before or after it. */
  kill(inWrite: 'before' | 'after' | null): void {
    if (inWrite === null) this.#process.kill();
    else this.#process.diesIn = inWrite;
  }

  /** Comes back with its disk. */
  revive(skewMs: number): void {
    this.#process.kill();
    this.#process = this.#boot(skewMs);
  }

  #boot(skewMs: number): DeskProcess {
    return new DeskProcess(this.#world, this.asker, this.#disk, this.#person, skewMs);
  }
}

/** Held notifications are decided on again at least this often. */
const lookAtLeastEveryMs = 60_000;
/** Slower than a desk may be with what is most serious. */
const slowestAnswerMs = 150_000;

/** One process of a desk, from its start to its end. */
class DeskProcess {
  readonly watch: TeamWatch;
  readonly link: DirectLink;
  readonly clock: ProcessClock;
  /** When the next write kills it. */
  diesIn: 'before' | 'after' | null = null;
  isDead = false;
  isAsleep = false;
  readonly #claims: ClaimedAlarms;
  readonly #presence: PresenceReporter;
  #cancelLook: (() => void) | null = null;
  /** The orders of which something is held back because another desk has them. */
  #heldIds: Set<OrderId> = new Set();
  readonly #person: Person;
  readonly #world: DeskWorld;
  readonly #asker: Asker;
  readonly #disk: DeskDisk;

  constructor(world: DeskWorld, asker: Asker, disk: DeskDisk, person: Person, skewMs: number) {
    this.#person = person;
    this.#world = world;
    this.#asker = asker;
    this.#disk = disk;
    this.clock = new ProcessClock(world.time, skewMs);
    let board: HubBoard | null = null;
    this.link = new DirectLink(
      this.clock,
      asker,
      () => {
        // Nothing is heard while the computer sleeps; its connection is as it was.
        if (this.isAsleep) return null;
        board = this.isDead ? null : world.board(asker, board);
        return board;
      },
      world.desksOf,
    );
    const { sabotage } = world;
    const { id: deskId, name: deskName, role } = asker;
    this.watch = new TeamWatch({
      link: sabotage.link?.(this.link) ?? this.link,
      membership: { hubUrl: 'https://hub', deskId, deskName, role },
      store: this.#mortal(disk.watch, ['save', 'remove']),
      teamStore: this.#mortal<TeamStore>(disk.team, ['savePlace', 'putEdits', 'dropEdit']),
      clock: this.clock,
      decideNotifications: ({ orderId, seenAtMs }) => ({
        notifications: [
          someNotification(`${orderId}:${seenAtMs}`, {
            orderId,
            event: 'released',
            decidedAtMs: seenAtMs,
          }),
        ],
      }),
      events: {
        ordersChanged: (ids) => {
          if (ids.some((id) => this.#heldIds.has(id))) this.#show();
        },
        ordersRemoved: () => undefined,
        orderUpdated: () => undefined,
        serviceHealthChanged: () => undefined,
        notificationsStored: () => this.#show(),
        stateChanged: () => undefined,
      },
      reportDefect: (error) => {
        const text = error instanceof Error ? error.message : String(error);
        // An order that another desk removed meanwhile.
        if (text.startsWith('the hub refused') && text.endsWith('unknownOrder')) return;
        if (!this.isDead && text !== 'killed') world.broken(`defect of ${deskName}: ${text}`);
      },
    });
    const { watch } = this;
    this.#claims = new ClaimedAlarms({
      clock: this.clock,
      deskId,
      presenceOf: (id) => {
        const known = watch.presenceOf(id);
        return sabotage.presenceOf?.(known) ?? known;
      },
      settings: { current: defaultSettings },
      isStanding: () => true,
      passedOnChanged: () => undefined,
    });
    this.#presence = new PresenceReporter({
      clock: this.clock,
      attendance: () => ({ state: person.attendance, forMs: 0 }),
      answers: () =>
        sabotage.answers?.() ??
        [...disk.answered.keys()].filter((id) => {
          return watch.find(id)?.team?.claim?.deskId === deskId;
        }),
      say: (said) => watch.attend(said),
    });
    this.watch.start();
    this.#presence.start();
    this.clock.schedule(() => this.#show(), 0);
  }

  sleep(): void {
    this.isAsleep = true;
    this.clock.stop();
  }

  wake(): void {
    if (!this.isAsleep) return;
    this.isAsleep = false;
    this.clock.wake();
  }

  /** The newest notification of each order, as far as another desk had the order when it came. */
  openAlarms(): readonly { readonly id: OrderId; readonly key: string }[] {
    if (this.isDead) return [];
    const newest = new Map(
      this.#disk.watch.notifications.flatMap(({ key, orderId }) =>
        orderId === null || this.watch.find(orderId) === undefined
          ? []
          : [[orderId, { id: orderId, key }] as const],
      ),
    );
    return [...newest.values()].filter(({ key }) => this.#disk.heldAtMs.has(key));
  }

  kill(): void {
    this.isDead = true;
    this.link.trouble.isCut = true;
    this.clock.kill();
  }

  /** Does with each notification that waits what main/engine/notify does. */
  #show(): void {
    if (this.isDead || this.isAsleep) return;
    const { heldAtMs, settled } = this.#disk;
    const waiting = this.#disk.watch.notifications.filter(({ key }) => !settled.has(key));
    const newest = new Map(waiting.map((each) => [each.orderId, each.key]));
    this.#heldIds = new Set();
    let leftMs = lookAtLeastEveryMs;
    for (const notification of waiting) {
      const { key, orderId } = notification;
      const watched = orderId === null ? null : (this.watch.find(orderId) ?? null);
      this.#answerLater(notification, watched);
      // Something newer of the order took its place.
      if (newest.get(orderId) !== key || watched === null) {
        settled.set(key, 'suppressed');
        continue;
      }
      const nowMs = this.clock.wallMs();
      const place = this.#claims.placeOf(watched, notification);
      const isKept = this.#world.sabotage.isClaimedByOther?.() ?? place?.kind === 'kept';
      const keptForMs = place?.kind === 'kept' ? place.leftMs : null;
      const decision = showDecision(notification, {
        settings: defaultSettings,
        watched,
        ...(isKept && {
          isClaimedByOther: true,
          answeredUntilMs: keptForMs === null ? null : nowMs + keptForMs,
        }),
        openOrderId: null,
        isLocked: false,
        nowMs,
      });
      if (decision.kind === 'hold') {
        if (!heldAtMs.has(key)) heldAtMs.set(key, this.#world.time.monotonicMs());
        this.#heldIds.add(watched.id);
        leftMs = Math.min(leftMs, keptForMs ?? leftMs);
        continue;
      }
      settled.set(key, decision.kind === 'show' ? 'shown' : 'suppressed');
      if (decision.kind === 'show') this.#world.shown(this.#asker, notification, watched);
    }
    this.#cancelLook?.();
    this.#cancelLook = null;
    if (this.#heldIds.size > 0) {
      this.#cancelLook = this.clock.schedule(() => this.#show(), Math.max(1, Math.ceil(leftMs)));
    }
  }

  /** A person who is at the desk answers most alarms of its own orders, sooner or later. */
  #answerLater({ key, orderId }: Notification, watched: WatchedOrder | null): void {
    if (orderId === null || watched === null || this.#disk.heldAtMs.has(key)) return;
    if (watched.team?.claim?.deskId !== this.#asker.id) return;
    this.#disk.answered.delete(orderId);
    const { random, time } = this.#world;
    if (random() < 0.2) return;
    const answer = (): void => {
      if (this.isDead || this.isAsleep || this.#person.attendance !== 'here') return;
      this.#disk.answered.set(orderId, time.monotonicMs());
    };
    this.clock.schedule(answer, random() * slowestAnswerMs);
  }

  #mortal<Store extends object>(store: Store, writes: readonly string[]): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]): unknown => {
          if (typeof name !== 'string' || !writes.includes(name)) {
            return Reflect.apply(value, target, given);
          }
          if (this.isDead || this.diesIn === 'before') this.#die();
          const answer: unknown = Reflect.apply(value, target, given);
          if (this.diesIn === 'after') this.#die();
          return answer;
        };
      },
    });
  }

  #die(): never {
    this.kill();
    throw new Error('killed');
  }
}
