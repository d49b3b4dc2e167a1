import {
  DeliveryError,
  type DeliveryFailureCode,
  failureCodes,
} from '../../../core/delivery/delivery-failure.ts';
import {
  holdReasons,
  outcomesOf,
  type NotificationOutcome,
  suppressReasons,
} from '../../../core/notification/notification.ts';
import { orderPhases } from '../../../core/order/order.ts';
import { contractKinds, ownKinds, type OrderUpdate } from '../../../core/order/order-update.ts';
import type { Clock } from '../../../core/clock.ts';
import { figure, increase, type Sample } from '../http-edge/prometheus-text.ts';
import type { OrderSource, Watch } from '../watch/ports.ts';

/** What the metrics are read from. */
export interface MetricsParts {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly watch: Pick<
    Watch,
    'list' | 'pace' | 'pauseState' | 'plan' | 'serviceHealth' | 'storageFault'
  >;
  readonly version: string;
}

/**
 * The metrics of a run. Labels come from closed lists only, so that no order, label or name is in them and
 * their number stays small.
 */
export class Metrics {
  readonly #checks = { answered: 0, failed: 0 };
  readonly #failures = new Map<DeliveryFailureCode | 'defect', number>();
  #rateLimitedCount = 0;
  readonly #updates = new Map<string, number>();
  readonly #waits = new Map<string, number>();
  readonly #notifications = new Map<NotificationOutcome['kind'], number>();
  readonly #withheld = new Map<string, number>();

  /** The same source, with its answers and failures counted. Checks that were given up are not. */
  counted(source: OrderSource): OrderSource {
    return {
      check: async (id, signal) => {
        try {
          const answer = await source.check(id, signal);
          this.#checks.answered += 1;
          return answer;
        } catch (error) {
          if (!signal.aborted) this.#failed(error);
          throw error;
        }
      },
      forget: (id) => source.forget(id),
    };
  }

  orderUpdated({ kinds }: Pick<OrderUpdate, 'kinds'>): void {
    for (const kind of kinds) increase(this.#updates, kind);
  }

  waitBegun(reason: string): void {
    increase(this.#waits, reason);
  }

  /** So many notifications came to this end; one that is held back comes to another later. */
  notificationsSettled(outcome: NotificationOutcome, count: number): void {
    increase(this.#notifications, outcome.kind, count);
    if (outcome.kind !== 'held' && outcome.kind !== 'suppressed') return;
    increase(this.#withheld, outcome.reason, count);
  }

  /** The metrics in the text format of Prometheus, version 0.0.4. */
  text({ clock, version, watch }: MetricsParts): string {
    const nowMs = clock.wallMs();
    const phases = new Map<string, number>([...orderPhases, 'unread'].map((phase) => [phase, 0]));
    let oldestMs = 0;
    for (const { id, observedAtMs, order } of watch.list()) {
      increase(phases, order?.status.phase ?? 'unread');
      if (observedAtMs === null || watch.plan(id).checkEveryMs === null) continue;
      oldestMs = Math.max(oldestMs, nowMs - observedAtMs);
    }
    const updates = countsOf(this.#updates, [...contractKinds, ...ownKinds]);
    // A counter that begins at 1 shows a collector no increase, so each is there from the start.
    const failures = countsOf(this.#failures, [...failureCodes, 'defect']);
    const notifications = countsOf(this.#notifications, Object.values(outcomesOf).flat());
    const withheld = countsOf(this.#withheld, [...holdReasons, ...suppressReasons]);
    const isReachable = watch.serviceHealth.state === 'reachable';
    return [
      figure('build_info', 'gauge', 'Waybell itself', by('version', [[version, 1]])),
      figure('orders', 'gauge', 'Watched orders', by('phase', phases)),
      figure(
        'oldest_confirmed_seconds',
        'gauge',
        'Age of the oldest answer that is still renewed',
        oldestMs / 1000,
      ),
      figure(
        'service_reachable',
        'gauge',
        '1 while there is contact with the service',
        isReachable ? 1 : 0,
      ),
      figure(
        'last_answer_timestamp_seconds',
        'gauge',
        'When the service last answered, in seconds since 1970; 0 before it did',
        (watch.pace.lastAnswerAtMs ?? 0) / 1000,
      ),
      figure(
        'checking_paused',
        'gauge',
        '1 while checking is paused by a person, or another hub checks',
        watch.pauseState.kind === 'paused' ? 1 : 0,
      ),
      figure(
        'state_kept',
        'gauge',
        '1 while what is found can be written',
        watch.storageFault === null ? 1 : 0,
      ),
      figure(
        'requests_last_minute',
        'gauge',
        'Requests for orders in the last minute',
        watch.pace.requestsLastMinute,
      ),
      figure(
        'checks_total',
        'counter',
        'Checks of orders',
        by('result', Object.entries(this.#checks)),
      ),
      figure('check_failures_total', 'counter', 'Failed checks', by('code', failures)),
      figure('rate_limited_total', 'counter', 'Answers with status 429', this.#rateLimitedCount),
      figure('updates_total', 'counter', 'Changes that were told', by('kind', updates)),
      figure('waits_total', 'counter', 'Waits that were told', by('reason', this.#waits)),
      figure(
        'notifications_total',
        'counter',
        'Notifications by what became of them',
        by('outcome', notifications),
      ),
      figure(
        'notifications_withheld_total',
        'counter',
        'Notifications that were held back or left out',
        by('reason', withheld),
      ),
    ].join('');
  }

  #failed(error: unknown): void {
    this.#checks.failed += 1;
    const failure = error instanceof DeliveryError ? error : null;
    increase(this.#failures, failure?.code ?? 'defect');
    if (failure?.httpStatus === 429) this.#rateLimitedCount += 1;
  }
}

/** Samples by one label, whose value is written without anything that has a meaning in the format. */
function by(labelName: string, values: Iterable<readonly [string, number]>): readonly Sample[] {
  return Array.from(values, ([label, value]) => [
    `${labelName}="${label.replaceAll(/[^\w.+-]/g, '_')}"`,
    value,
  ]);
}

/** The counts of all labels, also of those that were not counted. */
function countsOf(
  counts: ReadonlyMap<string, number>,
  labels: readonly string[],
): readonly (readonly [string, number])[] {
  return labels.map((label) => [label, counts.get(label) ?? 0]);
}
