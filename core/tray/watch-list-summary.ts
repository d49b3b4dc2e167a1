import { attentionText, handledText } from '../watch/attention-texts.ts';
import { type Attention, byUrgency } from '../watch/attention.ts';
import { maskText } from '../privacy/phone-mask.ts';
import { cleanLine } from '../text/safe-text.ts';
import type { OrderRow } from '../board/board.ts';
import { orderName } from '../notification/notification-pieces.ts';
import type { Language, Speech } from '../text/language.ts';
import { ageInWriting } from '../watch/fact-age.ts';
import { isFinished } from '../order/order-status.ts';

/** At most this many orders are named: a message in a chat is read, not searched. */
const mostNamed = 10;
/** The longest text of how an order was handled, in characters. */
const longestHandled = 120;

/** What the summary shows of a row. */
export type SummaryRow = Pick<
  OrderRow,
  'id' | 'label' | 'status' | 'attention' | 'handled' | 'repeatedLoss' | 'isArchived'
>;

/** What a summary says, in each language. */
interface SummaryTexts {
  readonly head: (open: number, needy: number) => string;
  readonly handled: (orders: number) => string;
  readonly done: (line: string, handled: string) => string;
  readonly line: (name: string, reason: string, age: string) => string;
  readonly more: (orders: number) => string;
}

const english = new Intl.NumberFormat('en');
const chinese = new Intl.NumberFormat('zh-Hant');

const textsIn: Readonly<Record<Language, SummaryTexts>> = {
  en: {
    head: (open, needy) =>
      `${english.format(open)} open, ${english.format(needy)} ${needy === 1 ? 'needs' : 'need'} attention`,
    handled: (orders) => `, ${english.format(orders)} handled`,
    done: (line, handled) => `${line}; ${handled}`,
    line: (name, reason, age) => `• ${name}: ${reason.toLowerCase()}, ${age}`,
    more: (orders) => `and ${english.format(orders)} more`,
  },
  'zh-Hant': {
    head: (open, needy) => `${chinese.format(open)} 筆未結束，${chinese.format(needy)} 筆需要處理`,
    handled: (orders) => `，${chinese.format(orders)} 筆已處理`,
    done: (line, handled) => `${line}；${handled}`,
    line: (name, reason, age) => `• ${name}：${reason}，${age}`,
    more: (orders) => `還有 ${chinese.format(orders)} 筆`,
  },
};

/**
 * The watch list in a few lines for a chat: how many orders are open, which need attention and why, the most
 * serious first, each with its own time, which is still right when the message is read later, and after them
 * what is handled and how. It names orders by the dispatcher's own label without phone numbers, or the short
 * uuid, and no people but those in the dispatcher's own words.
 * No line begins with a hyphen or another sign with which a spreadsheet begins a formula: a label can come
 * from a stranger's mail.
 */
export function watchListSummary(
  rows: readonly SummaryRow[],
  speech: Speech,
  nowMs: number,
): string {
  const { language } = speech;
  const texts = textsIn[language];
  const open = rows.filter(
    ({ isArchived, status }) => !isArchived && (status === null || !isFinished(status.phase)),
  );
  const needy = rows
    .flatMap(({ id, label, attention, repeatedLoss }) =>
      attention === null ? [] : [{ name: orderName(id, label), attention, repeatedLoss }],
    )
    .toSorted((left, right) => byUrgency(left.attention, right.attention));
  const done = rows
    .flatMap(({ id, label, handled, isArchived, repeatedLoss }) =>
      handled === undefined || isArchived
        ? []
        : [{ name: orderName(id, label), handled, repeatedLoss }],
    )
    .toSorted((left, right) => right.handled.atMs - left.handled.atMs);
  const head = `${texts.head(open.length, needy.length)}${done.length === 0 ? '' : texts.handled(done.length)}`;
  const line = (
    name: string,
    claim: Pick<Attention, 'age' | 'reason'>,
    loss: SummaryRow['repeatedLoss'],
  ): string =>
    texts.line(name, attentionText(claim, loss, language), ageInWriting(claim.age, nowMs, speech));
  const lines = [
    ...needy.map(({ name, attention, repeatedLoss }) => line(name, attention, repeatedLoss)),
    ...done.map(({ name, handled, repeatedLoss }) =>
      texts.done(
        line(name, handled, repeatedLoss),
        maskText(cleanLine(handledText(handled, handled.desk, nowMs, speech), longestHandled)),
      ),
    ),
  ];
  if (lines.length === 0) return head;
  const named = lines.slice(0, mostNamed);
  const rest = lines.length - named.length;
  const colon = language === 'en' ? ':' : '：';
  return [`${head}${colon}`, ...named, ...(rest > 0 ? [texts.more(rest)] : [])].join('\n');
}
