import { expect, test } from 'vitest';
import { inEnglish } from '../../../core/text/language.ts';
import { requestSchemas } from '../../../core/bridge/bridge.ts';
import type { SearchHit } from '../../../core/watch/order-search.ts';
import { boardHandlers, type BoardTargets } from '../../../main/engine/board/board-handlers.ts';
import { OrderSearch } from '../../../main/engine/board/order-search.ts';
import { RecordingLog } from '../../support/recording-log.ts';
import { peopledOrder, personal, privacyBench } from '../../support/watch/privacy-bench.ts';
import { orderIdAt } from '../../support/watched-orders.ts';

const dayMs = 86_400_000;
const first = orderIdAt(1);
const second = orderIdAt(2);
const active = { raw: 'active', phase: 'assigned' } as const;
const done = { raw: 'completed', phase: 'done' } as const;

/** Two orders with people, the second in the same places, and the window's way to search them. */
async function searched() {
  const bench = privacyBench();
  const { clock, source, watcher } = bench;
  const log = new RecordingLog();
  const unused = new Proxy({} as BoardTargets, { get: () => undefined });
  const { contactRetry, feed, ordersChanged, history, archive, archived } = unused;
  const { settings, window, phoneShown, seenOrders, annotationChanges } = unused;
  const search = new OrderSearch(watcher, clock);
  search.listen();
  const handlers = boardHandlers({
    contactRetry,
    feed,
    search,
    ordersChanged,
    history,
    archive,
    archived,
    settings,
    window,
    phoneShown,
    seenOrders,
    annotationChanges,
    watch: watcher,
    localisation: inEnglish,
    log,
  });
  source.orders.set(first, peopledOrder(1, { status: active }));
  source.orders.set(second, peopledOrder(2, { status: active }));
  watcher.start();
  await watcher.add([
    { id: first, label: 'Table 12' },
    { id: second, label: null },
  ]);
  await clock.advance(60_000);
  const searchFor = async (text: string): Promise<readonly SearchHit[]> => {
    const answer = await handlers['board:search'](requestSchemas['board:search'].parse({ text }));
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value;
  };
  const idsFor = async (text: string) => (await searchFor(text)).map(({ id }) => id);
  return { ...bench, handlers, idsFor, log, search: searchFor };
}

test('orders are found by what the service said of them, and the answer says only where', async () => {
  const { log, search } = await searched();
  for (const [text, kind] of [
    [personal.courierName, 'courier'],
    [personal.courierPhone, 'phone'],
    ['2223', 'phone'],
    [personal.contactName, 'contact'],
    [personal.contactPhone, 'phone'],
    [personal.street, 'street'],
    [personal.floor, 'street'],
    [personal.pickupName, 'stopName'],
    [personal.pickupStreet, 'street'],
    [personal.note, 'noteToCourier'],
  ] as const) {
    const hits = await search(text);
    expect(hits.map(({ id }) => id)).toEqual([first, second]);
    for (const { hits: places } of hits) expect(places.map((place) => place.kind)).toContain(kind);
    expect(JSON.stringify(hits)).not.toMatch(/Canary|\+852|2223/);
  }
  expect(log.events('info')).toEqual([]);
});

test('a search follows what is checked, named, grouped and noted', async () => {
  const { clock, handlers, idsFor, source, watcher } = await searched();
  expect(await idsFor('table 12')).toEqual([first]);
  await handlers['order:relabel']({ id: first, label: 'Window seat' });
  await handlers['order:note']({ id: second, note: 'Back entrance' });
  watcher.setPreferences([second], { group: 'Hotels' });
  expect(await idsFor('table 12')).toEqual([]);
  expect(await idsFor('window')).toEqual([first]);
  expect(await idsFor('hotels entrance')).toEqual([second]);
  source.orders.set(first, peopledOrder(1, { status: active, noteToCourier: 'Use the side door' }));
  await clock.advance(60_000);
  expect(await idsFor('side door')).toEqual([first]);
  expect(await idsFor(personal.note)).toEqual([second]);
});

test('orders without words of the dispatcher are told apart by what the service said', async () => {
  const { clock, handlers, idsFor, source } = await searched();
  await handlers['order:relabel']({ id: first, label: null });
  source.orders.set(first, peopledOrder(1, { status: active, noteToCourier: 'Use the side door' }));
  await clock.advance(60_000);
  expect(await idsFor('side door')).toEqual([first]);
  expect(await idsFor(personal.note)).toEqual([second]);
});

test('people who were erased some days after the end are not found any more, the own words are', async () => {
  const { clock, idsFor, retention, source } = await searched();
  expect(await idsFor(personal.courierName)).toEqual([first, second]);
  source.orders.set(first, peopledOrder(1, { status: done }));
  await clock.advance(120_000);
  await clock.advance(8 * dayMs);
  retention.sweep();
  await clock.advance(60_000);
  for (const text of [personal.courierName, '2223', personal.contactName, personal.street]) {
    expect([text, await idsFor(text)]).toEqual([text, [second]]);
  }
  expect(await idsFor('table 12')).toEqual([first]);
});

test('an order that was erased or taken off the list is not found any more', async () => {
  const { erasure, idsFor, watcher } = await searched();
  expect(await idsFor('canary')).toEqual([first, second]);
  expect(await erasure.orders([first])).toEqual({ ok: true, value: null });
  expect(await idsFor('canary')).toEqual([second]);
  expect(await idsFor('table 12')).toEqual([]);
  watcher.remove([second]);
  expect(await idsFor('canary')).toEqual([]);
});

test.each([{ text: '' }, { text: '   ' }, { text: 'a'.repeat(501) }, { text: 7 }, {}])(
  'a search for %j is refused before it is made',
  (input) => {
    expect(requestSchemas['board:search'].safeParse(input).success).toBe(false);
  },
);
