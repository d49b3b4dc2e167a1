import { expect, test } from 'vitest';
import { orderOfRow } from '../../../browser/support/order-of-row.ts';
import { notNarrowed } from '../../../../core/settings/list-show.ts';
import { createWindowModel } from '../../../../renderer/window-model.ts';
import { settled } from '../support/fake-window-time.ts';
import { florist, kennedy, newId, started } from '../support/started-window.ts';
import { uncheckedRow } from '../../../browser/support/unchecked-row.ts';

/** A window whose list is filtered. */
async function filtered(filter: string) {
  const window = await started();
  window.model.list.setFilter(filter);
  await settled();
  const shown = () => window.model.list.getState().arrangement.orderIds;
  return { ...window, shown };
}

test('the filter finds orders by what only main knows, in the order of the view', async () => {
  const { fake, model, rowOf, shown } = await filtered('no match');
  expect(shown()).toEqual([]);
  for (const id of [kennedy, florist]) {
    const order = orderOfRow(rowOf(id));
    if (order === null) throw new Error('The sample has answers.');
    fake.orders.set(id, { ...order, noteToCourier: 'Mind the dog' });
  }
  model.list.setFilter('mind DOG');
  await settled();
  expect(shown()).toEqual([florist, kennedy]);
  expect(model.list.getState().found?.get(florist)?.hits).toEqual([
    { kind: 'noteToCourier', stop: null },
  ]);
  model.list.openView('waiting');
  expect(shown()).toEqual([kennedy]);
  model.list.setFilter('');
  expect(shown().length).toBeGreaterThan(1);
});

test('while a filter is typed the list stays as it was until the answer is there', async () => {
  const { fake, model, shown } = await filtered('');
  const before = shown();
  fake.hold('board:search');
  model.list.setFilter('florist');
  await settled();
  expect(shown()).toBe(before);
  fake.letGo('board:search');
  await settled();
  expect(shown()).toEqual([florist]);
});

test('a late answer to an earlier filter changes nothing', async () => {
  const { fake, model, shown } = await filtered('');
  fake.hold('board:search');
  model.list.setFilter('kennedy');
  await settled();
  fake.letGo('board:search');
  model.list.setFilter('florist');
  await settled();
  expect(shown()).toEqual([florist]);
  model.list.setFilter('kennedy');
  model.list.setFilter('');
  await settled();
  expect(model.list.getState().found).toBeNull();
});

test('what changes while a filter is set is looked through again within a second', async () => {
  const { fake, rowOf, shown, time } = await filtered('brunch');
  expect(shown()).toEqual([]);
  fake.upsert({ ...rowOf(kennedy), label: 'Brunch for twenty' });
  fake.upsert({ ...uncheckedRow(newId, time.nowMs()), label: 'Brunch for two' });
  time.pass(1000);
  await settled();
  expect(shown()).toEqual([kennedy, newId]);
  fake.upsert({ ...rowOf(kennedy), label: 'Dinner' });
  time.pass(1000);
  await settled();
  expect(shown()).toEqual([newId]);
  expect(fake.requestsTo('board:search')).toHaveLength(3);
});

test('a list without a filter asks for no search', async () => {
  const { fake, model, rowOf, time } = await filtered('  ');
  fake.upsert({ ...rowOf(kennedy), label: 'Dinner' });
  time.pass(5000);
  await settled();
  expect(fake.requestsTo('board:search')).toEqual([]);
  expect(model.list.getState().isLooking).toBe(false);
});

test('a search that fails says why and shows the whole view', async () => {
  const { fake, model, shown } = await filtered('');
  const all = shown();
  fake.failing.set('board:search', { code: 'internal-error', message: 'Waybell did not answer.' });
  model.list.setFilter('florist');
  await settled();
  expect(shown()).toEqual(all);
  expect(model.toasts.getState().toasts.at(-1)?.text).toBe('Waybell did not answer.');
});

test('a list that is narrowed to promises follows the clock, and stops when it is wide again', async () => {
  const { fake, model, rowOf, shown, time } = await filtered('');
  const minute = 60_000;
  fake.upsert({ ...rowOf(kennedy), promisedAtMs: time.nowMs() + 62 * minute });
  time.pass(100);
  model.list.narrow({ promise: 'withinHour' });
  expect(shown()).toEqual([]);
  time.pass(3 * minute);
  expect(shown()).toEqual([kennedy]);
  time.pass(60 * minute);
  expect(shown()).toEqual([]);
  model.list.narrow({ promise: 'past' });
  expect(shown()).toEqual([kennedy]);
  model.reveal(florist);
  expect(shown()).toContain(florist);
  expect(model.list.getState().narrowing).toEqual({ group: 'all', promise: 'all' });
  const planned = time.plannedCount;
  model.list.narrow({ promise: 'promised' });
  model.list.narrow({ promise: 'all' });
  expect(time.plannedCount).toBe(planned);
});

test('to what the list is narrowed is kept and counts in the next window, until it is chosen anew', async () => {
  const { fake, model, rowOf, time } = await filtered('');
  fake.upsert({ ...rowOf(kennedy), group: 'Hotels' });
  time.pass(100);
  model.list.narrow({ group: 'group:Hotels' });
  await settled();
  const next = createWindowModel(fake.bridge, time);
  const stop = next.start();
  await settled();
  expect(next.list.getState().arrangement.orderIds).toEqual([kennedy]);
  next.list.narrow({ promise: 'past' });
  expect(next.list.getState().arrangement.orderIds).toEqual([]);
  await settled();
  expect(fake.app.settings.listShow).toEqual({ group: 'group:Hotels', promise: 'past' });
  // Erasing everything takes the group's name back to the default, in the open window too.
  fake.changeApp({ settings: { ...fake.app.settings, listShow: notNarrowed } });
  expect(next.list.getState().narrowing).toEqual(notNarrowed);
  next.list.narrow(notNarrowed);
  await settled();
  expect(fake.requestsTo('settings:change')).toHaveLength(2);
  stop();
});

test('the list is narrowed although the disk refuses to keep it', async () => {
  const { fake, model, rowOf, shown, time } = await filtered('');
  fake.failing.set('settings:change', { code: 'storage-failed', message: 'The disk is full.' });
  fake.upsert({ ...rowOf(kennedy), group: 'Hotels' });
  time.pass(100);
  model.list.narrow({ group: 'group:Hotels' });
  await settled();
  time.pass(5000);
  expect(shown()).toEqual([kennedy]);
});
