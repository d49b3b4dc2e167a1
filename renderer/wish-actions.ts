import type { WaybellBridge } from '../core/bridge/bridge.ts';
import { clockText } from '../core/order/format.ts';
import type { OrderId } from '../core/order/order-id.ts';
import type { WishesChange } from '../core/watch/order-wishes.ts';
import { tomorrowMs } from '../core/text/tomorrow.ts';
import { answerOf } from './bridge.ts';
import type { ActionPeers, Actions } from './actions.ts';

/** For how long the notifications of an order can be put off. */
export type SnoozeTime = 'quarter' | 'hour' | 'tomorrow';

/** As long as a courier may take to answer the telephone. */
const remindAfterMs = 5 * 60_000;

/** What the dispatcher can wish for orders. */
export interface WishActions {
  /** Changes what is wished for these orders; only what is named changes. */
  readonly wish: (ids: readonly OrderId[], change: WishesChange) => Promise<boolean>;
  /** Holds their notifications back for a while; they are told when it is over. */
  readonly snooze: (ids: readonly OrderId[], time: SnoozeTime) => Promise<void>;
  /** Has them told again in five minutes, if it is still so by then. */
  readonly remind: (ids: readonly OrderId[]) => Promise<boolean>;
  /** The groups that orders belong to; empty when they cannot be had. */
  readonly groups: () => Promise<readonly string[]>;
}

/** When a snooze that begins now is over, in milliseconds since 1970. */
export function snoozeEndMs(time: SnoozeTime, nowMs: number): number {
  switch (time) {
    case 'quarter':
      return nowMs + 15 * 60_000;
    case 'hour':
      return nowMs + 60 * 60_000;
    case 'tomorrow':
      return tomorrowMs(nowMs);
  }
}

/** The wishes of one window. */
export function createWishActions(
  {
    bridge,
    toasts,
    time,
    words,
  }: Pick<ActionPeers, 'toasts' | 'time' | 'words'> & {
    readonly bridge: Pick<WaybellBridge, 'wishForOrders' | 'orderGroups'>;
  },
  sayFailure: Actions['sayFailure'],
  subjectOf: (ids: readonly OrderId[]) => string,
): WishActions {
  const wish = async (ids: readonly OrderId[], change: WishesChange): Promise<boolean> => {
    if (ids.length === 0) return false;
    const answer = await answerOf<'orders:wish'>(bridge.wishForOrders({ ids: [...ids], change }));
    if (!answer.ok) sayFailure(answer.failure);
    return answer.ok;
  };
  return {
    wish,
    snooze: async (ids, snoozeTime) => {
      const snoozedUntilMs = snoozeEndMs(snoozeTime, time.nowMs());
      if (!(await wish(ids, { snoozedUntilMs }))) return;
      const text = words();
      toasts.show(
        {
          icon: 'bell-off',
          text: text.wishes.snoozedToast(clockText(snoozedUntilMs, text.locale)),
          subject: subjectOf(ids),
        },
        () => void wish(ids, { snoozedUntilMs: null }),
      );
    },
    remind: (ids) => wish(ids, { remindAtMs: time.nowMs() + remindAfterMs }),
    groups: async () => {
      const answer = await answerOf<'orders:groups'>(bridge.orderGroups());
      return answer.ok ? answer.value : [];
    },
  };
}
