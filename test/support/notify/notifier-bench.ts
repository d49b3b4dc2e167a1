import { usualActions } from '../../../main/engine/notify/ports.ts';
import type { NotificationHealth } from '../../../core/board/board.ts';
import type { RevealedOrders } from '../../../core/bridge/bridge.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderPreferences } from '../../../core/watch/order-preferences.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { showDecision } from '../../../core/notification/show-decision.ts';
import type {
  Notification,
  NotificationEvent,
  NotificationPrivacy,
} from '../../../core/notification/notification.ts';
import type { Notifier } from '../../../main/engine/notify/notifier.ts';
import { RetryingOutbox } from '../../../main/engine/notify/retrying-outbox.ts';
import { FakeClock } from '../fake-clock.ts';
import { FailingOutbox } from '../storage/failing-outbox.ts';
import { plainNotifier, plainSpeech } from './plain-notifier.ts';
import { RecordingNotifications } from './recording-notifications.ts';
import { orderIdAt, someNotification } from '../watched-orders.ts';

/** A notifier with fakes in memory, and a record of what it did. */
export interface NotifierBench {
  readonly clock: FakeClock;
  readonly outbox: FailingOutbox;
  readonly desktop: RecordingNotifications;
  readonly notifier: Notifier;
  readonly health: NotificationHealth[];
  readonly opened: RevealedOrders[];
  /** What may be repeated. */
  readonly repeatable: Notification[];
  readonly acted: string[];
  readonly muted: Set<OrderId>;
  readonly preferences: Map<OrderId, OrderPreferences>;
  settings: Partial<Settings>;
  isLocked: boolean;
  isAtWindow: boolean;
  /** Whether more orders are live than are told one by one. */
  areManyLive: boolean;
  /** Orders whose calls have ended. */
  readonly over: Set<OrderId>;
  /** Events whose calls have ended, of all orders. */
  readonly overEvents: Set<NotificationEvent>;
  /** Orders of which it cannot be known whether their calls have ended. */
  readonly unclear: Set<OrderId>;
  /** Of these events the last answer says otherwise, and the next one decides. */
  readonly doubted: Set<NotificationEvent>;
  /** Orders that were looked at since. */
  readonly seen: Set<OrderId>;
  /** Orders that were not read since the start. */
  readonly unread: Set<OrderId>;
  openOrderId: OrderId | null;
  privacy: NotificationPrivacy;
  /** Puts a notification about the order with this number into the outbox. */
  readonly decide: (index: number, parts?: Partial<Notification>) => Notification;
  /** Does the same, and tells the notifier that it is in the outbox. */
  readonly tell: (index: number, parts?: Partial<Notification>) => Notification;
}

/** Starts a notifier. A second one on the same outbox and clock is a restart. */
export function notifierBench(
  outbox = new FailingOutbox(),
  clock = new FakeClock(),
  settings: Partial<Settings> = {},
): NotifierBench {
  const desktop = new RecordingNotifications();
  let count = 0;
  const made: NotifierBench = {
    clock,
    outbox,
    desktop,
    health: [],
    opened: [],
    repeatable: [],
    acted: [],
    muted: new Set(),
    preferences: new Map(),
    settings,
    isLocked: false,
    isAtWindow: false,
    areManyLive: false,
    over: new Set(),
    overEvents: new Set(),
    unclear: new Set(),
    doubted: new Set(),
    seen: new Set(),
    unread: new Set(),
    openOrderId: null,
    privacy: 'full',
    notifier: plainNotifier({
      outbox: new RetryingOutbox(outbox, clock),
      desktop,
      clock,
      decision: (notification) =>
        showDecision(notification, {
          settings: { ...defaultSettings, ...made.settings },
          watched: {
            isMuted: notification.orderId !== null && made.muted.has(notification.orderId),
            preferences:
              notification.orderId === null
                ? null
                : (made.preferences.get(notification.orderId) ?? null),
          },
          openOrderId: made.openOrderId,
          isLocked: made.isLocked,
          isAtWindow: made.isAtWindow,
          nowMs: clock.wallMs(),
        }),
      isKnownNow: (id) => !made.unread.has(id),
      isOpen: ({ event, orderId }) =>
        orderId === null || !(made.over.has(orderId) || made.overEvents.has(event)),
      mayHoldAgain: ({ orderId }) => orderId !== null && made.unclear.has(orderId),
      isInDoubt: ({ event }) => made.doubted.has(event),
      wasSeen: ({ orderId }) => orderId !== null && made.seen.has(orderId),
      news: {
        isLiteral: (_news, isBurst) => !isBurst && !made.areManyLive,
        gathers: (isBurst) => isBurst || made.areManyLive,
        digestEveryMs: () =>
          (made.settings.digestMinutes ?? defaultSettings.digestMinutes) * 60_000,
        moveEveryMs: () => 60_000,
      },
      speech: () => ({
        ...plainSpeech,
        privacy: made.privacy,
        nameOf: (id) => `Order ${id.slice(-2)}`,
      }),
      healthChanged: (health) => made.health.push(health),
      opened: (ids, topic) => made.opened.push({ ids, topic }),
      shown: (notification) => made.repeatable.push(notification),
      actionsOf: () => usualActions,
      acted: (action, id) => made.acted.push(`${action} ${id}`),
    }),
    decide: (index, parts = {}) => {
      count += 1;
      const notification = someNotification(`${index}.${count}`, {
        orderId: orderIdAt(index),
        decidedAtMs: clock.wallMs(),
        ...parts,
      });
      outbox.put(notification);
      return notification;
    },
    tell: (index, parts) => {
      const notification = made.decide(index, parts);
      made.notifier.notificationsStored();
      return notification;
    },
  };
  made.notifier.start();
  return made;
}
