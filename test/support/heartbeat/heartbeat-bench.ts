import type { LastWord } from '../../../core/heartbeat/last-word-texts.ts';
import { Heartbeat } from '../../../main/engine/heartbeat/heartbeat.ts';
import type { Clock } from '../../../core/clock.ts';
import { RecordingLog } from '../recording-log.ts';
import { type WatchBench, watchBench } from '../watch/watch-bench.ts';

/** When a monitor calls a death: a beat a minute is expected, and a minute of grace is given. */
export const calledDeadAfterMs = 120_000;

/** A monitor as Healthchecks and Uptime Kuma are one: silence is the alarm, unless it was announced. */
export class FakeMonitor {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** On the monotonic clock. */
  readonly beatsAtMs: number[] = [];
  readonly words: LastWord[] = [];
  /** When the silence ended that it called a death. */
  readonly deathsAtMs: number[] = [];
  /** How many of these it called although a check had succeeded in the minute before. */
  falseCount = 0;
  readonly #successesAtMs: number[] = [];
  #isAnnounced = false;
  /** What it answers; null accepts. */
  answer: string | null = null;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get lastBeatAtMs(): number {
    return this.beatsAtMs.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  checkSucceeded(): void {
    this.#successesAtMs.push(this.#clock.monotonicMs());
  }

  readonly send = async (word: LastWord | null): Promise<string | null> => {
    if (this.answer !== null) return this.answer;
    const nowMs = this.#clock.monotonicMs();
    const isSilence = nowMs - this.lastBeatAtMs > calledDeadAfterMs;
    if (this.beatsAtMs.length > 0 && isSilence && !this.#isAnnounced) this.#called(nowMs);
    this.#successesAtMs.length = 0;
    this.#isAnnounced = word !== null;
    if (word !== null) this.words.push(word);
    this.beatsAtMs.push(nowMs);
    return null;
  };

  #called(nowMs: number): void {
    this.deathsAtMs.push(nowMs);
    const calledAtMs = this.lastBeatAtMs + calledDeadAfterMs;
    const isFalse = this.#successesAtMs.some(
      (atMs) => atMs <= calledAtMs && atMs > calledAtMs - 60_000,
    );
    if (isFalse) this.falseCount += 1;
  }
}

/** A watcher on fake time whose heartbeats a monitor hears. */
export interface HeartbeatBench extends WatchBench {
  readonly heartbeat: Heartbeat;
  readonly monitor: FakeMonitor;
  readonly log: RecordingLog;
  /** Whether the disk takes writes. */
  readonly disk: { isFull: boolean };
  /** Whether the watcher's timers are lost, so that its loop stalls. */
  readonly timers: { areLost: boolean };
}

/** @param parts those of the watcher */
export function heartbeatBench(parts: Parameters<typeof watchBench>[0] = {}): HeartbeatBench {
  const timers = { areLost: false };
  const bench = watchBench({
    ...parts,
    checkSucceeded() {
      monitor.checkSucceeded();
      heartbeat.checkSucceeded();
    },
    watcherClock: (whole) => ({
      monotonicMs: () => whole.monotonicMs(),
      wallMs: () => whole.wallMs(),
      nextTurn: () => whole.nextTurn(),
      schedule: (run, delayMs) =>
        whole.schedule(() => {
          if (!timers.areLost) run();
        }, delayMs),
    }),
  });
  const { clock, watcher } = bench;
  const monitor = new FakeMonitor(clock);
  const log = new RecordingLog();
  const disk = { isFull: false };
  const heartbeat = new Heartbeat({
    clock,
    log,
    watch: watcher,
    sender: monitor,
    isKept: () => !disk.isFull,
  });
  return { ...bench, heartbeat, monitor, log, disk, timers };
}

/** A bench that beats, with so many orders on their way. */
export async function beatingBench(
  orderCount: number,
  parts: Parameters<typeof watchBench>[0] = {},
): Promise<HeartbeatBench> {
  const bench = heartbeatBench(parts);
  bench.watcher.start();
  await bench.addAssigned(orderCount);
  bench.heartbeat.start();
  await bench.clock.advance(60_000);
  return bench;
}
