import { expect, test } from 'vitest';
import type { Order } from '../../../core/order/order.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import { inEnglish } from '../../../core/text/language.ts';
import { DaySummaries } from '../../../main/engine/board/day-summaries.ts';
import { HistoryRepository } from '../../../main/engine/storage/history-repository.ts';
import { privacyBench, peopledOrder, personal } from '../../support/watch/privacy-bench.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const id = orderIdAt(1);
const active = { raw: 'active', phase: 'assigned' } as const;
const done = { raw: 'completed', phase: 'done' } as const;
const pickup = { latitudeDeg: 22.28, longitudeDeg: 114.15 };

function courierAt(name: string, place: { latitudeDeg: number; longitudeDeg: number }) {
  const phoneNumber = `+852 6111 222${name.length}`;
  const courier = { name, phoneNumber, fix: { ...place, reportedAtMs: null } };
  return { status: active, courier };
}

/** A desk at eight in the morning, with the requests that the page of the day makes. */
async function desk() {
  const bench = privacyBench();
  const { clock, source, sql, watcher } = bench;
  const morning = new Date(clock.wallMs());
  morning.setDate(morning.getDate() + 1);
  morning.setHours(8, 0, 0, 0);
  await clock.advance(morning.getTime() - clock.wallMs());
  const saved: string[][] = [];
  const { handlers } = new DaySummaries({
    history: new HistoryRepository(sql, () => clock.wallMs()),
    watch: watcher,
    settings: { current: defaultSettings },
    clock,
    localisation: inEnglish,
    save: async (name, text) => {
      saved.push([name, text]);
      return { ok: true, value: { kind: 'saved', fileName: name } };
    },
  });
  const summary = async (day: 'today' | 'yesterday') => {
    const answer = await handlers['day:summary']({ day });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value;
  };
  watcher.start();
  const become = async (parts: Partial<Order>, forMs: number) => {
    source.orders.set(id, peopledOrder(1, parts));
    await clock.advance(forMs);
  };
  return { ...bench, become, handlers, saved, summary };
}

/** A day with a match, a stay at the pickup, another courier, a new price and the end. */
async function busyDay() {
  const all = await desk();
  const { become, watcher } = all;
  await watcher.add([{ id, label: personal.label }]);
  await become({ courier: null }, 10 * minuteMs);
  await become(courierAt('Ada', pickup), 12 * minuteMs);
  await become(courierAt('Ada', { latitudeDeg: 22.285, longitudeDeg: 114.155 }), minuteMs / 4);
  await become(courierAt('Ada', { latitudeDeg: 22.286, longitudeDeg: 114.156 }), 2 * minuteMs);
  await become(courierAt('Berta', { latitudeDeg: 22.286, longitudeDeg: 114.156 }), 5 * minuteMs);
  const price = { amount: 98.5, currency: 'HKD' };
  await become({ ...courierAt('Berta', pickup), status: done, price }, hourMs);
  return all;
}

const expected = {
  isWhole: true,
  watched: 1,
  finished: 1,
  cancelled: 0,
  failed: 0,
  releases: 0,
  swaps: 1,
  priceChanges: { count: 1, sums: [{ currency: 'HKD', amount: 12.5 }] },
  destinationWaitMs: 0,
};

test('the day is summed up from what was seen, and is the same a day later', async () => {
  const { clock, defects, summary } = await busyDay();
  const today = await summary('today');
  expect(today).toMatchObject({ day: 'today', ...expected });
  expect(Math.round((today.courierWaits.medianMs ?? 0) / minuteMs)).toBe(10);
  // Two positions in a row away from the stop say that the courier left.
  expect(Math.abs(today.pickupWaitMs - 12 * minuteMs)).toBeLessThan(1.5 * minuteMs);
  await clock.advance(24 * hourMs);
  expect(await summary('yesterday')).toEqual({
    ...today,
    day: 'yesterday',
    atMs: clock.wallMs(),
  });
  expect(await summary('today')).toMatchObject({ watched: 0, finished: 0, pickupWaitMs: 0 });
  expect(defects).toEqual([]);
});

test('a courier who still stands at the pickup counts until the last check', async () => {
  const { become, summary, watcher } = await desk();
  await watcher.add([{ id, label: null }]);
  await become({ courier: null }, minuteMs);
  await become(courierAt('Ada', pickup), 9 * minuteMs);
  expect(Math.round((await summary('today')).pickupWaitMs / minuteMs)).toBe(9);
});

test('a long day is read in turns, and nothing of it is left out', async () => {
  const { clock, source, summary, watcher } = await desk();
  const ids = Array.from({ length: 700 }, (_, index) => orderIdAt(index + 1));
  for (const each of ids) source.orders.set(each, someOrder(each));
  await watcher.add(ids.map((each) => ({ id: each, label: null })));
  await clock.advance(5 * minuteMs);
  for (const each of ids) source.orders.set(each, someOrder(each, { status: done }));
  await clock.advance(5 * minuteMs);
  expect(await summary('today')).toMatchObject({ watched: 700, finished: 700 });
});

test('an evicted order counts for the day on which it was over', async () => {
  const { clock, become, summary, watcher } = await busyDay();
  await become({ status: done }, 3 * hourMs);
  const today = await summary('today');
  watcher.evict([id]);
  expect(watcher.list()).toEqual([]);
  expect(await summary('today')).toEqual(today);
  await clock.advance(24 * hourMs);
  expect(await summary('yesterday')).toMatchObject({ watched: 1, finished: 1 });
});

test('the CSV of a day has its date in its name, a mark for Excel, and no person in it', async () => {
  const { clock, handlers, saved } = await busyDay();
  const answer = await handlers['day:save-csv']({ day: 'today' });
  const date = new Date(clock.wallMs());
  expect(answer).toMatchObject({ ok: true, value: { kind: 'saved' } });
  const [name, text] = saved[0] ?? [];
  expect(name).toMatch(/^waybell-day-\d{4}-\d\d-\d\d\.csv$/);
  expect(name).toContain(`-${String(date.getDate()).padStart(2, '0')}.csv`);
  expect(text).toMatch(/^\uFEFFDay,Figure,Value,Unit\r\n/);
  expect(text).toContain('Sum of price changes,12.5,HKD\r\n');
  for (const word of [id, 'Ada', 'Berta', ...Object.values(personal)])
    expect(text).not.toContain(word);
});

test('the stays leave with their order, and with the history', async () => {
  const { clock, history, sql, summary, watcher } = await busyDay();
  expect((await summary('today')).pickupWaitMs).toBeGreaterThan(0);
  const stays = () => sql.prepare('SELECT count(*) AS many FROM stop_stays').get()?.['many'];
  history.prune(clock.wallMs() + 29 * 24 * hourMs, { history: 30, people: 7 });
  expect(stays()).toBe(1);
  history.prune(clock.wallMs() + 31 * 24 * hourMs, { history: 30, people: 7 });
  expect(stays()).toBe(0);
  const other = await busyDay();
  other.watcher.remove([id]);
  expect((await other.summary('today')).pickupWaitMs).toBe(0);
  expect(watcher.count).toBe(1);
});
