import { failureText } from '../../core/delivery/failure-text.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Sight } from '../../core/watch/sight.ts';
import type { OrderProblem } from '../../core/watch/watched-order.ts';
import { isoTime } from './line-event.ts';
import type { ProblemLine, SightLine } from './line-event.ts';

/**
 * The lines about the state of the checking: whether there is contact with the service, and which
 * orders cannot be checked. They are printed when the state changes and are not stored.
 */
export class PassingLines {
  readonly #print: (event: SightLine | ProblemLine) => void;
  readonly #wallMs: () => number;
  readonly #stored = new Map<OrderId, OrderProblem>();
  readonly #told = new Map<OrderId, OrderProblem['code']>();
  #sight = '';

  constructor(print: (event: SightLine | ProblemLine) => void, wallMs: () => number) {
    this.#print = print;
    this.#wallMs = wallMs;
  }

  /** A problem that an earlier run stored: printed once this run finds it again. */
  known(id: OrderId, problem: OrderProblem | null): void {
    if (problem !== null) this.#stored.set(id, problem);
  }

  orderChanged(id: OrderId, problem: OrderProblem | null): void {
    if (problem === null) {
      this.#told.delete(id);
      return;
    }
    if (problem === this.#stored.get(id) || problem.code === this.#told.get(id)) return;
    this.#told.set(id, problem.code);
    const { message } = failureText(problem.code, problem.httpStatus, 'en');
    this.#print({ event: 'problem', uuid: id, code: problem.code, message });
  }

  /** Prints a change of the state, not each attempt. */
  sightChanged(sight: Sight): void {
    const cause = sight.state === 'blind' ? sight.cause : null;
    const now = cause ?? 'clear';
    if (now === this.#sight) return;
    this.#sight = now;
    const sinceMs = sight.state === 'blind' ? sight.sinceMs : this.#wallMs();
    this.#print({ event: 'sight', state: sight.state, cause, since: isoTime(sinceMs) });
  }
}
