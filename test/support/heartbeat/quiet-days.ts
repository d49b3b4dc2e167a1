import { seeded } from '../seeded.ts';
import { failure } from '../watch/scripted-source.ts';
import { beatingBench, type HeartbeatBench } from './heartbeat-bench.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Failures of the network that pass within a minute. */
const passing = [
  'unreachable',
  'dns-failed',
  'connection-lost',
  'service-failing',
  'timeout',
] as const;

type Trouble = (bench: HeartbeatBench, random: () => number) => Promise<void>;

/** One answer in three fails. */
const aThirdFails: Trouble = async ({ clock, source }, random) => {
  source.outcome = () => (random() < 0.33 ? failure('service-failing') : null);
  await clock.advance(20 * minuteMs);
  source.outcome = () => null;
};

/** What happens on days on which nothing dies. Each ends by itself. */
const events: readonly Trouble[] = [
  // An outage of a minute.
  async ({ clock, source }, random) => {
    const code = passing[Math.floor(random() * passing.length)] ?? 'unreachable';
    source.outcome = () => failure(code);
    await clock.advance(minuteMs);
    source.outcome = () => null;
  },
  // The service asks for a pause.
  async ({ clock, source }, random) => {
    const pauseMs = 1000 + random() * 4 * minuteMs;
    source.outcome = () => failure('rate-limited', pauseMs);
    await clock.advance(20_000);
    source.outcome = () => null;
    await clock.advance(pauseMs);
  },
  // It is slow, as far as the limits of a request allow.
  async ({ clock, source }, random) => {
    source.latencyMs = 2000 + random() * 16_000;
    await clock.advance(20 * minuteMs);
    source.latencyMs = 50;
  },
  // The computer sleeps, and says so.
  async ({ clock, heartbeat, watcher }, random) => {
    await heartbeat.rest('asleep');
    clock.sleepMachine(random() * 9 * hourMs);
    if (random() < 0.5) watcher.noticeWake();
  },
  // The clock is set.
  async ({ clock }, random) => {
    clock.setWall(clock.wallMs() + (random() - 0.5) * hourMs);
  },
  // Something keeps the event loop busy.
  async ({ clock }, random) => {
    clock.blockLoop(random() * 40_000);
  },
  aThirdFails,
  // A beat in ten is lost on its way.
  async ({ clock, monitor }, random) => {
    const { send } = monitor;
    Object.assign(monitor, {
      send: async (...given: Parameters<typeof send>) =>
        random() < 0.1 ? 'timeout' : await send(...given),
    });
    await clock.advance(20 * minuteMs);
    Object.assign(monitor, { send });
  },
  // A person pauses the checking for a while.
  async ({ clock, watcher }, random) => {
    watcher.pause(clock.wallMs() + random() * hourMs);
    await clock.advance(hourMs);
    watcher.resume();
  },
  // The program is ended and started again.
  async ({ clock, heartbeat }) => {
    await heartbeat.stop('ended');
    await clock.advance(20_000);
    heartbeat.start();
  },
];

/** The trouble in which checks may fail by chance until there has been no contact for two minutes. */
export const failingByChance = events.indexOf(aThirdFails);

/**
 * Lives some days with troubles, none of which is a death.
 *
 * @returns in which troubles the monitor called one all the same, and how often falsely
 */
export async function quietDays(
  days: number,
  seed: number,
): Promise<{
  readonly calledIn: readonly number[];
  readonly falseCount: number;
  readonly beats: number;
  readonly troubles: number;
}> {
  const random = seeded(seed);
  const bench = await beatingBench(1 + Math.floor(random() * 4), { random });
  const { clock, monitor } = bench;
  const endMs = clock.monotonicMs() + days * 24 * hourMs;
  let troubles = 0;
  const calledIn: number[] = [];
  while (clock.monotonicMs() < endMs) {
    const trouble = Math.floor(random() * events.length);
    const before = monitor.deathsAtMs.length;
    await events[trouble]?.(bench, random);
    troubles += 1;
    await clock.advance(2 * minuteMs + random() * 30 * minuteMs);
    if (monitor.deathsAtMs.length > before) calledIn.push(trouble);
  }
  await bench.heartbeat.stop('ended');
  await bench.watcher.stop();
  const { beatsAtMs, falseCount } = monitor;
  return { calledIn, falseCount, beats: beatsAtMs.length, troubles };
}
