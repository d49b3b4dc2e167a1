import { expect, test } from 'vitest';
import { settled } from './support/fake-window-time.ts';
import { florist, kennedy, started } from './support/started-window.ts';

test('an order that is brought back late has its pin and what was written about it', async () => {
  const { fake, model, time } = await started();
  const preferences = fake.details.get(florist)?.preferences;
  expect(preferences?.note).not.toBeNull();
  await model.actions.togglePinned([florist]);
  model.actions.stopWatching([florist]);
  time.pass(9000);
  await settled();
  fake.details.delete(florist);
  model.toasts.undo();
  await settled();
  expect(fake.row(florist)?.isPinned).toBe(true);
  const { note, ...others } = preferences ?? {};
  expect(fake.requestsTo('order:note')).toEqual([{ id: florist, note }]);
  expect(fake.requestsTo('orders:set-preferences')).toEqual([{ ids: [florist], change: others }]);
});

test('an order that is asked for while it leaves stays, and the others leave', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([florist, kennedy]);
  fake.reveal(florist);
  expect(model.detail.getState().openId).toBe(florist);
  time.pass(20_000);
  await settled();
  expect(fake.requestsTo('watch-list:remove')).toEqual([{ ids: [kennedy] }]);
  expect(model.detail.getState().openId).toBe(florist);
});

test('undo asks for nothing when the only order that left was asked for meanwhile', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([florist]);
  fake.reveal(florist);
  model.toasts.undo();
  time.pass(20_000);
  await settled();
  expect(fake.requestsTo('watch-list:remove')).toEqual([]);
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
});

test('a summary for a chat leaves out what is being taken off the list', async () => {
  const { fake, model } = await started();
  await model.actions.copySummary();
  model.actions.stopWatching([florist]);
  await model.actions.copySummary();
  expect(fake.requestsTo('clipboard:write')).toMatchObject([
    { text: expect.stringMatching(/^10 open,/) },
    { text: expect.stringMatching(/^9 open,/) },
  ]);
});

test('after everything was erased no undo brings an order back', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([florist]);
  time.pass(9000);
  await settled();
  model.privacy.ask({ kind: 'everything' });
  await model.privacy.erase();
  model.toasts.undo();
  await settled();
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
  expect(model.toasts.getState().undoCount).toBe(0);
});
