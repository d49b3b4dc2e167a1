import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultWaitRules } from '../../../../core/watch/order-waits.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { type WaitLine, waitReasons } from '../../../../main/engine/lines/line-event.ts';
import { plainStateLine } from '../../../../main/cli/plain-line.ts';
import { WaitLines } from '../../../../main/cli/wait-lines.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someWatched,
} from '../../../support/watched-orders.ts';

const minute = 60_000;
const id = orderIdAt(1);

/** The lines of one order that waits for a courier since now and is checked as `check` says. */
function bench(promisedInMinutes: number | null = null) {
  const clock = new FakeClock();
  const lines: WaitLine[] = [];
  const startMs = clock.wallMs();
  const promisedAtMs =
    promisedInMinutes === null ? null : clock.wallMs() + promisedInMinutes * minute;
  let watched: WatchedOrder = someWatched(id, {
    order: someOrder(id),
    addedAtMs: startMs,
    observedAtMs: startMs,
    statusSinceMs: startMs,
    preferences: somePreferences({ promisedAtMs }),
  });
  const waits = new WaitLines({
    clock,
    watch: { get: () => watched, list: () => [watched] },
    rules: () => defaultWaitRules,
    print: (line) => void lines.push(line),
    contact: { serviceHealth: { state: 'reachable' }, pauseState: { kind: 'running' } },
  });
  const check = (parts: Partial<WatchedOrder> = {}): void => {
    watched = { ...watched, observedAtMs: clock.wallMs(), ...parts };
    waits.ordersChanged([id]);
  };
  return { clock, check, lines, waits, startMs };
}

test('what was known of an order before it is read tells nothing of what it waits for', async () => {
  const { check, clock, lines, startMs, waits } = bench(-1);
  await clock.advance(1000);
  waits.start();
  check({ observedAtMs: startMs });
  expect(lines).toEqual([]);
  check();
  waits.stop();
  expect(lines.map(({ state, reason }) => [state, reason])).toEqual([['begun', 'promise_passed']]);
});

test('a promised time is a line ten minutes ahead and one when it passes, to the minute', async () => {
  const { clock, lines, waits, startMs } = bench(12);
  waits.start();
  await clock.advance(12 * minute);
  waits.stop();
  const promised = new Date(startMs + 12 * minute).toISOString();
  expect(lines.map(({ state, reason }) => [state, reason])).toEqual([
    ['begun', 'promise_at_hand'],
    ['over', 'promise_at_hand'],
    ['begun', 'promise_passed'],
  ]);
  expect(lines[0]).toEqual({
    event: 'wait',
    state: 'begun',
    uuid: id,
    at: new Date(startMs + 2 * minute).toISOString(),
    reason: 'promise_at_hand',
    since: new Date(startMs + 2 * minute).toISOString(),
    promised_at: promised,
    forecast: null,
  });
  expect(lines[2]?.since).toBe(promised);
});

test('a wait is one line when it begins, however often the order is checked, and one when it is over', async () => {
  const { clock, check, lines, startMs } = bench();
  for (let minutes = 0; minutes < 25; minutes += 1) {
    await clock.advance(minute);
    check();
  }
  expect(lines).toMatchObject([{ state: 'begun', reason: 'long_wait', promised_at: null }]);
  expect(lines[0]?.since).toBe(new Date(startMs + 20 * minute).toISOString());
  check({ order: someOrder(id, { status: { raw: 'active', phase: 'assigned' } }) });
  expect(lines.map(({ state }) => state)).toEqual(['begun', 'over']);
});

test('a wait that time began between two checks is a line at the later one', async () => {
  const { clock, check, lines, waits } = bench();
  waits.start();
  await clock.advance(18.75 * minute);
  check();
  await clock.advance(2.5 * minute);
  expect(lines).toEqual([]);
  check();
  waits.stop();
  expect(lines).toMatchObject([{ state: 'begun', reason: 'long_wait' }]);
});

test('a wait is not called over because nothing is known of the order any more', async () => {
  const { clock, check, lines, waits } = bench();
  await clock.advance(21 * minute);
  check();
  waits.start();
  await clock.advance(10 * minute);
  waits.stop();
  expect(lines.map(({ state }) => state)).toEqual(['begun']);
});

test('nothing waits after the stop', () => {
  const { clock, waits } = bench();
  waits.start();
  waits.stop();
  expect(clock.waitingTimers).toBe(0);
});

test('each reason has words for people and is described', () => {
  const texts = { nameOf: () => 'Table 12', timeText: (at: string | null) => at ?? 'now' };
  const page = readFileSync('docs/cli.md', 'utf8');
  const line = {
    event: 'wait',
    uuid: id,
    at: '12:00',
    since: '11:50',
    promised_at: null,
    forecast: null,
  } as const;
  const said = waitReasons.map((reason) => {
    expect(page).toContain(`\`${reason}\``);
    return plainStateLine({ ...line, state: 'begun', reason }, texts);
  });
  expect(new Set(said).size).toBe(waitReasons.length);
  const over = { ...line, state: 'over', reason: 'promise_passed', promised_at: '11:55' } as const;
  expect(plainStateLine(over, texts)).toBe('12:00  Table 12  Promise passed (11:55): over\n');
});
