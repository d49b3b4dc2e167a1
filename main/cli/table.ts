import { styleText } from 'node:util';
import { attentionText, handledText } from '../../core/watch/attention-texts.ts';
import { ageText, clockText } from '../../core/order/format.ts';
import { failureText, orderFailureText } from '../../core/delivery/failure-text.ts';
import { isFinished, statusText } from '../../core/order/order-status.ts';
import type { OrderRow } from '../../core/board/board.ts';
import { type ServiceHealth, servicePauseUntilMs } from '../../core/watch/service-health.ts';
import { english } from '../../core/text/language.ts';
import { cell, terminalText } from './terminal-text.ts';

/** What the live table shows. */
export interface TableFacts {
  /** In the order of adding. */
  readonly rows: readonly OrderRow[];
  readonly serviceHealth: ServiceHealth;
  readonly requestsLastMinute: number;
  /** The latest lines, oldest first. */
  readonly recent: readonly string[];
  readonly nowMs: number;
}

/** What the terminal can do. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
  readonly hasColor: boolean;
}

interface Column {
  readonly title: string;
  readonly width: number;
  readonly text: (row: OrderRow) => string;
}

const gap = '  ';

/**
 * The live table as lines that fit the terminal: how things stand, the orders, and what happened
 * last: the orders that need a person first. With more orders than lines those that changed last follow.
 */
export function tableFrame(facts: TableFacts, terminal: TerminalSize): readonly string[] {
  const width = Math.max(terminal.columns - 1, 1);
  const paint = painter(terminal.hasColor);
  // Four lines go to the headline, the titles, the count of what is left out, and the cursor.
  const free = Math.max(terminal.rows - 4, 1);
  const recentCount = Math.min(5, Math.floor(free / 3), facts.recent.length);
  const recent = facts.recent.slice(facts.recent.length - recentCount);
  const rowCount = Math.max(free - recent.length - (recent.length > 0 ? 1 : 0), 1);
  const shown = shownRows(facts.rows, rowCount);
  const columns = columnsFor(width, facts);
  const leftOut = facts.rows.length - shown.length;
  return [
    paint(
      cell(headline(facts), width),
      facts.serviceHealth.state === 'unreachable' ? 'yellow' : 'bold',
    ),
    paint(lineOf(columns.map((column) => cell(column.title, column.width))), 'dim'),
    ...shown.map((row) => {
      const line = lineOf(
        columns.map((column) => cell(terminalText(column.text(row)), column.width)),
      );
      return paint(line, toneOf(row));
    }),
    ...(leftOut > 0 ? [paint(cell(`… and ${leftOut} more`, width), 'dim')] : []),
    ...(recent.length > 0 ? [''] : []),
    ...recent.map((line) => cell(terminalText(line), width)),
  ];
}

/** What needs a person stands above everything else, and is never among those that are left out. */
function shownRows(rows: readonly OrderRow[], count: number): readonly OrderRow[] {
  const isCut = rows.length > count;
  return rows
    .toSorted(
      (a, b) =>
        (b.attention?.score ?? -1) - (a.attention?.score ?? -1) ||
        (isCut ? (b.changedAtMs ?? 0) - (a.changedAtMs ?? 0) : 0) ||
        a.addedAtMs - b.addedAtMs,
    )
    .slice(0, count);
}

function headline({ rows, serviceHealth, requestsLastMinute }: TableFacts): string {
  const orders = rows.length === 1 ? '1 order' : `${rows.length} orders`;
  if (serviceHealth.state === 'reachable') {
    return `Waybell${gap}${orders}, ${requestsLastMinute} requests in the last minute`;
  }
  const pausedUntilMs = servicePauseUntilMs(serviceHealth);
  if (pausedUntilMs !== null) {
    return `Waybell${gap}${orders}, paused by the service until ${clockText(pausedUntilMs, english.locale)}`;
  }
  const { title } = failureText(serviceHealth.cause, serviceHealth.httpStatus, 'en');
  return `Waybell${gap}${orders}, no contact since ${clockText(serviceHealth.sinceMs, english.locale)}: ${title}`;
}

function columnsFor(width: number, { nowMs, rows }: TableFacts): readonly Column[] {
  const age = (row: OrderRow): string =>
    row.observedAtMs === null ? '' : ageText(row.observedAtMs, nowMs, english.locale);
  const columns: Column[] = [
    { title: 'Order', width: 20, text: (row) => row.label ?? row.customer ?? row.id.slice(0, 8) },
    { title: 'Status', width: width < 100 ? 28 : 32, text: (row) => statusCell(row, nowMs) },
    ...(rows.some((row) => promiseText(row) !== '')
      ? [{ title: 'Promised', width: 8, text: promiseText }]
      : []),
    { title: 'Courier', width: 16, text: courierText },
    { title: 'Checked', width: 11, text: age },
    { title: 'Destination', width: 40, text: (row) => row.destinationText ?? '' },
  ];
  const fitting: Column[] = [];
  let left = width;
  for (const column of columns) {
    const least = Math.min(column.width, 8);
    const room = left - (fitting.length === 0 ? 0 : gap.length);
    if (room < least) break;
    const columnWidth = Math.min(column.width, room);
    fitting.push({ ...column, width: columnWidth });
    left = room - columnWidth;
  }
  return fitting;
}

function statusCell(row: OrderRow, nowMs: number): string {
  if (row.problem !== null)
    return orderFailureText(row.problem.code, row.problem.httpStatus, 'en').title;
  if (row.status === null) return 'First check';
  const status = statusText(row.status, 'en');
  if (row.handled !== undefined)
    return `${status}, ${handledText(row.handled, row.handled.desk, nowMs, english)}`;
  const reason =
    row.attention === null ? null : attentionText(row.attention, row.repeatedLoss, 'en');
  // Why it needs a person is what a narrow terminal must not cut off.
  return reason === null || reason === status ? status : `${reason}, ${status.toLowerCase()}`;
}

/** The promised time of an order that is not over. */
function promiseText({ promisedAtMs, status }: OrderRow): string {
  if (promisedAtMs === null || (status !== null && isFinished(status.phase))) return '';
  return clockText(promisedAtMs, english.locale);
}

function courierText({ courier }: OrderRow): string {
  switch (courier.kind) {
    case 'none':
      return '';
    case 'notGiven':
      return 'Not given';
    case 'known':
      return courier.name ?? 'Name not given';
    default:
      return courier satisfies never;
  }
}

function lineOf(cells: readonly string[]): string {
  return cells.join(gap).trimEnd();
}

function toneOf(row: OrderRow): Tone {
  if (row.problem !== null || row.attention !== null) return 'yellow';
  return row.status !== null && isFinished(row.status.phase) ? 'dim' : null;
}

type Tone = 'bold' | 'dim' | 'yellow' | null;

/** Colour only ever repeats what the words say. */
function painter(hasColor: boolean): (text: string, tone: Tone) => string {
  return (text, tone) =>
    hasColor && tone !== null ? styleText(tone, text, { validateStream: false }) : text;
}
