import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawn } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';
import { sampleId } from './support/sample-board.ts';

const dayMs = 86_400_000;
const florist = sampleId('3f2b8c1e');
const kennedy = sampleId('c0ffee10');
const days = () => [...document.querySelectorAll('.tl .day')].map((day) => day.textContent);
const withDate = /[A-Z][a-z]{2} \d{1,2}, \d\d:\d\d/;

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The sample has no such order.');
  return value;
}

test('times of yesterday and tomorrow are shown with their day', async () => {
  const fake = busyBoard();
  fake.upsert(
    {
      ...known(fake.row(florist)),
      status: { raw: 'completed', phase: 'done' },
      statusSinceMs: Date.now() - dayMs,
      attention: null,
    },
    { ...known(fake.row(kennedy)), scheduledAtMs: Date.now() + dayMs },
  );
  await drawn(fake);
  for (const [name, words] of [
    [/Sheung Wan florist/, 'Completed'],
    [/Kennedy Town/, 'Scheduled'],
  ] as const) {
    const row = page.getByRole('option', { name });
    await expect.element(row).toHaveAccessibleName(withDate);
    await expect.element(row.getByText(words)).toBeVisible();
    await expect.element(row.getByText(withDate)).toBeVisible();
  }
});

test('the timeline has a heading for every day but today', async () => {
  const fake = busyBoard();
  const detail = known(fake.details.get(florist));
  const [newest, ...others] = detail.timeline;
  // Around noon, so that all of it is one day however late it is now.
  const noonMs = new Date(Date.now() - dayMs).setHours(12, 0, 0, 0);
  fake.details.set(florist, {
    ...detail,
    timeline: [
      ...(newest ? [{ ...newest, atMs: Date.now() }] : []),
      ...others.map((entry, index) => ({ ...entry, atMs: noonMs - index * 60_000 })),
    ],
  });
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  model.reveal(florist);
  await expect.element(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect.poll(days).toEqual([expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)]);
});
