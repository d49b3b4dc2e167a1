import { keptInTrayNotification } from '../../../core/notification/program-notifications.ts';
import type { NotificationWords } from '../../../core/notification/notification-english.ts';
import type { DesktopNotification, DesktopNotificationEvents } from '../../notify/ports.ts';

/**
 * What is said once, when closing the window hid it in the tray for the first time. It goes past the
 * outbox: it is about this moment, and a restart would tell it too late.
 */
export function keptInTrayCard(words: NotificationWords): DesktopNotification {
  const { event, isCritical, hasSound, texts } = keptInTrayNotification(words);
  return {
    key: event,
    tag: event,
    orderId: null,
    ...texts.full,
    isCritical,
    hasSound,
    actions: [],
  };
}

const nothing = (): void => undefined;

/** A click opens the window again; whether it was shown is of no consequence. */
export function keptInTrayEvents(openWindow: () => void): DesktopNotificationEvents {
  return { shown: nothing, failed: nothing, clicked: openWindow, acted: nothing };
}
