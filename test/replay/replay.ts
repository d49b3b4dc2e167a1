import { english, inEnglish } from '../../core/text/language.ts';
import type { ServiceHealth } from '../../core/watch/service-health.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { changedPreferences, type PreferencesChange } from '../../core/watch/order-preferences.ts';
import { defaultSettings, type Settings } from '../../core/settings/settings.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { parseOrder } from '../../core/wire/wire-order.ts';
import { Notifications, wordingOptions } from '../../main/notify/notifications.ts';
import { decideNotifications } from '../../main/notify/policy.ts';
import { newlyWatched } from '../../core/watch/newly-watched.ts';
import { confirmed, observed } from '../../main/watch/observation.ts';
import { mergePatched } from '../../simulator/orders/merge-patch.ts';
import type { Json } from '../../simulator/orders/wire.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { WritingOutbox } from './writing-outbox.ts';
import type { Moment } from './recording.ts';
import { orderIdOf } from '../support/order-id-of.ts';

/** The settings of the recorded day's dispatcher, with quiet hours in their own time zone. */
const replaySettings: Settings = {
  ...defaultSettings,
  quietHours: { ...defaultSettings.quietHours, isOn: true, timeZone: 'Europe/Berlin' },
  lockedScreen: 'hold',
  remindEveryMinutes: 60,
};

/** How a day is replayed. */
export interface ReplayOptions {
  /** Waits in real time while this much of the day passes; by default not at all. */
  readonly pause?: (dayMs: number) => Promise<void>;
}

const lookEveryMs = 60_000;

/**
 * Plays a recorded day through everything that decides on notifications, joined as in main/app, and
 * writes one line with its time for each decision: what was put into the outbox, how it was settled and
 * what the desktop was given. The clock is the day's own, so the speed of the replay does not matter.
 */
export async function replayed(
  day: readonly Moment[],
  { pause = async () => {} }: ReplayOptions = {},
): Promise<string> {
  const startMs = day[0]?.atMs ?? 0;
  const clock = new FakeClock(startMs);
  const program = new ReplayedDay(clock);
  const pass = async (untilMs: number): Promise<void> => {
    while (clock.wallMs() < untilMs) {
      const stepMs = Math.min(untilMs - clock.wallMs(), lookEveryMs);
      await pause(stepMs);
      await clock.advance(stepMs);
      program.look();
    }
  };
  program.start();
  for (const moment of day) {
    await pass(moment.atMs);
    program.happen(moment);
  }
  // The card after the quiet hours comes in the next morning.
  await pass(startMs + 36 * 3_600_000);
  program.stop();
  return program.decisions;
}

/** The orders and notifications of the recorded day. */
class ReplayedDay {
  readonly #clock: FakeClock;
  readonly #lines: string[] = [];
  readonly #orders = new Map<OrderId, WatchedOrder>();
  readonly #answers = new Map<OrderId, Json>();
  readonly #outbox: WritingOutbox;
  readonly #notification: Notifications;
  readonly #decide = decideNotifications(() => wordingOptions(replaySettings, english));
  #isLocked = false;
  #serviceHealth: ServiceHealth = { state: 'reachable' };
  #isUnreachable = false;

  constructor(clock: FakeClock) {
    this.#clock = clock;
    const write = (line: object): void => {
      this.#lines.push(JSON.stringify({ atMs: clock.wallMs(), ...line }));
    };
    const serviceHealthNow = (): ServiceHealth => this.#serviceHealth;
    const isLocked = (): boolean => this.#isLocked;
    const orders = this.#orders;
    this.#outbox = new WritingOutbox(write);
    this.#notification = new Notifications({
      clock,
      outbox: this.#outbox,
      desktop: {
        show(notification, events) {
          write({ shown: notification });
          events.shown(notification.key);
        },
        close: (tag) => write({ closed: tag }),
        programEnds: () => write({ closed: '*' }),
      },
      sounds: { play: async () => true },
      listedCount: () => this.#orders.size,
      archivedGroups: () => [],
      watch: {
        find: (id) => this.#orders.get(id),
        get: (id) => this.#orders.get(id),
        list: () => [...this.#orders.values()],
        get count() {
          return orders.size;
        },
        get serviceHealth() {
          return serviceHealthNow();
        },
        pauseState: { kind: 'running' },
        setPreferences: (ids, change) => ids.forEach((id) => this.#setPreferences(id, change)),
      },
      settings: { current: replaySettings },
      window: { orderInFront: null, show: () => {}, sendIfListening: () => {} },
      screenLock: {
        get isLocked() {
          return isLocked();
        },
      },
      healthChanged: () => write({ health: this.#notification.notifier.health }),
      reveal: () => {},
      clipboard: { copy: async () => {} },
      history: { courierWaits: () => [], positionAgesMs: () => [] },
      localisation: inEnglish,
    });
  }

  get decisions(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  start(): void {
    this.#notification.start();
  }

  stop(): void {
    this.#notification.stop();
  }

  /** What the program does once a minute. Checks without a change are not recorded, so they are assumed. */
  look(): void {
    const nowMs = this.#clock.wallMs();
    for (const watched of this.#orders.values()) {
      const isSeen = !this.#isUnreachable && watched.order !== null;
      const now = isSeen ? confirmed(watched, nowMs) : watched;
      this.#orders.set(now.id, now);
      this.#notification.waits.look(now, nowMs);
    }
  }

  happen(moment: Moment): void {
    switch (moment.kind) {
      case 'serviceHealth':
        this.#isUnreachable = moment.serviceHealth.state === 'unreachable';
        this.#serviceHealth = moment.serviceHealth;
        this.#notification.contact.serviceHealthChanged(moment.serviceHealth);
        if (!this.#isUnreachable) this.#notification.notifier.seesAgain();
        return;
      case 'screen':
        this.#isLocked = moment.isLocked;
        this.#notification.notifier.situationChanged();
        return;
      case 'woke':
        this.#notification.notifier.gatherAfterAway();
        return;
      case 'watched':
      case 'answered':
      case 'muted':
      case 'seen':
      case 'snoozed':
        this.#happenTo(orderIdOf(moment.id), moment);
    }
  }

  #happenTo(id: OrderId, moment: Extract<Moment, { readonly id: string }>): void {
    const watched = this.#orders.get(id);
    if (moment.kind === 'watched') {
      this.#orders.set(id, newlyWatched(id, moment.label, moment.atMs));
      return;
    }
    if (watched === undefined) throw new Error(`${id} was not watched`);
    switch (moment.kind) {
      case 'answered':
        return this.#answered(watched, moment.patch, moment.atMs);
      case 'muted':
        this.#orders.set(id, { ...watched, isMuted: true });
        return;
      case 'seen':
        this.#orders.set(id, { ...watched, unseenCount: 0, lastLookedAtMs: moment.atMs });
        return this.#notification.seen([id]);
      case 'snoozed':
        return this.#setPreferences(id, { snoozedUntilMs: moment.atMs + 15 * 60_000 });
    }
  }

  #answered(watched: WatchedOrder, patch: Json, atMs: number): void {
    const answer = mergePatched(this.#answers.get(watched.id), patch);
    this.#answers.set(watched.id, answer);
    const parsed = parseOrder(answer, watched.id);
    if (!parsed.ok) throw new Error(parsed.failure.detail);
    const found = observed(watched, parsed.value.order, atMs);
    this.#orders.set(watched.id, found.watched);
    if (found.update !== null) {
      for (const notification of this.#decide(found.update, found.watched))
        this.#outbox.put(notification);
      this.#notification.contact.orderUpdated(watched.id);
      this.#notification.learned.orderUpdated(found.update);
      this.#notification.notifier.notificationsStored();
    }
    this.#notification.waits.look(found.watched, atMs);
  }

  #setPreferences(id: OrderId, change: PreferencesChange): void {
    const watched = this.#orders.get(id);
    if (watched === undefined) return;
    this.#orders.set(id, {
      ...watched,
      preferences: changedPreferences(watched.preferences, change),
    });
    this.#notification.notifier.situationChanged();
  }
}
