import { markdownTable } from '../shared/machine.ts';
import { settledAfterMs } from './idle.ts';
import { phaseNames } from './lane.ts';
import type { LanePhase, PhaseName } from './lane.ts';
import { number, Rows } from './figures.ts';
import type { KillsReport, SoakReport, WatcherReport } from './figures.ts';
import { targetsOf } from './targets.ts';

const verdict = (kept: boolean | null): string => (kept === null ? '–' : kept ? 'kept' : 'MISSED');

function show(value: number, digits = 1): string {
  return Number.isFinite(value) ? String(number(value, digits)) : '–';
}

function sizeTable(report: WatcherReport, orders: number): string {
  const rows = new Rows(report);
  const clients = [
    ...new Set(report.runs.filter((run) => run.orders === orders).map(({ client }) => client)),
  ].toSorted((a, b) => Number(b === 'waybell') - Number(a === 'waybell') || a.localeCompare(b));
  const intervalMs = report.runs.find((run) => run.orders === orders)?.intervalMs ?? 0;
  const head = `### ${orders.toLocaleString('en')} orders every ${intervalMs / 1000} s\n\n`;
  const table = markdownTable(
    [
      'client',
      'CPU %, steady',
      'KB/order',
      'loop delay ms p99/max: start',
      'steady',
      'wake',
      'most in 100 ms: start',
      'steady',
      'outage',
      'recovery',
      'wake',
      'gap error ms p50/p99',
      'all first s',
      'sockets',
      'requests in the outage',
      'end',
    ],
    clients.map((client) => {
      const value = (phase: PhaseName, key: keyof LanePhase, digits = 1): string =>
        show(rows.value(client, orders, phase, key), digits);
      const delay = (phase: PhaseName): string =>
        `${value(phase, 'loopDelayP99Ms')}/${value(phase, 'loopDelayMaxMs', 0)}`;
      const died = rows.of(client, orders).flatMap((run) => run.died ?? []);
      return [
        client === 'waybell' ? '**waybell**' : client,
        value('steady', 'cpuPercent', 2),
        value('steady', 'rssKbPerOrder'),
        delay('start'),
        delay('steady'),
        delay('wake'),
        ...phaseNames.map((phase) => value(phase, 'mostIn100Ms', 0)),
        `${value('steady', 'gapErrorP50Ms', 0)}/${value('steady', 'gapErrorP99Ms', 0)}`,
        show(rows.value(client, orders, 'start', 'lastFirstMs') / 1000),
        show(rows.most(client, orders, 'sockets'), 0),
        value('outage', 'requests', 0),
        died.length === 0 ? '' : `died in ${died[0]}`,
      ];
    }),
  );
  return head + table;
}

/** The report for people, as Markdown. */
export function reportText(
  report: WatcherReport,
  kills: KillsReport | null,
  soak: SoakReport | null,
): string {
  const sizes = [...new Set(report.runs.map(({ orders }) => orders))].toSorted((a, b) => a - b);
  const idle = markdownTable(
    ['process', 'orders', 'wake-ups/s', 'CPU %', 'memory MB', 'KB/order'],
    report.idle.map((row) => [
      row.client,
      row.orders,
      row.wakeUpsPerSecond,
      row.cpuPercent,
      row.rssMb,
      row.orders < 1000 ? '–' : row.rssKbPerOrder,
    ]),
  );
  const targets = markdownTable(
    ['target', 'wanted', 'measured', '', 'on'],
    targetsOf(report, kills, soak).map(({ name, wanted, measured, kept, on }) => [
      name,
      wanted,
      measured,
      verdict(kept),
      on,
    ]),
  );
  return `# What watching costs

Measured ${report.measuredOn} on ${report.machine}. Each client is a process of its own with a server of its own (raw \`node:net\`, 20 to 120 ms per answer, two of a hundred orders changed, ETags; it goes before the clients on the processors, as one on a machine of its own); those of one size run side by side, begun after one another; waybell-alone is Waybell by itself on the machine, one life after the other: what its own turns take is read there, of each phase the middle one of its lives. Waybell is its real services over a profile on disk: storage, connection, watcher, outbox, teller. Read the ratios. \`npm run bench -- watcher --full\` measures anew.

fetch: a \`setInterval\` per order and \`fetch\`; fetch-spread: the same, begun evenly over the interval; p-queue: the same through a queue of 20; tanstack: a query per order with \`refetchInterval\`; kuma: Uptime Kuma's loop, \`setTimeout\` after each beat and axios; undici: undici alone, by ETags, evenly in slots, nothing compared, kept or told and no failure noticed: whoever asks by undici in so even a way cannot be cheaper; -tls: over TLS; script: one timer a second and undici, nothing kept; nothing: a Node that does nothing. Sleep is SIGSTOP for one interval: unlike in a real one, the monotonic clock goes on. A client that does not answer for 20 s is taken for dead.

![Most requests in any 100 ms](watcher.svg)

## Targets

${targets}

## By size

${sizes.map((orders) => sizeTable(report, orders)).join('\n\n')}

## Left alone

Context switches of all threads per second, without a window, over three minutes that begin ${settledAfterMs(1000) / 60_000} minutes after the start, ${settledAfterMs(10_000) / 60_000} with ten thousand orders: by then V8 has compiled what a client does over and over.

${idle}
`;
}
