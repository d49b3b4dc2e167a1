import type { NotificationWords } from '../../core/notification/notification-english.ts';
import type {
  NotificationPrivacy,
  NotificationText,
} from '../../core/notification/notification.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { safeSnippet } from '../../core/text/safe-text.ts';
import type { Language } from '../../core/text/language.ts';
import { attentionText } from '../../core/watch/attention-words.ts';
import { attention, type Attention } from '../../core/watch/attention.ts';
import { repeatedLoss } from '../../core/watch/order-flags.ts';
import type { WaitRules } from '../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';

/** An order that calls for a person, and why. */
export interface OpenCall {
  readonly watched: WatchedOrder;
  readonly attention: Attention;
}

/** What {@link openCalls} goes by. */
export interface OpenCallRules {
  readonly waitRules: (watched: WatchedOrder) => WaitRules;
  /** Whether it may be told now: it is not muted, snoozed, another desk's or held back by quiet hours. */
  readonly isTold: (watched: WatchedOrder) => boolean;
}

/** Three such names and why they call fit into the lines that most systems show of a body. */
const longestName = 40;
/** So many of them a card names at once. */
export const namedAtOnce = 3;

/** The orders that call for a person and were not handled, the most serious first. */
export function openCalls(
  list: readonly WatchedOrder[],
  nowMs: number,
  { isTold, waitRules }: OpenCallRules,
): readonly OpenCall[] {
  return list
    .flatMap((watched): readonly OpenCall[] => {
      const claim = attention(watched, nowMs, waitRules(watched));
      return claim === null || !isTold(watched) ? [] : [{ watched, attention: claim }];
    })
    .toSorted((one, other) => other.attention.score - one.attention.score);
}

/** The two lines that name orders which still call, the first {@link namedAtOnce} of them. */
export function openCallsText(
  calls: readonly OpenCall[],
  options: {
    readonly words: NotificationWords;
    readonly language: Language;
    readonly privacy: NotificationPrivacy;
    readonly nameOf: (id: OrderId) => string;
  },
): NotificationText {
  const { language, nameOf, privacy, words } = options;
  const title = words.calls.stillNeedYou(calls.length);
  if (privacy === 'countOnly') return { title, body: title };
  const named = calls.slice(0, namedAtOnce).map(({ attention: claim, watched }) => {
    const why = attentionText(claim, repeatedLoss(watched), language).toLowerCase();
    return words.calls.named(safeSnippet(nameOf(watched.id), longestName), why);
  });
  return { title, body: words.sentences(words.names(named, calls.length - named.length)) };
}
