import type { OrderId } from '../order/order-id.ts';
import { tellFacts } from './paste-label.ts';
import type { PasteFacts } from './paste-label.ts';
import { nearMisses } from './paste-near-miss.ts';
import { scanForUuids } from './paste-scan.ts';

/** One uuid in a pasted text, with the words beside it as an offer for its label. */
export interface FoundOrderId {
  readonly id: OrderId;
  /** Null when no words beside it look like a label. Never stored unless the dispatcher agrees. */
  readonly label: string | null;
  /** A status beside it says that the order is over; only the service knows. */
  readonly looksFinished: boolean;
  /** The line of its first appearance, counted from 1. */
  readonly line: number;
}

/** Something that was probably meant to be a uuid. */
export interface RejectedPaste {
  /** As pasted, cut after 64 characters. */
  readonly text: string;
  readonly line: number;
  readonly reason: 'wrongLength' | 'notHex' | 'orderNumber' | 'nil';
}

/** What a pasted text holds. */
export interface PasteFindings {
  /** Each uuid once, in the order of first appearance. */
  readonly found: readonly FoundOrderId[];
  /** How many further times a found uuid appeared. */
  readonly duplicateCount: number;
  /** In the order of the text, the first 1,000. */
  readonly rejected: readonly RejectedPaste[];
}

const maxRejected = 1000;

/**
 * Finds the uuids in any text that people paste: lists, mail, CSV, JSON, URLs, Markdown. Dashes of
 * all kinds, invisible characters, fullwidth letters, mail quoting, wrapped lines, quoted-printable
 * and percent-encoding do not hide one; a run of hex digits that is longer than a uuid is not one.
 * The nil uuid and those of one repeated digit stand for nothing and are rejected as `nil`.
 *
 * Takes time linear in the length of the text.
 */
export function findOrderIds(text: string): PasteFindings {
  const steps = findOrderIdsInSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** {@link findOrderIds} for whoever must not be held up: yields every millisecond or so. */
export function* findOrderIdsInSteps(text: string): Generator<void, PasteFindings> {
  const hits = yield* scanForUuids(text);
  const misses = yield* nearMisses(text, hits);
  const placeholders: RejectedPaste[] = [];
  const found = new Map<OrderId, FoundOrderId>();
  let duplicateCount = 0;
  yield* tellFacts(text, hits, (hit, facts) => {
    const id = hits.uuidOf(hit) as OrderId;
    const line = hits.lineOf(hit);
    if (isPlaceholder(id)) {
      if (placeholders.length < maxRejected) placeholders.push({ text: id, line, reason: 'nil' });
      return;
    }
    const known = found.get(id);
    if (known === undefined) {
      found.set(id, { id, ...facts, line });
      return;
    }
    duplicateCount += 1;
    if (saysMore(facts, known)) {
      found.set(id, {
        ...known,
        label: known.label ?? facts.label,
        looksFinished: known.looksFinished || facts.looksFinished,
      });
    }
  });
  const rejected = [...misses, ...placeholders];
  return {
    found: [...found.values()],
    duplicateCount,
    rejected: rejected.toSorted((a, b) => a.line - b.line).slice(0, maxRejected),
  };
}

/** Whether what stands beside one more appearance is not known of the first. */
function saysMore(facts: PasteFacts, known: PasteFacts): boolean {
  return (
    (known.label === null && facts.label !== null) || (facts.looksFinished && !known.looksFinished)
  );
}

/** The nil uuid, the max uuid of RFC 9562 and every other one made of a single digit. */
function isPlaceholder(id: OrderId): boolean {
  return /^(.)\1{7}-\1{4}-\1{4}-\1{4}-\1{12}$/.test(id);
}
