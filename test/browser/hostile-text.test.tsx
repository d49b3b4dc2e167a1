import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawn } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';
import { sampleId } from './support/sample-board.ts';

const id = sampleId('3f2b8c1e');

/** Names that a courier may have after core/wire has read the answer. */
const names: readonly (readonly [string, string])[] = [
  ['markup', '<img src=x onerror="document.title=1"><script>document.title=1</script>'],
  ['a turned direction', 'Lau \u202Egnp.exe\u202C \u2066moc.live\u2069'],
  ['no end', 'x'.repeat(50_000)],
  ['no blank and marks over marks', `Z${'\u0335\u0321\u0354\u033C\u0306\u035C'.repeat(300)}`],
  ['families of emoji', '👩‍👩‍👧‍👦'.repeat(200)],
  ['an address of a script', 'javascript:document.title=1'],
  ['braces', '{{constructor.constructor("document.title=1")()}}'],
];

/** Opens the details of an order whose label, courier and note are all this name. */
async function opened(name: string) {
  const fake = busyBoard();
  const detail = fake.details.get(id);
  const row = fake.row(id);
  if (!detail?.order?.courier || !row) throw new Error('no courier to rename');
  const courier = { ...detail.order.courier, name };
  fake.details.set(id, { ...detail, order: { ...detail.order, courier, noteToCourier: name } });
  fake.upsert({
    ...row,
    label: name,
    courier: { kind: 'known', name, fix: null },
  });
  const model = await drawn(fake);
  model.reveal(id);
  const panel = page.getByRole('complementary');
  await expect.element(panel).toBeVisible();
  await expect.poll(() => document.querySelector('.detail')?.textContent).toContain(name);
}

test.each(names)(
  'fault 47: a courier’s name of %s is shown as text and does not affect its surroundings',
  async (_kind, name) => {
    const titleBefore = document.title;
    await opened(name);
    expect(document.title).toBe(titleBefore);
    expect(document.querySelectorAll('.detail img, .detail script, [onerror]')).toHaveLength(0);
    // Every element with this text isolates its direction.
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.textContent !== name) continue;
      const parent = node.parentElement;
      const bidi = parent === null ? '' : getComputedStyle(parent).unicodeBidi;
      expect([parent?.outerHTML.slice(0, 80), bidi]).toEqual([
        parent?.outerHTML.slice(0, 80),
        expect.stringContaining('isolate'),
      ]);
    }
    // Nothing is pushed out of the window.
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  },
);

test('a very long word is broken inside the panel', async () => {
  await opened('x'.repeat(50_000));
  const scroller = document.querySelector('.dscroll');
  expect(scroller?.scrollWidth).toBe(scroller?.clientWidth);
});

test('a window that cannot be drawn says so, and is there again once it can', async () => {
  const fake = busyBoard();
  const row = fake.row(id);
  if (!row) throw new Error('no order');
  await drawn(fake);
  const order = page.getByRole('option', { name: /Sheung Wan/ });
  await expect.element(order).toBeVisible();
  // Intl writes no such currency, and main takes none from outside.
  fake.upsert({ ...row, price: { amount: 86, currency: 'no currency' } });
  await expect.element(page.getByText('This window could not be drawn')).toBeVisible();
  fake.upsert(row);
  await page.getByRole('button', { name: 'Draw it again' }).click();
  await expect.element(order).toBeVisible();
});
