import type { Clock } from '../../core/clock.ts';
import { isCauseStanding } from '../../core/notification/levels.ts';
import type { NotificationFault } from '../../core/notification/notification-fault.ts';
import { type OrderId, parseOrderId } from '../../core/order/order-id.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { AttentionIndex } from '../engine/board/attention-index.ts';
import { SeenOrders } from '../engine/board/seen-orders.ts';
import type { AppEvents } from '../engine/events.ts';
import type { Platform } from '../engine/launch/platform.ts';
import type { Metrics } from '../engine/metrics/metrics.ts';
import { answeredAlarms } from '../engine/notify/claims/answered-alarms.ts';
import { ClaimedAlarms } from '../engine/notify/claims/claimed-alarms.ts';
import { Notifications } from '../engine/notify/notifications.ts';
import { usualActions } from '../engine/notify/ports.ts';
import { PresenceReporter } from '../engine/team/presence-reporter.ts';
import { recordedSources } from '../engine/recorder/recorded-reads.ts';
import type { Services } from '../engine/services.ts';
import * as desktop from './electron-desktop.ts';
import { listenToEarlierNotifications } from './notifications/electron-notifications.ts';
import type { Presentation } from './presentation.ts';
import { deskAttendance } from './system/desk-attendance.ts';
import { IdleReturn } from './system/idle-return.ts';

/** What {@link createNotifying} joins. */
interface NotifyingSources {
  readonly services: Pick<
    Services,
    | 'archive'
    | 'forecasts'
    | 'archived'
    | 'connection'
    | 'history'
    | 'liveOrders'
    | 'outbox'
    | 'recorded'
    | 'recorder'
    | 'team'
    | 'waitAlarm'
    | 'watcher'
  >;
  readonly presentation: Pick<
    Presentation,
    'attendance' | 'clipboard' | 'screenLock' | 'sounds' | 'systemNotifications' | 'window'
  >;
  readonly attention: AttentionIndex;
  readonly metrics: Metrics;
  /** This desk in its team; null where there is none. */
  readonly deskId: string | null;
  /** Called when the dispatcher or the computer is back. */
  readonly lookAround: () => void;
  readonly platform: Platform;
  readonly events: AppEvents;
  readonly clock: Clock;
}

/** What tells the dispatcher of what needs them. */
export type Notifying = ReturnType<typeof createNotifying>;

/** Builds {@link Notifying}. Nothing is told before it is started. */
export function createNotifying(sources: NotifyingSources) {
  const { attention, clock, deskId, events, lookAround, metrics, platform, services } = sources;
  const { archive, archived, connection, recorder, watcher } = services;
  const { attendance, clipboard, screenLock, sounds, systemNotifications, window } =
    sources.presentation;
  // What decides on notifications reads through the recorder, so that nothing it saw is missing in the recording.
  const recorded = recordedSources(recorder, {
    screenLock,
    watch: watcher,
    window: {
      get orderInFront() {
        return window.orderInFront;
      },
      get isAttended() {
        return attendance.isAttended;
      },
    },
    desktop: systemNotifications,
  });
  const { team } = services;
  const claims =
    deskId === null || team === null
      ? null
      : new ClaimedAlarms({
          clock,
          deskId,
          presenceOf: (id) => team.presenceOf(id),
          settings: services.recorded.settings,
          isStanding: (event, watched) =>
            isCauseStanding(event, watched, clock.wallMs(), waitRules(watched)),
          passedOnChanged: (ids) => void recorder.read('passedOn', ids),
        });
  const notifications = new Notifications({
    ...(claims !== null && { claims }),
    clock,
    outbox: services.outbox,
    desktop: recorded.desktop,
    sounds,
    watch: recorded.watch,
    liveOrders: services.liveOrders,
    teamIsRead: services.team?.upToDate,
    listedCount: () => attention.listedCount,
    archivedGroups: () => archived.groups(),
    history: services.history,
    forecasts: services.forecasts,
    settings: services.recorded.settings,
    localisation: services.recorded.localisation,
    window: {
      get orderInFront() {
        return recorded.orderInFront();
      },
      get isAttended() {
        return recorded.isAtWindow();
      },
      get wasAttendedLately() {
        return attendance.wasAttendedLately;
      },
      show: () => window.show(),
      sendIfListening: (channel, value) => window.sendIfListening(channel, value),
    },
    screenLock: recorded.screenLock,
    lockHasAnswered: screenLock.hasAnswered,
    clipboard,
    ...(team?.state.me.role === 'dispatcher' && {
      takeOver: async (id: OrderId) =>
        (await team.claim([id], { takesOver: true })).get(id) === null,
    }),
    reveal: (ids, topic) => void events.emit('ordersRequested', { ids, topic }),
    snoozedAtCard: (id) => recorder.snoozedAtCard(id),
    healthChanged: () => void events.emit('notificationHealthChanged'),
    historyChanged: () => void events.emit('notificationsChanged'),
    settled: (outcome, count) => metrics.notificationsSettled(outcome, count),
  });
  const { contact, learned, notifier } = notifications;
  const waitRules = (watched: WatchedOrder) => learned.rulesFor(watched);
  services.waitAlarm.judgeBy(waitRules);
  watcher.checks?.judgeRestsBy(waitRules);
  attention.attach({
    isLeftToOther: (watched) => claims?.isLeftToOther(watched) === true,
    watch: watcher,
    archiveChoice: (id) => archive.choiceOf(id),
    waitRules,
    // Later, because the tray is being drawn.
    archived: (ids) => void clock.schedule(() => watcher.evict(ids), 0),
    judged: (watched, nowMs) => notifications.waits.look(watched, nowMs),
  });
  const seenOrders = new SeenOrders({
    watch: watcher,
    clock,
    waitRules,
    seen: (ids) => notifications.seen(ids),
  });
  const idleReturn = new IdleReturn({
    input: desktop.powerMonitor,
    clock,
    isAnythingWatched: () => watcher.count > 0,
    returned() {
      recorder.returned();
      notifier.dispatcherIsBack();
    },
  });
  const presence =
    deskId === null || team === null
      ? null
      : new PresenceReporter({
          clock,
          attendance: deskAttendance(screenLock, desktop.powerMonitor),
          answers: () =>
            answeredAlarms(watcher.known(), deskId, clock.wallMs(), waitRules, window.orderInFront),
          say: (said) => team.attend(said),
        });
  const clicked = (tag: string | null): void => {
    const id = parseOrderId(tag ?? '');
    if (id === null) window.show();
    else events.emit('ordersRequested', { ids: [id], topic: null });
  };

  return {
    notifier,
    learned,
    waitRules,
    seenOrders,
    handlers: [notifications.handlers] as const,
    parts: [
      notifications,
      // After it: cards that go with the program are closed when the daemon was told so.
      { stop: () => systemNotifications.settled() },
      recorder,
      idleReturn,
      ...(presence === null ? [] : [presence]),
    ] as const,
    /** Why another desk's claim keeps an order's alarms no more; null while it does. */
    passedOn: (watched: WatchedOrder) => claims?.passedOn(watched) ?? null,
    subscribe(): void {
      events.on('ordersChanged', (ids) => {
        recorded.look();
        if (attention.ordersChanged(ids)) events.emit('attentionChanged');
        notifications.ordersChanged(ids);
        idleReturn.ordersChanged();
      });
      events.on('ordersRemoved', (ids) => {
        attention.ordersGone(ids);
        notifications.ordersRemoved(ids);
      });
      events.on('ordersEvicted', (ids) => {
        attention.ordersGone(ids);
        notifications.ordersEvicted(ids);
      });
      events.on('orderUpdated', (update) => notifications.orderUpdated(update));
      events.on('notificationsStored', () => notifications.stored());
      events.on('notificationsChanged', () =>
        window.sendIfListening('notifications:changed', null),
      );
      events.on('serviceHealthChanged', (health) => {
        // Before a connection is set up there is no contact to lose.
        if (connection.state.kind === 'none' && services.team === null) notifier.seesAgain();
        else contact.serviceHealthChanged(health);
      });
      events.on('notificationDaemonFound', (isThere) =>
        notifier.daemonFound(isThere, 'no-daemon' satisfies NotificationFault),
      );
    },
    /** Hears of sleep, of the lock and of clicks on earlier cards, of which one may have started the program. */
    followComputer(): void {
      desktop.whenSuspended(() => {
        presence?.fellAsleep();
        recorder.fellAsleep();
      });
      desktop.whenWoken(() => {
        recorder.woke();
        lookAround();
        presence?.woke();
        notifications.woke();
      });
      screenLock.listen({
        unlocked() {
          recorder.unlocked();
          lookAround();
          presence?.look();
          notifications.unlocked();
        },
        // What was held back meanwhile, if anything, is told.
        foundUnlocked: () => notifier.situationChanged(),
      });
      listenToEarlierNotifications(platform, {
        isHeld: (tag) => systemNotifications.isHeld(tag),
        clicked,
        acted(tag, index) {
          const id = parseOrderId(tag);
          const action = usualActions[index];
          // Which buttons that card had is not known: only what every card may have there is done.
          const isOffered =
            id !== null && action !== undefined && notifications.actionsOf(id).includes(action);
          if (isOffered) notifications.act(action, id);
          else clicked(tag);
        },
      });
    },
  };
}
