import { usualActions } from '../../../main/engine/notify/ports.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { isCall } from '../../../core/notification/levels.ts';
import { englishNotifications } from '../../../core/notification/notification-english.ts';
import { showDecision } from '../../../core/notification/show-decision.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { CardSpeech } from '../../../main/engine/notify/digest-text.ts';
import { Notifier, type NotifierParts } from '../../../main/engine/notify/notifier.ts';

/** Cards in English that say all. */
export const plainSpeech: CardSpeech = {
  language: 'en',
  locale: 'en',
  texts: englishNotifications,
  privacy: 'full',
  nameOf: (id) => id,
};

type Needed = Pick<NotifierParts, 'outbox' | 'desktop' | 'clock'>;

/** A notifier with the settings of the first start, an unlocked screen and a closed window. */
export function plainNotifier(
  parts: Needed & Partial<NotifierParts>,
  watched: (id: OrderId) => WatchedOrder | undefined = () => undefined,
): Notifier {
  return new Notifier({
    decision: (notification) =>
      showDecision(notification, {
        settings: defaultSettings,
        watched: notification.orderId === null ? null : (watched(notification.orderId) ?? null),
        openOrderId: null,
        isLocked: false,
        nowMs: parts.clock.wallMs(),
      }),
    isKnownNow: () => true,
    isCall: (notification) => isCall(notification, defaultSettings, null),
    isOpen: () => true,
    mayHoldAgain: () => false,
    isInDoubt: () => false,
    wasSeen: () => false,
    openCalls: () => [],
    areOpening: () => false,
    news: {
      isLiteral: (_news, isBurst) => !isBurst,
      gathers: (isBurst) => isBurst,
      digestEveryMs: () => 10_000,
      moveEveryMs: () => 60_000,
    },
    speech: () => plainSpeech,
    healthChanged: () => undefined,
    shown: () => undefined,
    opened: () => undefined,
    actionsOf: () => usualActions,
    acted: () => undefined,
    ...parts,
  });
}
