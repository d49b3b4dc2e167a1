import type { LastWord } from '../../../core/heartbeat/last-words.ts';
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
  /** How long it heard nothing, where that was a death: the end of each silence. */
  readonly deathsAtMs: number[] = [];
  #isAnnounced = false;
  /** What it answers; null accepts. */
  answer: string | null = null;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get lastBeatAtMs(): number {
    return this.beatsAtMs.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  readonly send = async (word: LastWord | null): Promise<string | null> => {
    if (this.answer !== null) return this.answer;
    const nowMs = this.#clock.monotonicMs();
    const isSilence = nowMs - this.lastBeatAtMs > calledDeadAfterMs;
    if (this.beatsAtMs.length > 0 && isSilence && !this.#isAnnounced) this.deathsAtMs.push(nowMs);
    this.#isAnnounced = word !== null;
    if (word !== null) this.words.push(word);
    this.beatsAtMs.push(nowMs);
    return null;
  };
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
    checkSucceeded: () => heartbeat.checkSucceeded(),
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
