import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { localTimeField } from '../../renderer/components/detail/preferences-section.tsx';
import { drawn } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';
import { sampleId } from './support/sample-board.ts';

const florist = sampleId('3f2b8c1e');

async function openFlorist() {
  const fake = busyBoard();
  fake.groups = ['Florists', 'Hotels'];
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  model.reveal(florist);
  await expect
    .element(page.getByRole('heading', { name: 'Group and notifications' }))
    .toBeVisible();
  return fake;
}

test('an order is put into a group when the field is left, and out of it when it is emptied', async () => {
  const fake = await openFlorist();
  const field = page.getByRole('combobox', { name: 'Group' });
  await field.fill('Hotels');
  await userEvent.tab();
  await expect
    .poll(() => fake.requestsTo('orders:set-preferences'))
    .toEqual([{ ids: [florist], change: { group: 'Hotels' } }]);
  await field.fill('');
  await userEvent.tab();
  await expect
    .poll(() => fake.requestsTo('orders:set-preferences').at(-1))
    .toEqual({ ids: [florist], change: { group: null } });
});

test('a promised time is kept and can be removed', async () => {
  const fake = await openFlorist();
  const atMs = Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000;
  await page.getByLabelText('Time that somebody was promised').fill(localTimeField(atMs));
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => fake.requestsTo('orders:set-preferences').at(-1))
    .toEqual({ ids: [florist], change: { promisedAtMs: atMs } });
  await page.getByRole('button', { name: 'Remove the promised time' }).click();
  expect(fake.requestsTo('orders:set-preferences').at(-1)).toEqual({
    ids: [florist],
    change: { promisedAtMs: null },
  });
});

test('a snooze can be ended', async () => {
  const fake = await openFlorist();
  await page.getByRole('button', { name: 'Snooze for 15\u00A0min' }).click();
  const [snoozed] = fake.requestsTo('orders:set-preferences');
  expect(snoozed).toEqual({
    ids: [florist],
    change: { snoozedUntilMs: expect.any(Number) as unknown },
  });
  await page.getByRole('button', { name: 'End the snooze' }).click();
  expect(fake.requestsTo('orders:set-preferences').at(-1)).toEqual({
    ids: [florist],
    change: { snoozedUntilMs: null },
  });
  await expect.element(page.getByRole('button', { name: 'Snooze for 1\u00A0hour' })).toBeVisible();
});

test('every move is told, not told, or as usual', async () => {
  const fake = await openFlorist();
  for (const [choice, tellsEveryMove] of [
    ['Tell', true],
    ['Do not tell', false],
    ['As usual', null],
  ] as const) {
    await page
      .getByRole('group', { name: 'Every move' })
      .getByText(choice, { exact: true })
      .click();
    await expect
      .poll(() => fake.requestsTo('orders:set-preferences').at(-1))
      .toEqual({ ids: [florist], change: { tellsEveryMove } });
  }
});

test('a group is muted, snoozed and given kinds and times of its own in the settings', async () => {
  const fake = busyBoard();
  fake.groups = ['Hotels'];
  await drawn(fake);
  await userEvent.keyboard('{Control>},{/Control}');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await page.getByText('Hotels', { exact: true }).click();
  await page.getByRole('switch', { name: 'Hotels: mute' }).click();
  await page.getByRole('switch', { name: 'Hotels: Matched with a courier' }).click();
  await page.getByRole('switch', { name: 'Hotels: waiting times of its own' }).click();
  await page.getByRole('button', { name: 'Hotels: Snooze for 1\u00A0hour' }).click();
  expect(fake.app.settings.groupRules).toEqual([
    {
      group: 'Hotels',
      isMuted: true,
      tellsEveryMove: false,
      untold: ['matched'],
      waitLimits: { notMovingMinutes: 10, longWaitMinutes: 20 },
      snoozedUntilMs: expect.any(Number) as unknown,
    },
  ]);
  await expect.element(page.getByText('Muted', { exact: true })).toBeVisible();
});

test('fault 61: an order that is not watched any more says so, whatever still points to it', async () => {
  const fake = busyBoard();
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  fake.reveal(sampleId('deadbeef'));
  await expect
    .poll(() => document.querySelector('.toasts')?.textContent)
    .toContain('Not watched any more: deadbeef');
});
