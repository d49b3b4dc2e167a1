import type { NotificationText } from '../../core/notification/notification.ts';
import type { AttentionReason } from '../../core/watch/attention-reasons.ts';
import { attentionText } from '../../core/watch/attention-words.ts';
import { attention, type Attention } from '../../core/watch/attention.ts';
import { repeatedLoss } from '../../core/watch/order-flags.ts';
import type { WaitRules } from '../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { type CardSpeech, namingText } from './digest-text.ts';

/** An order that calls for a person, and why. */
export interface OpenCall {
  readonly watched: WatchedOrder;
  readonly attention: Attention;
}

/** What {@link openCalls} goes by. */
export interface OpenCallRules {
  readonly waitRules: (watched: WatchedOrder) => WaitRules;
  /** Whether it calls, as was chosen, and may be told now: it is not muted, snoozed, another desk's or held back. */
  readonly isTold: (watched: WatchedOrder, reason: AttentionReason) => boolean;
}

/** The orders that call for a person and were not handled, the most serious first. */
export function openCalls(
  list: readonly WatchedOrder[],
  nowMs: number,
  { isTold, waitRules }: OpenCallRules,
): readonly OpenCall[] {
  return list
    .flatMap((watched): readonly OpenCall[] => {
      const claim = attention(watched, nowMs, waitRules(watched), (reason) =>
        isTold(watched, reason),
      );
      return claim === null ? [] : [{ watched, attention: claim }];
    })
    .toSorted((one, other) => other.attention.score - one.attention.score);
}

/** The two lines that name orders which still call. */
export function openCallsText(calls: readonly OpenCall[], speech: CardSpeech): NotificationText {
  const orders = calls.map(({ attention: claim, watched }) => ({
    id: watched.id,
    why: attentionText(claim, repeatedLoss(watched), speech.language).toLowerCase(),
  }));
  return namingText(speech.words.calls.stillNeedYou(calls.length), orders, speech);
}
