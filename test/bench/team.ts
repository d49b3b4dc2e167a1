import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseOrderId, type OrderId } from '../../core/order/order-id.ts';
import { machineText, markdownTable, today } from './shared/machine.ts';
import { cpuSeconds, rssKb } from './shared/process-cost.ts';
import { admitDesks, BenchDesk } from './team/bench-desks.ts';
import { hubUrl, ServiceProcess, startWaybell } from './team/processes.ts';

/*
 * One hub with a log in SQLite and fifty desks that watch 40 orders each, 30 % of which no other desk watches: how
 * often the service is asked beside one desk that watches the same orders alone, how soon a change is on all desks,
 * how long a claim takes, what the hub takes, and how many changes it takes in a second.
 *
 *   npm run bench -- team [--desks 50 --seconds 120]
 *
 * Writes docs/bench/team.json and team.md. Ends with 1 when a target is missed. Linux alone.
 */

const folder = join(import.meta.dirname, '../../docs/bench');
const { values } = parseArgs({
  options: {
    desks: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '120' },
  },
});
const deskCount = Number(values.desks);
const ordersPerDesk = 40;
const ownPerDesk = 12;
/** What no other desk watches; what several do is among these too. */
const orderCount = deskCount * ownPerDesk;
const countedMs = Number(values.seconds) * 1000;
const changeCount = 300;
const claimCount = 500;
const mostRequestsShare = 1.05;

interface TeamReport {
  readonly measuredOn: string;
  readonly machine: string;
  /** Of the whole machine, when the measurement began and ended. */
  readonly load: readonly [number, number];
  readonly desks: number;
  readonly orders: number;
  readonly watchedInAll: number;
  readonly startSeconds: number;
  readonly seconds: number;
  readonly hubRequests: number;
  readonly aloneRequests: number;
  readonly changeP50Ms: number;
  readonly changeP99Ms: number;
  readonly claimP50Ms: number;
  readonly claimP99Ms: number;
  readonly hubRssMb: number;
  readonly aloneRssMb: number;
  readonly hubCpuPercent: number;
  readonly editsPerSecond: number;
  readonly deliveriesPerSecond: number;
  readonly editCpuPercent: number;
}

function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN);
}

async function until(isSo: () => boolean, withinMs: number, what: string): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`${what} took longer than ${withinMs} ms`);
    await wait(20);
  }
}

/** The orders of a desk: its own, and others' that are the same for all. */
function ordersOf(desk: number, ids: readonly OrderId[]): readonly OrderId[] {
  const own = ids.slice(desk * ownPerDesk, (desk + 1) * ownPerDesk);
  const others = ids.filter((id) => !own.includes(id)).slice(0, ordersPerDesk - ownPerDesk);
  return [...own, ...others];
}

async function measure(): Promise<TeamReport> {
  const loadBefore = loadavg()[0] ?? 0;
  const profile = mkdtempSync(join(tmpdir(), 'waybell-team-'));
  const service = await ServiceProcess.start(orderCount);
  const aloneService = await ServiceProcess.start(orderCount);
  const hub = startWaybell(service.ready, ['hub', '--profile', profile, '--listen', '0']);
  const aloneUuids = aloneService.ready.uuids;
  const alone = startWaybell(aloneService.ready, ['watch', '--json', ...aloneUuids]);
  alone.stdout?.resume();
  try {
    const url = await hubUrl(hub);
    const hubPid = hub.pid ?? 0;
    const ids = service.ready.uuids.flatMap((uuid) => parseOrderId(uuid) ?? []);
    const admitted = await admitDesks(join(profile, 'team-log.db'), deskCount);
    // The hub looks into the file for what others appended.
    await wait(3000);
    const seenAtMs = new Map<string, number[]>();
    const startedMs = performance.now();
    const desks = admitted.map(
      (each) =>
        new BenchDesk(url, each, (uuid, note) => {
          const key = `${uuid} ${note}`;
          seenAtMs.set(key, [...(seenAtMs.get(key) ?? []), Date.now()]);
        }),
    );
    await until(
      () => desks.every(({ watch }) => watch.state.desks.length > 0),
      60_000,
      'letting the desks in',
    );
    for (const [index, { watch }] of desks.entries()) {
      await watch.add(ordersOf(index, ids).map((id) => ({ id, label: null })));
    }
    await until(
      () =>
        desks.every(({ watch }) => {
          const list = watch.list();
          return list.length === orderCount && list.every(({ order }) => order !== null);
        }),
      180_000,
      'the first answers',
    );
    const startSeconds = Math.round((performance.now() - startedMs) / 100) / 10;
    process.stderr.write(`all orders are on all desks after ${startSeconds} s\n`);

    // Both have found their pace by then.
    await wait(30_000);
    const before = [await service.requestCount(), await aloneService.requestCount()] as const;
    const cpuBefore = cpuSeconds(hubPid);
    await wait(countedMs);
    const hubRequests = (await service.requestCount()) - before[0];
    const aloneRequests = (await aloneService.requestCount()) - before[1];
    const hubCpuPercent = ((cpuSeconds(hubPid) - cpuBefore) / countedMs) * 100_000;
    process.stderr.write(`${hubRequests} requests of the hub, ${aloneRequests} of one desk\n`);

    const lateMs: number[] = [];
    await Promise.all(
      Array.from({ length: changeCount }, async (_, index) => {
        await wait(index * 200);
        const uuid = ids[(index * 7) % ids.length] ?? '';
        const readAtMs = await service.change(uuid, index + 1);
        const key = `${uuid} step ${index + 1}`;
        await until(() => seenAtMs.get(key)?.length === deskCount, 30_000, 'a change');
        lateMs.push(Math.max(...(seenAtMs.get(key) ?? [])) - readAtMs);
      }),
    );

    const claimMs: number[] = [];
    for (let index = 0; index < claimCount; index += 1) {
      const id = ids[index % ids.length];
      const desk = desks[index % deskCount];
      if (id === undefined || desk === undefined) continue;
      const beganMs = performance.now();
      const refusal = (await desk.watch.claim([id], { takesOver: true })).get(id);
      if (refusal !== null) throw new Error(`a claim was refused: ${JSON.stringify(refusal)}`);
      claimMs.push(performance.now() - beganMs);
    }
    const hubRssMb = Math.round(rssKb(hubPid) / 1024);
    const aloneRssMb = Math.round(rssKb(alone.pid ?? 0) / 1024);

    // Every desk writes as fast as its changes are taken, up to what a hub lets one desk change in a minute.
    const perDesk = 200;
    const cpuBeforeEdits = cpuSeconds(hubPid);
    const editsBeganMs = performance.now();
    for (const [index, { watch }] of desks.entries()) {
      for (let edit = 0; edit < perDesk; edit += 1) {
        const id = ids[(index * ownPerDesk + (edit % ownPerDesk)) % ids.length];
        if (id !== undefined) watch.setPreferences([id], { note: `note ${edit}` });
      }
    }
    const last = ids.slice(0, deskCount * ownPerDesk);
    await until(
      () =>
        desks.every(({ watch }) => watch.state.queuedEdits === 0) &&
        desks.every(({ watch }) =>
          last.every((id) => /note (?:19\d|18[89])$/.test(watch.get(id)?.preferences?.note ?? '')),
        ),
      120_000,
      'the edits',
    );
    const editSeconds = (performance.now() - editsBeganMs) / 1000;
    const edits = deskCount * perDesk;
    return {
      measuredOn: today(),
      machine: machineText(),
      load: [loadBefore, loadavg()[0] ?? 0],
      desks: deskCount,
      orders: orderCount,
      watchedInAll: deskCount * ordersPerDesk,
      startSeconds,
      seconds: countedMs / 1000,
      hubRequests,
      aloneRequests,
      changeP50Ms: percentile(lateMs, 0.5),
      changeP99Ms: percentile(lateMs, 0.99),
      claimP50Ms: percentile(claimMs, 0.5),
      claimP99Ms: percentile(claimMs, 0.99),
      hubRssMb,
      aloneRssMb,
      hubCpuPercent: Math.round(hubCpuPercent * 10) / 10,
      editsPerSecond: Math.round(edits / editSeconds),
      deliveriesPerSecond: Math.round((edits * deskCount) / editSeconds),
      editCpuPercent: Math.round(((cpuSeconds(hubPid) - cpuBeforeEdits) / editSeconds) * 100),
    };
  } finally {
    for (const child of [hub, alone]) child.kill('SIGKILL');
    service.stop();
    aloneService.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

function reportText(report: TeamReport): string {
  const share = report.hubRequests / report.aloneRequests;
  const table = markdownTable(
    ['what', 'value'],
    [
      ['desks', report.desks],
      ['orders that they watch, each counted once', report.orders],
      ['the same, counted at each desk that added it', report.watchedInAll],
      ['from the start until all desks had all first answers, s', report.startSeconds],
      [`requests of the hub in ${report.seconds} s`, report.hubRequests],
      ['requests of one desk alone with the same orders', report.aloneRequests],
      [`**share** (at most ${mostRequestsShare})`, `**${share.toFixed(3)}**`],
      ['from the answer with a change until the last desk has it, p50 ms', report.changeP50Ms],
      ['the same, p99 ms', report.changeP99Ms],
      ['a claim, from the click until it is confirmed, p50 ms', report.claimP50Ms],
      ['the same, p99 ms', report.claimP99Ms],
      ['memory of the hub, MB', report.hubRssMb],
      ['memory of one desk alone on the command line, MB', report.aloneRssMb],
      ['processor of the hub while nothing happens, % of one', report.hubCpuPercent],
      ['changes that all desks made at once, taken per second', report.editsPerSecond],
      ['of these, events handed to desks per second', report.deliveriesPerSecond],
      ['processor of the hub meanwhile, % of one', report.editCpuPercent],
    ],
  );
  const [loadBefore, loadAfter] = report.load.map((load) => load.toFixed(1));
  return `# A hub and its desks\n\nOne \`waybell hub\` with its log in SQLite, and ${report.desks} desks in one other process that talk to it over HTTP on the same machine; each desk added ${ordersPerDesk} orders, ${ownPerDesk} of which no other added. Beside it one \`waybell watch\` alone, with a service of its own. \`npm run bench -- team\` does it again.\n\nOn ${report.measuredOn}, ${report.machine}; load of the machine ${loadBefore} before, ${loadAfter} at the end. All desks share one process, so that the last of them has a change only once that process has taken it up for all, and it is that process that limits how many changes are taken per second: the hub has most of its processor left meanwhile.\n\n${table}\n`;
}

const report = await measure();
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'team.json'), `${JSON.stringify(report, null, 2)}\n`);
writeFileSync(join(folder, 'team.md'), reportText(report));
process.stdout.write(reportText(report));
process.exit(report.hubRequests / report.aloneRequests <= mostRequestsShare ? 0 : 1);
