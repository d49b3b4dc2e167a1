import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuSeconds, machineCpuSeconds, rssKb } from '../shared/process-cost.ts';
import type { Admitted } from './bench-desks.ts';
import { BenchTeam } from './bench-team.ts';
import { forked } from './processes.ts';
import type { ReadersCommand, ReadersNews } from './readers.ts';
import { percentile } from './waiting.ts';
import { Writers } from './writers.ts';

const orderCount = 600;
/** Desks that write and have no stream: one desk may make 600 changes a minute. */
const writingDesks = 100;
/** How many writers write at once, from one step to the next. */
const writerSteps = [0, 1, 4, 16, 64];
const stepMs = 8000;
/** A hub's process that takes so much of one processor is full. */
export const fullPercent = 90;
/** A change that takes longer than this to the last reader is late. */
export const lateAfterMs = 250;

/** What came of so many writers. */
export interface LimitStep {
  readonly writers: number;
  readonly changesPerSecond: number;
  readonly handedOverPerSecond: number;
  /** From the writer until the last reader has the change; null where nothing was written. */
  readonly changeP50Ms: number | null;
  readonly changeP99Ms: number | null;
  /** What each process took of one processor, by its name, and what all others on the machine took. */
  readonly cpuPercent: Readonly<Record<string, number>>;
}

/** How much so many desks had of their hubs. */
export interface LimitFigures {
  readonly desks: number;
  readonly hubs: number;
  /** With more and more writers, until a change was late or a hub full. */
  readonly steps: readonly LimitStep[];
  /** Of the largest hub, at the end. */
  readonly hubRssMb: number;
}

/** The most that was handed over before changes were late; undefined when they were from the beginning. */
export function bestStep({ steps }: LimitFigures): LimitStep | undefined {
  return steps
    .filter(({ changeP99Ms }) => changeP99Ms !== null && changeP99Ms <= lateAfterMs)
    .toSorted((one, other) => other.handedOverPerSecond - one.handedOverPerSecond)[0];
}

/** Streams of events in a process of their own, spread over the hubs. */
class Readers {
  readonly #child: ChildProcess = forked('readers.ts');

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async open(desks: readonly Admitted[], { hubs }: BenchTeam, since: number): Promise<void> {
    const streams = desks.map(({ token }, index) => ({
      url: hubs[index % hubs.length]?.url ?? '',
      token,
      since,
    }));
    await this.#ask({ do: 'open', streams });
  }

  async collect(): Promise<Extract<ReadersNews, { kind: 'collected' }>> {
    const news = await this.#ask({ do: 'collect' });
    if (news.kind !== 'collected') throw new Error('the readers were not asked to open anything');
    return news;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  #ask(command: ReadersCommand): Promise<ReadersNews> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error('the readers ended'));
      this.#child.once('exit', ended);
      this.#child.once('message', (news: ReadersNews) => {
        this.#child.off('exit', ended);
        resolve(news);
      });
      this.#child.send(command);
    });
  }
}

/**
 * How many changes a second hubs accept and hand over to so many desks. The desks only count what they get, so that
 * the hubs are what is measured.
 */
export async function measureLimit(hubCount: 1 | 3, deskCount: number): Promise<LimitFigures> {
  const team = await BenchTeam.start(hubCount, deskCount + writingDesks, orderCount);
  const readers = new Readers();
  const { admitted, hubs, etcdPids, service } = team;
  const urls = hubs.map(({ url }) => url);
  const writers = new Writers(urls, admitted.slice(deskCount), service.ready.uuids);
  const pids: Readonly<Record<string, number>> = {
    ...named(
      'hub',
      hubs.map(({ pid }) => pid),
    ),
    ...named('etcd', etcdPids),
    readers: readers.pid,
    writers: process.pid,
  };
  try {
    const { sequence } = await writers.addOrders();
    await readers.open(admitted.slice(0, deskCount), team, sequence);
    const steps: LimitStep[] = [];
    for (const writerCount of writerSteps) {
      const step = await measureStep(writerCount, { readers, writers, pids });
      steps.push(step);
      process.stderr.write(`${deskCount} desks, ${hubCount} hubs: ${JSON.stringify(step)}\n`);
      const isFull = hubs.every((_hub, index) => {
        return (Object.values(step.cpuPercent)[index] ?? 0) >= fullPercent;
      });
      if (isFull || (step.changeP99Ms ?? 0) > lateAfterMs) break;
    }
    const hubRssMb = Math.round(Math.max(...hubs.map(({ pid }) => rssKb(pid))) / 1024);
    return { desks: deskCount, hubs: hubCount, steps, hubRssMb };
  } finally {
    readers.stop();
    await writers.close();
    await team.stop();
  }
}

interface Stage {
  readonly readers: Readers;
  readonly writers: Writers;
  readonly pids: Readonly<Record<string, number>>;
}

async function measureStep(
  writerCount: number,
  { pids, readers, writers }: Stage,
): Promise<LimitStep> {
  const names = [...Object.keys(pids), 'others'];
  const used = (): readonly number[] => {
    const seconds = Object.values(pids).map(cpuSeconds);
    return [...seconds, seconds.reduce((left, each) => left - each, machineCpuSeconds())];
  };
  const countBefore = writers.count;
  const usedBefore = used();
  const beganMs = performance.now();
  const written = writers.write(writerCount, () => performance.now() - beganMs < stepMs);
  await Promise.all([written, wait(stepMs)]);
  const seconds = (performance.now() - beganMs) / 1000;
  const usedAfter = used();
  const { events, lateMs } = await readers.collect();
  const changes = writers.count - countBefore;
  // What was written and is still on its way counts for how late changes are, and not for how many there were.
  const late = [...lateMs];
  while (late.length < changes) {
    await wait(100);
    late.push(...(await readers.collect()).lateMs);
  }
  const shares = names.map((name, index) => {
    const percent = (((usedAfter[index] ?? 0) - (usedBefore[index] ?? 0)) / seconds) * 100;
    return [name, Math.round(percent)];
  });
  return {
    writers: writerCount,
    changesPerSecond: Math.round(changes / seconds),
    handedOverPerSecond: Math.round(events / seconds),
    changeP50Ms: late.length === 0 ? null : percentile(late, 0.5),
    changeP99Ms: late.length === 0 ? null : percentile(late, 0.99),
    cpuPercent: Object.fromEntries(shares),
  };
}

/** Processes by their names, with numbers where there are several. */
function named(name: string, pids: readonly number[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    pids.map((pid, index) => [pids.length === 1 ? name : `${name} ${index + 1}`, pid]),
  );
}
