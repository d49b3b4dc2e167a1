import type { Notification, NotificationOutcome } from '../../core/notification/notification.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import { sameValue } from '../../core/order/same-value.ts';
import type { RecordedOrder, Situation } from '../../core/recording/recorded-state.ts';
import { isFinished } from '../../core/order/order-status.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { isTakenByOther } from '../../core/watch/claim.ts';
import type { MatchedWait } from '../../core/watch/learned-waits.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { Notifications, wordingOptions } from '../notify/notifications.ts';
import { decideNotifications, decideProblemNotifications, EveryMove } from '../notify/policy.ts';
import { PromiseAlarm } from '../notify/promise-alarm.ts';
import { lastAnswered, lastAnswerMs } from '../recorder/last-answer.ts';
import { isWorthALook } from '../watch/observation.ts';
import type { Decision } from './decisions.ts';
import { MemoryOutbox } from './memory-outbox.ts';
import { VirtualClock } from './virtual-clock.ts';

/** What a replay begins with beside what was recorded. */
export interface ReplayStart {
  readonly atMs: number;
  /** The waits and the ages of positions that were known then. */
  readonly courierWaits: readonly MatchedWait[];
  readonly positionAgesMs: readonly number[];
  /** What was decided before, the oldest first, with what had become of it by then; null while it waited. */
  readonly decided: readonly {
    readonly notification: Notification;
    readonly outcome: NotificationOutcome | null;
  }[];
}

/** How one desk of a replay differs from the recorded one. */
export interface ReplayOptions {
  /** Settings in place of the recorded ones. Default: those. */
  readonly settings?: (recorded: Settings) => Settings;
  readonly decided: (decision: Decision) => void;
}

const minuteMs = 60_000;

/** Everything that decides on notifications, joined as in main/app, fed with what was recorded. */
export class ReplayedDesk {
  readonly #options: ReplayOptions;
  readonly #start: ReplayStart;
  readonly #clock: VirtualClock;
  readonly #outbox: MemoryOutbox;
  readonly #orders = new Map<OrderId, RecordedOrder>();
  /** Orders that may come to wait for something. */
  readonly #underWay = new Set<OrderId>();
  readonly #everyMove = new EveryMove();
  readonly #promiseAlarm: PromiseAlarm;
  readonly #waits: MatchedWait[];
  readonly #ages: number[];
  readonly #decide: ReturnType<typeof decideNotifications>;
  #situation: Situation;
  #situationSinceMs: number;
  #settings: Settings;
  #openId: OrderId | null = null;
  #notifications: Notifications;

  constructor(start: ReplayStart, situation: Situation, options: ReplayOptions) {
    this.#start = start;
    this.#options = options;
    this.#situation = situation;
    this.#situationSinceMs = start.atMs;
    this.#settings = this.#settingsOf(situation);
    this.#clock = new VirtualClock(start.atMs);
    this.#waits = [...start.courierWaits];
    this.#ages = [...start.positionAgesMs];
    const { decided } = options;
    this.#outbox = new MemoryOutbox({
      decided: ({ event, isCritical, key }) =>
        decided({ atMs: this.#clock.wallMs(), kind: 'decided', key, event, isCritical }),
      settled: (keys, outcome, atMs) => decided({ atMs, kind: 'settled', keys, outcome }),
    });
    for (const { notification, outcome } of start.decided) {
      this.#outbox.restore(notification, outcome);
    }
    this.#decide = decideNotifications(() => this.#wording(), this.#everyMove);
    this.#promiseAlarm = new PromiseAlarm({
      clock: this.#clock,
      watch: { get: (id) => this.#watched(id) },
      due: (ids) => this.#look(ids),
    });
    this.#notifications = this.#begin();
    this.#lookEveryMinute();
  }

  /** Lets time pass until then; what is due meanwhile happens. */
  passTo(atMs: number): void {
    if (this.#situation.activity === 'running') this.#clock.passTo(atMs);
    else this.#clock.sleepTo(atMs);
  }

  /** The situation is another one from now on. */
  situationChanged(situation: Situation): void {
    const before = this.#situation;
    this.#situation = situation;
    this.#situationSinceMs = this.#clock.wallMs();
    this.#settings = this.#settingsOf(situation);
    const { contact, notifier } = this.#notifications;
    if (situation.startedAtMs !== before.startedAtMs) {
      this.#notifications.stop();
      this.#notifications = this.#begin();
      return;
    }
    const { serviceHealth } = situation;
    if (!sameValue(serviceHealth, before.serviceHealth)) {
      contact.serviceHealthChanged(serviceHealth);
      if (serviceHealth.state === 'reachable') notifier.seesAgain();
    }
    if (situation.wokeAtMs !== before.wokeAtMs && situation.wokeAtMs !== null) {
      this.#promiseAlarm.lookNow();
      notifier.situationChanged();
      notifier.gatherAfterAway();
    } else if (
      !sameValue(situation.settings, before.settings) ||
      situation.isScreenLocked !== before.isScreenLocked
    ) {
      notifier.situationChanged();
    }
  }

  /** An order is another one from now on. @param update what was found about it; null for nothing */
  orderChanged(after: RecordedOrder, update: OrderUpdate | null): void {
    const { watched } = after;
    const { id } = watched;
    const before = this.#orders.get(id)?.watched;
    this.#orders.set(id, after);
    if (after.isOpen) this.#openId = id;
    else if (this.#openId === id) this.#openId = null;
    if (update !== null) {
      this.#notifications.orderUpdated(update);
      this.#remember(update);
      // Ordinary driving notifies of nothing.
      if (!isWorthALook(update)) return;
    }
    if (watched.order !== null && isFinished(watched.order.status.phase)) this.#underWay.delete(id);
    else this.#underWay.add(id);
    const { notifier } = this.#notifications;
    const hasNews = this.#decideAbout(watched, before, update);
    if (hasNews) notifier.notificationsStored();
    if (before !== undefined && watched.lastLookedAtMs !== before.lastLookedAtMs) {
      this.#notifications.seen([id]);
    }
    if (before !== undefined && !sameValue(watched.preferences, before.preferences)) {
      notifier.situationChanged();
    }
    this.#promiseAlarm.ordersChanged([id]);
    this.#look([id]);
  }

  stop(): void {
    this.#promiseAlarm.stop();
    this.#notifications.stop();
  }

  /** @returns whether there is something new in the outbox */
  #decideAbout(
    watched: WatchedOrder,
    before: WatchedOrder | undefined,
    update: OrderUpdate | null,
  ): boolean {
    const decided = update === null ? [] : [...this.#decide(update, watched)];
    if (before !== undefined && !sameValue(watched.problem, before.problem)) {
      decided.push(...decideProblemNotifications(watched, this.#clock.wallMs(), this.#wording()));
    }
    for (const notification of decided) this.#outbox.put(notification);
    return decided.length > 0;
  }

  /** What the next run begins to learn from. */
  #remember({ changes, courierWaitMs, seenAtMs }: OrderUpdate): void {
    if (courierWaitMs !== undefined) this.#waits.push({ atMs: seenAtMs, waitMs: courierWaitMs });
    const move = changes.find((change) => change.field === 'courier.location');
    const reportedAtMs = move?.after?.reportedAtMs ?? null;
    if (reportedAtMs !== null) this.#ages.push(seenAtMs - reportedAtMs);
  }

  #wording() {
    return wordingOptions(this.#settings, this.#situation.speech);
  }

  /** Quiet hours in the recorded computer's own zone, wherever they are replayed. */
  #settingsOf({ settings: recorded, timeZone }: Situation): Settings {
    const settings = this.#options.settings?.(recorded) ?? recorded;
    const { quietHours } = settings;
    if (quietHours.timeZone !== null) return settings;
    return { ...settings, quietHours: { ...quietHours, timeZone } };
  }

  #watched(id: OrderId): WatchedOrder | undefined {
    const found = this.#orders.get(id);
    return found && lastAnswered(found.watched, this.#lastAnswerMs());
  }

  #lastAnswerMs(): number {
    const recorded = { atMs: this.#situationSinceMs, state: this.#situation };
    return lastAnswerMs(recorded, this.#clock.wallMs());
  }

  #look(ids: Iterable<OrderId>): void {
    const nowMs = this.#clock.wallMs();
    for (const id of ids) {
      const watched = this.#watched(id);
      if (watched !== undefined) this.#notifications.waits.look(watched, nowMs);
    }
  }

  #lookEveryMinute(): void {
    this.#clock.schedule(() => {
      this.#look(this.#underWay);
      this.#lookEveryMinute();
    }, minuteMs);
  }

  /** Begins a run of the program. */
  #begin(): Notifications {
    const orders = this.#orders;
    const clock = this.#clock;
    const situation = () => this.#situation;
    const settings = () => this.#settings;
    const openId = () => this.#openId;
    const notifications = new Notifications({
      clock,
      outbox: this.#outbox,
      desktop: {
        show: ({ key, sound }, events) => {
          const isAudible = sound !== 'none';
          this.#options.decided({ atMs: clock.wallMs(), kind: 'shown', key, isAudible });
          events.shown(key);
        },
        close: (tag) => this.#options.decided({ atMs: clock.wallMs(), kind: 'closed', tag }),
        programEnds: () => undefined,
      },
      sounds: { play: async () => true },
      watch: {
        get count() {
          return orders.size;
        },
        find: (id) => this.#watched(id),
        get: (id) => this.#watched(id),
        list: () => [...orders.keys()].flatMap((id) => this.#watched(id) ?? []),
        // What people choose is recorded where they chose it.
        setPreferences: () => undefined,
        get serviceHealth() {
          return situation().serviceHealth;
        },
        get pauseState() {
          return situation().pause;
        },
      },
      isTaken: (watched, nowMs) => {
        const { deskId } = situation();
        return deskId !== null && isTakenByOther(watched, deskId, nowMs);
      },
      listedCount: () => this.#underWay.size,
      archivedGroups: () => [],
      history: {
        courierWaits: () => this.#waits,
        positionAgesMs: (limit) => this.#ages.slice(-limit),
      },
      settings: {
        get current() {
          return settings();
        },
      },
      localisation: {
        get current() {
          return situation().speech;
        },
      },
      window: {
        get orderInFront() {
          return openId();
        },
        show: () => undefined,
        sendIfListening: () => undefined,
      },
      screenLock: {
        get isLocked() {
          return situation().isScreenLocked;
        },
      },
      clipboard: { copy: async () => {} },
      reveal: () => undefined,
      healthChanged: () => undefined,
    });
    notifications.start();
    if (situation().serviceHealth.state === 'unreachable') {
      notifications.contact.serviceHealthChanged(situation().serviceHealth);
    }
    return notifications;
  }
}
