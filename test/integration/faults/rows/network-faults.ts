import { expect } from 'vitest';
import { testIdentity } from '@waybell/simulator';
import { unreachableBecause } from '../../../support/faults/fault-bench.ts';
import type { FaultRow } from '../../../support/faults/fault-row.ts';
import { startBlackHole } from '../../../support/network/black-hole.ts';
import { startStranger } from '../../../support/network/stranger.ts';
import { lookAt } from '../../../support/watch/look-at.ts';

const secondMs = 1000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const sleeps: readonly FaultRow[] = [
  ['a second', secondMs],
  ['a night', 8 * hourMs],
  ['three days', 72 * hourMs],
].flatMap(([name, ms]): FaultRow[] => [
  {
    fault: 12,
    name: `a sleep of ${name} that is not reported: fresh within seconds of waking, without a burst`,
    bench: { orderCount: 12 },
    async strike(bench) {
      bench.sleep(Number(ms));
      bench.changeAll({ status: 'active' });
      const wokeAtMs = bench.clock.monotonicMs();
      const before = bench.service.counts().token;
      // A second does not count as a sleep: each order is checked at its own time, within its interval.
      await bench.advance(ms === secondMs ? 35 * secondMs : 6 * secondMs);
      expect(bench.records.updates).toHaveLength(12);
      expect(bench.clock.monotonicMs() - wokeAtMs).toBeLessThan(40 * secondMs);
      expect(bench.service.counts().token - before).toBe(ms === secondMs ? 0 : 1);
    },
  },
  {
    fault: 12,
    name: `a sleep of ${name} that the system reports: the first answer comes within two seconds`,
    async strike(bench) {
      bench.sleep(Number(ms));
      bench.change(bench.first, { status: 'active' });
      lookAt(bench.watcher, bench.clock, [bench.first]);
      bench.watcher.noticeWake();
      bench.watcher.checkNow(ms === secondMs ? [bench.first] : []);
      await bench.advance(2 * secondMs);
      expect(bench.records.updates).toHaveLength(1);
    },
  },
]);

const systemErrors: readonly FaultRow[] = (
  [
    [14, 'ENOTFOUND', 'dns-failed'],
    [14, 'EAI_AGAIN', 'dns-failed'],
    [15, 'EHOSTUNREACH', 'unreachable'],
    [15, 'ENETUNREACH', 'unreachable'],
  ] as const
).map(([fault, code, cause]) => ({
  fault,
  name: `${code} for the host: one probe, one state, no failing orders`,
  bench: { orderCount: 10, hasName: true },
  async strike(bench) {
    bench.names.failWith(code);
    bench.service.dropConnections();
    const before = bench.source.checks.length;
    await bench.advance(5 * minuteMs);
    expect(unreachableBecause(bench)).toBe(cause);
    // Random pauses of up to 30 s are 15 s on average.
    expect(bench.source.checks.length - before).toBeLessThanOrEqual(26);
    expect(bench.watcher.list().every(({ problem }) => problem === null)).toBe(true);
  },
  clear: async (bench) => bench.names.pointTo('127.0.0.1'),
}));

const strangers: readonly FaultRow[] = (
  ['self-signed', 'expired', 'not-yet-valid', 'wrong-host', 'good'] as const
).map((form) => {
  const identity = testIdentity(form, Date.now());
  const isKnown = form !== 'good';
  return {
    fault: 17,
    name: `a certificate that is ${isKnown ? form : 'of an unknown authority'}: nothing is sent`,
    isForGood: true,
    bench: {
      startsUnreachable: true,
      service: { tls: identity },
      authorities: isKnown ? [identity.authorityPem] : [],
    },
    async strike(bench) {
      await bench.advance(minuteMs);
      expect(unreachableBecause(bench)).toBe('tls-untrusted');
      expect(bench.service.counts().total).toBe(0);
    },
  };
});

const portals: readonly FaultRow[] = (['html', 'redirect', '511'] as const).map((form) => ({
  fault: 18,
  name: `a captive portal (${form}): recognised, no redirect followed, no order lost`,
  async strike(bench) {
    bench.onOrders({ do: 'captivePortal', form });
    bench.onToken({ do: 'captivePortal', form });
    await bench.advance(2 * minuteMs);
    expect(unreachableBecause(bench)).toBe('captive-portal');
    expect(bench.service.counts().other).toBe(0);
    expect(bench.watcher.list().every(({ order }) => order?.status.raw === 'pending')).toBe(true);
  },
}));

const drips: readonly FaultRow[] = (['head', 'body'] as const).map((part) => ({
  fault: 22,
  name: `a ${part} that comes a byte a second: aborted at the deadline, and its slot is free again`,
  async strike(bench) {
    bench.onOrders({ do: 'drip', part, bytes: 1, everyMs: 1000 });
    bench.changeAll({ note_to_courier: 'Ring three times' });
    await bench.advance(3 * minuteMs);
    expect(unreachableBecause(bench)).toBe('timeout');
    expect(bench.source.running).toBeLessThanOrEqual(1);
  },
}));

const brokenBodies: readonly FaultRow[] = (
  [
    [21, { do: 'reset', when: 'midBody' }, 'connection-lost'],
    [21, { do: 'reset', when: 'afterHead' }, 'connection-lost'],
    [21, { do: 'wrongLength', offByBytes: 40 }, 'connection-lost'],
    [21, { do: 'wrongLength', offByBytes: -40 }, 'answer-unreadable'],
    [23, { do: 'flood', bytes: 3_000_000_000 }, 'answer-too-large'],
    [23, { do: 'zipBomb', inflatesToBytes: 1_000_000_000 }, 'answer-too-large'],
    [24, { do: 'protocolGarbage', form: 'not-http' }, 'protocol-violation'],
    [24, { do: 'protocolGarbage', form: 'bad-chunk-size' }, 'protocol-violation'],
    [24, { do: 'protocolGarbage', form: 'huge-header' }, 'protocol-violation'],
    [24, { do: 'protocolGarbage', form: 'header-control-character' }, 'protocol-violation'],
    [24, { do: 'protocolGarbage', form: 'two-lengths' }, 'protocol-violation'],
    [24, { do: 'protocolGarbage', form: 'length-and-chunked' }, 'protocol-violation'],
  ] as const
).map(([fault, action, code]) => ({
  fault,
  name: `${JSON.stringify(action)} for one order: its answer is dropped, the other orders go on`,
  async strike(bench) {
    bench.changeAll({ status: 'active' });
    bench.onOrders(action, {}, [bench.first]);
    await bench.advance(2 * minuteMs);
    expect(bench.watcher.get(bench.first)).toMatchObject({
      order: { status: { raw: 'pending' } },
      problem: { code },
    });
    expect(bench.records.updates).toHaveLength(2);
    expect(bench.watcher.serviceHealth.state).toBe('reachable');
  },
}));

/** Faults of the network between Waybell and the service. */
export const networkFaults: readonly FaultRow[] = [
  ...sleeps,
  {
    fault: 13,
    name: 'twenty seconds without a network after waking: single probes, no failing orders, no cards',
    bench: { orderCount: 12 },
    async strike(bench) {
      await bench.service.goDark();
      bench.sleep(8 * hourMs);
      const before = bench.source.checks.length;
      bench.watcher.noticeWake();
      await bench.advance(20 * secondMs);
      expect(unreachableBecause(bench)).toBe('unreachable');
      expect(bench.source.checks.length - before).toBeLessThanOrEqual(8);
      expect(bench.watcher.list().every(({ problem }) => problem === null)).toBe(true);
      expect(bench.desktop.shown).toEqual([]);
    },
    clear: (bench) => bench.service.comeBack(),
  },
  ...systemErrors,
  {
    fault: 14,
    name: 'a host name that leads to another web page: held for a captive portal, nothing read from it',
    bench: { orderCount: 5, hasName: true },
    async strike(bench) {
      const stranger = await startStranger(bench.service.port);
      bench.names.pointTo(stranger.address);
      bench.service.dropConnections();
      await bench.advance(3 * minuteMs);
      expect(unreachableBecause(bench)).toBe('captive-portal');
      expect(bench.watcher.list().every(({ order }) => order?.status.raw === 'pending')).toBe(true);
      await stranger.close();
    },
    clear: async (bench) => bench.names.pointTo('127.0.0.1'),
  },
  {
    fault: 15,
    name: 'connections that are refused: one probe, one state, no failing orders',
    bench: { orderCount: 10 },
    async strike(bench) {
      await bench.service.goDark();
      const before = bench.source.checks.length;
      await bench.advance(5 * minuteMs);
      expect(unreachableBecause(bench)).toBe('unreachable');
      expect(bench.source.checks.length - before).toBeLessThanOrEqual(26);
      expect(bench.watcher.list().every(({ problem }) => problem === null)).toBe(true);
    },
    clear: (bench) => bench.service.comeBack(),
  },
  {
    fault: 16,
    name: 'connection attempts without an answer: given up in time, one at a time',
    bench: {
      orderCount: 2,
      hasName: true,
      limits: { connectTimeoutMs: 600 },
    },
    async strike(bench) {
      const hole = await startBlackHole(bench.service.port);
      bench.names.pointTo(hole.address);
      bench.service.dropConnections();
      await bench.checkAll();
      await bench.checkAll();
      expect(unreachableBecause(bench)).toBe('timeout');
      expect(bench.source.running).toBe(0);
      await hole.close();
    },
    clear: async (bench) => bench.names.pointTo('127.0.0.1'),
  },
  ...strangers,
  ...portals,
  {
    fault: 19,
    name: 'a proxy that wants a password: a cause of its own',
    async strike(bench) {
      bench.onOrders({ do: 'answer', status: 407 });
      await bench.advance(minuteMs);
      expect(unreachableBecause(bench)).toBe('proxy-refused');
    },
  },
  ...(['reset', 'hangUp'] as const).map((how): FaultRow => ({
    fault: 20,
    name: `a kept-alive connection that ends as we write (${how}): sent again at once, no failure`,
    bench: { orderCount: 6 },
    async strike(bench) {
      const action = how === 'reset' ? { do: how, when: 'beforeHead' as const } : { do: how };
      bench.service.fault({ match: { target: 'order', isReused: true }, action });
      bench.changeAll({ status: 'active' });
      const before = bench.source.checks.length;
      await bench.checkAll();
      await bench.advance(minuteMs);
      expect(bench.records.updates).toHaveLength(6);
      expect(new Set(bench.source.outcomes(before))).toEqual(new Set(['observed', 'unchanged']));
      expect(bench.records.healthChanges).toEqual([]);
    },
  })),
  ...brokenBodies,
  ...drips,
  {
    fault: 25,
    name: 'a slow answer with an old state: never two requests under way, never a step back',
    async strike(bench) {
      bench.change(bench.first, { status: 'active' });
      bench.onOrders({ do: 'delay', ms: 8000 }, { times: 1 }, [bench.first]);
      bench.watcher.checkNow([bench.first]);
      await bench.advance(secondMs);
      bench.change(bench.first, { status: 'completed' });
      bench.watcher.checkNow([bench.first]);
      bench.watcher.checkNow([bench.first]);
      await bench.advance(20 * secondMs);
      bench.watcher.checkNow([bench.first]);
      await bench.advance(secondMs);
      expect(bench.watcher.get(bench.first)?.order?.status.raw).toBe('completed');
      expect(bench.records.updates).toHaveLength(2);
    },
  },
  {
    fault: 26,
    name: 'a network that fails every three seconds for ten minutes: at most two cards',
    bench: { orderCount: 5 },
    async strike(bench) {
      for (let flap = 0; flap < 100; flap += 1) {
        await bench.service.goDark();
        await bench.advance(3 * secondMs);
        await bench.service.comeBack();
        await bench.advance(3 * secondMs);
      }
      expect(bench.desktop.shown.length).toBeLessThanOrEqual(2);
      expect(bench.watcher.list().every(({ problem }) => problem === null)).toBe(true);
    },
  },
];
