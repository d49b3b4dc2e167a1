import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { machineText, markdownTable, median, today } from './shared/machine.ts';

/*
 * Power cuts, rebuilt: a desk runs beneath strace while a person acts and the service is checked, and a hub while
 * its desks act over HTTP. Then the disk is rebuilt as of many moments, with what was synced by then and any part
 * of the rest, and the program opens it: every act that was confirmed before the moment must be there once.
 *
 *   npm run bench -- cuts [--cuts 1000] [--acts 150] [--seed 1]
 *
 * So many cuts of desks, of which a third are desks of a team whose hub is away, and as many of hubs. A fifth as
 * often the same is done with programs that wait for no sync: there acts must be found missing, or the bench would
 * find nothing at all. Writes docs/bench/cuts.json and cuts.md from 100 cuts on. Ends with 1 when anything is
 * wrong. Linux alone, with strace.
 */

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '1000' },
    acts: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
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

const startedMs = performance.now();
const ofTeam = Math.floor(cuts / 3);
/** Enough to see that it is found. */
const unsyncedShare = 5;
const few = (count: number): number => Math.ceil(count / unsyncedShare);
const alone = await cutDesks(cuts - ofTeam, false, false);
const team = await cutDesks(ofTeam, true, false);
const hub = await cutHubs(cuts, false);
const unsyncedAlone = await cutDesks(few(cuts - ofTeam), false, true);
const unsyncedTeam = await cutDesks(few(ofTeam), true, true);
const unsyncedHub = await cutHubs(few(cuts), true);
const report = {
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
  actMs: { synced: actMs(false), unsynced: actMs(true) },
};
rmSync(base, { recursive: true });

const desks = [alone, team];
const unsynced = [unsyncedAlone, unsyncedTeam];
const row = (name: string, figure: (found: CutsFound) => number | string) => [
  name,
  ...[...desks, hub, ...unsynced, unsyncedHub].map(figure),
];
const hubRow = (name: string, figure: (found: HubCutsFound) => number | string) => [
  name,
  '–',
  '–',
  figure(hub),
  '–',
  '–',
  figure(unsyncedHub),
];
const bold = (count: number): string => `**${count}**`;
const cost = ({ middle, p99 }: ReturnType<typeof actMs>): string =>
  `${middle.toFixed(2)} ms (99 of 100: at most ${p99.toFixed(1)} ms)`;
const text = `# Power cuts

On ${report.measuredOn}, ${report.machine}. A killed process loses nothing that the kernel has; a power cut does. So a program runs beneath \`strace\`, which writes down every write, rename and sync of it: a desk while a person does ${acts} things, and a hub while its desks do as many over HTTP. Meanwhile ${orderCount} orders, ${hubOrderCount} at a hub, are checked every two seconds at a simulated service. Then the disk is rebuilt as of any moment, and the program opens it. \`npm run bench -- cuts --cuts ${cuts} --acts ${acts} --seed ${seed}\` does it again; it took ${report.seconds} s. \`npm run nightly\` cuts forty of each.

${markdownTable(
  [
    'what',
    'desk',
    'desk of a team',
    'hub',
    'desk, no sync',
    'desk of a team, no sync',
    'hub, no sync',
  ],
  [
    row('cuts', (found) => found.cuts),
    row('confirmed acts looked for, in all cuts together', (found) => found.confirmed),
    row('**confirmed and lost**', (found) => bold(found.lost)),
    row('**there more than once**', (found) => bold(found.doubled)),
    row('**did not open, or set aside**', (found) => bold(found.unusable)),
    hubRow('entries that a desk had, in all cuts together', (found) => found.seen),
    hubRow('**of these another one with the same sequence**', (found) => bold(found.reused)),
    hubRow('unanswered acts that were sent again, and are there once', (found) => found.sentAgain),
    row('cuts before anything was confirmed', (found) => found.early),
    row('of these set aside', (found) => found.unusableEarly),
  ],
)}

The last three columns show that the cuts find what they look for: the connections of those programs wait for no commit (\`synchronous = NORMAL\`), which is a switch of the bench alone.

**What ran at a desk.** The services as \`main/engine/services.ts\` builds them, with recording, notifications, the webhook receiver and housekeeping, in a process of their own on a profile that is not there yet, in a folder that is not there either. A person acts over the bridge: requests pass \`main/desktop/bridge/bridge-server.ts\` with its schemas and the real handlers. What is not there is Electron: the window, its messages between processes, the tray, and cards on a screen. The acts: label, note, group, promised time, snooze, seen, called with a word, mute (one order, and all of them at once), pin, a setting, archive and back, an order added, one removed, a whole number shown (the ledger), a webhook answered 202, the window moved, a hand-over saved in place of the last one (all exports are saved by the same function). At the desk of a team the hub is away, so each change of a shared word is also an edit that waits. After each answer the program writes a line to a file beside the disk, so answers and syncs stand in one order.

**What ran at a hub.** \`waybell hub\` as \`main/cli/commands/hub.ts\` starts it, on a profile that is not there yet, with desks in the same process that use the links of real desks over HTTP on loopback. The acts: an invitation made, a desk that joins, a desk revoked, label, note, group and promised time of an order, a claim, a claim taken over, a claim of all desks at once, its end, an order handled, added, removed, a whole number shown, a webhook answered 202. The line at the side is written when the last byte of an answer was handed to the system; so is one for each entry that a desk got from its stream. After the cut a hub starts on the disk, and the desk whose act was under way sends it again with its key: then it must be there once. An entry is appended, whose sequence no desk may have had, and what a desk had must stand under its sequence as it was, unless its order was removed. The token of each desk that joined must still be good, and that of each that was revoked not.

**What a cut leaves.** All that was synced: the content of a file by a sync of the file, a name that was made, changed or removed by a sync of its folder. Of the rest nothing, everything, any writes, any sectors of 512 bytes, or any pages of 4 KiB, by a seed; of changes of a folder the first ones, because file systems keep their order. Nine cuts in twenty come right after an answer, as many after any change of the disk, and the others while the profile is being made. The act that was under way may be there or not. A trace with a call that is not understood, or with a file written through memory other than SQLite's index of its log, ends the bench.

**What it costs.** The commit of one act takes ${cost(report.actMs.synced)} here, beside ${cost(report.actMs.unsynced)} without a sync. Commits of checks alone wait for no sync at a desk, as before ([ADR 3](../adr/0003-node-sqlite.md)); at a hub all entries do, because a desk's place must not be given twice.

A first start that is cut before SQLite wrote anything leaves an empty file, which the next start sets aside as damaged, with nothing in it. What a disk keeps that lies about its syncs cannot be shown this way. Of the files outside SQLite the log waits for no sync, and the lock has nothing in it; the autostart file is written by the function that writes the window's place.
`;
process.stdout.write(text);
const synced = [alone, team, hub];
for (const detail of synced.flatMap(({ details }) => details)) process.stdout.write(`${detail}\n`);
if (cuts >= 100) {
  const folder = join(import.meta.dirname, '../../docs/bench');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cuts.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, 'cuts.md'), text);
}
const isWell =
  synced.every(({ doubled, lost, unusable }) => lost + doubled + unusable === 0) &&
  hub.reused === 0;
const findsTheFault = [unsyncedAlone, unsyncedTeam, unsyncedHub].every(({ lost }) => lost > 0);
process.exitCode = isWell && findsTheFault ? 0 : 1;
