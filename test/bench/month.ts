import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SystemClock } from '../../main/engine/watch/system-clock.ts';
import { compact, removeKeys, statusOf, transact } from '../../main/hub/log/etcd/etcd-api.ts';
import { EtcdClient } from '../../main/hub/log/etcd/etcd-client.ts';
import { keys, root } from '../../main/hub/log/etcd/etcd-keys.ts';
import { inProject } from '../../tools/project.ts';
import { EtcdCluster } from '../support/team-log/etcd-cluster.ts';
import { entryBody, said, teamOfMonth } from './month/writes.ts';
import { atMost, exitCodeOf, targetTable } from './shared/report.ts';
import { machineText, markdownTable, today } from './shared/machine.ts';

/*
 * What a member of etcd keeps on its disk after a month of a team: all that its hubs write, with the time between
 * left out. What is written in some seconds goes in one transaction, under as many keys, because one transaction
 * writes a key once only; each is written again by the next, so that it becomes history as a real one does.
 *
 *   npm run bench -- month [--hours 720] [--minutes MOST]
 *
 * Writes docs/bench/month.md from 12 hours on. Ends with 1 when the target is missed. Linux alone.
 */

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '720' },
    minutes: { type: 'string', default: '100000' },
  },
});
const mostHours = Number(values.hours);

/** Fewer say nothing of what stays. */
const fewestHours = 12;
/** What goes in one transaction: some seconds of the team. */
const secondsAtOnce = 10;
/** A hub compacts what is older than an hour, once a minute. */
const historySeconds = 3600;
const compactEverySeconds = 60;
/** For so long a dedupe key stays, and a quarter of an hour more: that of its lease. */
const dedupeSeconds = 2.25 * 3600;

interface Figure {
  readonly hour: number;
  readonly databaseBytes: number;
  readonly usedBytes: number;
  readonly diskBytes: number;
}

/** What is in a folder and below. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, { name, parentPath }) => {
      // Blocks that are there: the log is set apart with holes.
      const { blocks } = statSync(join(parentPath, name));
      return sum + blocks * 512;
    }, 0);
}

/**
 * Transactions of ten seconds as they are: three statuses, the lease, and those of entries. After as many of them as
 * after 10,000 real ones, etcd's usual, a snapshot lets it drop files of its log.
 */
const snapshotCount = Math.round(
  10_000 / (secondsAtOnce * (teamOfMonth.hubs + 1 + teamOfMonth.eventsPerSecond)),
);

const cluster = await EtcdCluster.start(1, {
  more: () => ['--snapshot-count', String(snapshotCount)],
});
const client = new EtcdClient(
  { members: cluster.members, login: null, certificate: null },
  new SystemClock(),
);
const figures: Figure[] = [];
const startedMs = performance.now();
const endsAtMs = startedMs + Number(values.minutes) * 60_000;
/** By the simulated second: the revision then. */
const revisions: { readonly second: number; readonly revision: number }[] = [];
let eventCount = 0;
let bytes = 0;
let puts = 0;
try {
  const isLeft = (second: number): boolean =>
    second < mostHours * 3600 && (second % 3600 > 0 || performance.now() < endsAtMs);
  for (let second = 0; isLeft(second); second += secondsAtOnce) {
    const acts: { put: string; value: string }[] = [];
    for (let at = 0; at < secondsAtOnce; at += 1) {
      for (let hub = 0; hub < teamOfMonth.hubs; hub += 1) {
        acts.push({ put: `${keys.said('status')}/${hub}/${at}`, value: said(hub, second + at) });
      }
      acts.push({ put: `${keys.lease('checking')}/${at}`, value: 'hub-0123456789ab' });
      acts.push({ put: `${keys.note('checking')}/${at}`, value: 'x'.repeat(400) });
      const due = Math.floor((second + at) * teamOfMonth.eventsPerSecond);
      for (; eventCount < due; eventCount += 1) {
        const order = eventCount % teamOfMonth.orders;
        const value = `${Date.now()}\n${entryBody(order, eventCount)}`;
        acts.push({ put: keys.entry(`order.${order}`), value });
        const bucket = Math.floor((second + at) / 900);
        acts.push({ put: `${root}once/${bucket}/${eventCount}`, value: 'x'.repeat(36) });
      }
    }
    acts.push({ put: keys.newest, value: '' });
    const { revision } = await transact(client, [], acts);
    puts += acts.length;
    bytes += acts.reduce((sum, { put, value }) => sum + put.length + value.length, 0);
    revisions.push({ second, revision });
    if (second % compactEverySeconds === 0) {
      const old = revisions.findLastIndex((each) => second - each.second >= historySeconds);
      const before = revisions[old];
      if (before !== undefined) {
        await compact(client, before.revision);
        revisions.splice(0, old + 1);
      }
    }
    if (second % 900 === 0 && second >= dedupeSeconds) {
      const ended = Math.floor((second - dedupeSeconds) / 900);
      await removeKeys(client, `${root}once/${ended}/`);
    }
    if ((second + secondsAtOnce) % 3600 === 0) {
      const { databaseBytes, usedBytes } = await statusOf(client, 0);
      const hour = (second + secondsAtOnce) / 3600;
      figures.push({ hour, databaseBytes, usedBytes, diskBytes: bytesIn(cluster.folderOf(0)) });
      if (hour % 6 === 0) process.stderr.write(`${JSON.stringify(figures.at(-1))}\n`);
    }
  }
} finally {
  await client.close();
  await cluster.stop();
}

const hours = figures.length;
const megabytes = (count: number): string => String(Math.round(count / 1_000_000));
const largest = Math.max(...figures.map(({ diskBytes }) => diskBytes));
const shown = figures.filter(({ hour }) => [1, 2, 3, 6].includes(hour) || hour % 12 === 0);
const rows = [...new Set([...shown.slice(0, 10), ...figures.slice(-1)])];
const days = (hours / 24).toFixed(1).replace(/\.0$/, '');
const target = atMost('disk of a member, at its most', largest / 1_000_000, 2000, ' MB');
const text = `# What a member of etcd keeps

On ${today()}, ${machineText()}. All that three hubs write into etcd for ${teamOfMonth.desks} desks and ${teamOfMonth.orders} orders under way, ${days} days of it, with the time between left out: each hub's status every second, the lease to check every second, ${teamOfMonth.eventsPerSecond} entries a second with their dedupe keys. As a hub does, each minute all is compacted that is older than an hour. A real member wrote ${puts.toLocaleString('en')} values, ${(bytes / 1e9).toFixed(1)} GB, in ${Math.round((performance.now() - startedMs) / 1000)} s. \`npm run bench -- month --hours ${hours}\` does it again.

${targetTable([target])}

${markdownTable(
  ['hour', 'database, MB', 'of it in use, MB', 'disk of the member with its log, MB'],
  rows.map(({ databaseBytes, diskBytes, hour, usedBytes }) => [
    hour,
    megabytes(databaseBytes),
    megabytes(usedBytes),
    megabytes(diskBytes),
  ]),
)}

What is in use is an hour of history, the last entry of each order, and dedupe keys of two hours; etcd writes into what was freed, so that the database stays as large as it once was. Its write-ahead log has some files of 64 MB, which etcd drops after a snapshot, looking every half a minute: that is half an hour here.
`;
process.stdout.write(text);
if (hours >= fewestHours) writeFileSync(inProject('docs/bench/month.md'), text);
process.exitCode = exitCodeOf([target]);
