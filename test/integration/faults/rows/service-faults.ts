import { expect } from 'vitest';
import { everyNotification } from '../../../../core/notification/notification.ts';
import { type FaultBench, unreachableBecause } from '../../../support/faults/fault-bench.ts';
import type { FaultRow } from '../../../support/faults/fault-row.ts';

const secondMs = 1000;
const minuteMs = 60_000;

type Pause = string | { readonly form: 'imf-fixdate' | 'rfc850' | 'asctime'; seconds: number };

/** The Retry-After of the service, and the least and the most seconds that the product then waits. */
const pauses: readonly (readonly [fault: number, Pause, number, number])[] = [
  [27, '7', 7, 8],
  [28, { form: 'imf-fixdate', seconds: 20 }, 19, 21],
  [28, { form: 'rfc850', seconds: 20 }, 19, 21],
  [28, { form: 'asctime', seconds: 20 }, 19, 21],
  [28, { form: 'imf-fixdate', seconds: -3600 }, 0.5, 2],
  [28, '1000000000', 900, 901],
  [28, '0', 0.5, 2],
  [28, '-5', 1, 3],
  [28, 'soon', 1, 3],
];

const askedPauses: readonly FaultRow[] = [429, 503].flatMap((status) =>
  pauses.map(([fault, retryAfter, fromSeconds, toSeconds]) => ({
    fault: status === 503 ? 30 : fault,
    name: `${status} with a pause of ${JSON.stringify(retryAfter)}: kept for the whole host, no order is lost`,
    async strike(bench) {
      bench.changeAll({ status: 'active' });
      bench.onOrders({ do: 'answer', status, retryAfter });
      for (let tries = 0; tries < 100 && unreachableBecause(bench) === null; tries += 1) {
        await bench.advance(secondMs);
      }
      const { serviceHealth } = bench.watcher;
      const failed = bench.source.checks.at(-1);
      const waitMs =
        serviceHealth.state === 'unreachable'
          ? (serviceHealth.retryAtMs ?? 0) - (failed?.endedWallMs ?? 0)
          : 0;
      expect(unreachableBecause(bench)).toBe(status === 429 ? 'rate-limited' : 'service-failing');
      // An unreadable pause is ignored, so the next attempt follows the product's own rule.
      expect(waitMs).toBeGreaterThanOrEqual(fromSeconds * 500);
      expect(waitMs).toBeLessThanOrEqual(toSeconds * secondMs);
      if (fromSeconds >= 7) {
        expect(waitMs).toBeGreaterThanOrEqual(fromSeconds * secondMs);
        const before = bench.source.checks.length;
        await bench.advance(fromSeconds * secondMs - 2 * secondMs);
        expect(bench.source.checks.length).toBe(before);
      }
    },
  })),
);

/** What was notified of the service, oldest first. */
function notifiedOfService(bench: FaultBench): readonly string[] {
  const all = bench.outbox.page(everyNotification, null, 1000).toReversed();
  return all.flatMap(({ notification: { event, orderId } }) => (orderId === null ? [event] : []));
}

const notifiedPauses: readonly FaultRow[] = [
  {
    fault: 27,
    name: '429 with a pause of less than a minute: nothing notifies',
    async strike(bench) {
      bench.changeAll({ status: 'active' });
      bench.onOrders({ do: 'answer', status: 429, retryAfter: '40' }, { times: 1 });
      await bench.advance(3 * minuteMs);
      expect(unreachableBecause(bench)).toBeNull();
      expect(notifiedOfService(bench)).toEqual([]);
    },
  },
  {
    fault: 27,
    name: '429 with a pause of four minutes: notified as a pause, and its end',
    async strike(bench) {
      bench.changeAll({ status: 'active' });
      bench.onOrders({ do: 'answer', status: 429, retryAfter: '240' }, { times: 1 });
      await bench.advance(3 * minuteMs);
      expect(unreachableBecause(bench)).toBe('rate-limited');
      expect(notifiedOfService(bench)).toEqual(['servicePaused']);
      await bench.advance(3 * minuteMs);
      expect(unreachableBecause(bench)).toBeNull();
      expect(notifiedOfService(bench)).toEqual(['servicePaused', 'connectionRestored']);
    },
  },
  {
    fault: 27,
    name: 'a good answer that leaves no request for four minutes: notified as a pause, and its end',
    async strike(bench) {
      const set = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '240' };
      bench.change(bench.first, { note_to_courier: 'Ring twice' });
      bench.onOrders({ do: 'headers', set }, { times: 1 }, [bench.first]);
      await bench.advance(3 * minuteMs);
      expect(unreachableBecause(bench)).toBe('rate-limited');
      expect(notifiedOfService(bench)).toEqual(['servicePaused']);
      bench.changeAll({ status: 'active' });
      await bench.advance(3 * minuteMs);
      expect(unreachableBecause(bench)).toBeNull();
      expect(notifiedOfService(bench)).toEqual(['servicePaused', 'connectionRestored']);
      expect(bench.records.updates).toHaveLength(4);
    },
  },
  {
    fault: 27,
    name: 'a good answer that leaves no request until a reset in milliseconds: as short as it says',
    async strike(bench) {
      const set = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '42000' };
      bench.change(bench.first, { note_to_courier: 'Ring twice' });
      bench.onOrders({ do: 'headers', set }, { times: 1 }, [bench.first]);
      await bench.advance(20 * secondMs);
      const before = bench.source.checks.length;
      await bench.advance(10 * secondMs);
      expect(bench.source.checks.length).toBe(before);
      bench.changeAll({ status: 'active' });
      await bench.advance(minuteMs);
      expect(bench.records.updates).toHaveLength(4);
      expect(notifiedOfService(bench)).toEqual([]);
    },
  },
  {
    fault: 29,
    name: '429 for ten minutes: told as a pause, then once as a loss of contact',
    async strike(bench) {
      bench.changeAll({ status: 'active' });
      bench.onOrders({ do: 'answer', status: 429, retryAfter: '50' });
      await bench.advance(4 * minuteMs);
      expect(notifiedOfService(bench)).toEqual(['servicePaused']);
      await bench.advance(6 * minuteMs);
      expect(notifiedOfService(bench)).toEqual(['servicePaused', 'connectionLost']);
    },
  },
];

const failings: readonly FaultRow[] = [500, 502, 504, 408, 429].map((status) => ({
  fault: status === 429 ? 29 : 30,
  name: `${status} without a pause: fewer and fewer attempts`,
  async strike(bench) {
    bench.changeAll({ status: 'active' });
    bench.onOrders({ do: 'answer', status });
    await bench.advance(minuteMs);
    const after = bench.source.checks.length;
    expect(unreachableBecause(bench)).toBe(status === 429 ? 'rate-limited' : 'service-failing');
    await bench.advance(10 * minuteMs);
    expect(bench.source.checks.length - after).toBeLessThanOrEqual(status === 429 ? 6 : 45);
  },
}));

/** The problem of an order that is answered with this status, which does not affect other orders. */
const statuses: readonly (readonly [fault: number, number, string])[] = [
  [1, 401, 'authorization-refused'],
  [33, 404, 'order-not-found'],
  [33, 403, 'order-forbidden'],
  [33, 410, 'order-gone'],
  [33, 422, 'order-rejected'],
  [36, 418, 'order-rejected'],
  [36, 204, 'answer-unreadable'],
  [36, 206, 'answer-unreadable'],
  [36, 226, 'answer-unreadable'],
  [32, 500, 'service-failing'],
];

const oneOrders: readonly FaultRow[] = statuses.map(([fault, status, code]) => ({
  fault,
  name: `${status} for one order of twenty: this order has a problem, the others keep their schedule`,
  bench: { orderCount: 20 },
  async strike(bench) {
    bench.onOrders({ do: 'answer', status }, {}, [bench.first]);
    await bench.advance(3 * minuteMs);
    bench.changeAll({ status: 'active' });
    await bench.advance(minuteMs);
    expect(bench.watcher.get(bench.first)).toMatchObject({
      order: { status: { raw: 'pending' } },
      problem: { code },
    });
    expect(bench.records.updates).toHaveLength(19);
    expect(bench.records.healthChanges).toEqual([]);
    // A 401 may cause a few renewals before it turns out to be about the order, and a 403 causes one.
    const mostTokens = status === 401 ? 14 : status === 403 ? 2 : 1;
    expect(bench.service.counts().token).toBeLessThanOrEqual(mostTokens);
  },
}));

const refusalsOfAll: readonly FaultRow[] = (
  [
    [{ status: 404, body: '404 page not found\n' }, 'service-failing'],
    [{ status: 404, body: '<html><title>No such page</title></html>' }, 'service-failing'],
    [{ status: 403, body: '<html><title>Forbidden</title></html>' }, 'service-failing'],
    [{ status: 403, body: { message: 'jwt expired' } }, 'authorization-refused'],
    [{ status: 410 }, 'service-failing'],
    [{ status: 400, body: { message: 'no route' } }, 'service-failing'],
    [{ status: 200, body: 'default backend\n' }, 'service-failing'],
    [{ status: 204 }, 'service-failing'],
  ] as const
).map(([answer, cause]) => ({
  fault: 73,
  name: `${JSON.stringify(answer)} for every order that was read a moment ago: one loss of contact, and no order has a problem`,
  bench: { orderCount: 5 },
  async strike(bench) {
    bench.onOrders({ do: 'answer', ...answer });
    bench.changeAll({ status: 'active' });
    await bench.advance(2 * minuteMs);
    expect(unreachableBecause(bench)).toBe(cause);
    expect(notifiedOfService(bench)).toEqual(['connectionLost']);
    // Longer than it takes to give up an order.
    await bench.advance(70 * minuteMs);
    expect(bench.watcher.list().map(({ problem }) => problem)).toEqual(bench.ids.map(() => null));
    expect(bench.desktop.shown.filter(({ orderId }) => orderId !== null)).toEqual([]);
    // The one of the start, the one of the hour, and one in ten minutes while all orders are refused.
    expect(bench.service.counts().token).toBeLessThanOrEqual(10);
  },
}));

/** Faults that the service answers with: statuses, pauses, ETags and redirects. */
export const serviceFaults: readonly FaultRow[] = [
  ...askedPauses,
  ...notifiedPauses,
  {
    fault: 27,
    name: 'a 429 while more is due than may be sent: a pause, then half the rate, which recovers',
    bench: { orderCount: 60, requestsPerMinute: 120 },
    async strike(bench) {
      bench.onOrders({ do: 'answer', status: 429, retryAfter: '7' }, { times: 1 });
      await bench.advance(12 * minuteMs);
      const limited = bench.source.checks.find(({ outcome }) => outcome === 'rate-limited');
      const limitedAtMs = limited?.endedAtMs ?? 0;
      const starts = bench.source.checks
        .map(({ startedAtMs }) => startedAtMs - limitedAtMs)
        .filter((afterMs) => afterMs > 0);
      expect(Math.min(...starts)).toBeGreaterThanOrEqual(7 * secondMs);
      // A tenth of 120 a minute is the bucket; the rest is the rate. It is halved, and a twentieth of it
      // comes back each minute, so that after 10 minutes all of it is there.
      const allowed = (afterMs: number): number => {
        const minutes = afterMs / minuteMs;
        const slow = Math.min(minutes, 10);
        return 108 * (0.5 * slow + 0.025 * slow ** 2 + Math.max(minutes - 10, 0));
      };
      const tooEarly = starts.filter((afterMs, at) => at + 1 > 1 + allowed(afterMs) + 0.001);
      expect(tooEarly).toEqual([]);
      // The lower limit: the pace of the orders stays a little below the allowed rate.
      const within = starts.filter((afterMs) => afterMs <= 11 * minuteMs).length;
      expect(within).toBeGreaterThanOrEqual(allowed(11 * minuteMs) * 0.8);
      const asked = new Set(
        bench.source.checks
          .filter(({ startedAtMs }) => startedAtMs > limitedAtMs)
          .map(({ id }) => id),
      );
      expect(asked.size).toBe(60);
      expect(bench.watcher.serviceHealth.state).toBe('reachable');
    },
  },
  {
    fault: 27,
    name: 'a 429 during normal checks: afterwards half the rate',
    bench: { orderCount: 60, requestsPerMinute: 240 },
    async strike(bench) {
      bench.onOrders({ do: 'answer', status: 429, retryAfter: '7' }, { times: 1 });
      await bench.advance(30 * secondMs);
      const before = bench.source.checks.length;
      await bench.advance(minuteMs);
      expect(bench.source.checks.length - before).toBeLessThanOrEqual(130);
      expect(bench.watcher.serviceHealth.state).toBe('reachable');
    },
  },
  ...failings,
  {
    fault: 31,
    name: 'only errors for half an hour: a hundredth of the normal number of requests',
    bench: { orderCount: 200, requestsPerMinute: 1200 },
    async strike(bench) {
      bench.onOrders({ do: 'answer', status: 500 });
      const before = bench.source.checks.length;
      await bench.advance(30 * minuteMs);
      // Two hundred orders, each every twenty seconds, would be 18,000 requests.
      expect(bench.source.checks.length - before).toBeLessThanOrEqual(180);
      expect(bench.desktop.shown).toHaveLength(1);
    },
  },
  {
    fault: 32,
    name: 'one order in twenty fails: only this order is checked less often',
    bench: { orderCount: 20 },
    async strike(bench) {
      bench.onOrders({ do: 'answer', status: 500 }, {}, [bench.first]);
      const before = bench.source.checks.length;
      await bench.advance(10 * minuteMs);
      const own = bench.source.outcomes(before, bench.first).length;
      const other = bench.source.outcomes(before, bench.ids[1]).length;
      expect(own).toBeLessThanOrEqual(20);
      expect(other).toBeGreaterThanOrEqual(25);
      expect(bench.records.healthChanges).toEqual([]);
    },
  },
  ...oneOrders,
  ...refusalsOfAll,
  {
    fault: 32,
    name: 'a failing order that was checked by hand in an outage: the other orders recover',
    bench: { orderCount: 5 },
    async strike(bench) {
      await bench.service.goDark();
      await bench.advance(20 * secondMs);
      bench.watcher.checkNow([bench.first]);
      bench.onOrders({ do: 'answer', status: 500 }, {}, [bench.first]);
      await bench.service.comeBack();
      bench.changeAll({ status: 'active' });
      await bench.advance(2 * minuteMs);
      expect(unreachableBecause(bench)).toBeNull();
      expect(bench.records.updates).toHaveLength(4);
    },
  },
  {
    fault: 33,
    name: 'an order that the service does not know: told once, checked less and less, then no more',
    async strike(bench) {
      bench.onOrders({ do: 'answer', status: 404 }, {}, [bench.first]);
      await bench.advance(80 * minuteMs);
      const parkedAt = bench.source.outcomes(0, bench.first).length;
      expect(bench.watcher.plan(bench.first).nextCheckAtMs).toBeNull();
      expect(bench.desktop.shown).toHaveLength(1);
      await bench.advance(60 * minuteMs);
      expect(bench.source.outcomes(0, bench.first)).toHaveLength(parkedAt);
      expect(bench.watcher.get(bench.first)?.order).not.toBeNull();
    },
  },
  ...(
    [
      [403, 'order-forbidden'],
      [410, 'order-gone'],
    ] as const
  ).map(([status, code]): FaultRow => ({
    fault: 33,
    name: `${status} for one order for good: checked no more, one token is renewed at most, it stays on the list`,
    async strike(bench) {
      bench.onOrders({ do: 'answer', status }, {}, [bench.first]);
      await bench.advance(130 * minuteMs);
      const parkedAt = bench.source.outcomes(0, bench.first).length;
      expect(bench.watcher.plan(bench.first).nextCheckAtMs).toBeNull();
      await bench.advance(60 * minuteMs);
      expect(bench.source.outcomes(0, bench.first)).toHaveLength(parkedAt);
      expect(bench.watcher.get(bench.first)).toMatchObject({
        order: { status: { raw: 'pending' } },
        problem: { code },
      });
      // Tokens live for an hour and are renewed a minute before: one renewal was forced.
      expect(bench.service.counts().token).toBeLessThanOrEqual(status === 403 ? 6 : 5);
      expect(bench.records.healthChanges).toEqual([]);
    },
    clear: async (bench) => bench.watcher.checkNow([bench.first]),
  })),
  {
    fault: 34,
    name: 'a 304 to a request without a condition: no observation, until an answer has a body again',
    bench: { service: { hasEtags: false } },
    async strike(bench) {
      bench.changeAll({ status: 'active' });
      bench.onOrders({ do: 'notModified', etag: '"x"' });
      await bench.advance(minuteMs);
      expect(bench.source.outcomes(3)).not.toContain('unchanged');
      expect(unreachableBecause(bench)).toBe('service-failing');
      expect(bench.watcher.list().map(({ problem }) => problem)).toEqual([null, null, null]);
      expect(bench.records.updates).toEqual([]);
    },
  },
  {
    fault: 34,
    name: 'a new connection: the first request for each order is without a condition',
    async strike(bench) {
      await bench.connection.retry();
      bench.service.clearLog();
      await bench.checkAll();
      const asked = bench.service.requests().filter(({ target }) => target === 'order');
      expect(asked.map(({ isConditional }) => isConditional)).toEqual([false, false, false]);
      expect(bench.records.updates).toEqual([]);
    },
  },
  ...(['absent', 'weak', 'changing', 'constant', 'unquoted', 'empty'] as const).map(
    (form): FaultRow => ({
      fault: form === 'changing' || form === 'constant' ? 35 : 34,
      name: `an ETag that is ${form}: the body decides, each change is seen once`,
      async strike(bench) {
        bench.onOrders({ do: 'etag', form });
        await bench.advance(minuteMs);
        expect(bench.records.updates).toEqual([]);
        bench.changeAll({ status: 'active' });
        await bench.advance(minuteMs);
        expect(bench.records.updates).toHaveLength(3);
      },
    }),
  ),
  ...([301, 308] as const).map((status): FaultRow => ({
    fault: 36,
    name: `a ${status} within the service: not followed and no observation`,
    async strike(bench) {
      bench.changeAll({ status: 'active' });
      bench.onOrders({ do: 'redirect', status, location: '/elsewhere' });
      await bench.advance(minuteMs);
      expect(bench.service.counts().other).toBe(0);
      expect(bench.records.updates).toEqual([]);
      expect(unreachableBecause(bench)).toBe('service-failing');
      expect(bench.watcher.list().map(({ problem }) => problem)).toEqual([null, null, null]);
    },
  })),
  ...[[103], [100], [102, 100, 100, 103]].map((interim): FaultRow => ({
    fault: 36,
    name: `${interim.join(', ')} before each answer: only the answer counts`,
    async strike(bench) {
      bench.onOrders({ do: 'interim', statuses: interim });
      bench.onToken({ do: 'interim', statuses: interim });
      bench.service.revokeTokens();
      bench.changeAll({ status: 'active' });
      await bench.advance(minuteMs);
      expect(bench.records.updates).toHaveLength(3);
      expect(bench.records.healthChanges).toEqual([]);
    },
  })),
];
