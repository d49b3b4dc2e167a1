import { figure, increase } from '../../engine/http-edge/prometheus-text.ts';
import type { LogMetrics } from '../ports.ts';

/** What the metrics of the HTTP interface are read from beside what was counted. */
export interface Gauges {
  readonly streams: number;
  readonly queuedBytes: number;
  readonly connections: number;
  readonly orders: number;
  readonly sequence: number;
  readonly log: LogMetrics;
}

/** Counts requests and refusals. Labels come from closed lists alone, so that their number stays small. */
export class HubMetrics {
  readonly #requests = new Map<string, number>();
  readonly #refused = new Map<string, number>();

  /** @param path as in the OpenAPI document */
  answered(method: string, path: string, status: number): void {
    increase(this.#requests, `method="${method}",path="${path}",status="${status}"`);
  }

  refused(reason: string): void {
    increase(this.#refused, `reason="${reason}"`);
  }

  /** The metrics in the text format of Prometheus, version 0.0.4. */
  text({ connections, log, orders, queuedBytes, sequence, streams }: Gauges): string {
    return [
      figure('hub_orders', 'gauge', 'Orders of the team', orders),
      figure('hub_log_sequence', 'counter', 'The newest entry of the log', sequence),
      figure('hub_waiting_answers', 'gauge', 'Answers that wait for the log', log.waiting),
      figure(
        'hub_waiting_seconds',
        'gauge',
        'How long the log has been waited for',
        log.longestWaitMs / 1000,
      ),
      figure(
        'hub_too_large_answers_total',
        'counter',
        'Answers that are too large for the log',
        log.refused,
      ),
      figure('hub_streams', 'gauge', 'Open streams of events', streams),
      figure('hub_queued_bytes', 'gauge', 'Bytes that wait for slow readers', queuedBytes),
      figure('hub_connections', 'gauge', 'Open connections', connections),
      figure('hub_answers_total', 'counter', 'Requests that were answered', this.#requests),
      figure(
        'hub_refused_total',
        'counter',
        'Refusals and connections that were ended',
        this.#refused,
      ),
    ].join('');
  }
}
