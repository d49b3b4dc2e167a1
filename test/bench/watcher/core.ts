import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type OpenedDatabase, openDatabase } from '../../../main/storage/database.ts';
import { WatchRepository } from '../../../main/storage/watch-repository.ts';
import type { WatchRecord, WatchStore } from '../../../main/watch/ports.ts';
import { SystemClock } from '../../../main/watch/system-clock.ts';
import { Watcher } from '../../../main/watch/watcher.ts';
import { BenchService, benchOrderId } from '../bench-service.ts';

/*
 * How the watcher spreads its requests, and what it costs: real time, real SQLite, a service in memory
 * that answers after 20 to 120 ms. Everything is measured in one process that does nothing else.
 *
 *   node test/bench/watcher/core.ts [orders=10000] [seconds between checks=30]
 *
 * The last line on stdout is the result as JSON.
 */

const orderCount = Number(process.argv[2] ?? 10_000);
const everySeconds = Number(process.argv[3] ?? 30);
const everyMs = everySeconds * 1000;

/** The machine's time, with a wall clock that can jump as it does over a sleep. */
class BenchClock extends SystemClock {
  sleptMs = 0;
  longestTurnMs = 0;

  override wallMs(): number {
    return super.wallMs() + this.sleptMs;
  }

  override schedule(run: () => void, delayMs: number): () => void {
    return super.schedule(() => {
      const startedMs = this.monotonicMs();
      run();
      this.longestTurnMs = Math.max(this.longestTurnMs, this.monotonicMs() - startedMs);
    }, delayMs);
  }
}

/** Times every write of a store. */
class TimedStore implements WatchStore {
  readonly #store: WatchStore;
  saveMs: number[] = [];

  constructor(store: WatchStore) {
    this.#store = store;
  }

  load(): ReturnType<WatchStore['load']> {
    return this.#store.load();
  }

  note(added: Parameters<NonNullable<WatchStore['note']>>[0]): void {
    this.#store.note?.(added);
  }

  save(records: readonly WatchRecord[]): void {
    const startedMs = performance.now();
    this.#store.save(records);
    this.saveMs.push(performance.now() - startedMs);
  }

  remove(ids: Parameters<WatchStore['remove']>[0]): void {
    this.#store.remove(ids);
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}

const round = (value: number): number => Math.round(value * 100) / 100;

setFlagsFromString('--expose_gc');
const collectGarbage: unknown = runInNewContext('gc');

/** Bytes that live after the garbage is gone: heap and what hangs on it, and the whole process. */
async function memory(): Promise<{ heap: number; rss: number }> {
  for (let turn = 0; turn < 4; turn += 1) {
    if (typeof collectGarbage === 'function') collectGarbage();
    await wait(50);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
}

const folder = mkdtempSync(join(tmpdir(), 'waybell-bench-'));
const clock = new BenchClock();
const service = new BenchService();
const result: Record<string, Record<string, number>> = {};

function newWatcher({ sql, wrote }: OpenedDatabase): {
  watcher: Watcher;
  store: TimedStore;
} {
  const repository = new WatchRepository(sql, () => clock.wallMs(), undefined, wrote);
  const store = new TimedStore(repository);
  const watcher = new Watcher({
    source: service,
    store,
    clock,
    random: Math.random,
    decideTellings: () => [],
    events: {
      ordersChanged: () => {},
      ordersRemoved: () => {},
      orderUpdated: () => {},
      tellingsStored: () => {},
      sightChanged: () => {},
      deskChanged: () => {},
    },
    limits: { requestsPerMinute: 120_000, activeEverySeconds: everySeconds },
    installSeed: 7,
  });
  return { watcher, store };
}

/** Runs one phase and reads the meters over exactly it. */
async function phase(name: string, run: () => Promise<Record<string, number>>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  clock.longestTurnMs = 0;
  service.requestsAtMs.length = 0;
  service.mostRunning = service.running;
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  delay.enable();
  const own = await run();
  delay.disable();
  const cpu = process.cpuUsage(cpuBefore);
  result[name] = {
    ...own,
    seconds: round((performance.now() - startedMs) / 1000),
    requests: service.requestsAtMs.length,
    most_in_100ms: service.mostWithin(100),
    most_in_flight: service.mostRunning,
    loop_delay_p99_ms: round(delay.percentile(99) / 1e6 - 1),
    loop_delay_max_ms: round(delay.max / 1e6 - 1),
    longest_turn_ms: round(clock.longestTurnMs),
    cpu_percent: round((cpu.user + cpu.system) / 10 / (performance.now() - startedMs)),
  };
  process.stderr.write(`${name}: ${JSON.stringify(result[name])}\n`);
}

async function untilAllAsked(withinMs: number): Promise<number> {
  service.asked.clear();
  const startedMs = performance.now();
  while (service.asked.size < orderCount && performance.now() - startedMs < withinMs) {
    await wait(100);
  }
  return round((performance.now() - startedMs) / 1000);
}

const ids = Array.from({ length: orderCount }, (_, index) => ({
  id: benchOrderId(index),
  label: null,
}));

{
  const opened = openDatabase(folder);
  const { watcher } = newWatcher(opened);
  watcher.start();
  await phase('paste of all', async () => {
    await wait(20);
    const startedMs = performance.now();
    watcher.add(ids);
    const addMs = round(performance.now() - startedMs);
    return { add_ms: addMs, all_answered_s: await untilAllAsked(120_000) };
  });
  await wait(1000);
  await watcher.stop();
  opened.close();
}

{
  const before = await memory();
  const opened = openDatabase(folder);
  const { watcher, store } = newWatcher(opened);
  await phase('start', async () => {
    await wait(20);
    const startedMs = performance.now();
    watcher.start();
    const startMs = round(performance.now() - startedMs);
    await wait(everyMs * 2.4);
    return { start_ms: startMs };
  });
  const after = await memory();
  result['memory'] = {
    heap_kb_per_order: round((after.heap - before.heap) / 1024 / orderCount),
    rss_kb_per_order: round((after.rss - before.rss) / 1024 / orderCount),
  };
  process.stderr.write(`memory: ${JSON.stringify(result['memory'])}\n`);

  await phase('steady', async () => {
    service.gapsMs.length = 0;
    await wait(everyMs * 2);
    const idealIn100Ms = orderCount / everySeconds / 10;
    const errors = service.gapsMs.map((gap) => Math.abs(gap - everyMs));
    return {
      most_to_ideal: round(service.mostWithin(100) / idealIn100Ms),
      gap_error_p50_ms: round(percentile(errors, 0.5)),
      gap_error_p99_ms: round(percentile(errors, 0.99)),
      longest_gap_to_interval: round(percentile(service.gapsMs, 1) / everyMs),
    };
  });

  await phase('burst of changes', async () => {
    store.saveMs = [];
    service.changeAll();
    await wait(everyMs * 1.2);
    return {
      save_p99_ms: round(percentile(store.saveMs, 0.99)),
      save_max_ms: round(percentile(store.saveMs, 1)),
    };
  });

  await phase('paste of one', async () => {
    const tooks: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const id = benchOrderId(orderCount + index);
      const startedMs = performance.now();
      watcher.add([{ id, label: null }]);
      while (watcher.get(id)?.order === null) await wait(1);
      tooks.push(performance.now() - startedMs - service.latencyOf(id));
      watcher.remove([id]);
      await wait(200);
    }
    return {
      beyond_round_trip_p50_ms: percentile(tooks, 0.5),
      beyond_max_ms: percentile(tooks, 1),
    };
  });

  await phase('outage', async () => {
    service.isDown = true;
    await wait(30_000);
    return {};
  });

  await phase('recovery', async () => {
    service.isDown = false;
    const seconds = await untilAllAsked(everyMs * 4);
    return { all_asked_s: seconds };
  });

  await wait(everyMs);
  await phase('wake', async () => {
    clock.sleptMs += 8 * 3_600_000;
    const startedMs = performance.now();
    watcher.noticeWake();
    const wakeMs = round(performance.now() - startedMs);
    return { notice_ms: wakeMs, all_asked_s: await untilAllAsked(everyMs * 4) };
  });

  await watcher.stop();
  opened.close();
}

rmSync(folder, { recursive: true });
process.stdout.write(`${JSON.stringify({ orderCount, everySeconds, ...result })}\n`);
process.exit();
