import type { FinishedJourney } from '../../../core/forecast/journey.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { defaultSettings, type Settings } from '../../../core/settings/settings.ts';
import {
  everyNotification,
  type NotificationEvent,
} from '../../../core/notification/notification.ts';
import { inEnglish } from '../../../core/text/language.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { AttentionIndex } from '../../../main/engine/board/attention-index.ts';
import { SeenOrders } from '../../../main/engine/board/seen-orders.ts';
import type { DesktopNotifications } from '../../../main/engine/notify/ports.ts';
import { Forecasts } from '../../../main/engine/notify/forecasts.ts';
import { LiveOrders } from '../../../main/engine/notify/live-orders.ts';
import {
  Notifications,
  notifierSettings,
  wordingOptions,
} from '../../../main/engine/notify/notifications.ts';
import {
  decideNotifications,
  decideProblemNotifications,
} from '../../../main/engine/notify/policy.ts';
import { WaitAlarm } from '../../../main/engine/notify/wait-alarm.ts';
import { recordedRead, recordedSources } from '../../../main/engine/recorder/recorded-reads.ts';
import { Recorder } from '../../../main/engine/recorder/recorder.ts';
import { Rewind } from '../../../main/engine/recorder/rewind.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { HistoryRepository } from '../../../main/engine/storage/history-repository.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import { RecordingRepository } from '../../../main/engine/storage/recording/recording-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { limitSettings } from '../../../main/engine/watch/order-limits.ts';
import type { WatchLimits } from '../../../main/engine/watch/ports.ts';
import { Watcher } from '../../../main/engine/watch/watcher.ts';
import type { FakeClock } from '../fake-clock.ts';
import { someSituation } from '../recorder/some-situation.ts';
import { type ScriptedOutcome, ScriptedSource } from '../watch/scripted-source.ts';
import { RecordingNotifications } from './recording-notifications.ts';
import { RecordingSounds } from './recording-sounds.ts';

const minuteMs = 60_000;

/** The orders of a service. */
type ServiceOrders = Pick<ReadonlyMap<OrderId, Order>, 'get' | typeof Symbol.iterator>;

/** What stays when the program restarts: the profile, the service and the clock. */
export interface DeskPlace {
  /** Holds the database. */
  readonly folder: string;
  readonly clock: FakeClock;
  /** The service's orders, as they are when they are asked for. */
  readonly orders: ServiceOrders;
  readonly settings?: Partial<Settings>;
  /** Finished orders that are known beside those of the database. Default: none. */
  readonly journeys?: readonly FinishedJourney[];
  /** Default: {@link RunningDesk.screen}. */
  readonly desktop?: DesktopNotifications;
  /** Decides each request's outcome; default: all are answered. */
  readonly outcome?: (id: OrderId) => ScriptedOutcome;
  /** When it is known whether the screen is locked; default: from the start. */
  readonly lockHasAnswered?: Promise<void>;
  /** How long a request takes; default: 50 ms. */
  readonly latencyMs?: (id: OrderId) => number;
  /** Called with what went wrong in the recording. */
  readonly defect?: (error: unknown) => void;
}

/** A run of what watches and notifies, joined as in main/desktop, over a real database and on fake time. */
export class RunningDesk {
  readonly screen = new RecordingNotifications();
  readonly sounds = new RecordingSounds();
  readonly watcher: Watcher;
  readonly notifications: Notifications;
  readonly attention: AttentionIndex;
  readonly #waitAlarm: WaitAlarm;
  readonly history: HistoryRepository;
  readonly seenOrders: SeenOrders;
  readonly recorder: Recorder;
  readonly recording: RecordingRepository;
  readonly outbox: OutboxRepository;
  /** The board of this desk as it was. */
  readonly past: Rewind;
  /** Called with each order of which something visible changed. */
  ordersChanged: (ids: readonly OrderId[]) => void = () => undefined;
  readonly #place: DeskPlace;
  #settings: Settings;
  #isLocked = false;
  #orderInFront: OrderId | null = null;
  #isAtWindow = false;
  readonly #liveOrders: LiveOrders;
  readonly #recorded: ReturnType<typeof recordedSources>;
  readonly #database: ReturnType<typeof openDatabase>;
  #cancelLook: () => void = () => undefined;
  #isOver = false;

  constructor(place: DeskPlace) {
    this.#place = place;
    const { clock, folder } = place;
    const wallMs = (): number => clock.wallMs();
    this.#settings = { ...defaultSettings, ...place.settings };
    const currentSettings = (): Settings => this.#settings;
    this.#database = openDatabase(folder);
    const { sql } = this.#database;
    this.history = new HistoryRepository(sql, wallMs);
    this.outbox = new OutboxRepository(sql, wallMs);
    this.recording = new RecordingRepository(sql);
    this.recorder = new Recorder(
      { store: this.recording, clock, reportDefect: (error) => place.defect?.(error) },
      someSituation({ settings: this.#settings, startedAtMs: wallMs() }),
    );
    const settings = recordedRead(this.recorder, 'settings', currentSettings);
    const forecasts = new Forecasts({
      finishedJourneys: () => [...(place.journeys ?? []), ...this.history.finishedJourneys()],
    });
    this.past = new Rewind({
      forecasts,
      recording: this.recording,
      history: this.history,
      notifications: this.outbox,
      privacy: () => this.#settings.notificationPrivacy,
      clock,
    });
    this.attention = new AttentionIndex(clock);
    const source = new ScriptedSource(clock);
    source.outcome = (id) => place.outcome?.(id) ?? null;
    for (const [id, order] of place.orders) source.orders.set(id, order);
    this.watcher = new Watcher({
      source: {
        check: (id, signal) => this.#check(source, id, signal),
        forget: (id) => source.forget(id),
      },
      store: new WatchRepository(
        sql,
        wallMs,
        (record) => this.recorder.order(record),
        () => this.recorder.rolledBack(),
      ),
      clock,
      random: () => 0.5,
      decideNotifications: decideNotifications(() => ({
        ...wordingOptions(settings.current, inEnglish.current),
        areManyLive: () => this.#liveOrders.areMany,
      })),
      decideProblemNotifications: decideProblemNotifications(() =>
        wordingOptions(settings.current, inEnglish.current),
      ),
      events: {
        ordersChanged: (ids) => this.#ordersChanged(ids),
        ordersRemoved: (ids) => {
          this.#waitAlarm.ordersRemoved(ids);
          this.attention.ordersGone(ids);
          this.notifications.ordersRemoved(ids);
          forecasts.ordersErased(ids);
        },
        orderUpdated: (update, watched) => {
          forecasts.orderUpdated(watched);
          this.notifications.orderUpdated(update);
        },
        notificationsStored: () => this.notifications.notifier.notificationsStored(),
        serviceHealthChanged: (health) => {
          this.recorder.read('serviceHealth', health);
          this.notifications.contact.serviceHealthChanged(health);
        },
        stateChanged: () => void this.recorder.read('pause', this.watcher.pauseState),
      },
      limits: this.#limits,
      installSeed: 7,
    });
    this.#liveOrders = new LiveOrders(() => this.watcher.known(), clock);
    this.#waitAlarm = new WaitAlarm({
      clock,
      watch: this.watcher,
      due: (ids) => this.#ordersChanged(ids),
    });
    const isLocked = (): boolean => this.#isLocked;
    const orderInFront = (): OrderId | null => this.#orderInFront;
    const isAtWindow = (): boolean => this.#isAtWindow;
    const recorded = recordedSources(this.recorder, {
      watch: this.watcher,
      screenLock: {
        get isLocked() {
          return isLocked();
        },
      },
      window: {
        get orderInFront() {
          return orderInFront();
        },
        get isAttended() {
          return isAtWindow();
        },
      },
      desktop: place.desktop ?? this.screen,
    });
    this.#recorded = recorded;
    this.notifications = new Notifications({
      forecasts,
      clock,
      outbox: this.outbox,
      desktop: recorded.desktop,
      sounds: this.sounds,
      watch: recorded.watch,
      liveOrders: this.#liveOrders,
      listedCount: () => this.attention.listedCount,
      archivedGroups: () => [],
      history: this.history,
      settings,
      localisation: inEnglish,
      window: {
        get orderInFront() {
          return recorded.orderInFront();
        },
        get isAttended() {
          return recorded.isAtWindow();
        },
        get wasAttendedLately() {
          return recorded.isAtWindow();
        },
        show: () => undefined,
        sendIfListening: () => undefined,
      },
      screenLock: recorded.screenLock,
      ...(place.lockHasAnswered && { lockHasAnswered: place.lockHasAnswered }),
      clipboard: { copy: async () => {} },
      reveal: () => undefined,
      snoozedAtCard: (id) => this.recorder.snoozedAtCard(id),
      healthChanged: () => undefined,
    });
    const waitRules = (watched: WatchedOrder) => this.notifications.learned.rulesFor(watched);
    this.#waitAlarm.judgeBy(waitRules);
    this.watcher.judgeRestsBy(waitRules);
    this.attention.attach({
      watch: this.watcher,
      waitRules: (watched) => this.notifications.learned.rulesFor(watched),
      judged: (watched, nowMs) => this.notifications.waits.look(watched, nowMs),
    });
    this.seenOrders = new SeenOrders({
      watch: this.watcher,
      clock,
      waitRules: (watched) => this.notifications.learned.rulesFor(watched),
      seen: (ids) => this.notifications.seen(ids),
    });
    this.watcher.start();
    this.notifications.start();
    this.#look();
  }

  /** The titles of the cards of this run, as they came. */
  get titles(): readonly string[] {
    return this.screen.titles;
  }

  /** What the history says was decided about an order, or about the program, in all runs; oldest first. */
  notifiedOf(id: OrderId | null): readonly NotificationEvent[] {
    return this.outbox
      .page(everyNotification, null, 1000)
      .filter(({ notification }) => notification.orderId === id)
      .map(({ notification }) => notification.event)
      .toReversed();
  }

  watched(id: OrderId): WatchedOrder {
    const watched = this.watcher.get(id);
    if (watched === undefined) throw new Error(`${id} is not watched`);
    return watched;
  }

  /** The dispatcher chooses otherwise. */
  choose(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.recorder.read('settings', this.#settings);
    if (limitSettings.some((name) => name in change)) this.watcher.setLimits(this.#limits);
    if (notifierSettings.some((name) => name in change)) {
      this.notifications.notifier.settingsChanged();
    }
  }

  /** The dispatcher opens an order in front, or closes the one that was. */
  open(id: OrderId | null): void {
    this.#orderInFront = id;
    if (id !== null) this.seenOrders.markSeen([id]);
  }

  /** The dispatcher locks the screen, or comes back. */
  lock(isLocked: boolean): void {
    this.#isLocked = isLocked;
    if (isLocked) return;
    this.recorder.unlocked();
    this.watcher.noticeWake();
    this.#waitAlarm.lookNow();
    this.notifications.unlocked();
  }

  /** The computer woke, or its screen was unlocked. */
  woke(): void {
    this.recorder.woke();
    this.watcher.noticeWake();
    this.#waitAlarm.lookNow();
    this.notifications.woke();
  }

  /** The dispatcher comes to the window, or leaves it. */
  attend(isAtWindow: boolean): void {
    this.#isAtWindow = isAtWindow;
  }

  /** Ends this run, and begins the next on the same profile. */
  async restart(change: Partial<DeskPlace> = {}): Promise<RunningDesk> {
    await this.stop();
    return new RunningDesk({ ...this.#place, ...change });
  }

  async stop(): Promise<void> {
    if (this.#isOver) return;
    this.recorder.stop();
    await this.crash();
  }

  /** Ends this run without its last words. */
  async crash(): Promise<void> {
    this.#isOver = true;
    this.#cancelLook();
    this.#waitAlarm.stop();
    await this.watcher.stop();
    this.notifications.stop();
    this.#database.close();
  }

  /** Those of the settings; no pace of a test waits for the usual cap. */
  get #limits(): WatchLimits {
    return { ...this.#settings, requestsPerMinute: 6000 };
  }

  #ordersChanged(ids: readonly OrderId[]): void {
    this.#waitAlarm.ordersChanged(ids);
    this.#recorded.look();
    this.attention.ordersChanged(ids);
    this.notifications.ordersChanged(ids);
    this.ordersChanged(ids);
  }

  /** Every answer is the order as the service has it at that moment. */
  async #check(source: ScriptedSource, id: OrderId, signal: AbortSignal) {
    const order = this.#place.orders.get(id);
    if (order !== undefined) source.orders.set(id, order);
    source.latencyMs = this.#place.latencyMs?.(id) ?? source.latencyMs;
    return await source.check(id, signal);
  }

  /** What the tray does once a minute. */
  #look(): void {
    this.attention.refresh();
    this.#cancelLook = this.#place.clock.schedule(() => this.#look(), minuteMs);
  }
}
