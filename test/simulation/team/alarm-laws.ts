import type { OrderId } from '../../../core/order/order-id.ts';
import type { Clock } from '../../../core/clock.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import type { LogWitness } from './log-witness.ts';
import type { SimulatedDesk } from './simulated-desk.ts';

/** So long a state has to last before a law counts on it: an alarm reaches another desk within a minute. */
const settledMs = 60_000;
/** How long it takes until all desks know that an alarm was answered. */
const toldWithinMs = 20_000;
const lookEveryMs = 2500;
const answerWithinMs = defaultSettings.seriousAnswerMinutes * 60_000;

/** What an {@link AlarmLaws} works with. */
export interface AlarmLawsParts {
  readonly time: Clock;
  readonly desks: readonly SimulatedDesk[];
  readonly witness: LogWitness;
  /** Whether all hubs run, and can reach the log and all desks. */
  readonly areHubsWell: () => boolean;
  /** Whether this desk can reach every hub. */
  readonly hasWay: (desk: SimulatedDesk) => boolean;
  readonly broken: (fault: string) => void;
}

/** Since when something has been so without a break; null while it is not. */
class Lasting {
  #sinceMs: number | null = null;

  note(isSo: boolean, nowMs: number): void {
    this.#sinceMs = isSo ? (this.#sinceMs ?? nowMs) : null;
  }

  lasts(forMs: number, nowMs: number): boolean {
    return this.#sinceMs !== null && nowMs - this.#sinceMs >= forMs;
  }
}

/** What is true of a desk. */
class DeskTruth {
  /** It runs, is awake, and has a way to the hubs. */
  readonly isWell = new Lasting();
  /** It is well, and a person is at it. */
  readonly isHere = new Lasting();
  /** No one is at it, or it does not run. */
  readonly isLeft = new Lasting();
}

/**
 * The laws of alarms of orders that a desk has: while a person there answers, no other desk is interrupted; and one
 * whose desk was left reaches every other desk within a minute. Each counts where nothing else was wrong.
 */
export class AlarmLaws {
  readonly #parts: AlarmLawsParts;
  readonly #truths = new Map<SimulatedDesk, DeskTruth>();
  readonly #areHubsWell = new Lasting();
  /** Since when an order is claimed by the same desk, by the log. */
  readonly #claims = new Map<OrderId, { readonly deskId: string; readonly sinceMs: number }>();
  #passedOnCount = 0;

  constructor(parts: AlarmLawsParts) {
    this.#parts = parts;
    this.#turn();
  }

  /** How often an alarm had to reach a desk, because the one that had its order was left. */
  get passedOnCount(): number {
    return this.#passedOnCount;
  }

  /** Something may have changed: what lasts less than until the next look has not lasted without a break. */
  look(): void {
    this.#note(this.#parts.time.monotonicMs());
  }

  /** A desk is interrupted by an alarm of an order that another desk has, by what it knows. */
  interrupted(desk: SimulatedDesk, claimantId: string, id: OrderId, key: string): void {
    const { broken, desks, time } = this.#parts;
    const nowMs = time.monotonicMs();
    const claimant = desks.find(({ asker }) => asker.id === claimantId);
    if (claimant === undefined) return;
    this.look();
    const isCalm =
      this.#areHubsWell.lasts(settledMs, nowMs) &&
      this.#truthOf(desk).isWell.lasts(settledMs, nowMs) &&
      this.#truthOf(claimant).isHere.lasts(settledMs, nowMs);
    if (!isCalm) return;
    const isAnswered = claimant.answeredForMs(id) >= toldWithinMs;
    const heldForMs = desk.heldForMs(key);
    // What was answered and then not answered anew comes after its time.
    if (!isAnswered && heldForMs >= answerWithinMs - 1) return;
    broken(
      `${desk.asker.name} is told of ${id} after ${heldForMs} ms, which ${claimant.asker.name} has` +
        (isAnswered ? ' and answers' : ' and may still answer'),
    );
  }

  #turn(): void {
    const { time } = this.#parts;
    time.schedule(() => this.#turn(), lookEveryMs);
    const nowMs = time.monotonicMs();
    this.#note(nowMs);
    for (const desk of this.#parts.desks) this.#judge(desk, nowMs);
  }

  #note(nowMs: number): void {
    const { areHubsWell, desks, hasWay, witness } = this.#parts;
    this.#areHubsWell.note(areHubsWell(), nowMs);
    for (const desk of desks) {
      const truth = this.#truthOf(desk);
      const hasContact = !desk.link.trouble.isCut && hasWay(desk);
      const isWell = desk.isWell && desk.isAwake && hasContact;
      truth.isWell.note(isWell, nowMs);
      truth.isHere.note(isWell && desk.attendance === 'here', nowMs);
      truth.isLeft.note(!desk.isAlive || !desk.isAwake || desk.attendance === 'locked', nowMs);
    }
    for (const [id, { event }] of witness.last) {
      const deskId = event.order?.team.claim?.deskId;
      if (deskId === undefined) this.#claims.delete(id);
      else if (this.#claims.get(id)?.deskId !== deskId) {
        this.#claims.set(id, { deskId, sinceMs: nowMs });
      }
    }
  }

  /** What was held back at this desk for a minute, although the desk that has the order was left. */
  #judge(desk: SimulatedDesk, nowMs: number): void {
    const { broken, desks } = this.#parts;
    if (!this.#areHubsWell.lasts(settledMs, nowMs)) return;
    if (!this.#truthOf(desk).isWell.lasts(settledMs, nowMs)) return;
    for (const { heldForMs, id, key } of desk.openAlarms()) {
      const claim = this.#claims.get(id);
      if (claim === undefined || claim.deskId === desk.asker.id) continue;
      if (nowMs - claim.sinceMs < settledMs || heldForMs < settledMs) continue;
      const claimant = desks.find(({ asker }) => asker.id === claim.deskId);
      if (claimant === undefined) continue;
      if (!this.#truthOf(claimant).isLeft.lasts(settledMs, nowMs)) continue;
      if (desk.wasShown(key)) this.#passedOnCount += 1;
      else broken(`${desk.asker.name} is not told of ${id}, which ${claimant.asker.name} left`);
    }
  }

  #truthOf(desk: SimulatedDesk): DeskTruth {
    const known = this.#truths.get(desk) ?? new DeskTruth();
    this.#truths.set(desk, known);
    return known;
  }
}
