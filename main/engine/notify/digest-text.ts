import type { NotificationTexts } from '../../../core/notification/notification-english.ts';
import type {
  DigestReason,
  Notification,
  NotificationText,
  NotificationPrivacy,
} from '../../../core/notification/notification.ts';
import { clockText } from '../../../core/order/format.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Speech } from '../../../core/text/language.ts';
import { safeSnippet } from '../../../core/text/safe-text.ts';

/** Why news is gathered: many orders change, or it came while no person could be notified. */
export type Gathered = Exclude<DigestReason, 'inDoubt' | 'calls'>;

/** How cards speak at a moment. */
export interface CardSpeech extends Speech {
  /** How much may be shown. */
  readonly privacy: NotificationPrivacy;
  /** What a card for several calls an order: its label or its short uuid. */
  readonly nameOf: (id: OrderId) => string;
  readonly texts: NotificationTexts;
  /** Which desk has an order and does not answer, in a sentence; null for none. Default: there is no team. */
  readonly claimOf?: (id: OrderId) => string | null;
}

/** An order that a card for several may name, and why it is on the card where that is said. */
interface NamedOrder {
  readonly id: OrderId;
  readonly why?: string | null;
}

/** Three such names, and why, fit into the lines that most systems show of a body. */
const longestName = 40;
const mostNames = 3;

/**
 * The orders of a card for several in the order in which they are named, those first that it did not name yet, and
 * which of them it names now: one that may name no order says all at once.
 */
export function inTurn<Order>(
  orders: readonly Order[],
  isNamed: (order: Order) => boolean,
  { privacy }: Pick<CardSpeech, 'privacy'>,
): { readonly all: readonly Order[]; readonly named: readonly Order[] } {
  const all = [...orders.filter((each) => !isNamed(each)), ...orders.filter(isNamed)];
  return { all, named: privacy === 'countOnly' ? all : all.slice(0, mostNames) };
}

/** The two lines of a card that names the first three of some orders. Where it may name none, its title says all. */
export function namingText(
  title: string,
  orders: readonly NamedOrder[],
  speech: Omit<CardSpeech, keyof Speech>,
): NotificationText {
  const isNaming = speech.privacy !== 'countOnly' && orders.length > 0;
  return { title, body: isNaming ? speech.texts.sentences(namesText(orders, speech)) : '' };
}

/**
 * The two lines of a notification that stands for news of several orders: whose, and how many of each kind.
 *
 * @param news of each order the newest, the newest last
 * @param beginsToGather whether it is said that news comes together from now on
 */
export function newsText(
  news: readonly Notification[],
  about: Gathered,
  speech: Omit<CardSpeech, 'language'>,
  beginsToGather = false,
): NotificationText {
  const { digest, sentences } = speech.texts;
  // Events that have the same words are one to their reader.
  const counts = new Map<string, number>();
  for (const { event } of news) {
    const text = digest.events[event];
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const ranked = [...counts].toSorted((one, other) => other[1] - one[1]);
  const [only, ...others] = ranked;
  const earliestMs = Math.min(...news.map(({ decidedAtMs }) => decidedAtMs));
  const isGathered = about === 'burst' || about === 'front';
  const isOneKind = isGathered && only !== undefined && others.length === 0;
  const title = isGathered
    ? digest.since(news.length, clockText(earliestMs, speech.locale))
    : digest[about](news.length);
  if (speech.privacy === 'countOnly') return { title, body: digest.orders(news.length) };
  const parts = ranked.map(([text, count]) => digest.part(count, text));
  const orders = news
    .toReversed()
    .flatMap(({ orderId }) => (orderId === null ? [] : { id: orderId }));
  return {
    title: isOneKind ? digest.oneKind(news.length, only[0]) : title,
    body: sentences(
      namesText(orders, speech),
      isOneKind ? null : digest.parts(parts),
      beginsToGather ? digest.gathers : null,
    ),
  };
}

/** The first three by name, and how many more there are. */
function namesText(
  orders: readonly NamedOrder[],
  { nameOf, texts }: Pick<CardSpeech, 'nameOf' | 'texts'>,
): string {
  const names = orders.slice(0, mostNames).map(({ id, why = null }) => {
    const name = safeSnippet(nameOf(id), longestName);
    return why === null ? name : texts.calls.named(name, why);
  });
  return texts.names(names, orders.length - names.length);
}
