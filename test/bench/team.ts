import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { inProject } from '../../tools/project.ts';
import { machineText, today } from './shared/machine.ts';
import { exitCodeOf, writePage } from './shared/report.ts';
import { measureAway } from './team/away.ts';
import { measureDesks } from './team/fifty-desks.ts';
import { type LimitFigures, measureLimit } from './team/limit.ts';
import { type Measured, reportText, teamTargets, type TeamReport } from './team/report.ts';

/*
 * A hub and its desks, each part with processes of its own:
 *
 *   desks      fifty desks with one hub: requests to the service, changes, claims, memory
 *   desksOfThree  the same with three hubs over three members of etcd
 *   away       a desk that comes back after many events
 *   limit      how many events one hub with SQLite hands over, to 50, 200 and 1,000 desks
 *   threeHubs  the same with three hubs over three members of etcd
 *
 *   npm run bench -- team [--only PART] [--desks 50 --seconds 120 --events 20000]
 *
 * Writes docs/bench/team.json, in which a part that is not measured stays as it was, and team.md. Ends with 1 when a
 * target is missed. Linux alone.
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    desks: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '120' },
    events: { type: 'string', default: '20000' },
  },
});

async function limits(
  hubCount: 1 | 3,
  deskCounts: readonly number[],
): Promise<{ readonly teams: readonly LimitFigures[] }> {
  const teams: LimitFigures[] = [];
  for (const deskCount of deskCounts) teams.push(await measureLimit(hubCount, deskCount));
  return { teams };
}

const parts = {
  desks: () => measureDesks(1, Number(values.desks), Number(values.seconds)),
  desksOfThree: () => measureDesks(3, Number(values.desks), Number(values.seconds)),
  away: () => measureAway(Number(values.events)),
  limit: () => limits(1, [50, 200, 1000]),
  threeHubs: () => limits(3, [50, 200, 1000]),
};

async function measured(part: () => Promise<object>): Promise<Measured> {
  const loadBefore = loadavg()[0] ?? 0;
  const figures = await part();
  const load = [loadBefore, loadavg()[0] ?? 0] as const;
  return { measuredOn: today(), machine: machineText(), load, ...figures };
}

const path = inProject('docs/bench/team.json');
let report: TeamReport = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
const chosen = Object.entries(parts).filter(([name]) => (values.only ?? name) === name);
if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(parts).join(', ')}`);
for (const [name, part] of chosen) {
  report = { ...report, [name]: await measured(part) };
  writePage('team.json', `${JSON.stringify(report, null, 2)}\n`);
  writePage('team.md', reportText(report));
}
process.stdout.write(reportText(report));
process.exit(exitCodeOf(teamTargets(report)));
