import { describe, expect, test } from 'vitest';
import type { ArchivePlace, ArchiveQuery } from '../../../../../core/board/archive-page.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import { listSorts } from '../../../../../core/settings/list-sort.ts';
import { readQuery, searchedTexts, searchHit } from '../../../../../core/watch/order-search.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import type { FoundArchived } from '../../../../../main/engine/board/ports.ts';
import { ArchiveRepository } from '../../../../../main/engine/storage/archive-repository.ts';
import { WatchRepository } from '../../../../../main/engine/storage/watch-repository.ts';
import { openStored, wallMs } from '../../../../support/storage/stored-order.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someWatched,
} from '../../../../support/watched-orders.ts';

const names = ['陳大文', 'José Núñez', 'Tsang Wing Sze', null];
const groups = ['Peak', 'Harbour', null];

function archivedOrder(index: number): WatchedOrder {
  const order = someOrder(orderIdAt(index), {
    status: { raw: 'completed', phase: index % 7 === 0 ? 'searching' : 'done' },
    noteToCourier: `Ring at gate ${index}`,
    courier:
      index % 5 === 0
        ? null
        : {
            name: names[index % names.length] ?? null,
            phoneNumber: `+852 9${String(index).padStart(3, '0')}-4321`,
            fix: null,
          },
    price:
      index % 3 === 0 ? null : { amount: 20 + (index % 11), currency: index % 2 ? 'HKD' : null },
  });
  return someWatched(order.id, {
    order,
    label: index % 4 === 0 ? null : `Order ${index % 13}`,
    statusSinceMs: 1_000_000 + ((index * 37) % 50) * 1000,
    changedAtMs: 2_000_000 + ((index * 11) % 40) * 1000,
    preferences: somePreferences({
      group: groups[index % groups.length] ?? null,
      note: index % 6 === 0 ? 'Call 9123 4567 before noon' : null,
      promisedAtMs: index % 2 === 0 ? 3_000_000 + index : null,
    }),
  });
}

/** Sixty evicted orders, and one that is not. */
function archive() {
  const { sql } = openStored();
  const store = new WatchRepository(sql, wallMs);
  const orders = Array.from({ length: 60 }, (_, index) => archivedOrder(index + 1));
  const live = archivedOrder(61);
  store.save([...orders, live].map((watched) => ({ watched, notifications: [] })));
  sql.exec('INSERT INTO privacy_steps SELECT no, 9e15, NULL FROM watched_orders');
  store.evict(orders);
  const repository = new ArchiveRepository(sql);
  const find = (query: ArchiveQuery, after: ArchivePlace | null, limit: number): FoundArchived => {
    const steps = repository.find(query, after, limit);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  };
  return { orders, repository, find, store };
}

test.each(listSorts)('pages follow each other without a gap, sorted by %s', (sort) => {
  const { find, orders } = archive();
  const whole = find({ sort }, null, 500);
  expect([whole.ids.length, whole.total, whole.next]).toEqual([60, 60, null]);
  expect(new Set(whole.ids)).toEqual(new Set(orders.map(({ id }) => id)));
  const walked: OrderId[] = [];
  for (let after: ArchivePlace | null = null, pages = 0; pages < 99; pages += 1) {
    const page: FoundArchived = find({ sort }, after, 7);
    expect(page.total).toBe(after === null ? 60 : null);
    walked.push(...page.ids);
    after = page.next;
    if (after === null) break;
  }
  expect(walked).toEqual(whole.ids);
});

test('the archive is sorted as the list is', () => {
  const { find, store } = archive();
  const sorted = (sort: ArchiveQuery['sort']) => store.archived(find({ sort }, null, 500).ids);
  const ends = sorted('attention').flatMap(({ order, statusSinceMs }) =>
    order?.status.phase === 'done' ? (statusSinceMs ?? []) : [],
  );
  expect(ends).toEqual(ends.toSorted((one, other) => other - one));
  const changes = sorted('latest').map(({ changedAtMs }) => changedAtMs ?? 0);
  expect(changes).toEqual(changes.toSorted((one, other) => other - one));
  const labels = sorted('named').flatMap(({ label }) => label ?? []);
  const collator = new Intl.Collator('en', { numeric: true });
  expect(labels).toEqual(labels.toSorted((one, other) => collator.compare(one, other)));
  const prices = sorted('price').map(({ order }) => order?.price ?? null);
  expect(prices.at(0)?.amount).toBe(30);
  expect(prices.at(-1)).toBeNull();
  expect(sorted('courier').at(-1)?.order?.courier?.name ?? null).toBeNull();
  expect(sorted('group').at(-1)?.preferences?.group).toBeNull();
});

describe('what is found', () => {
  test.each([
    ['order 7'],
    ['ORDER gate'],
    ['núñez'],
    ['nunez peak'],
    ['陳大文'],
    ['4321'],
    ['+852 9012-4321'],
    ['0085290124321'],
    ['9123 4567'],
    ['91234567 noon'],
    ['012'],
    ['completed harbour'],
    ['nowhere'],
    ['%'],
    ['_'],
    ["' OR 1=1 --"],
    [orderIdAt(12)],
  ])('is what a search of the list finds: %s', (text) => {
    const { find, orders } = archive();
    const query = readQuery(text);
    const expected = orders
      .filter((watched) => searchHit(watched, searchedTexts(watched), query) !== null)
      .map(({ id }) => id);
    const found = find({ text, sort: 'attention' }, null, 500);
    expect(new Set(found.ids)).toEqual(new Set(expected));
    expect(found.total).toBe(expected.length);
  });

  test('is narrowed to a group, to none, and to promises that still say something', () => {
    const { find, orders } = archive();
    const count = (query: Omit<ArchiveQuery, 'sort'>) =>
      find({ ...query, sort: 'attention' }, null, 0).total;
    expect(count({ group: 'Peak' })).toBe(20);
    expect(count({ group: null })).toBe(20);
    expect(count({ group: 'Peak', text: 'gate' })).toBe(20);
    const open = orders.filter(
      ({ order, preferences }) =>
        order?.status.phase === 'searching' && preferences?.promisedAtMs != null,
    );
    expect(count({ promised: { fromMs: 0, untilMs: 9e15 } })).toBe(open.length);
    expect(count({ promised: { fromMs: 0, untilMs: 1 } })).toBe(0);
  });

  test('follows the order: once loaded it is found no more', () => {
    const { find, repository, store } = archive();
    const count = (text: string) => find({ text, sort: 'named' }, null, 0).total;
    const [watched] = store.archived([orderIdAt(2)]);
    if (watched === undefined) throw new Error('not evicted');
    store.save([{ watched: { ...watched, label: 'Quite another' }, notifications: [] }]);
    expect(count('quite another')).toBe(1);
    store.loadEvicted([watched.id]);
    expect([count('quite another'), repository.count()]).toEqual([0, 59]);
    expect(repository.groups().toSorted()).toEqual(['Harbour', 'Peak']);
    expect([...repository.all({ sort: 'named', group: 'Peak' })].flat()).toHaveLength(20);
  });
});

test('an order whose positions are still exact is not evicted', () => {
  const { sql } = openStored();
  const store = new WatchRepository(sql, wallMs);
  const watched = archivedOrder(1);
  expect(store.evict([watched])).toEqual([]);
  expect(store.load()).toEqual([watched]);
});
