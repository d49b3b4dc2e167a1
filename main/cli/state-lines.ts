import { orderFailureText } from '../../core/delivery/failure-text.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { type ServiceHealth, servicePauseUntilMs } from '../../core/watch/service-health.ts';
import type { OrderProblem } from '../../core/watch/watched-order.ts';
import { isoTime } from '../engine/lines/line-event.ts';
import type { ProblemLine, ServiceHealthLine } from '../engine/lines/line-event.ts';

/** The end of a pause is one and the same within so much: some is added to it at random. */
const sameEndMs = 1000;

/**
 * The lines about the state of the checking: whether there is contact with the service, and which
 * orders cannot be checked. They are printed when the state changes and are not stored.
 */
export class StateLines {
  readonly #print: (event: ServiceHealthLine | ProblemLine) => void;
  readonly #wallMs: () => number;
  readonly #stored = new Map<OrderId, OrderProblem>();
  readonly #reported = new Map<OrderId, OrderProblem['code']>();
  #lastPrinted = '';
  #printedUntilMs: number | null = null;

  constructor(print: (event: ServiceHealthLine | ProblemLine) => void, wallMs: () => number) {
    this.#print = print;
    this.#wallMs = wallMs;
  }

  /** A problem that an earlier run stored: printed once this run finds it again. */
  known(id: OrderId, problem: OrderProblem | null): void {
    if (problem !== null) this.#stored.set(id, problem);
  }

  orderChanged(id: OrderId, problem: OrderProblem | null): void {
    if (problem === null) {
      this.#reported.delete(id);
      return;
    }
    if (problem === this.#stored.get(id) || problem.code === this.#reported.get(id)) return;
    this.#reported.set(id, problem.code);
    const { message } = orderFailureText(problem.code, problem.httpStatus, 'en');
    this.#print({ event: 'problem', uuid: id, code: problem.code, message });
  }

  /** Prints a change of the state, and when a pause goes on for longer than was printed, but not each attempt. */
  serviceHealthChanged(serviceHealth: ServiceHealth): void {
    const cause = serviceHealth.state === 'unreachable' ? serviceHealth.cause : null;
    const untilMs = servicePauseUntilMs(serviceHealth);
    const state = cause === null ? 'clear' : untilMs === null ? 'blind' : 'paused';
    const now = cause ?? state;
    const goesOn = untilMs !== null && untilMs >= (this.#printedUntilMs ?? untilMs) + sameEndMs;
    if (now === this.#lastPrinted && !goesOn) return;
    this.#lastPrinted = now;
    this.#printedUntilMs = untilMs;
    const sinceMs = serviceHealth.state === 'unreachable' ? serviceHealth.sinceMs : this.#wallMs();
    const until = untilMs === null ? null : isoTime(untilMs);
    this.#print({ event: 'serviceHealth', state, cause, since: isoTime(sinceMs), until });
  }
}
