import { describe, expect, test } from 'vitest';
import { DeliveryError } from '../../../../../core/delivery/delivery-failure.ts';
import type { DeliveryFailureCode } from '../../../../../core/delivery/delivery-failure.ts';
import {
  beatingBench,
  calledDeadAfterMs,
  heartbeatBench,
  type HeartbeatBench,
} from '../../../../support/heartbeat/heartbeat-bench.ts';
import { failure } from '../../../../support/watch/scripted-source.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function failsWith(code: DeliveryFailureCode) {
  return ({ source }: HeartbeatBench): void => {
    source.outcome = () => new DeliveryError(code);
  };
}

/** Deaths of the watching that leave the process alive; those of the process are in test/integration/cli. */
const deaths: readonly {
  readonly name: string;
  readonly begin: (bench: HeartbeatBench) => void;
}[] = [
  { name: 'there is no network', begin: failsWith('unreachable') },
  { name: 'names are not found', begin: failsWith('dns-failed') },
  { name: 'the token is refused', begin: failsWith('credentials-refused') },
  { name: 'the service fails', begin: failsWith('service-failing') },
  { name: 'a sign-in page answers in its place', begin: failsWith('captive-portal') },
  { name: 'its certificate is not trusted', begin: failsWith('tls-untrusted') },
  { name: 'the keychain gives no secret', begin: failsWith('keychain-unavailable') },
  { name: 'no answer can be read', begin: failsWith('answer-unreadable') },
  {
    name: 'the service accepts requests and answers none',
    begin: ({ source }) => void (source.latencyMs = Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'a defect loses every answer',
    begin: ({ source }) => void (source.outcome = () => new TypeError('a defect')),
  },
  { name: 'the disk is full', begin: ({ disk }) => void (disk.isFull = true) },
  { name: 'the clock stands still', begin: ({ clock }) => clock.stopWall() },
  { name: 'the check loop stalls', begin: ({ timers }) => void (timers.areLost = true) },
  { name: 'the watching was stopped', begin: ({ watcher }) => void watcher.stop() },
  { name: 'a person paused and forgot', begin: ({ watcher }) => watcher.pause(null) },
];

describe('a monitor knows within two minutes that', () => {
  test.each(deaths)('$name', async ({ begin }) => {
    // Wherever it falls between two beats.
    for (let phase = 0; phase < 8; phase += 1) {
      const bench = await beatingBench(40, { random: () => (phase * 0.37) % 1 });
      const { clock, monitor, source } = bench;
      await clock.advance(phase * 2917);
      expect(clock.monotonicMs() - monitor.lastBeatAtMs).toBeLessThan(30_000);
      // Answers that are under way still come.
      const diedAtMs = clock.monotonicMs() + source.latencyMs;
      begin(bench);
      await clock.advance(4 * minuteMs);
      const lastBeatAtMs = monitor.beatsAtMs.at(-1 - monitor.words.length) ?? 0;
      expect(lastBeatAtMs + calledDeadAfterMs).toBeLessThanOrEqual(diedAtMs + 2 * minuteMs);
      await bench.heartbeat.stop(null);
    }
  });
});

describe('a monitor calls no death', () => {
  test('while checks succeed: a beat goes with a success every 20 to 30 seconds', async () => {
    const { clock, monitor } = await beatingBench(3);
    await clock.advance(hourMs);
    const gaps = monitor.beatsAtMs.map((atMs, at) => atMs - (monitor.beatsAtMs[at - 1] ?? atMs));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30_000);
    expect(Math.min(...gaps.slice(1))).toBeGreaterThanOrEqual(20_000);
  });

  test('while nothing is watched: nothing is missed', async () => {
    const { clock, heartbeat, monitor, watcher } = heartbeatBench();
    watcher.start();
    heartbeat.start();
    await clock.advance(hourMs);
    expect(monitor.beatsAtMs.length).toBeGreaterThan(170);
    expect(monitor.deathsAtMs).toEqual([]);
  });

  test('while an order that the service does not know is the only one', async () => {
    const bench = await beatingBench(1);
    bench.source.outcome = () => failure('order-not-found');
    await bench.clock.advance(6 * hourMs);
    await bench.heartbeat.stop('ended');
    expect(bench.monitor.deathsAtMs).toEqual([]);
  });

  test('after an outage of a minute, wherever it falls between two beats', async () => {
    for (let phase = 0; phase < 30; phase += 1) {
      const bench = await beatingBench(2, { random: () => (phase * 0.61) % 1 });
      const { clock, monitor, source } = bench;
      await clock.advance(phase * 1009);
      source.outcome = () => failure('unreachable');
      await clock.advance(minuteMs);
      source.outcome = () => null;
      await clock.advance(5 * minuteMs);
      await bench.heartbeat.stop('ended');
      expect(monitor.deathsAtMs).toEqual([]);
    }
  });

  test('while the service asks for a pause of four minutes; after five it is a loss of contact', async () => {
    const { clock, monitor, source } = await beatingBench(2);
    const pauseFor = async (minutes: number): Promise<void> => {
      source.outcome = () => failure('rate-limited', minutes * minuteMs);
      await clock.advance(minuteMs);
      source.outcome = () => null;
      await clock.advance(12 * minuteMs);
    };
    await pauseFor(4);
    expect(monitor.deathsAtMs).toEqual([]);
    await pauseFor(10);
    expect(monitor.deathsAtMs).toHaveLength(1);
  });

  test('after a sleep that was said', async () => {
    const { clock, heartbeat, monitor, watcher } = await beatingBench(2);
    await heartbeat.rest('asleep');
    clock.sleepMachine(8 * hourMs);
    watcher.noticeWake();
    await clock.advance(minuteMs);
    expect(monitor.words).toEqual(['asleep']);
    expect(clock.monotonicMs() - monitor.lastBeatAtMs).toBeLessThan(30_000);
  });

  test('when the clock is set back, or ahead', async () => {
    const bench = await beatingBench(2);
    const { clock, monitor } = bench;
    for (const byMs of [-hourMs, -5000, 3000, hourMs]) {
      clock.setWall(clock.wallMs() + byMs);
      await clock.advance(10 * minuteMs);
    }
    expect(monitor.deathsAtMs).toEqual([]);
    expect(clock.monotonicMs() - monitor.lastBeatAtMs).toBeLessThan(30_000);
  });
});

describe('the last word', () => {
  test('is said where the end was asked for, and not where it was a fault', async () => {
    const asked = await beatingBench(1);
    await asked.heartbeat.stop('ended');
    expect(asked.monitor.words).toEqual(['ended']);
    const failed = await beatingBench(1);
    await failed.heartbeat.stop(null);
    expect(failed.monitor.words).toEqual([]);
    await failed.clock.advance(hourMs);
    expect(failed.monitor.lastBeatAtMs).toBeLessThan(failed.clock.monotonicMs() - hourMs + 1000);
  });

  test('is said once in a pause, and beats go on after it', async () => {
    const { clock, monitor, watcher } = await beatingBench(1);
    watcher.pause(null);
    await clock.advance(hourMs);
    expect(monitor.words).toEqual(['paused']);
    watcher.resume();
    await clock.advance(minuteMs);
    expect(clock.monotonicMs() - monitor.lastBeatAtMs).toBeLessThan(30_000);
    expect(monitor.deathsAtMs).toEqual([]);
  });

  test('holds up no quit for as long as a second', async () => {
    const { clock, heartbeat, monitor } = await beatingBench(1);
    Object.assign(monitor, { send: () => new Promise(() => undefined) });
    let isStopped = false;
    void heartbeat.stop('ended').then(() => (isStopped = true));
    await clock.advance(999);
    expect(isStopped).toBe(true);
  });
});

describe('the log', () => {
  test('names a monitor that accepts nothing once, and that it does again', async () => {
    const { clock, log, monitor } = await beatingBench(1);
    monitor.answer = 'http-404';
    await clock.advance(hourMs);
    monitor.answer = null;
    await clock.advance(minuteMs);
    const lines = log.lines.filter(({ event }) => event.startsWith('heartbeat'));
    expect(lines).toEqual([
      { level: 'warn', event: 'heartbeatNotAccepted', fields: { code: 'http-404' } },
      { level: 'info', event: 'heartbeatAccepted', fields: {} },
    ]);
  });

  test('names once why beats are withheld for a minute, and that they go on', async () => {
    const { clock, disk, log } = await beatingBench(1);
    disk.isFull = true;
    await clock.advance(hourMs);
    disk.isFull = false;
    await clock.advance(minuteMs);
    const lines = log.lines.filter(({ event }) => event.startsWith('heartbeat'));
    expect(lines).toEqual([
      { level: 'warn', event: 'heartbeatWithheld', fields: { ailment: 'notKept' } },
      { level: 'info', event: 'heartbeatGoesOn', fields: {} },
    ]);
  });
});
