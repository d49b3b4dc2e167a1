import type { Notification, NotificationOutcome } from '../../core/notification/notification.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import { sameValue } from '../../core/order/same-value.ts';
import type { RecordedOrder, Situation } from '../../core/recording/recorded-state.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { isTakenByOther } from '../../core/watch/claim.ts';
import type { MatchedWait } from '../../core/watch/learned-waits.ts';
import type { Wait, WaitRules } from '../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { LiveOrders } from '../notify/live-orders.ts';
import { Notifications, wordingOptions } from '../notify/notifications.ts';
import { decideNotifications, decideProblemNotifications, EveryMove } from '../notify/policy.ts';
import { WaitAlarm } from '../notify/wait-alarm.ts';
import type { Decision } from './decisions.ts';
import { MemoryOutbox } from './memory-outbox.ts';
import type { ReplayedWatch } from './replayed-watch.ts';
import { VirtualClock } from './virtual-clock.ts';

/** What a replay begins with beside what was recorded. */
export interface ReplayStart {
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

/** How long the watcher gathers what it found, about. */
const storedWithinMs = 100;

/** Everything that decides on notifications, joined as in main/app, over what was recorded. */
export class ReplayedDesk {
  readonly #options: ReplayOptions;
  readonly #watch: ReplayedWatch;
  readonly #clock: VirtualClock;
  readonly #outbox: MemoryOutbox;
  readonly #everyMove = new EveryMove();
  readonly #liveOrders: LiveOrders;
  readonly #waitAlarm: WaitAlarm;
  readonly #decide: ReturnType<typeof decideNotifications>;
  #settings: Settings;
  #notifications: Notifications;
  #cancelTelling: (() => void) | null = null;

  constructor(
    watch: ReplayedWatch,
    atMs: number,
    decided: ReplayStart['decided'],
    options: ReplayOptions,
  ) {
    this.#watch = watch;
    this.#options = options;
    this.#settings = this.#settingsNow();
    const clock = new VirtualClock(atMs);
    this.#clock = clock;
    const tell = options.decided;
    this.#outbox = new MemoryOutbox({
      decided: ({ event, isCritical, key }) =>
        tell({ atMs: clock.wallMs(), kind: 'decided', key, event, isCritical }),
      settled: (keys, outcome, settledAtMs) =>
        tell({ atMs: settledAtMs, kind: 'settled', keys, outcome }),
    });
    for (const { notification, outcome } of decided) this.#outbox.restore(notification, outcome);
    this.#liveOrders = new LiveOrders(() => watch.list(clock.wallMs()), clock);
    this.#decide = decideNotifications(
      () => ({
        ...this.#wording(),
        isWorded: false,
        areManyLive: () => this.#liveOrders.areMany,
      }),
      this.#everyMove,
    );
    this.#waitAlarm = new WaitAlarm({
      clock,
      watch: { get: (id) => watch.find(id, clock.wallMs()) },
      due: (ids) => {
        for (const watched of ids.flatMap((id) => watch.find(id, clock.wallMs()) ?? []))
          this.look(watched);
      },
    });
    this.#notifications = this.#begin();
  }

  /** What the waits of orders depend on of the settings. Desks with the same see the same waits. */
  get waitSettings(): unknown {
    const { fences, groupRules, silenceLimits, waitLimits } = this.#settings;
    return { fences, groupRules, silenceLimits, waitLimits };
  }

  waitRules(watched: WatchedOrder): WaitRules {
    return this.#notifications.learned.rulesFor(watched);
  }

  /** Lets time pass until then; what is due meanwhile happens. */
  passTo(atMs: number): void {
    this.#clock.passTo(atMs);
  }

  /** The computer sleeps, or the program is not there, until then. */
  sleepTo(atMs: number): void {
    this.#clock.sleepTo(atMs);
  }

  /** The situation is another one than `before`. */
  situationChanged(before: Situation): void {
    const { situation } = this.#watch;
    this.#settings = this.#settingsNow();
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
      this.#waitAlarm.lookNow();
      this.#notifications.woke();
    } else if (before.isScreenLocked && !situation.isScreenLocked) this.#notifications.unlocked();
    else if (!sameValue(situation.settings, before.settings)) notifier.situationChanged();
  }

  /** Ordinary driving was seen, which notifies of nothing and is learned from. */
  orderDriven(update: OrderUpdate): void {
    this.#notifications.orderUpdated(update);
  }

  /** An order is another one than `before`. @param update what was found about it; null for nothing */
  orderChanged(
    { isSnoozedAtCard, watched }: RecordedOrder,
    earlier: RecordedOrder | undefined,
    update: OrderUpdate | null,
  ): void {
    const { id } = watched;
    const before = earlier?.watched;
    if (update !== null) this.#notifications.orderUpdated(update);
    if (this.#decideAbout(watched, before, update)) this.#tellStored();
    if (before !== undefined && watched.lastLookedAtMs !== before.lastLookedAtMs) {
      this.#notifications.seen([id]);
    }
    if (before !== undefined && !sameValue(watched.preferences, before.preferences)) {
      this.#notifications.notifier.situationChanged();
    }
    if (isSnoozedAtCard === true) this.#notifications.act('snooze', id);
    this.#waitAlarm.ordersChanged([id]);
    this.look(watched);
    this.#notifications.ordersChanged([id]);
  }

  /** Looks whether an order waits too long for something. @param waits where they are known already */
  look(watched: WatchedOrder, waits?: readonly Wait[]): void {
    this.#notifications.waits.look(watched, this.#clock.wallMs(), waits);
  }

  stop(): void {
    this.#cancelTelling?.();
    this.#waitAlarm.stop();
    this.#notifications.stop();
  }

  /** What is found is stored and announced some at a time. */
  #tellStored(): void {
    this.#cancelTelling ??= this.#clock.schedule(() => {
      this.#cancelTelling = null;
      this.#notifications.notifier.notificationsStored();
    }, storedWithinMs);
  }

  /** @returns whether there is something new in the outbox */
  #decideAbout(
    watched: WatchedOrder,
    before: WatchedOrder | undefined,
    update: OrderUpdate | null,
  ): boolean {
    const decided = update === null ? [] : [...this.#decide(update, watched).notifications];
    if (before !== undefined && !sameValue(watched.problem, before.problem)) {
      decided.push(...decideProblemNotifications(watched, this.#clock.wallMs(), this.#wording()));
    }
    for (const notification of decided) this.#outbox.put(notification);
    return decided.length > 0;
  }

  #wording() {
    return wordingOptions(this.#settings, this.#watch.situation.speech);
  }

  /** Quiet hours in the recorded computer's own zone, wherever they are replayed. */
  #settingsNow(): Settings {
    const { settings: recorded, timeZone } = this.#watch.situation;
    const settings = this.#options.settings?.(recorded) ?? recorded;
    const { quietHours } = settings;
    if (quietHours.timeZone !== null) return settings;
    return { ...settings, quietHours: { ...quietHours, timeZone } };
  }

  /** Begins a run of the program. */
  #begin(): Notifications {
    const clock = this.#clock;
    const watch = this.#watch;
    const settings = (): Settings => this.#settings;
    const tell = this.#options.decided;
    const notifications = new Notifications({
      clock,
      outbox: this.#outbox,
      desktop: {
        show: ({ key, sound }, events) => {
          tell({ atMs: clock.wallMs(), kind: 'shown', key, isAudible: sound !== 'none' });
          events.shown(key);
        },
        close: (tag) => tell({ atMs: clock.wallMs(), kind: 'closed', tag }),
        isHeld: () => true,
        programEnds: () => undefined,
      },
      sounds: { play: async () => true },
      watch: {
        get count() {
          return watch.count;
        },
        find: (id) => watch.find(id, clock.wallMs()),
        get: (id) => watch.find(id, clock.wallMs()),
        list: () => watch.list(clock.wallMs()),
        // What people choose is recorded where they chose it.
        setPreferences: () => undefined,
        get serviceHealth() {
          return watch.situation.serviceHealth;
        },
        get pauseState() {
          return watch.situation.pause;
        },
      },
      isTaken: (watched, nowMs) => {
        const { deskId } = watch.situation;
        return deskId !== null && isTakenByOther(watched, deskId, nowMs);
      },
      liveOrders: this.#liveOrders,
      listedCount: () => watch.underWay.size,
      archivedGroups: () => [],
      history: watch.learned,
      settings: {
        get current() {
          return settings();
        },
      },
      localisation: {
        get current() {
          return watch.situation.speech;
        },
      },
      window: {
        get orderInFront() {
          return watch.openId;
        },
        get isAttended() {
          return watch.situation.isAtWindow;
        },
        get wasAttendedLately() {
          return watch.situation.isAtWindow;
        },
        show: () => undefined,
        sendIfListening: () => undefined,
      },
      screenLock: {
        get isLocked() {
          return watch.situation.isScreenLocked;
        },
      },
      clipboard: { copy: async () => {} },
      reveal: () => undefined,
      healthChanged: () => undefined,
    });
    this.#waitAlarm.judgeBy((watched) => notifications.learned.rulesFor(watched));
    notifications.start();
    const { serviceHealth } = watch.situation;
    if (serviceHealth.state === 'unreachable') {
      notifications.contact.serviceHealthChanged(serviceHealth);
    }
    return notifications;
  }
}
