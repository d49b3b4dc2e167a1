import { shortId } from '../../core/order/format.ts';
import type { NotificationHealth } from '../../core/bridge/board.ts';
import type { Speech } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { shownPrivacy, showDecision } from '../../core/notification/show-decision.ts';
import { localisedNotifications } from '../../core/notification/localised-words.ts';
import type { Notification } from '../../core/notification/notification.ts';
import { LearnedRules, rememberMs } from '../notify/learned-rules.ts';
import { WaitNotifications } from '../notify/wait-notifications.ts';
import { FlapDamper } from '../notify/flap-damper.ts';
import type {
  NotificationAction,
  DesktopNotifications,
  Outbox,
  PastMatch,
  RecentNotification,
} from '../notify/ports.ts';
import { ContactNotifications } from '../notify/contact-notifications.ts';
import { Notifier } from '../notify/notifier.ts';
import { Reminders } from '../notify/reminders.ts';
import { RetryingOutbox } from '../notify/retrying-outbox.ts';
import { NotificationSelfTest } from '../notify/self-test.ts';
import type { BridgeHandlers, HandlersOf } from '../../core/bridge/bridge.ts';
import type { MainWindow } from '../desktop/window/main-window.ts';
import type { PolicyOptions } from '../notify/policy.ts';
import type { Clock } from '../watch/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** What the window asks about notifications. */
export type NotificationHandlers = HandlersOf<'notifications'> &
  Pick<BridgeHandlers, 'orders:wish' | 'orders:groups'>;

/** The history lists this many notifications. */
const historyLimit = 500;

/** What notifying needs of the rest. */
export interface NotificationChoices {
  readonly clock: Clock;
  readonly outbox: Outbox & { recent(limit: number): readonly RecentNotification[] };
  readonly desktop: DesktopNotifications;
  readonly watch: Pick<Watch, 'count' | 'get' | 'list' | 'wish' | 'sight'>;
  readonly settings: () => Settings;
  readonly window: Pick<MainWindow, 'orderInFront' | 'show' | 'sendIfListening'>;
  readonly isLocked: () => boolean;
  readonly healthChanged: (health: NotificationHealth) => void;
  /** Opens the window on an order. */
  readonly reveal: (orderId: OrderId) => void;
  /** The matches and releases since a time, oldest first. */
  readonly matchesSince: (sinceMs: number) => readonly PastMatch[];
  readonly copyUuid: (id: OrderId) => void;
  readonly speech: () => Speech;
}

/** How an update is worded, as the dispatcher has it at the moment. */
export function wordingOptions(
  settings: Settings,
  speech: Speech,
): PolicyOptions & { readonly settings: Settings } {
  return {
    priceUnit: settings.priceUnit,
    locale: speech.locale,
    words: localisedNotifications(speech),
    settings,
  };
}

/** Everything that notifies. */
export interface NotificationServices {
  readonly notifier: Notifier;
  readonly contact: ContactNotifications;
  readonly learned: LearnedRules;
  readonly waits: WaitNotifications;
  /** The dispatcher looked at these orders or stopped watching them. */
  readonly seen: (ids: readonly OrderId[]) => void;
  readonly handlers: NotificationHandlers;
  /** A button was pressed on a notification about an order. */
  readonly act: (action: NotificationAction, id: OrderId) => void;
  /** These orders left the watch list. */
  readonly forget: (ids: readonly OrderId[]) => void;
  /** In the order in which they begin. */
  readonly lives: readonly { start?(): void; stop(): void }[];
}

/** Joins what notifies: what is damped, held back, shown, snoozed and repeated. */
export function createNotifications(choices: NotificationChoices): NotificationServices {
  const { clock, desktop, settings, speech, watch, window } = choices;
  const stored = choices.outbox;
  const outbox = new RetryingOutbox(stored, clock);
  const words = () => localisedNotifications(speech());
  const notify = (notification: Notification): void => {
    const isWatched = () =>
      notification.orderId === null || watch.get(notification.orderId) !== undefined;
    outbox.put(() => (isWatched() ? notification : null));
  };
  const damper = new FlapDamper({ clock, watched: (id) => watch.get(id), notify, words });
  const reminders = new Reminders({
    clock,
    remindEveryMinutes: () => settings().remindEveryMinutes,
    notify,
    snooze: (id, snoozedUntilMs) => watch.wish([id], { snoozedUntilMs }),
  });
  const learned = new LearnedRules(clock, settings);
  const waits = new WaitNotifications({
    rules: (watched) => learned.rulesFor(watched),
    options: () => wordingOptions(settings(), speech()),
    notify,
  });
  const notifier = new Notifier({
    outbox,
    desktop,
    clock,
    decision: (notification) =>
      showDecision(notification, {
        settings: settings(),
        watched: notification.orderId === null ? null : (watch.get(notification.orderId) ?? null),
        openOrderId: window.orderInFront,
        isLocked: choices.isLocked(),
        nowMs: clock.wallMs(),
      }),
    privacy: () => shownPrivacy(settings(), choices.isLocked()),
    isDamped: (notification) => damper.isDamped(notification),
    nameOf: (id) => watch.get(id)?.label ?? shortId(id),
    words,
    healthChanged: choices.healthChanged,
    shownAlone: (notification) => reminders.shown(notification),
    opened: (id) => (id === null ? window.show() : choices.reveal(id)),
    acted: act,
  });
  const contact = new ContactNotifications({
    clock,
    outbox,
    watchedCount: () => watch.count,
    sight: () => watch.sight,
    recovered: () => notifier.gatherAfterAway(),
    speech,
  });
  const selfTest = new NotificationSelfTest({
    clock,
    outbox: stored,
    notifier,
    progressed: (test) => window.sendIfListening('notifications:test-progressed', test),
    speech,
  });
  function act(action: NotificationAction, id: OrderId): void {
    switch (action) {
      case 'open':
        return choices.reveal(id);
      case 'snooze':
        reminders.snooze(id);
        return notifier.seen(id);
      case 'copyUuid':
        return choices.copyUuid(id);
    }
  }
  return {
    notifier,
    contact,
    learned,
    waits,
    act,
    seen(ids) {
      for (const id of ids) {
        reminders.seen(id);
        notifier.seen(id);
      }
    },
    handlers: {
      'orders:wish'({ ids, change }) {
        watch.wish(ids, change);
        notifier.situationChanged();
        return { ok: true, value: null };
      },
      'orders:groups': () => {
        const groups = watch.list().flatMap(({ wishes }) => wishes?.group ?? []);
        return { ok: true, value: [...new Set(groups)].toSorted((a, b) => a.localeCompare(b)) };
      },
      'notifications:test': () => ({ ok: true, value: selfTest.run() }),
      'notifications:history': () => ({
        ok: true,
        value: stored.recent(historyLimit).map(({ notification, outcome }) => ({
          key: notification.key,
          orderId: notification.orderId,
          event: notification.event,
          atMs: notification.decidedAtMs,
          ...notification.texts[settings().notificationPrivacy],
          outcome,
        })),
      }),
    },
    forget(ids) {
      for (const id of ids) {
        learned.orderRemoved(id);
        waits.forget(id);
      }
    },
    lives: [
      recalling(clock, () => {
        learned.recall(choices.matchesSince(clock.wallMs() - rememberMs));
      }),
      notifier,
      contact,
      damper,
      reminders,
      selfTest,
      { stop: () => desktop.programEnds() },
    ],
  };
}

/** Earlier runs are read once the window is there; no order has waited long enough before that. */
const recallAfterMs = 3000;

/** Recalls what earlier runs learned, once the start is over. */
function recalling(clock: Clock, recall: () => void): { start(): void; stop(): void } {
  let cancel: (() => void) | null = null;
  return {
    start() {
      cancel = clock.schedule(recall, recallAfterMs);
    },
    stop: () => cancel?.(),
  };
}
