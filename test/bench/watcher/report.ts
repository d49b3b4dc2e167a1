import { markdownTable } from '../shared/machine.ts';
import { phaseNames } from './life.ts';
import { settledAfterMs } from './load.ts';
import {
  type KillsReport,
  most,
  number,
  type SoakReport,
  targetsOf,
  type WatcherReport,
} from './targets.ts';

/** The report for people, as Markdown. */
export function reportText(
  report: WatcherReport,
  kills: KillsReport | null,
  soak: SoakReport | null,
): string {
  const targets = markdownTable(
    ['target', 'wanted', 'measured', '', 'on'],
    targetsOf(report, kills, soak).map(({ name, wanted, measured, kept, on }) => [
      name,
      wanted,
      measured,
      kept === null ? '–' : kept ? 'kept' : 'MISSED',
      on,
    ]),
  );
  const loads = markdownTable(
    ['client', 'orders', 'every s', 'CPU %', 'wake-ups/s', 'memory MB', 'KB/order'],
    report.loads.map((row) => [
      row.client,
      row.orders,
      row.intervalMs / 1000,
      number(row.cpuPercent, 2),
      number(row.wakeUpsPerSecond),
      number(row.rssMb, 0),
      row.orders < 1000 ? '–' : number(row.rssKbPerOrder),
    ]),
  );
  const lives = markdownTable(
    [
      'client',
      'orders',
      'phase',
      'requests',
      'most in 100 ms',
      'most in 1 s',
      'gap error ms p50/p99',
      'loop delay ms p99/max',
      'sockets',
    ],
    report.lives.flatMap(({ client, orders, phases, died }) =>
      phaseNames.map((name) => {
        const phase = phases[name];
        return phase === undefined
          ? [client, orders, name, died ?? '–', '–', '–', '–', '–', '–']
          : [
              client,
              orders,
              name,
              phase.requests,
              phase.mostIn100Ms,
              phase.mostIn1000Ms,
              `${phase.gapErrorP50Ms}/${phase.gapErrorP99Ms}`,
              `${phase.loopDelayP99Ms}/${phase.loopDelayMaxMs}`,
              phase.sockets,
            ];
      }),
    ),
  );
  const desks = markdownTable(
    [
      'desks',
      'orders each',
      'token requests in 1 s',
      'requests in 1 s, start',
      'requests in 1 s, afterwards',
      'first answer s, middle desk',
      'every order fresh after s',
    ],
    report.desks.map((row) => [
      row.desks,
      row.ordersEach,
      row.mostTokens,
      row.mostAtStart,
      row.mostSteady,
      number(row.firstAnswerMs / 1000),
      number(row.allFreshMs / 1000),
    ]),
  );
  return `# What watching costs

Measured ${report.measuredOn} on ${report.machine}. Each client is a process with a server of its own (raw \`node:net\`, 20 to 120 ms per answer, two of a hundred orders changed, ETags). Waybell is its real services over a profile on disk: storage, connection, watcher, outbox, notifications. fetch: a \`setInterval\` per order and \`fetch\`. undici: a plain poller, slots of 250 ms and ETags, that compares, keeps and tells nothing. script: one timer a second and undici. nothing: a Node that does nothing. Read the ratios. \`npm run bench -- watcher --full\` measures anew.

## Targets

${targets}

## Left alone

CPU, context switches of all threads and memory, read from /proc over two minutes that begin after the first (with ${most.orders.toLocaleString('en')} orders after ${settledAfterMs(most.intervalMs) / 1000} s, when each was asked for). Clients of one size run side by side, three processes of each.

${loads}

## A life

Each client by itself on the machine: the start, a steady interval, an outage of 30 s, the recovery, and a sleep of one interval (SIGSTOP). A client that does not answer for 20 s is taken for dead.

${lives}

## Many desks that start together

In simulated time, so the same on every machine: desks with the settings of a new profile, whose orders are on their way and were last seen 14 hours ago, all started within a second. The most requests in any second, of all desks together. Without the spread all ask for a token in the same second, and fifty desks send 250 requests in it with five orders each, 500 from thirty on. \`npm run bench -- watcher --desks\` runs it anew.

${desks}
`;
}
