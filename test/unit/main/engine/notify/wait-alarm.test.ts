import { expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import { finishedGraceMs } from '../../../../../core/watch/cadence.ts';
import { defaultWaitRules } from '../../../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { WaitAlarm } from '../../../../../main/engine/notify/wait-alarm.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';

const id = orderIdAt(1);
const minuteMs = 60_000;

/** An alarm over one order. */
function bench(parts: (nowMs: number) => Partial<WatchedOrder>) {
  const clock = new FakeClock();
  const startMs = clock.wallMs();
  const rungMs: number[] = [];
  let watched = someWatched(id, { order: someOrder(id), ...parts(startMs) });
  const alarm = new WaitAlarm({
    clock,
    watch: { get: (asked: OrderId) => (asked === id ? watched : undefined) },
    due: () => rungMs.push(clock.wallMs() - startMs),
  });
  alarm.judgeBy(() => ({ ...defaultWaitRules, longWaitMs: 60 * minuteMs }));
  alarm.ordersChanged([id]);
  onTestFinished(() => alarm.stop());
  const answer = (): void => {
    watched = { ...watched, observedAtMs: clock.wallMs() };
  };
  return { answer, clock, rungMs };
}

test('an order is announced when its last answer is too old to say something of the present', async () => {
  const { clock, rungMs } = bench((nowMs) => ({ observedAtMs: nowMs }));
  await clock.advance(30 * minuteMs);
  expect(rungMs).toEqual([5 * minuteMs + 1]);
});

test('but not while answers without news go on', async () => {
  const { answer, clock, rungMs } = bench((nowMs) => ({ observedAtMs: nowMs }));
  for (let minute = 0; minute < 12; minute += 1) {
    await clock.advance(minuteMs);
    answer();
  }
  expect(rungMs).toEqual([]);
});

test('an order that is over is announced when its grace ends, and never again', async () => {
  const failed = { raw: 'failed', phase: 'failed' } as const;
  const { clock, rungMs } = bench((nowMs) => ({
    order: someOrder(id, { status: failed }),
    observedAtMs: nowMs,
    statusSinceMs: nowMs,
  }));
  await clock.advance(2 * finishedGraceMs);
  expect(rungMs).toEqual([finishedGraceMs]);
  expect(clock.waitingTimers).toBe(0);
});
