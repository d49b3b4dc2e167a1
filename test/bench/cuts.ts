import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../main/engine/storage/database.ts';
import { WatchRepository } from '../../main/engine/storage/watch-repository.ts';
import {
  type CutsFound,
  cutDesk,
  nothingFound,
  traceDesk,
} from '../support/power-cut/traced-desk.ts';
import { orderIdAt, someOrder, someWatched } from '../support/watched-orders.ts';
import { machineText, markdownTable, median, today } from './shared/machine.ts';

/*
 * Power cuts, rebuilt: a desk runs beneath strace while a person acts and the service is checked. Then the disk is
 * rebuilt as of many moments, with what was synced by then and any part of the rest, and the program opens it:
 * every act that was confirmed before the moment must be there once.
 *
 *   npm run bench -- cuts [--cuts 300] [--acts 150] [--seed 1]
 *
 * A third of the cuts meets a desk of a team whose hub is away. The same is done with programs that wait for no
 * sync: there acts must be found missing, or the bench would find nothing at all. Writes docs/bench/cuts.json and
 * cuts.md from 100 cuts on. Ends with 1 when anything is wrong. Linux alone, with strace.
 */

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '300' },
    acts: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
  },
});
const cuts = Number(values.cuts);
const acts = Number(values.acts);
const seed = Number(values.seed);
/** More than one transaction of the watch list holds. */
const orderCount = 150;
/** After so many cuts a desk is traced anew, with other acts. */
const cutsPerTrace = 100;

const base = mkdtempSync(join(tmpdir(), 'waybell-cuts-'));

/** Cuts the power of desks as often, each with acts of its own. */
async function cutDesks(count: number, isOfTeam: boolean, isUnsynced: boolean): Promise<CutsFound> {
  const found = nothingFound();
  for (let round = 0; found.cuts < count; round += 1) {
    const folder = mkdtempSync(join(base, 'desk-'));
    const choices = { acts, orderCount, seed: seed + round, isOfTeam, isUnsynced };
    const trace = await traceDesk(folder, choices);
    const left = Math.min(cutsPerTrace, count - found.cuts);
    await cutDesk(trace, { count: left, seed: seed + round }, found);
    rmSync(folder, { recursive: true });
    process.stderr.write(`${JSON.stringify({ ...choices, ...found, details: undefined })}\n`);
  }
  return found;
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
const alone = await cutDesks(cuts - ofTeam, false, false);
const team = await cutDesks(ofTeam, true, false);
const unsyncedAlone = await cutDesks(cuts - ofTeam, false, true);
const unsyncedTeam = await cutDesks(ofTeam, true, true);
const report = {
  measuredOn: today(),
  machine: machineText(),
  acts,
  orderCount,
  seed,
  seconds: Math.round((performance.now() - startedMs) / 1000),
  alone,
  team,
  unsyncedAlone,
  unsyncedTeam,
  actMs: { synced: actMs(false), unsynced: actMs(true) },
};
rmSync(base, { recursive: true });

const columns = [alone, team, unsyncedAlone, unsyncedTeam];
const row = (name: string, figure: (found: CutsFound) => number | string) => [
  name,
  ...columns.map(figure),
];
const bold = (count: number): string => `**${count}**`;
const cost = ({ middle, p99 }: ReturnType<typeof actMs>): string =>
  `${middle.toFixed(2)} ms (99 of 100: at most ${p99.toFixed(1)} ms)`;
const text = `# Power cuts

On ${report.measuredOn}, ${report.machine}. A killed process loses nothing that the kernel has; a power cut does. So a desk runs beneath \`strace\`, which writes down every write, rename and sync of it, while a person does ${acts} things and ${orderCount} orders are checked every two seconds over HTTP at a simulated service. Then the disk is rebuilt as of any moment, and the program opens it. \`npm run bench -- cuts --cuts ${cuts} --acts ${acts} --seed ${seed}\` does it again.

${markdownTable(
  ['what', 'desk', 'desk of a team', 'desk, no sync', 'desk of a team, no sync'],
  [
    row('cuts', (found) => found.cuts),
    row('confirmed acts looked for, in all cuts together', (found) => found.confirmed),
    row('**confirmed and lost**', (found) => bold(found.lost)),
    row('**there more than once**', (found) => bold(found.doubled)),
    row('**did not open, or set aside**', (found) => bold(found.unusable)),
    row('cuts before anything was confirmed', (found) => found.early),
    row('of these set aside', (found) => found.unusableEarly),
  ],
)}

The last two columns show that the cuts find what they look for: the connection of those programs waits for no commit (\`synchronous = NORMAL\`, as it was before), which is a switch of the bench alone.

**What ran.** The services as \`main/engine/services.ts\` builds them, with recording, notifications, the webhook receiver and housekeeping, in a process of their own on a profile that is not there yet, in a folder that is not there either. A person acts over the bridge: requests pass \`main/desktop/bridge/bridge-server.ts\` with its schemas and the real handlers. What is not there is Electron: the window, its messages between processes, the tray, and cards on a screen. The acts: label, note, group, promised time, snooze, seen, called with a word, mute (one order, and all of them at once), pin, a setting, archive and back, an order added, one removed, a whole number shown (the ledger), a webhook answered 202. At the desk of a team the hub is away, so each change of a shared word is also an edit that waits. After each answer the program writes a line to a file beside the disk, so answers and syncs stand in one order.

**What a cut leaves.** All that was synced: the content of a file by a sync of the file, a name that was made, changed or removed by a sync of its folder. Of the rest nothing, everything, any writes, any sectors of 512 bytes, or any pages of 4 KiB, by a seed; of changes of a folder the first ones, because file systems keep their order. Nine cuts in twenty come right after an answer, as many after any change of the disk, and the others while the profile is being made. The act that was under way may be there or not. A trace with a call that is not understood, or with a file written through memory other than SQLite's index of its log, ends the bench.

**What it costs.** The commit of one act takes ${cost(report.actMs.synced)} here, beside ${cost(report.actMs.unsynced)} without a sync. Commits of checks alone wait for no sync, as before ([ADR 3](../adr/0003-node-sqlite.md)).

A first start that is cut before SQLite wrote anything leaves an empty file, which the next start sets aside as damaged, with nothing in it. What a disk keeps that lies about its syncs cannot be shown this way.
`;
process.stdout.write(text);
const synced = [alone, team];
for (const detail of synced.flatMap(({ details }) => details)) process.stdout.write(`${detail}\n`);
if (cuts >= 100) {
  const folder = join(import.meta.dirname, '../../docs/bench');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cuts.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, 'cuts.md'), text);
}
const isWell = synced.every(({ doubled, lost, unusable }) => lost + doubled + unusable === 0);
const findsTheFault = unsyncedAlone.lost > 0 && unsyncedTeam.lost > 0;
process.exitCode = isWell && findsTheFault ? 0 : 1;
