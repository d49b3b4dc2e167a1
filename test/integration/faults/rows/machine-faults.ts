import { expect } from 'vitest';
import type { FaultRow } from '../../../support/faults/fault-row.ts';

const secondMs = 1000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const jumps: readonly FaultRow[] = (
  [
    ['an hour ahead', (wallMs: number) => wallMs + hourMs],
    ['an hour back', (wallMs: number) => wallMs - hourMs],
    ['to 1970', () => 0],
    ['ten years ahead', (wallMs: number) => wallMs + 87_600 * hourMs],
  ] as const
).map(([name, moved]) => ({
  fault: 10,
  name: `a clock that is set ${name}: no burst, no pause, at most one new token`,
  hasTornClock: true,
  bench: { orderCount: 12 },
  async strike(bench) {
    bench.clock.setWall(moved(bench.clock.wallMs()));
    bench.changeAll({ status: 'active' });
    const before = bench.source.checks.length;
    await bench.advance(35 * secondMs);
    expect(bench.records.updates).toHaveLength(12);
    // Each once or twice at its pace, and once immediately if the jump looks like a sleep.
    expect(bench.source.checks.length - before).toBeLessThanOrEqual(48);
    expect(bench.service.counts().token).toBeLessThanOrEqual(2);
    expect(bench.records.healthChanges).toEqual([]);
  },
}));

const addresses = [
  'http://orders.example.com',
  'orders.example.com',
  'https://desk:secret@orders.example.com',
  'https://orders.example.com/?token=1',
  'https://orders.example.com/#here',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://169.254.169.254',
  'https://169.254.169.254/latest',
  'https://[fe80::1]',
  'http://10.0.0.7',
  '',
];

/** Faults of this computer and of what is typed into it. */
export const machineFaults: readonly FaultRow[] = [
  ...jumps,
  {
    fault: 10,
    name: 'a clock that jumps to and fro every minute: no extra requests, and states stay fresh',
    hasTornClock: true,
    bench: { orderCount: 12 },
    async strike(bench) {
      for (let jump = 0; jump < 20; jump += 1) {
        const byMs = jump % 2 === 0 ? hourMs : -hourMs;
        bench.clock.setWall(bench.clock.wallMs() + byMs);
        await bench.advance(minuteMs);
      }
      bench.changeAll({ status: 'active' });
      await bench.advance(65 * secondMs);
      expect(bench.records.updates).toHaveLength(12);
    },
  },
  {
    fault: 63,
    name: 'an event loop that is blocked for five seconds: nothing notifies twice, no burst',
    bench: { orderCount: 12 },
    async strike(bench) {
      bench.changeAll({ status: 'active' });
      for (let block = 0; block < 10; block += 1) {
        bench.service.advance(5 * secondMs);
        bench.clock.blockLoop(5 * secondMs);
        await bench.advance(2 * secondMs);
      }
      expect(bench.records.updates).toHaveLength(12);
    },
  },
  {
    fault: 68,
    name: 'an address that cannot be a service: refused, nothing is sent, the connection stays',
    async strike(bench) {
      const never = new AbortController().signal;
      const before = bench.connection.state;
      const accepted: string[] = [];
      for (const baseUrl of addresses) {
        const draft = { baseUrl, clientId: 'desk-7', clientSecret: 'typed in haste' };
        const saved = await bench.connection.save(draft, () => undefined, never);
        if (saved.ok || saved.failure.code !== 'base-url-refused') accepted.push(baseUrl);
      }
      expect(accepted).toEqual([]);
      expect(bench.connection.state).toEqual(before);
      expect(bench.database.sql.prepare('SELECT count(*) AS n FROM profiles').get()).toEqual({
        n: 0,
      });
      bench.changeAll({ status: 'active' });
      await bench.checkAll();
      expect(bench.records.updates).toHaveLength(3);
    },
  },
  {
    fault: 68,
    name: 'an address with a path and slashes at its end: normalised and used',
    bench: { service: { basePath: '/gateway' } },
    async strike(bench) {
      const { clientId, clientSecret } = bench.service.credentials;
      const draft = { baseUrl: ` ${bench.service.baseUrl}/// `, clientId, clientSecret };
      const never = new AbortController().signal;
      const saved = await bench.connection.save(draft, () => undefined, never);
      expect(saved).toEqual({ ok: true, value: null });
      expect(bench.connection.state).toMatchObject({ baseUrl: bench.service.baseUrl });
      bench.changeAll({ status: 'active' });
      await bench.checkAll();
      expect(bench.records.updates).toHaveLength(3);
    },
  },
];
