import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../main/engine/storage/database.ts';
import { WatchRepository } from '../../main/engine/storage/watch-repository.ts';
import { type CutsFound, nothingFound } from '../support/power-cut/cuts-found.ts';
import { cutDesk, traceDesk } from '../support/power-cut/traced-desk.ts';
import {
  cutHub,
  type HubCutsFound,
  nothingFoundOfHubs,
  traceHub,
} from '../support/power-cut/traced-hub.ts';
import { orderIdAt, someOrder, someWatched } from '../support/watched-orders.ts';
import { cutClusters } from './cuts/cluster-cuts.ts';
import { type CutsReport, cutsText } from './cuts/cuts-text.ts';
import { machineText, median, today } from './shared/machine.ts';

/*
 * Power cuts, rebuilt: a desk runs beneath strace while a person acts and the service is checked, and a hub while
 * its desks act over HTTP. Then the disk is rebuilt as of many moments, with what was synced by then and any part
 * of the rest, and the program opens it: every act that was confirmed before the moment must be there once.
 *
 *   npm run bench -- cuts [--cuts 1000] [--acts 150] [--seed 1]
 *   npm run bench -- cuts --cluster 200 [--acts 150] [--seed 1]
 *
 * So many cuts of desks, of which a third are desks of a team whose hub is away, and as many of hubs. A fifth as
 * often the same is done with programs that wait for no sync: there acts must be found missing, or the bench would
 * find nothing at all. Writes docs/bench/cuts.json and cuts.md from 100 cuts on. Ends with 1 when anything is
 * wrong. Linux alone, with strace. With --cluster the power of three members of etcd and a hub is cut so often, all
 * at one moment, and nothing else; what was found of the others before stays.
 */

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '1000' },
    acts: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    cluster: { type: 'string', default: '0' },
  },
});
const cuts = Number(values.cuts);
const acts = Number(values.acts);
const seed = Number(values.seed);
/** More than one transaction of the watch list holds. */
const orderCount = 150;
/** Each entry of a hub's log holds its order whole, so that a trace grows with what checks find. */
const hubOrderCount = 30;
/** After so many cuts a program is traced anew, with other acts. */
const cutsPerTrace = 100;

const base = mkdtempSync(join(tmpdir(), 'waybell-cuts-'));

/** Cuts the power of programs as often, each with acts of its own. */
async function cutMany<Found extends CutsFound>(
  count: number,
  found: Found,
  cut: (folder: string, some: { readonly count: number; readonly seed: number }) => Promise<void>,
): Promise<Found> {
  for (let round = 0; found.cuts < count; round += 1) {
    const folder = mkdtempSync(join(base, 'disk-'));
    const some = { count: Math.min(cutsPerTrace, count - found.cuts), seed: seed + round };
    await cut(folder, some);
    rmSync(folder, { recursive: true });
    process.stderr.write(`${JSON.stringify({ ...some, ...found, details: undefined })}\n`);
  }
  return found;
}

function cutDesks(count: number, isOfTeam: boolean, isUnsynced: boolean): Promise<CutsFound> {
  const found = nothingFound();
  return cutMany(count, found, async (folder, some) => {
    const choices = { acts, orderCount, seed: some.seed, isOfTeam, isUnsynced };
    await cutDesk(await traceDesk(folder, choices), some, found);
  });
}

function cutHubs(count: number, isUnsynced: boolean): Promise<HubCutsFound> {
  const found = nothingFoundOfHubs();
  return cutMany(count, found, async (folder, some) => {
    const choices = { acts, orderCount: hubOrderCount, seed: some.seed, isUnsynced };
    await cutHub(await traceHub(folder, choices), some, found);
  });
}

/** What the commit of one act takes, in milliseconds: the middle of 400, and what 99 of 100 stay below. */
function actMs(isUnsynced: boolean) {
  const opened = openDatabase(mkdtempSync(join(base, 'act-')));
  const repository = new WatchRepository(opened.sql, Date.now);
  const durationsMs = Array.from({ length: 400 }, (_, index) => {
    const id = orderIdAt(index % 100);
    const watched = someWatched(id, { label: `label ${index}`, order: someOrder(id) });
    const startedMs = performance.now();
    repository.save([{ watched, notifications: [], ...(isUnsynced && { canBeAskedAgain: true }) }]);
    return performance.now() - startedMs;
  });
  opened.close();
  return {
    middle: median(durationsMs),
    p99: durationsMs.toSorted((a, b) => a - b)[395] ?? Number.NaN,
  };
}

/** Enough to see that it is found. */
const unsyncedShare = 5;
const folder = join(import.meta.dirname, '../../docs/bench');
const reportPath = join(folder, 'cuts.json');

/** What was found before. */
function foundBefore(): CutsReport {
  // The bench wrote it.
  return JSON.parse(readFileSync(reportPath, 'utf8')) as CutsReport;
}

/** How often programs are cut that wait for no sync. */
const few = (count: number): number => Math.ceil(count / unsyncedShare);

async function cutAll(): Promise<CutsReport> {
  const startedMs = performance.now();
  const ofTeam = Math.floor(cuts / 3);
  const alone = await cutDesks(cuts - ofTeam, false, false);
  const team = await cutDesks(ofTeam, true, false);
  const hub = await cutHubs(cuts, false);
  const unsyncedAlone = await cutDesks(few(cuts - ofTeam), false, true);
  const unsyncedTeam = await cutDesks(few(ofTeam), true, true);
  const unsyncedHub = await cutHubs(few(cuts), true);
  return {
    measuredOn: today(),
    machine: machineText(),
    acts,
    orderCount,
    hubOrderCount,
    seed,
    seconds: Math.round((performance.now() - startedMs) / 1000),
    alone,
    team,
    hub,
    unsyncedAlone,
    unsyncedTeam,
    unsyncedHub,
    ...(existsSync(reportPath) && { cluster: foundBefore().cluster }),
    actMs: { synced: actMs(false), unsynced: actMs(true) },
  };
}

const clusterCuts = Number(values.cluster);
const report: CutsReport =
  clusterCuts > 0
    ? { ...foundBefore(), cluster: await cutClusters(clusterCuts, { acts, seed }, cutMany) }
    : await cutAll();
rmSync(base, { recursive: true });
const text = cutsText(report);
process.stdout.write(text);
const isOfCluster = clusterCuts > 0 && report.cluster !== undefined;
const synced = isOfCluster ? [report.cluster.synced] : [report.alone, report.team, report.hub];
const unsynced = isOfCluster
  ? [report.cluster.lying]
  : [report.unsyncedAlone, report.unsyncedTeam, report.unsyncedHub];
const reused = isOfCluster ? report.cluster.synced.reused : report.hub.reused;
for (const detail of synced.flatMap(({ details }) => details)) process.stdout.write(`${detail}\n`);
if ((clusterCuts || cuts) >= 100) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(reportPath, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, 'cuts.md'), text);
}
const isWell =
  synced.every(({ doubled, lost, unusable }) => lost + doubled + unusable === 0) && reused === 0;
// Members whose disks lied may not even start.
const findsTheFault = unsynced.every(({ lost, unusable }) => lost + unusable > 0);
process.exitCode = isWell && findsTheFault ? 0 : 1;
