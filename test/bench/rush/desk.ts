import type { OrderId } from '../../../core/order/order-id.ts';
import type { SettingsChange } from '../../../core/settings/settings.ts';
import { AppEvents } from '../../../main/engine/events.ts';
import {
  createServices,
  type ServiceOptions,
  type Services,
} from '../../../main/engine/services.ts';
import { AttentionIndex } from '../../../main/engine/board/attention-index.ts';
import { Notifications } from '../../../main/engine/notify/notifications.ts';
import type {
  DesktopNotifications,
  NotificationHistory,
  Outbox,
} from '../../../main/engine/notify/ports.ts';
import { recordedSources } from '../../../main/engine/recorder/recorded-reads.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import type { Clock } from '../../../core/clock.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { OrderSource } from '../../../main/engine/watch/ports.ts';
import { RecordingLog } from '../../support/recording-log.ts';
import { RecordingSounds } from '../../support/notify/recording-sounds.ts';

const minuteMs = 60_000;

/** What a desk is put together from. */
export interface DeskPlace {
  /** Holds the database. */
  readonly folder: string;
  readonly clock: Clock;
  readonly source: OrderSource;
  /** The team whose desk it is; null when it asks the service itself. */
  readonly team: NonNullable<ServiceOptions['team']> | null;
  readonly settings: SettingsChange;
  /** What its profile holds of earlier days. */
  readonly earlier: readonly WatchedOrder[];
  readonly desktop: DesktopNotifications;
  readonly isWindowInFront: boolean;
  /** These notifications are about to be shown on the next card. */
  readonly beginsShowing: (keys: readonly string[]) => void;
}

/** The outbox of the profile, which says what is about to be shown. */
class WitnessedOutbox extends OutboxRepository implements Outbox, NotificationHistory {
  begins: (keys: readonly string[]) => void = () => undefined;

  override beginShowing(keys: readonly string[]): void {
    super.beginShowing(keys);
    this.begins(keys);
  }
}

/** The window of a desk: hidden, or in front with its person at the keyboard. */
class DeskWindow {
  readonly orderInFront: OrderId | null = null;
  readonly isAttended: boolean;
  readonly wasAttendedLately: boolean;

  constructor(isInFront: boolean) {
    this.isAttended = isInFront;
    this.wasAttendedLately = isInFront;
  }

  show(): void {}
  sendIfListening(): void {}
}

/** The services of the program over a profile of its own, with what tells, joined as in main/desktop. */
export class RushDesk {
  readonly services: Services;
  readonly outbox: WitnessedOutbox;
  readonly #log = new RecordingLog();
  readonly #clock: Clock;
  readonly #database: ReturnType<typeof openDatabase>;
  readonly #attention: AttentionIndex;
  readonly #notifications: Notifications;
  #cancelLook: () => void = () => undefined;

  constructor(place: DeskPlace) {
    const { clock, desktop, folder, settings, source, team } = place;
    this.#clock = clock;
    this.#database = openDatabase(folder, { wallMs: () => clock.wallMs() });
    new WatchRepository(this.#database.sql, () => clock.wallMs()).save(
      place.earlier.map((watched) => ({ watched, notifications: [] })),
    );
    const events = new AppEvents();
    const attention = new AttentionIndex(clock);
    this.#attention = attention;
    const services = createServices({
      clock,
      events,
      log: this.#log,
      // Drawn by chance, and it places the checks.
      database: { ...this.#database, installSeed: 7 },
      version: '1.0.0',
      isSessionOnly: true,
      overlay: settings,
      notifies: true,
      records: true,
      needsAttention: (id) => attention.has(id),
      guarded: () => source,
      ...(team === null ? {} : { team }),
    });
    this.services = services;
    const { recorder, watcher } = services;
    this.outbox = new WitnessedOutbox(this.#database.sql, () => clock.wallMs());
    this.outbox.begins = place.beginsShowing;
    const window = new DeskWindow(place.isWindowInFront);
    const recorded = recordedSources(recorder, {
      screenLock: { isLocked: false },
      watch: watcher,
      window,
      desktop,
    });
    const notifications = new Notifications({
      clock,
      desktop: recorded.desktop,
      outbox: this.outbox,
      sounds: new RecordingSounds(),
      watch: recorded.watch,
      liveOrders: services.liveOrders,
      teamIsRead: services.team?.upToDate,
      listedCount: () => attention.listedCount,
      archivedGroups: () => [],
      history: services.history,
      forecasts: services.forecasts,
      settings: services.recorded.settings,
      localisation: services.recorded.localisation,
      window,
      screenLock: recorded.screenLock,
      clipboard: { copy: async () => {} },
      reveal: () => undefined,
      healthChanged: () => undefined,
    });
    this.#notifications = notifications;
    const { contact, learned, waits } = notifications;
    attention.attach({
      watch: watcher,
      waitRules: (watched) => learned.rulesFor(watched),
      judged: (watched, nowMs) => waits.look(watched, nowMs),
    });
    services.waitAlarm.judgeBy((watched) => learned.rulesFor(watched));
    events.on('ordersChanged', (ids) => {
      attention.ordersChanged(ids);
      notifications.ordersChanged(ids);
    });
    events.on('ordersRemoved', (ids) => {
      attention.ordersGone(ids);
      notifications.ordersRemoved(ids);
    });
    events.on('orderUpdated', (update) => notifications.orderUpdated(update));
    events.on('notificationsStored', () => notifications.stored());
    events.on('serviceHealthChanged', (health) => contact.serviceHealthChanged(health));
    watcher.start();
    notifications.start();
    this.#look();
  }

  /** Whether something was logged that must not happen. */
  get defects(): readonly string[] {
    return this.#log.events('error');
  }

  async stop(): Promise<void> {
    this.#cancelLook();
    this.#notifications.stop();
    this.services.waitAlarm.stop();
    this.services.housekeeping.stop();
    this.services.retention.stop();
    this.services.recorder.stop();
    await this.services.watcher.stop();
    this.#database.close();
  }

  /** What the tray does once a minute. */
  #look(): void {
    this.#attention.refresh();
    this.#cancelLook = this.#clock.schedule(() => this.#look(), minuteMs);
  }
}
