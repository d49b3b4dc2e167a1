import type { Claims } from '../notify/ports.ts';
import type { Notification, NotificationOutcome } from '../../../core/notification/notification.ts';
import { mayNotify, type OrderUpdate } from '../../../core/order/order-update.ts';
import { sameValue } from '../../../core/same-value.ts';
import type { Situation } from '../../../core/recording/recorded-state.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { isClaimedByOther } from '../../../core/watch/claim.ts';
import type { MatchedWait } from '../../../core/watch/learned-waits.ts';
import type { Wait, WaitRules } from '../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { LiveOrders } from '../notify/live-orders.ts';
import { Notifications, notifierSettings, wordingOptions } from '../notify/notifications.ts';
import { decideNotifications, decideProblemNotifications } from '../notify/policy.ts';
import { WaitAlarm } from '../notify/wait-alarm.ts';
import type { Decision } from './decisions.ts';
import { type JudgedOrders, type Judgements, type ReplayedOrder } from './judged-orders.ts';
import type { FinishedJourney } from '../../../core/forecast/journey.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { MemoryOutbox } from './memory-outbox.ts';
import type { ReplayedWatch } from './replayed-watch.ts';
import { VirtualClock } from './virtual-clock.ts';

/** What a replay begins with beside what was recorded. */
export interface ReplayStart {
  /** The waits and the ages of positions that were known then. */
  readonly courierWaits: readonly MatchedWait[];
  readonly positionAgesMs: readonly number[];
  /** The journeys that were over by then. */
  readonly journeys: readonly FinishedJourney[];
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

/** Everything that decides on notifications, joined as in main/desktop, over what was recorded. */
export class ReplayedDesk {
  readonly #options: ReplayOptions;
  readonly #watch: ReplayedWatch;
  readonly #clock: VirtualClock;
  readonly #outbox: MemoryOutbox;
  readonly #waitAlarm: WaitAlarm;
  readonly #judgements: Judgements;
  #liveOrders: LiveOrders;
  #decide: ReturnType<typeof decideNotifications>;
  #settings: Settings;
  #judged: JudgedOrders | null;
  #notifications: Notifications;
  /** What was decided and is not stored yet. */
  #decided: readonly Notification[] = [];

  constructor(
    watch: ReplayedWatch,
    atMs: number,
    decided: ReplayStart['decided'],
    judgements: Judgements,
    options: ReplayOptions,
  ) {
    this.#watch = watch;
    this.#options = options;
    this.#judgements = judgements;
    this.#settings = this.#settingsNow();
    this.#judged = this.#judgedNow();
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
    this.#waitAlarm = new WaitAlarm({
      clock,
      watch: { get: (id) => this.#find(id) },
      due: (ids) => {
        for (const watched of ids.flatMap((id) => this.#find(id) ?? [])) this.look(watched);
        this.#notifications.ordersChanged(ids);
      },
    });
    this.#liveOrders = this.#counting();
    this.#decide = this.#deciding();
    this.#notifications = this.#begin();
    // A run that went on at the beginning of the recording has nothing to read anew.
    if (watch.situation.startedAtMs >= atMs) this.#notifications.start();
    else this.#notifications.notifier.start();
  }

  /** What the waits of orders depend on of the settings. Desks with the same see the same waits. */
  get waitSettings(): unknown {
    const { fences, groupRules, silenceLimits, stayLimits, waitLimits } = this.#settings;
    return { fences, groupRules, silenceLimits, stayLimits, waitLimits };
  }

  /** What it sees the orders by; null for as they were recorded. Desks with the same see the same orders. */
  get judged(): JudgedOrders | null {
    return this.#judged;
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
    this.#judged = this.#judgedNow();
    const { contact, notifier } = this.#notifications;
    if (situation.startedAtMs !== before.startedAtMs) {
      this.#notifications.stop();
      this.#liveOrders = this.#counting();
      this.#decide = this.#deciding();
      this.#notifications = this.#begin();
      this.#notifications.start();
      return;
    }
    const { serviceHealth } = situation;
    if (!sameValue(serviceHealth, before.serviceHealth))
      contact.serviceHealthChanged(serviceHealth);
    if (situation.wokeAtMs !== before.wokeAtMs && situation.wokeAtMs !== null) {
      this.#waitAlarm.lookNow();
      this.#notifications.woke();
    } else if (isUnlocked(before, situation)) {
      this.#waitAlarm.lookNow();
      this.#notifications.unlocked();
    } else if (situation.returnedAtMs !== before.returnedAtMs) {
      this.#notifications.notifier.dispatcherIsBack();
    } else if (!sameValue(situation.passedOn, before.passedOn)) {
      this.#notifications.passedOnChanged(situation.passedOn);
    } else if (
      notifierSettings.some((name) => !sameValue(situation.settings[name], before.settings[name]))
    ) {
      notifier.settingsChanged();
    }
  }

  /** An order is another one than before: what is found is decided on. */
  orderChanged({ before, recorded, update }: ReplayedOrder): void {
    const { watched } = recorded;
    this.#decideAbout(watched, before, update);
    if (before !== undefined && watched.lastLookedAtMs !== before.lastLookedAtMs) {
      this.#notifications.seen([watched.id]);
    }
  }

  /** A person changed an order, which was announced. */
  acted({ before, recorded: { isSnoozedAtCard, watched } }: ReplayedOrder): void {
    if (before !== undefined && !sameValue(watched.preferences, before.preferences)) {
      this.#notifications.notifier.situationChanged();
    }
    if (isSnoozedAtCard === true) this.#notifications.act('snooze', watched.id);
  }

  /** Stores what was decided about orders, before others hear of them. @returns whether there is anything to tell */
  store(): boolean {
    const decided = this.#decided;
    this.#decided = [];
    for (const notification of decided) this.#outbox.put(notification);
    return decided.length > 0;
  }

  /** What was found of orders is stored. @param hasNews whether something was decided about them */
  stored(orders: readonly ReplayedOrder[], hasNews: boolean): void {
    for (const { update } of orders) if (update !== null) this.#notifications.orderUpdated(update);
    if (hasNews) this.#notifications.notifier.notificationsStored();
  }

  /** The watcher announces these orders. */
  ordersChanged(ids: readonly OrderId[]): void {
    this.#waitAlarm.ordersChanged(ids);
    this.#notifications.ordersChanged(ids);
  }

  /** Looks whether an order waits too long for something. @param waits where they are known already */
  look(watched: WatchedOrder, waits?: readonly Wait[]): void {
    this.#notifications.waits.look(watched, this.#clock.wallMs(), waits);
  }

  stop(): void {
    this.#waitAlarm.stop();
    this.#notifications.stop();
  }

  #decideAbout(
    watched: WatchedOrder,
    before: WatchedOrder | undefined,
    update: OrderUpdate | null,
  ): void {
    // Ordinary driving notifies of nothing.
    const isNews = update !== null && mayNotify(update);
    const decided = isNews ? [...this.#decide(update, watched).notifications] : [];
    if (before !== undefined && !sameValue(watched.problem, before.problem)) {
      const decideProblem = decideProblemNotifications(() => this.#wording());
      decided.push(...decideProblem(watched, this.#clock.wallMs()));
    }
    if (decided.length > 0) this.#decided = [...this.#decided, ...decided];
  }

  #judgedNow(): JudgedOrders | null {
    const { settings } = this.#watch.situation;
    const judged = this.#judged ?? this.#judgements.of(this.#settings, settings);
    judged?.judgeRestsBy((watched) => this.waitRules(watched));
    return judged;
  }

  #find(id: OrderId): WatchedOrder | undefined {
    const recorded = this.#watch.find(id, this.#clock.wallMs());
    return recorded && (this.#judged?.of(recorded) ?? recorded);
  }

  #list(): readonly WatchedOrder[] {
    const recorded = this.#watch.list(this.#clock.wallMs());
    const judged = this.#judged;
    return judged === null ? recorded : recorded.map((watched) => judged.of(watched));
  }

  #counting(): LiveOrders {
    return new LiveOrders(() => this.#watch.states, this.#clock);
  }

  #deciding(): ReturnType<typeof decideNotifications> {
    return decideNotifications(() => ({
      ...this.#wording(),
      isWorded: false,
      areManyLive: () => this.#liveOrders.areMany,
    }));
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

  /** Who was at the other desks is not recorded: which orders came here for that is. */
  #claims(): Claims {
    const watch = this.#watch;
    const isOthers = (watched: WatchedOrder): boolean => {
      const { deskId } = watch.situation;
      return deskId !== null && isClaimedByOther(watched, deskId, this.#clock.wallMs());
    };
    const isPassedOn = ({ id }: WatchedOrder): boolean => watch.situation.passedOn.includes(id);
    return {
      isOthers,
      placeOf: (watched) => {
        if (!isOthers(watched)) return null;
        return isPassedOn(watched)
          ? { kind: 'passedOn', why: 'unanswered', sinceMs: this.#clock.wallMs() }
          : { kind: 'kept', leftMs: null };
      },
      // It only words a card.
      passedOn: () => null,
      said: () => null,
      isLeftToOther: (watched) => isOthers(watched) && !isPassedOn(watched),
      forget: () => undefined,
    };
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
        find: (id) => this.#find(id),
        get: (id) => this.#find(id),
        list: () => this.#list(),
        // What people choose is recorded where they chose it.
        setPreferences: () => undefined,
        get serviceHealth() {
          return watch.situation.serviceHealth;
        },
        get pauseState() {
          return watch.situation.pause;
        },
      },
      claims: this.#claims(),
      liveOrders: this.#liveOrders,
      listedCount: () => watch.underWay.size,
      archivedGroups: () => [],
      history: watch.learned,
      forecasts: watch.forecasts,
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
    const { serviceHealth } = watch.situation;
    if (serviceHealth.state === 'unreachable') {
      notifications.contact.serviceHealthChanged(serviceHealth);
    }
    return notifications;
  }
}

/** An earlier version recorded an unlocked screen alone, where a decision had found it locked before. */
function isUnlocked(before: Situation, now: Situation): boolean {
  if (now.unlockedAtMs !== before.unlockedAtMs) return true;
  return now.unlockedAtMs === null && before.isScreenLocked && !now.isScreenLocked;
}
