import { shortId } from '../../core/order/format.ts';
import { isOrderId } from '../../core/order/order-id.ts';
import type { NotificationOutcome } from '../../core/notification/notification.ts';
import type { Decision } from '../../main/engine/replay/decisions.ts';
import type { Difference } from './differences.ts';

/** What came of replaying a file. */
export interface ReplayReport {
  /** Of the Waybell that recorded it. */
  readonly version: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly orderCount: number;
  readonly decisions: readonly Decision[];
  readonly differences: readonly Difference[];
}

/** In words: how many decisions of each kind there were, and every difference. */
export function reportText(report: ReplayReport): string {
  const { decisions, differences, fromMs, orderCount, untilMs, version } = report;
  const counts = Object.entries(countsOf(decisions));
  const width = Math.max(0, ...counts.map(([kind]) => kind.length));
  const countWidth = Math.max(0, ...counts.map(([, count]) => String(count).length));
  const orders = orderCount === 1 ? '1 order' : `${orderCount} orders`;
  const difference =
    differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return [
    `Recorded by Waybell ${version}, ${timeOf(fromMs)} to ${timeOf(untilMs)}, ${orders}.`,
    '',
    ...counts.map(([kind, count]) => {
      return `${kind.padEnd(width)}  ${String(count).padStart(countWidth)}`;
    }),
    '',
    `${differences.length === 0 ? 'No differences' : difference} from what was recorded.`,
    ...differences.map(({ atMs, event, key, recorded, replayed }) => {
      const outcomes = `${recorded ?? 'none'} -> ${replayed ?? 'none'}`;
      return `${timeOf(atMs)}  ${orderOf(key)}  ${event}  ${outcomes}`;
    }),
    '',
  ].join('\n');
}

/** One JSON object per line: the decisions, the differences, and last the counts. */
export function reportLines(report: ReplayReport): string {
  const { decisions, differences, fromMs, orderCount, untilMs, version } = report;
  const lines = [
    ...decisions.map(({ atMs, kind, ...rest }) => ({ kind, at: timeOf(atMs), ...rest })),
    ...differences.map(({ atMs, ...rest }) => ({ kind: 'difference', at: timeOf(atMs), ...rest })),
    {
      kind: 'counts',
      version,
      from: timeOf(fromMs),
      until: timeOf(untilMs),
      orders: orderCount,
      decisions: countsOf(decisions),
      differences: differences.length,
    },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** In the same order whatever came first. */
function countsOf(decisions: readonly Decision[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  const count = (kind: string, by = 1): void => void counts.set(kind, (counts.get(kind) ?? 0) + by);
  for (const decision of decisions) {
    switch (decision.kind) {
      case 'decided':
        count('decided');
        break;
      case 'settled':
        count(endOf(decision.outcome), decision.keys.length);
        break;
      case 'shown':
        count(decision.isAudible ? 'card with a sound' : 'card without a sound');
        break;
      case 'closed':
        count('card closed');
        break;
    }
  }
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** "held: quietHours". */
function endOf(outcome: NotificationOutcome): string {
  const isOwn = outcome.kind !== 'shown' && outcome.kind !== 'failed';
  return isOwn ? `${outcome.kind}: ${outcome.reason}` : outcome.kind;
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString();
}

function orderOf(key: string): string {
  const id = key.slice(0, 36);
  return isOrderId(id) ? shortId(id) : 'no order';
}
