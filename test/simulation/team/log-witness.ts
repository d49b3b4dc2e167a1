import type { OrderId } from '../../../core/order/order-id.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import { sameValue } from '../../../core/same-value.ts';
import type { SharedOrder } from '../../../core/team/shared-order.ts';
import { type OrderEvent, orderEventSchema } from '../../../core/team/team-event.ts';
import type { LogEntry } from '../../../main/hub/log/ports.ts';

/** An entry about an order. */
export interface SeenEntry {
  readonly sequence: number;
  readonly event: OrderEvent;
}

/** The number of a state of an order, which the service writes into the note to the courier. */
function stepOf(note: string | null | undefined): number | null {
  const step = /^step (\d+)$/.exec(note ?? '')?.[1];
  return step === undefined ? null : Number(step);
}

/** The steps before and after an update. */
export function stepsIn({ changes }: OrderUpdate): readonly (number | null)[] {
  const note = changes.find(({ field }) => field === 'note_to_courier');
  return [note?.before, note?.after].map((value) =>
    stepOf(typeof value === 'string' ? value : null),
  );
}

/**
 * Sees every entry that is appended to the log, and holds each to what the log promises: an order begins once
 * and ends once, its updates are a chain without a gap or a repetition, an answer changes no word of a desk and
 * a word no answer, and a claim is made only of what no other desk has, unless it is taken over or handed on.
 */
export class LogWitness {
  readonly entries: SeenEntry[] = [];
  readonly #last = new Map<OrderId, SeenEntry>();
  readonly #updates = new Map<OrderId, OrderUpdate[]>();
  readonly #broken: (fault: string) => void;
  readonly #isTakeOver: (reason: string | null) => boolean;
  #sequence = 0;

  /** @param isTakeOver whether a claim with this reason was to be taken over from another desk */
  constructor(broken: (fault: string) => void, isTakeOver: (reason: string | null) => boolean) {
    this.#broken = broken;
    this.#isTakeOver = isTakeOver;
  }

  /** The last entry of each order that is there. */
  get last(): ReadonlyMap<OrderId, SeenEntry> {
    return this.#last;
  }

  /** The updates of an order since it was added. */
  updatesOf(id: OrderId): readonly OrderUpdate[] {
    return this.#updates.get(id) ?? [];
  }

  /** Who has an order by what the log says up to a place. */
  claimantAt(id: OrderId, sequence: number): string | null {
    const seen = this.entries.findLast(
      (entry) => entry.event.id === id && entry.sequence <= sequence,
    );
    return seen?.event.order?.team.claim?.deskId ?? null;
  }

  appended({ body, key, sequence }: LogEntry): void {
    if (!key.startsWith('order.')) return;
    if (sequence <= this.#sequence) this.#broken(`entry ${sequence} after ${this.#sequence}`);
    this.#sequence = sequence;
    const event = orderEventSchema.parse(JSON.parse(body));
    const before = this.#last.get(event.id);
    for (const fault of this.#faults(before?.event.order ?? null, event)) {
      this.#broken(`entry ${sequence} (${event.change} of ${event.id} by ${event.hub}): ${fault}`);
    }
    const seen = { sequence, event };
    this.entries.push(seen);
    if (event.order === null) {
      this.#last.delete(event.id);
      this.#updates.delete(event.id);
      return;
    }
    this.#last.set(event.id, seen);
    if (event.update !== undefined) {
      this.#updates.set(event.id, [...this.updatesOf(event.id), event.update]);
    }
  }

  #faults(before: SharedOrder | null, event: OrderEvent): readonly string[] {
    const { change, order } = event;
    if (change === 'added') return before === null ? [] : ['is there already'];
    if (before === null) return ['is not there'];
    if (order === null) return change === 'removed' ? [] : ['has no state'];
    if (change === 'observed' || change === 'updated') return answerFaults(before, order, event);
    const claimFaults = change === 'claimed' ? this.#claimFaults(before, order, event) : [];
    return [...wordFaults(before, order), ...claimFaults];
  }

  #claimFaults(before: SharedOrder, after: SharedOrder, event: OrderEvent): readonly string[] {
    const held = before.team.claim;
    const claim = after.team.claim;
    if (claim === null) return ['claims nothing'];
    const mayClaim =
      held === null || held.desk === event.by || this.#isTakeOver(event.reason ?? null);
    return mayClaim ? [] : [`${held.desk} has it, ${claim.desk} takes it`];
  }
}

function answerFaults(
  before: SharedOrder,
  after: SharedOrder,
  { change, update }: OrderEvent,
): readonly string[] {
  const faults: string[] = [];
  const [was, is] = [stepOf(before.order?.noteToCourier), stepOf(after.order?.noteToCourier)];
  if (change === 'observed' && was !== null && was !== is) {
    faults.push(`goes from step ${was} to ${is} without an update`);
  }
  if (change === 'updated') {
    const said = update === undefined ? [null, null] : stepsIn(update);
    if (said[0] !== was || said[1] !== is) {
      faults.push(`tells step ${said.join(' to ')} where it goes from ${was} to ${is}`);
    }
    if (was === null || is === null || is <= was) faults.push(`goes from step ${was} to ${is}`);
  }
  for (const word of ['label', 'group', 'note', 'promisedAtMs'] as const) {
    if (before[word] !== after[word]) faults.push(`an answer changes ${word}`);
  }
  const isOver = after.order !== null && isFinished(after.order.status.phase);
  const claim = isOver ? null : before.team.claim;
  if (!sameValue(after.team.claim, claim)) faults.push('an answer changes the claim');
  return faults;
}

function wordFaults(before: SharedOrder, after: SharedOrder): readonly string[] {
  return sameValue(before.order, after.order) ? [] : ['a word changes the answer'];
}
