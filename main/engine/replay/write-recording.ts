import type { Notification } from '../../../core/notification/notification.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import {
  recordedDifference,
  type RecordedOrder,
  type Situation,
} from '../../../core/recording/recorded-state.ts';
import { Redactor } from '../../../core/recording/redaction.ts';
import type { RecordedMoment, RecordedSpan } from '../recorder/ports.ts';
import type { RecordedDecision } from './decisions.ts';
import { recordingFormat } from './recording-lines.ts';
import type { ReplayStart } from './replayed-desk.ts';

/** How many moments are redacted at once, which takes some ms. */
const momentsAtOnce = 50;

/** What a file that replays holds. */
export interface RecordingToWrite {
  /** Of Waybell. */
  readonly version: string;
  readonly span: RecordedSpan;
  readonly untilMs: number;
  readonly start: ReplayStart;
  /** What the program decided meanwhile, and what became of it. */
  readonly decided: readonly RecordedDecision[];
}

/**
 * The text of a file that replays, redacted, in pieces of some milliseconds each.
 *
 * @param random gives numbers from 0 to 1, without 1
 */
export function* recordingPieces(
  { decided, span, start, untilMs, version }: RecordingToWrite,
  random: () => number,
): Generator<string, void> {
  const redactor = new Redactor(random);
  const { fromMs } = span;
  const situation = redactor.situation(span.situation);
  const lines = new CountedLines();
  yield lines.of([
    { waybellRecording: recordingFormat, version, fromMs, untilMs },
    {
      kind: 'start',
      situation,
      courierWaits: start.courierWaits,
      positionAgesMs: start.positionAgesMs,
      journeys: start.journeys.map((journey) => redactor.journey(journey)),
    },
    ...start.decided.map(({ notification, outcome }) => {
      const { sound, ...rest } = withoutWords(notification);
      const { likelyAtMs } = notification;
      // What was known before: how it is heard, and how late an order was of which was warned.
      const known = { sound, ...(likelyAtMs !== undefined && { likelyAtMs }) };
      const redacted = { ...redactor.notification(rest), ...known };
      return { kind: 'earlier', notification: redacted, outcome: redactor.outcome(outcome) };
    }),
    ...decided.map(({ heldBy, notification, outcome, settledAtMs }) => {
      const { sound: _unused, ...rest } = withoutWords(notification);
      return {
        kind: 'decided',
        notification: redactor.notification(rest),
        outcome: redactor.outcome(outcome),
        heldBy,
        settledAtMs,
      };
    }),
  ]);
  const changes = new ChangeLines(redactor, situation);
  yield lines.of(span.orders.map((order) => ({ kind: 'known', state: changes.known(order) })));
  for (const moments of span.moments) {
    const some = moments.filter(({ atMs }) => atMs <= untilMs);
    for (let at = 0; at < some.length; at += momentsAtOnce) {
      yield lines.of(some.slice(at, at + momentsAtOnce).map((one) => changes.of(one)));
    }
  }
  yield lines.of([{ kind: 'end', lines: lines.count }]);
}

class CountedLines {
  count = 0;

  of(lines: readonly object[]): string {
    this.count += lines.length;
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}

/** The lines of moments, each beside the one before. */
class ChangeLines {
  readonly #redactor: Redactor;
  readonly #orders = new Map<OrderId, RecordedOrder>();
  #situation: Situation;

  constructor(redactor: Redactor, situation: Situation) {
    this.#redactor = redactor;
    this.#situation = situation;
  }

  /** @returns an order as it is at the beginning */
  known(recorded: RecordedOrder): RecordedOrder {
    const order = this.#redactor.order(recorded);
    this.#orders.set(order.watched.id, order);
    return order;
  }

  of(moment: RecordedMoment): object {
    const { atMs } = moment;
    if (moment.kind === 'situation') {
      const situation = this.#redactor.situation(moment.situation);
      const change = recordedDifference(this.#situation, situation) ?? {};
      this.#situation = situation;
      return { kind: 'situation', atMs, change };
    }
    const id = this.#redactor.orderId(moment.order.watched.id);
    const before = this.#orders.get(id);
    const order = this.known(moment.order);
    if (before === undefined) return { kind: 'order', atMs, id, state: order };
    // Also a moment without a change counts: whatever is due is looked at then.
    return { kind: 'order', atMs, id, change: recordedDifference(before, order) ?? {} };
  }
}

type Unworded = RecordedDecision['notification'] & Partial<Pick<Notification, 'sound'>>;

function withoutWords({ decidedAtMs, event, isCritical, key, orderId, sound }: Unworded): Unworded {
  return { key, orderId, event, isCritical, decidedAtMs, ...(sound && { sound }) };
}
