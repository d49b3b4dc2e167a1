import { describe, expect, it } from 'vitest';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const matched = someOrder(id, { status: { raw: 'active', phase: 'assigned' } });

describe('what somebody else reported', () => {
  it('the explainer is asked about every good answer and has the last word', async () => {
    const asked: (string | null)[] = [];
    const bench = watchBench({
      explainUpdate: (_before, _after, update) => {
        asked.push(update?.kinds[0] ?? null);
        return update === null ? null : { ...update, source: 'webhook', reasons: ['As reported'] };
      },
    });
    bench.watcher.start();
    await bench.add(1);
    await bench.clock.advance(1000);
    bench.watcher.checkNow([id]);
    await bench.clock.advance(1000);
    bench.source.orders.set(id, matched);
    bench.watcher.checkNow([id]);
    await bench.clock.advance(1000);
    expect(asked).toEqual([null, null, 'order_matched']);
    expect(bench.announced.updates).toMatchObject([
      { source: 'webhook', kinds: ['order_matched'], reasons: ['As reported'] },
    ]);
    expect(bench.store.notifications).toHaveLength(1);
  });

  it('an accepted order takes the place of what is under way, and the next answer must be whole', async () => {
    const bench = watchBench();
    bench.watcher.start();
    await bench.add(1);
    await bench.clock.advance(1000);
    // An older answer is on its way.
    bench.source.latencyMs = 5000;
    bench.watcher.checkNow([id]);
    await bench.clock.advance(200);
    expect(bench.watcher.plan(id).isChecking).toBe(true);
    expect(bench.watcher.accept(matched, '{}')).toBe(true);
    expect(bench.watcher.plan(id).isChecking).toBe(false);
    await bench.clock.advance(6000);
    expect(bench.source.forgotten).toEqual([id]);
    expect(bench.watcher.get(id)?.order).toBe(matched);
    expect(bench.announced.updates).toMatchObject([{ kinds: ['order_matched'] }]);
    expect(bench.watcher.plan(id).nextCheckAtMs).not.toBeNull();
  });

  it('an order that is not watched is not accepted', () => {
    const bench = watchBench();
    bench.watcher.start();
    expect(bench.watcher.accept(matched, '{}')).toBe(false);
    expect(bench.watcher.list()).toEqual([]);
  });

  it('an audited order is checked at the audit’s pace, and at its own again at once', async () => {
    let isAudited = true;
    const bench = watchBench({
      auditPace: (_watched, everyMs) => (isAudited ? 300_000 : everyMs),
    });
    bench.watcher.start();
    await bench.add(1);
    await bench.clock.advance(1000);
    expect(bench.watcher.plan(id).checkEveryMs).toBe(300_000);
    bench.source.requests.length = 0;
    await bench.clock.advance(140_000);
    expect(bench.source.requests).toHaveLength(0);
    isAudited = false;
    bench.watcher.replan([id]);
    await bench.clock.advance(30_000);
    expect(bench.watcher.plan(id).checkEveryMs).toBe(20_000);
    expect(bench.source.requests.length).toBeGreaterThanOrEqual(1);
  });
});
