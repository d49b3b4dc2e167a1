import { attentionWords } from './attention-words.ts';
import type { OrderRow } from './board.ts';
import { shortId } from './format.ts';
import { isFinished } from './order-status.ts';

/** At most this many orders are named: a message in a chat is read, not searched. */
const mostNamed = 10;

/** What the summary takes from a row. */
export type SummaryRow = Pick<OrderRow, 'id' | 'label' | 'status' | 'attention'>;

/**
 * The desk in a few lines for a chat: how many orders are open, and which need attention and why, the
 * most serious first. It names orders by the dispatcher's own label or the short uuid, and nobody.
 */
export function deskSummary(rows: readonly SummaryRow[]): string {
  const open = rows.filter(({ status }) => status === null || !isFinished(status.phase));
  const needy = rows
    .flatMap(({ id, label, attention }) =>
      attention === null ? [] : [{ name: label ?? shortId(id), ...attention }],
    )
    .toSorted((left, right) => right.score - left.score);
  const head = `${open.length.toLocaleString('en')} open, ${needy.length.toLocaleString('en')} ${needy.length === 1 ? 'needs' : 'need'} attention`;
  if (needy.length === 0) return head;
  const named = needy
    .slice(0, mostNamed)
    .map(({ name, reason }) => `- ${name}: ${attentionWords(reason).toLowerCase()}`);
  const rest = needy.length - named.length;
  return [
    `${head}:`,
    ...named,
    ...(rest > 0 ? [`and ${rest.toLocaleString('en')} more`] : []),
  ].join('\n');
}
