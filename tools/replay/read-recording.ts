import type { z } from 'zod';
import { noTexts } from '../../core/notification/notification-pieces.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { applied } from '../../core/recording/difference.ts';
import {
  recordedOrder,
  type RecordedOrder,
  recordedSituation,
  type Situation,
} from '../../core/recording/recorded-state.ts';
import { isTimeZone } from '../../core/text/time-zone.ts';
import type { RecordedMoment, RecordedSpan } from '../../main/engine/recorder/ports.ts';
import type { RecordedDecision } from '../../main/engine/replay/decisions.ts';
import {
  decidedLine,
  earlierLine,
  endLine,
  formatLine,
  headerLine,
  knownLine,
  momentLine,
  recordingFormat,
  startLine,
} from '../../main/engine/replay/recording-lines.ts';
import type { ReplayStart } from '../../main/engine/replay/replayed-desk.ts';

/** The longest file that is read, in bytes: some ten times the recording of a busy team. */
export const longestRecording = 200_000_000;
/** The longest line, in characters. */
const longestLine = 4_000_000;
/** The longest time that is replayed: the recording is kept for two days. */
const longestSpanMs = 7 * 24 * 60 * 60_000;
/** How many lines are read at once, which takes some ms. */
const linesAtOnce = 200;

/** Why a file cannot be replayed. */
export type RecordingFault =
  | { readonly kind: 'notARecording' | 'newer' | 'cutOff' }
  | { readonly kind: 'damaged'; readonly line: number };

/** A file that is no recording, or not a whole one. Its message holds nothing of the file. */
export class RecordingFileError extends Error {
  override readonly name = 'RecordingFileError';
  readonly fault: RecordingFault;

  constructor(fault: RecordingFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** What was recorded in a file. */
export interface ReadRecording {
  /** Of Waybell, as the file says. */
  readonly version: string;
  /** @throws RecordingFileError from its moments, which are read as they are asked for, once */
  readonly span: RecordedSpan;
  readonly untilMs: number;
  readonly start: ReplayStart;
  readonly decided: readonly RecordedDecision[];
  /** How many orders the moments that were read so far are about. */
  readonly orderCount: () => number;
}

/**
 * Reads a file that replays.
 *
 * @throws RecordingFileError when it is none that can be read
 */
export function readRecording(text: string): ReadRecording {
  const lines = new Lines(text);
  const format = formatLine.safeParse(lines.next()?.value).data;
  if (format === undefined) throw new RecordingFileError({ kind: 'notARecording' });
  if (format.waybellRecording > recordingFormat) throw new RecordingFileError({ kind: 'newer' });
  const { fromMs, untilMs, version } = lines.parsed(headerLine, format);
  if (untilMs < fromMs || untilMs - fromMs > longestSpanMs) throw lines.damaged();
  if (!lines.isWhole) throw new RecordingFileError({ kind: 'cutOff' });
  const begun = lines.parsed(startLine, lines.next()?.value);
  const situation = lines.situation(begun.situation);
  const earlier = [...lines.run('earlier', earlierLine)];
  const decided = [...lines.run('decided', decidedLine)];
  const known = [...lines.run('known', knownLine)].map(({ state }) =>
    lines.parsed(recordedOrder, state),
  );
  const orders = new Map(known.map((order) => [order.watched.id, order]));
  const moments = momentsOf(lines, situation, orders, untilMs);
  return {
    version,
    untilMs,
    span: { fromMs, situation, orders: known, moments },
    orderCount: () => orders.size,
    start: {
      courierWaits: begun.courierWaits,
      positionAgesMs: begun.positionAgesMs,
      journeys: begun.journeys,
      decided: earlier.map(({ notification, outcome }) => ({
        notification: { ...notification, texts: noTexts },
        outcome,
      })),
    },
    decided: decided.map(({ kind: _kind, ...decision }) => decision),
  };
}

function* momentsOf(
  lines: Lines,
  first: Situation,
  orders: Map<OrderId, RecordedOrder>,
  untilMs: number,
): Generator<readonly RecordedMoment[], void> {
  let situation = first;
  let part: RecordedMoment[] = [];
  for (;;) {
    const line = lines.next();
    if (line === null) throw new RecordingFileError({ kind: 'cutOff' });
    const end = endLine.safeParse(line.value).data;
    if (end !== undefined) {
      if (end.lines !== line.no - 1 || lines.next() !== null) throw lines.damaged();
      yield part;
      return;
    }
    const moment = lines.parsed(momentLine, line.value);
    const { atMs, change, state } = moment;
    if (atMs > untilMs || (state === undefined) === (change === undefined)) throw lines.damaged();
    if (moment.kind === 'situation') {
      situation = lines.situation(state ?? applied(situation, change));
      part.push({ atMs, kind: 'situation', situation });
    } else {
      const { id } = moment;
      const before = orders.get(id);
      if (state === undefined && before === undefined) throw lines.damaged();
      const order = lines.parsed(recordedOrder, state ?? applied(before, change));
      if (order.watched.id !== id) throw lines.damaged();
      orders.set(id, order);
      part.push({ atMs, kind: 'order', order });
    }
    if (part.length < linesAtOnce) continue;
    yield part;
    part = [];
  }
}

interface Line {
  readonly no: number;
  readonly value: unknown;
}

/** The lines of a file, one after the other. */
class Lines {
  readonly #text: string;
  #at = 0;
  /** The number of the line that was read last. */
  #no = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the last line is there, which says where the file ends. */
  get isWhole(): boolean {
    if (!this.#text.endsWith('\n')) return false;
    const lastAt = this.#text.lastIndexOf('\n', this.#text.length - 2) + 1;
    return this.#text.startsWith('{"kind":"end"', lastAt);
  }

  /** Null after the last one. A line that is no JSON is undefined. */
  next(): Line | null {
    if (this.#at >= this.#text.length) return null;
    const newline = this.#text.indexOf('\n', this.#at);
    const end = newline === -1 ? this.#text.length : newline;
    const line = end - this.#at > longestLine ? '' : this.#text.slice(this.#at, end);
    this.#at = end + 1;
    this.#no += 1;
    return { no: this.#no, value: jsonOf(line) };
  }

  /** The lines of a kind from here on. */
  *run<Value>(kind: string, schema: z.ZodType<Value>): Generator<Value, void> {
    while (this.#text.startsWith(`{"kind":"${kind}"`, this.#at)) {
      yield this.parsed(schema, this.next()?.value);
    }
  }

  /** What the line that was read last says. @throws RecordingFileError when it does not fit */
  parsed<Value>(schema: z.ZodType<Value>, value: unknown): Value {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw this.damaged();
    return parsed.data;
  }

  situation(value: unknown): Situation {
    const situation = this.parsed(recordedSituation, value);
    if (!isTimeZone(situation.timeZone)) throw this.damaged();
    return situation;
  }

  damaged(): RecordingFileError {
    return new RecordingFileError({ kind: 'damaged', line: this.#no });
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
