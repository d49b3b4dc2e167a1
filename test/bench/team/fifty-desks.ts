import { setTimeout as wait } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { cpuSeconds, rssKb } from '../shared/process-cost.ts';
import { BenchTeam } from './bench-team.ts';
import type { GroupCommand, GroupNews } from './desk-group.ts';
import { forked, ServiceProcess, startWaybell } from './processes.ts';
import { percentile, until } from './waiting.ts';

/** The desks are divided among so many processes, so that none of these is what limits the figures. */
const groupCount = 5;
export const ordersPerDesk = 40;
/** Of these no other desk watches so many; the others are the same at all desks but a few. */
export const ownPerDesk = 12;
const changeCount = 300;
const changeEveryMs = 200;
const claimCount = 500;

/** What fifty desks have of one hub. */
export interface DesksFigures {
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
  /** Of the largest hub. */
  readonly hubRssMb: number;
  /** Of the largest member of etcd; null where the log is in SQLite. */
  readonly memberRssMb: number | null;
  readonly aloneRssMb: number;
  readonly hubCpuPercent: number;
}

/** The orders of a desk: its own, and others' that are the same for all. */
function ordersOf(desk: number, uuids: readonly string[]): readonly string[] {
  const own = uuids.slice(desk * ownPerDesk, (desk + 1) * ownPerDesk);
  const others = uuids.filter((uuid) => !own.includes(uuid)).slice(0, ordersPerDesk - ownPerDesk);
  return [...own, ...others];
}

/** Some desks in a process of their own. */
class DeskGroup {
  readonly #child: ChildProcess = forked('desk-group.ts');
  readonly #seen: (change: string, atMs: number) => void;
  #answered: (news: GroupNews) => void = () => undefined;

  constructor(seen: (change: string, atMs: number) => void) {
    this.#seen = seen;
    this.#child.on('message', (news: GroupNews) => {
      if (news.kind === 'seen') this.#seen(news.change, news.atMs);
      else this.#answered(news);
    });
  }

  /** Resolves with what it answers. @throws when it ends instead */
  ask(command: GroupCommand): Promise<GroupNews> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#child.once('exit', () => reject(new Error('a group of desks ended')));
      this.#child.send(command);
    });
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}

/**
 * Fifty desks and a hub: how often the service is asked beside one desk that watches the same orders alone, how
 * soon a change is on all desks, how long a claim takes, and what the hub takes.
 */
export async function measureDesks(
  hubCount: 1 | 3,
  deskCount: number,
  seconds: number,
): Promise<DesksFigures> {
  const orderCount = deskCount * ownPerDesk;
  const aloneService = await ServiceProcess.start(orderCount);
  const aloneWords = ['watch', '--json', ...aloneService.ready.uuids];
  const alone = startWaybell(aloneService.ready, aloneWords);
  alone.stdout?.resume();
  const team = await BenchTeam.start(hubCount, deskCount, orderCount);
  const { service } = team;
  const { uuids } = service.ready;
  const seenAtMs = new Map<string, number[]>();
  const groups = Array.from({ length: groupCount }, () => {
    return new DeskGroup((change, atMs) => {
      seenAtMs.set(change, [...(seenAtMs.get(change) ?? []), atMs]);
    });
  });
  try {
    const [hub] = team.hubs;
    if (hub === undefined) throw new Error('there is no hub');
    const startedMs = performance.now();
    await Promise.all(
      groups.map((group, no) => {
        const desks = team.admitted
          .map((admitted, desk) => ({ admitted, uuids: ordersOf(desk, uuids) }))
          .filter((_, desk) => desk % groupCount === no);
        const { url } = team.hubs[no % team.hubs.length] ?? hub;
        return group.ask({ do: 'begin', url, desks, orderCount });
      }),
    );
    const startSeconds = Math.round((performance.now() - startedMs) / 100) / 10;
    process.stderr.write(`all orders are on all desks after ${startSeconds} s\n`);

    // Both have found their pace by then.
    await wait(30_000);
    const before = [await service.requestCount(), await aloneService.requestCount()] as const;
    const cpuBefore = cpuSeconds(hub.pid);
    await wait(seconds * 1000);
    const hubRequests = (await service.requestCount()) - before[0];
    const aloneRequests = (await aloneService.requestCount()) - before[1];
    const hubCpuPercent = ((cpuSeconds(hub.pid) - cpuBefore) / seconds) * 100;
    const aloneRssMb = Math.round(rssKb(alone.pid ?? 0) / 1024);
    process.stderr.write(`${hubRequests} requests of the hub, ${aloneRequests} of one desk\n`);
    // What it does from here on would only take the processor away from the desks.
    alone.kill('SIGKILL');
    aloneService.stop();

    const lateMs: number[] = [];
    await Promise.all(
      Array.from({ length: changeCount }, async (_, index) => {
        await wait(index * changeEveryMs);
        const uuid = uuids[(index * 7) % uuids.length] ?? '';
        const readAtMs = await service.change(uuid, index + 1);
        const change = `${uuid} step ${index + 1}`;
        await until(() => seenAtMs.get(change)?.length === groupCount, 30_000, 'a change');
        lateMs.push(Math.max(...(seenAtMs.get(change) ?? [])) - readAtMs);
      }),
    );

    const claimMs: number[] = [];
    for (const [no, group] of groups.entries()) {
      const count = claimCount / groupCount;
      const claimed = Array.from({ length: count }, (_, index) => {
        return uuids[(no * count + index) % uuids.length] ?? '';
      });
      const news = await group.ask({ do: 'claim', uuids: claimed });
      if (news.kind === 'claimed') claimMs.push(...news.tookMs);
    }
    return {
      desks: deskCount,
      orders: orderCount,
      watchedInAll: deskCount * ordersPerDesk,
      startSeconds,
      seconds,
      hubRequests,
      aloneRequests,
      changeP50Ms: percentile(lateMs, 0.5),
      changeP99Ms: percentile(lateMs, 0.99),
      claimP50Ms: percentile(claimMs, 0.5),
      claimP99Ms: percentile(claimMs, 0.99),
      hubRssMb: mostMb(team.hubs.map(({ pid }) => pid)),
      memberRssMb: team.etcdPids.length === 0 ? null : mostMb(team.etcdPids),
      aloneRssMb,
      hubCpuPercent: Math.round(hubCpuPercent * 10) / 10,
    };
  } finally {
    for (const group of groups) group.stop();
    alone.kill('SIGKILL');
    aloneService.stop();
    await team.stop();
  }
}

/** The memory of the largest of some processes. */
function mostMb(pids: readonly number[]): number {
  return Math.round(Math.max(...pids.map(rssKb)) / 1024);
}
