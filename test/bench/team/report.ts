import { markdownTable } from '../shared/machine.ts';
import { atMost, type Target, targetTable } from '../shared/report.ts';
import type { AwayFigures } from './away.ts';
import { type DesksFigures, ordersPerDesk, ownPerDesk } from './fifty-desks.ts';
import { bestStep, fullPercent, lateAfterMs, type LimitFigures } from './limit.ts';

/** When and on what something was measured. */
export interface Measured {
  readonly measuredOn: string;
  readonly machine: string;
  /** Of the whole machine, when the measurement began and ended. */
  readonly load: readonly [number, number];
}

/** What was measured last, of each part. */
export interface TeamReport {
  readonly desks?: Measured & DesksFigures;
  readonly desksOfThree?: Measured & DesksFigures;
  readonly away?: Measured & AwayFigures;
  readonly limit?: Measured & { readonly teams: readonly LimitFigures[] };
  readonly threeHubs?: Measured & { readonly teams: readonly LimitFigures[] };
}

/** The targets of the parts that were measured. */
export function teamTargets({ away, desks, desksOfThree }: TeamReport): readonly Target[] {
  const ofDesks = [...targetsOf('one hub', desks), ...targetsOf('three hubs', desksOfThree)];
  const ofAway = away !== undefined && [
    atMost('a desk that was away is back', away.backAfterMs, 3000, ' ms'),
    atMost('events that it did not get', away.missing, 0),
    atMost('orders that it has otherwise than the hub', away.different, 0),
  ];
  return [...ofDesks, ...(ofAway || [])];
}

function targetsOf(hubs: string, desks: DesksFigures | undefined): readonly Target[] {
  if (desks === undefined) return [];
  const share = desks.hubRequests / desks.aloneRequests;
  const { memberRssMb } = desks;
  return [
    atMost(`requests of ${hubs}, for each of one desk alone`, share, 1.05),
    atMost(`a change on all desks, ${hubs}, p99`, desks.changeP99Ms, 250, ' ms'),
    atMost(`a claim, ${hubs}, p99`, desks.claimP99Ms, 250, ' ms'),
    atMost(`memory of a hub, ${hubs}`, desks.hubRssMb, 250, ' MB'),
    ...(memberRssMb == null ? [] : [atMost('memory of a member of etcd', memberRssMb, 250, ' MB')]),
  ];
}

export function reportText(report: TeamReport): string {
  const { away, desks, desksOfThree, limit, threeHubs } = report;
  const parts = [
    '# A hub and its desks',
    'All programs run on one machine and talk over loopback. `npm run bench -- team` measures all of this again, and `npm run bench -- team --only desks` (or `desksOfThree`, `away`, `limit`, `threeHubs`) one part.',
    targetTable(teamTargets(report)),
    desks && desksText(desks, 'one hub', 'One `waybell hub` keeps its log in SQLite.'),
    desksOfThree &&
      desksText(
        desksOfThree,
        'three hubs',
        'Three `waybell hub` share a log in three members of etcd, all on the disk of this machine.',
      ),
    away && awayText(away),
    limit && limitText(limit),
    threeHubs && threeHubsText(threeHubs),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function measuredText({ load, machine, measuredOn }: Measured): string {
  const [before, after] = load.map((each) => each.toFixed(1));
  return `Measured on ${measuredOn}, ${machine}; the load of the machine was ${before} before and ${after} at the end.`;
}

function desksText(figures: Measured & DesksFigures, hubs: string, log: string): string {
  const { memberRssMb } = figures;
  const table = markdownTable(
    ['what', 'value'],
    [
      ['desks', figures.desks],
      ['orders that they watch, each counted once', figures.orders],
      ['the same, counted at each desk that added it', figures.watchedInAll],
      ['from the start until all desks had all first answers, s', figures.startSeconds],
      [`requests of the hub in ${figures.seconds} s`, figures.hubRequests],
      ['requests of one desk alone with the same orders', figures.aloneRequests],
      ['from the answer with a change until the last desk has it, p50 ms', figures.changeP50Ms],
      ['the same, p99 ms', figures.changeP99Ms],
      ['a claim, from the click until it is confirmed, p50 ms', figures.claimP50Ms],
      ['the same, p99 ms', figures.claimP99Ms],
      ['memory of the largest hub, MB', figures.hubRssMb],
      ...(memberRssMb == null ? [] : [['memory of the largest member of etcd, MB', memberRssMb]]),
      ['memory of one desk alone on the command line, MB', figures.aloneRssMb],
      ['processor of one hub while nothing happens, % of one', figures.hubCpuPercent],
    ],
  );
  return `## ${figures.desks} desks at ${hubs}

${log} The ${figures.desks} desks are whole desks without a window, in five processes; each added ${ordersPerDesk} orders, ${ownPerDesk} of which no other added. Beside them one \`waybell watch\` alone has a service of its own. A change has come when the last desk has stored and announced it, and all desks share the processors of the machine with the hub.

${measuredText(figures)}

${table}`;
}

function awayText(figures: Measured & AwayFigures): string {
  const table = markdownTable(
    ['what', 'value'],
    [
      ['orders', figures.orders],
      ['events while it was away', figures.events],
      ['from its start until it has all of them, ms', figures.backAfterMs],
      ['events that the log has and that it did not get', figures.missing],
      ['orders that it has otherwise than the hub', figures.different],
    ],
  );
  return `## Away and back

A whole desk that knows the log is stopped. Other desks change labels at the hub meanwhile, and then it is started again with what it had stored.

${measuredText(figures)}

${table}`;
}

function limitText(figures: Measured & { readonly teams: readonly LimitFigures[] }): string {
  return `## The limit of one hub

The desks only count the events that they get, so that the hub is what is measured. Writers change labels, each again as soon as it was answered, and there are more of them in each line. In the first line there is no writer, and the desks get the status alone that a hub sends every second. It ends when a change takes more than ${lateAfterMs} ms to the last desk, p99, or when the hub takes ${fullPercent} % of one processor. The line in bold has the most events handed over in time. The last columns are what each process took of one processor; the service and whatever else ran on the machine are the others.

${measuredText(figures)}

${figures.teams.map(stepsText).join('\n\n')}`;
}

function threeHubsText(figures: Measured & { readonly teams: readonly LimitFigures[] }): string {
  return `## The limit of three hubs

The same with three hubs over three members of etcd, and the desks spread over the hubs. The six of them, the readers and the writers share the processors of this one machine, so that the figures are the machine's limit and not that of three hubs with a processor each.

${measuredText(figures)}

${figures.teams.map(stepsText).join('\n\n')}`;
}

function stepsText(figures: LimitFigures): string {
  const { desks, hubRssMb, hubs, steps } = figures;
  const best = bestStep(figures);
  const names = Object.keys(steps[0]?.cpuPercent ?? {});
  const head = ['writers', 'changes a second', 'handed over a second', 'p50 ms', 'p99 ms'];
  const rows = steps.map((step) => {
    const { changeP50Ms, changeP99Ms, changesPerSecond, cpuPercent, handedOverPerSecond } = step;
    const shares = names.map((name) => cpuPercent[name] ?? 0);
    const lateMs = [changeP50Ms ?? '', changeP99Ms ?? ''];
    const handedOver = [changesPerSecond, handedOverPerSecond, ...lateMs];
    const cells = [step.writers, ...handedOver, ...shares];
    return cells.map((cell) => (step === best ? `**${cell}**` : cell));
  });
  const table = markdownTable([...head, ...names.map((name) => `${name}, %`)], rows);
  const place = hubs === 1 ? 'one hub' : 'three hubs';
  const memory = `${hubs === 1 ? 'The hub' : 'The largest hub'} took ${hubRssMb} MB at the end.`;
  const isLate = best === undefined ? ' Changes were late with one writer already.' : '';
  return `### ${desks} desks at ${place}\n\n${table}\n\n${memory}${isLate}`;
}
