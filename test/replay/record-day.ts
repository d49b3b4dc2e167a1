import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  generatedPlan,
  isJsonObject,
  OrderStore,
  type Json,
  ManualClock,
} from '@waybell/simulator';
import type { Moment } from './recording.ts';
import { recordedDayFile } from './recording.ts';

/*
 * Records a day of the simulated service as a watcher sees it:
 *
 *   node test/replay/record-day.ts
 *
 * Sixty orders over 24 hours, each checked every half minute until it ends, with difficult situations:
 * an order that goes back and forth, twelve changes in one second, an hour without contact, a sleep, a
 * lunch break with a locked screen, muted and snoozed orders, and a night of quiet hours. It is the day
 * before summer time begins in Europe. Everything in it is invented.
 */

const seed = 20260328;
const epochMs = Date.UTC(2026, 2, 28);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const orderCount = 60;
const askEveryMs = 30_000;

const clock = new ManualClock({ epochMs, speed: 1 });
const spread = { spreadMs: 23 * hourMs };
const orders = new OrderStore(seed, clock, spread);
orders.generate(orderCount);

const unreachableFromMs = 10 * hourMs;
const unreachableUntilMs = 11 * hourMs;
const asleepFromMs = 14 * hourMs;
const asleepUntilMs = 15 * hourMs;

/** When a check that is due at this time is made: after an outage or a sleep, in quick succession. */
function askedAtMs(storyMs: number, index: number): number {
  for (const [fromMs, untilMs] of [
    [unreachableFromMs, unreachableUntilMs],
    [asleepFromMs, asleepUntilMs],
  ] as const) {
    if (storyMs >= fromMs && storyMs < untilMs) return untilMs + 1000 + index * 100;
  }
  return storyMs;
}

/** The JSON merge patch that changes `before` into `after`. */
function patchBetween(before: Json, after: Json): Json {
  if (!isJsonObject(before) || !isJsonObject(after)) return after;
  const removed = Object.keys(before)
    .filter((key) => !Object.hasOwn(after, key))
    .map((key) => [key, null] as const);
  const changed = Object.entries(after)
    .filter(([key, value]) => !isDeepStrictEqual(before[key], value))
    .map(([key, value]) => [key, patchBetween(before[key] ?? null, value)] as const);
  return Object.fromEntries([...removed, ...changed]);
}

const moments: Moment[] = [
  {
    atMs: epochMs + unreachableFromMs + minuteMs,
    kind: 'serviceHealth',
    serviceHealth: {
      state: 'unreachable',
      cause: 'unreachable',
      httpStatus: null,
      sinceMs: epochMs + unreachableFromMs,
      retryAtMs: epochMs + unreachableFromMs + 2 * minuteMs,
    },
  },
  {
    atMs: epochMs + unreachableUntilMs,
    kind: 'serviceHealth',
    serviceHealth: { state: 'reachable' },
  },
  { atMs: epochMs + asleepUntilMs, kind: 'woke' },
  { atMs: epochMs + 12 * hourMs, kind: 'screen', isLocked: true },
  { atMs: epochMs + 12.5 * hourMs, kind: 'screen', isLocked: false },
];

/** The order that goes back and forth for an hour. */
const flapping = { index: 7, fromMs: 9 * hourMs, untilMs: 10 * hourMs };
/** Orders that change together: in view, while the service is unreachable, and during the sleep. */
const together: readonly { readonly from: number; readonly to: number; readonly atMs: number }[] = [
  { from: 20, to: 32, atMs: 16 * hourMs },
  { from: 40, to: 46, atMs: unreachableFromMs + 30 * minuteMs },
  { from: 50, to: 56, atMs: asleepFromMs + 30 * minuteMs },
];

function togetherAtMs(index: number): number | null {
  return together.find(({ from, to }) => index >= from && index < to)?.atMs ?? null;
}

/** The order as the service has it, changed by the events of the day. */
function happened(order: Json, index: number, storyMs: number): Json {
  if (!isJsonObject(order)) return order;
  if (index === flapping.index && storyMs >= flapping.fromMs && storyMs < flapping.untilMs) {
    const isMatched = Math.floor(storyMs / minuteMs) % 2 === 0;
    return {
      ...order,
      status: isMatched ? 'active' : 'pending',
      courier: isMatched ? { name: 'Ho Yuet 何月', phone_number: '+852 5550 0007' } : {},
    };
  }
  const atMs = togetherAtMs(index);
  if (atMs === null) return order;
  return storyMs < atMs
    ? { ...order, status: 'pending', courier: {} }
    : { ...order, status: 'completed' };
}

for (const [index, uuid] of [...orders.uuids()].entries()) {
  const plan = generatedPlan(index, seed, spread);
  // A dispatcher begins to watch three quarters of an hour before the goods are ready.
  const readyMs =
    index === flapping.index ? flapping.fromMs : (togetherAtMs(index) ?? plan.pickup.schedule);
  const fromMs = Math.max(0, Math.round(readyMs) - 45 * minuteMs);
  moments.push({ atMs: epochMs + fromMs, kind: 'watched', id: uuid, label: plan.label ?? uuid });
  if (index % 15 === 3) moments.push({ atMs: epochMs + fromMs + 1, kind: 'muted', id: uuid });
  if (index % 15 === 6) {
    moments.push({ atMs: epochMs + fromMs + 27 * minuteMs, kind: 'snoozed', id: uuid });
  }
  if (index % 4 === 1) {
    moments.push({ atMs: epochMs + fromMs + 20 * minuteMs, kind: 'seen', id: uuid });
  }
  let before: Json = null;
  let unchangedMs = 0;
  // The checks of the orders are half a second apart, as a watcher spreads its requests.
  for (let nextMs = fromMs + index * 500; nextMs < dayMs;) {
    const storyMs = askedAtMs(nextMs, index);
    nextMs = storyMs + askEveryMs;
    const order = happened(orders.order(uuid, storyMs) ?? null, index, storyMs);
    if (order === null) continue;
    if (isDeepStrictEqual(before, order)) {
      unchangedMs += askEveryMs;
      const status = isJsonObject(order) ? order['status'] : null;
      const isOver = status === 'completed' || status === 'cancelled';
      if (isOver && unchangedMs > 20 * minuteMs) break;
      continue;
    }
    unchangedMs = 0;
    const patch = before === null ? order : patchBetween(before, order);
    moments.push({ atMs: epochMs + storyMs, kind: 'answered', id: uuid, patch });
    before = order;
  }
}

moments.sort((one, other) => one.atMs - other.atMs);
writeFileSync(recordedDayFile, `${moments.map((moment) => JSON.stringify(moment)).join('\n')}\n`);
process.stdout.write(`${moments.length} moments\n`);
