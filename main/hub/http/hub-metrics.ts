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
      figure('orders', 'gauge', 'Orders of the team', one(orders)),
      figure('log_sequence', 'counter', 'The newest entry of the log', one(sequence)),
      figure('waiting_answers', 'gauge', 'Answers that wait for the log', one(log.waiting)),
      figure(
        'waiting_seconds',
        'gauge',
        'How long the log has been waited for',
        one(log.longestWaitMs / 1000),
      ),
      figure(
        'too_large_answers_total',
        'counter',
        'Answers that are too large for the log',
        one(log.refused),
      ),
      figure('streams', 'gauge', 'Open streams of events', one(streams)),
      figure('queued_bytes', 'gauge', 'Bytes that wait for slow readers', one(queuedBytes)),
      figure('connections', 'gauge', 'Open connections', one(connections)),
      figure('answers_total', 'counter', 'Requests that were answered', [...this.#requests]),
      figure('refused_total', 'counter', 'Refusals and connections that were ended', [
        ...this.#refused,
      ]),
    ].join('');
  }
}

function one(value: number): readonly (readonly [string, number])[] {
  return [['', value]];
}

function increase(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function figure(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: readonly (readonly [labels: string, value: number])[],
): string {
  const lines = samples.map(([labels, value]) => {
    return `waybell_hub_${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`;
  });
  return `# HELP waybell_hub_${name} ${help}.\n# TYPE waybell_hub_${name} ${type}\n${lines.join('')}`;
}
