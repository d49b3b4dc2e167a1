import type { CutsFound } from '../../support/power-cut/cuts-found.ts';
import type { HubCutsFound } from '../../support/power-cut/traced-hub.ts';
import { markdownTable } from '../shared/machine.ts';

/** What the commit of one act takes: the middle, and what 99 of 100 stay below. */
interface ActMs {
  readonly middle: number;
  readonly p99: number;
}

/** What was found after power cuts of a cluster. */
export interface ClusterCuts {
  readonly measuredOn: string;
  readonly machine: string;
  readonly etcdVersion: string;
  readonly acts: number;
  readonly orderCount: number;
  readonly seed: number;
  readonly seconds: number;
  readonly synced: HubCutsFound;
  /** On disks that keep nothing for being told to. */
  readonly lying: HubCutsFound;
}

/** All that the bench found. */
export interface CutsReport {
  readonly measuredOn: string;
  readonly machine: string;
  readonly acts: number;
  readonly orderCount: number;
  readonly hubOrderCount: number;
  readonly seed: number;
  readonly seconds: number;
  readonly alone: CutsFound;
  readonly team: CutsFound;
  readonly hub: HubCutsFound;
  readonly unsyncedAlone: CutsFound;
  readonly unsyncedTeam: CutsFound;
  readonly unsyncedHub: HubCutsFound;
  readonly actMs: { readonly synced: ActMs; readonly unsynced: ActMs };
  readonly cluster?: ClusterCuts;
}

const bold = (count: number): string => `**${count}**`;
const cost = ({ middle, p99 }: ActMs): string =>
  `${middle.toFixed(2)} ms (99 of 100: at most ${p99.toFixed(1)} ms)`;

/** The page of the report. */
export function cutsText(report: CutsReport): string {
  const {
    acts,
    alone,
    hub,
    hubOrderCount,
    orderCount,
    seed,
    team,
    unsyncedAlone,
    unsyncedHub,
    unsyncedTeam,
  } = report;
  const cuts = alone.cuts + team.cuts;
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
  return `# Power cuts

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
${report.cluster === undefined ? '' : clusterText(report.cluster)}`;
}

function clusterText({
  acts,
  etcdVersion,
  lying,
  machine,
  measuredOn,
  orderCount,
  seconds,
  seed,
  synced,
}: ClusterCuts): string {
  const row = (name: string, figure: (found: HubCutsFound) => number | string) => [
    name,
    ...[synced, lying].map(figure),
  ];
  return `
## A cluster of etcd

On ${measuredOn}, ${machine}. Three members of etcd ${etcdVersion} and a hub with its profile run beneath one \`strace\`, while its desks do ${acts} of the same things and ${orderCount} orders are checked. All four disks are cut at one moment and rebuilt; the members start on them with their own addresses, then the hub, and all of the above is looked for. \`npm run bench -- cuts --cluster ${synced.cuts} --acts ${acts} --seed ${seed}\` does it again; it took ${seconds} s. \`npm run nightly\` makes ten.

${markdownTable(
  ['what', 'cluster', 'cluster, disks that lie'],
  [
    row('cuts', (found) => found.cuts),
    row('confirmed acts looked for, in all cuts together', (found) => found.confirmed),
    row('**confirmed and lost**', (found) => bold(found.lost)),
    row('**there more than once**', (found) => bold(found.doubled)),
    row('**members or a hub that did not start**', (found) => bold(found.unusable)),
    row('entries that a desk had, in all cuts together', (found) => found.seen),
    row('**of these another one with the same sequence**', (found) => bold(found.reused)),
    row('unanswered acts that were sent again, and are there once', (found) => found.sentAgain),
    row('cuts before anything was confirmed', (found) => found.early),
    row('of these that did not start', (found) => found.unusableEarly),
  ],
)}

The last column shows that the cuts find what they look for: its disks keep nothing for being told to, once something was confirmed. etcd reads its database through memory, and writes it, as its write-ahead log, by calls that \`strace\` sees; a trace in which a file of it were written through memory would end the bench. **What is not cut** is the first start of the members: etcd syncs no folder that it makes then, so the disk is synced once they have a leader, as it is by itself after half a minute. The new segments of the log come after 64 MB, which no trace here reaches.
`;
}
