import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ServiceHealth } from '../../core/watch/service-health.ts';
import { settingsSections } from '../../renderer/stores/settings/settings-store.ts';
import { focusList } from '../../renderer/window-keys.ts';
import { drawn, pasteText, drawnBoard } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';
import { pastedText } from './support/scenes.ts';
import { knownCourier, manyRows, sampleId } from './support/sample-board.ts';

const florist = sampleId('3f2b8c1e');
const kennedy = sampleId('c0ffee10');
const newId = '5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4';

const option = (name: string | RegExp) => page.getByRole('option', { name });
const list = () => document.querySelector('[role="listbox"]');
const toasts = () => document.querySelector('.toasts')?.textContent;
const region = () => document.activeElement?.closest('[data-region]')?.getAttribute('data-region');
const selected = () => document.querySelector('[aria-selected="true"]')?.getAttribute('data-order');

function rowOf(fake: ReturnType<typeof busyBoard>, id: typeof florist) {
  const row = fake.row(id);
  if (!row) throw new Error(`The sample has no order ${id}.`);
  return row;
}

describe('paste', () => {
  test('anywhere opens a preview, and nothing is watched before Enter', async () => {
    const { fake } = await drawnBoard();
    pasteText(pastedText);
    const found = page.getByRole('region', { name: 'What was found in the text' });
    await expect.element(found).toBeVisible();
    await expect.element(found.getByText('Already watched')).toBeVisible();
    await expect.element(found.getByText('Not a uuid: 35 characters, needs 36')).toBeVisible();
    expect(fake.requestsTo('watch-list:add')).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(found).not.toBeInTheDocument();
    expect(fake.requestsTo('watch-list:add')).toHaveLength(1);
    await expect.element(option(/5c9e0a72/)).toBeVisible();
  });

  test('Escape closes the preview and watches nothing', async () => {
    const { fake } = await drawnBoard();
    pasteText(newId);
    await expect.element(page.getByRole('button', { name: 'Watch 1 order' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByRole('button', { name: 'Watch 1 order' }))
      .not.toBeInTheDocument();
    expect(fake.requestsTo('watch-list:add')).toEqual([]);
  });

  test('text without a uuid says so', async () => {
    await drawnBoard();
    pasteText('hello');
    await expect.element(page.getByText('No uuid in 5 characters')).toBeVisible();
  });

  test('into another field stays in that field', async () => {
    const { model } = await drawnBoard();
    model.layers.setFiltering(true);
    await page.getByRole('textbox', { name: 'Filter orders' }).click();
    pasteText(newId);
    expect(model.paste.getState().preview).toBeNull();
  });
});

describe('rows', () => {
  test('change in place by a patch', async () => {
    const fake = busyBoard();
    await drawn(fake);
    await expect.element(option(/Kennedy Town.*Waiting for courier/)).toBeVisible();
    fake.upsert({
      ...rowOf(fake, kennedy),
      status: { raw: 'matched', phase: 'assigned' },
      statusSinceMs: Date.now(),
      courier: knownCourier('Tsang Wing Sze', { atMs: Date.now() }),
      isUnseen: true,
    });
    await expect
      .element(option(/Kennedy Town.*Matched.*Tsang Wing Sze.*Not looked at yet/))
      .toBeVisible();
  });

  test('catch up by a new snapshot after a gap', async () => {
    const fake = busyBoard();
    await drawn(fake);
    await expect.element(option(/Kennedy Town/)).toBeVisible();
    fake.losePatch({ ...rowOf(fake, kennedy), label: 'Changed while unheard' });
    fake.upsert({ ...rowOf(fake, florist), label: 'Heard after the gap' });
    await expect.element(option(/Changed while unheard/)).toBeVisible();
    await expect.element(option(/Heard after the gap/)).toBeVisible();
    expect(fake.requestsTo('board:snapshot')).toHaveLength(2);
  });

  test('show hostile names as text that does not affect the text beside them', async () => {
    const fake = busyBoard();
    await drawn(fake);
    const label = `<img src=x onerror=alert(1)> \u202Egnp.exe ${'long '.repeat(35)}`;
    fake.upsert({ ...rowOf(fake, florist), label });
    await expect.element(option(/img src=x/)).toBeVisible();
    expect(document.querySelector('.rows img')).toBeNull();
    const name = document.querySelector(`[data-order="${florist}"] .name`);
    expect(name?.tagName).toBe('BDI');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1180);
  });

  test('of ten thousand orders only the visible ones are in the document', async () => {
    await drawn(busyBoard(manyRows(10_000, Date.now())));
    await expect.element(page.getByRole('heading', { name: 'All' })).toBeVisible();
    await expect.element(page.getByRole('option').first()).toBeVisible();
    expect(document.querySelectorAll('[role="option"]').length).toBeLessThan(40);
    expect(document.querySelectorAll('*').length).toBeLessThan(1500);
  });
});

describe('keyboard', () => {
  test('walks the list, opens, closes and marks as seen', async () => {
    const { fake, model } = await drawnBoard();
    focusList();
    await userEvent.keyboard('j');
    const [first, second] = model.list.getState().arrangement.orderIds;
    await expect.poll(selected).toBe(first);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(selected).toBe(second);
    expect(page.getByRole('listbox').element().getAttribute('aria-activedescendant')).toBe(
      `order-${second}`,
    );
    await userEvent.keyboard('k{Enter}');
    await expect.element(page.getByRole('complementary')).toBeVisible();
    expect(model.detail.getState().openId).toBe(first);
    await userEvent.keyboard('{Escape}');
    expect(model.detail.getState().openId).toBeNull();
    await userEvent.keyboard(' ');
    expect(fake.requestsTo('orders:mark-seen')).toMatchObject([{ ids: [first] }]);
    await userEvent.keyboard('{End}');
    await expect.poll(selected).toBe(sampleId('c0ffee14'));
  });

  test('opens views, checks, mutes and pauses', async () => {
    const { fake, model } = await drawnBoard();
    focusList();
    model.selection.select(florist);
    await userEvent.keyboard('rm');
    expect(fake.requestsTo('orders:check-now')).toEqual([{ ids: [florist] }]);
    expect(fake.requestsTo('orders:mute')).toEqual([{ ids: [florist], isMuted: true }]);
    await userEvent.keyboard('5');
    await expect.element(page.getByRole('heading', { name: 'Done', level: 1 })).toBeVisible();
    await userEvent.keyboard('{Control>}{Shift>}P{/Shift}{/Control}');
    await expect.element(page.getByText(/Checking is paused/)).toBeVisible();
  });

  test('takes an order off the list and brings it back', async () => {
    const fake = busyBoard();
    const model = await drawn(fake);
    await expect.element(option(/Kennedy Town/)).toBeVisible();
    focusList();
    model.selection.select(kennedy);
    await userEvent.keyboard('{Delete}');
    await expect.element(option(/Kennedy Town/)).not.toBeInTheDocument();
    await expect.poll(toasts).toContain('Stopped watching Kennedy Town: school lunch boxes');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(option(/Kennedy Town/)).toBeVisible();
    expect(fake.requestsTo('watch-list:remove')).toEqual([]);
  });

  test('letters that are typed into the filter are no commands', async () => {
    const { fake } = await drawnBoard();
    focusList();
    await userEvent.keyboard('/');
    await expect.element(page.getByRole('textbox', { name: 'Filter orders' })).toHaveFocus();
    await userEvent.keyboard('mr kenn');
    await expect.element(page.getByText('Nothing matches the filter')).toBeVisible();
    expect(fake.requestsTo('orders:mute')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(option(/Sheung Wan/)).toBeVisible();
  });

  test('a slash leads back to a filter that holds text, which the next letters replace', async () => {
    const { fake } = await drawnBoard();
    focusList();
    await userEvent.keyboard('/');
    await userEvent.keyboard('kennedy');
    await expect.element(option(/Sheung Wan/)).not.toBeInTheDocument();
    focusList();
    await userEvent.keyboard('/');
    await userEvent.keyboard('e sheung');
    await expect
      .element(page.getByRole('textbox', { name: 'Filter orders' }))
      .toHaveValue('e sheung');
    expect(fake.requestsTo('orders:archive')).toEqual([]);
  });

  test('help opens with a question mark and gives the focus back', async () => {
    await drawnBoard();
    focusList();
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('listbox')).toHaveFocus();
  });

  test('F6 goes through sidebar, list and details', async () => {
    const { model } = await drawnBoard();
    model.reveal(florist);
    await expect.element(page.getByRole('complementary')).toBeVisible();
    focusList();
    for (const expected of ['detail', 'sidebar', 'list']) {
      await userEvent.keyboard('{F6}');
      expect(region()).toBe(expected);
    }
  });
});

describe('details', () => {
  test('open by a click and mask every phone until shown', async () => {
    const fake = busyBoard();
    await drawn(fake);
    await option(/Sheung Wan/).click();
    const panel = page.getByRole('complementary');
    await expect.element(panel.getByText('+852 •••• ••47').first()).toBeVisible();
    expect(document.body.textContent).not.toContain('5512 3047');
    await panel.getByRole('button', { name: 'Show phone number of the courier' }).click();
    await expect.element(panel.getByText('+852 5512 3047')).toBeVisible();
    expect(fake.requestsTo('order:reveal-phone')).toEqual([{ id: florist, owner: 'courier' }]);
    await panel.getByRole('button', { name: 'Hide phone number of the courier' }).click();
    await expect.element(panel.getByText('+852 5512 3047')).not.toBeInTheDocument();
    await expect.element(panel.getByText('+852 •••• ••18 ext. •')).toBeVisible();
    await panel.getByRole('button', { name: 'Show phone number of the pickup' }).click();
    await expect.element(panel.getByText('+852 2541 0018 ext. 2')).toBeVisible();
  });

  test('tell the way, the timeline, the price and the order as received', async () => {
    const { model } = await drawnBoard();
    model.reveal(florist);
    const panel = page.getByRole('complementary');
    await expect.element(panel.getByText(/Schematic, 1\.0.km grid, north up/)).toBeInTheDocument();
    await expect.element(panel.getByText(/Courier moved 5 times/)).toBeInTheDocument();
    await expect.element(panel.getByText(/Last looked/)).toBeInTheDocument();
    await expect.element(panel.getByText('Released by Ho Ka Ho')).toBeInTheDocument();
    await expect.element(panel.getByText('Harbour crossing')).toBeInTheDocument();
    await expect.element(panel.getByText('Raw order as last received')).toBeInTheDocument();
  });

  test('rename with F2; Escape keeps what was written, and undo gives the old name back', async () => {
    const { fake, model } = await drawnBoard();
    focusList();
    model.selection.select(florist);
    await userEvent.keyboard('{F2}');
    const field = page.getByRole('textbox', { name: 'Label' });
    await expect.element(field).toBeVisible();
    await field.fill('Two bouquets');
    await userEvent.keyboard('{Escape}');
    const renamed = { id: florist, label: 'Two bouquets' };
    await expect.poll(() => fake.requestsTo('order:relabel')).toEqual([renamed]);
    await expect.element(option(/Two bouquets/)).toBeVisible();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(option(/Sheung Wan florist, two drops/)).toBeVisible();
    // What is as it was is not renamed.
    await userEvent.keyboard('{F2}{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    expect(fake.requestsTo('order:relabel')).toHaveLength(2);
  });

  test('an order that loses its label is called by its customer in the message, too', async () => {
    const { fake, model } = await drawnBoard();
    const row = fake.row(florist);
    if (!row) throw new Error('The sample has the florist.');
    fake.upsert({ ...row, customer: 'Ms Yip' });
    await expect.poll(() => model.board.getState().rows.get(florist)?.customer).toBe('Ms Yip');
    await model.actions.relabel(florist, null);
    await expect.poll(() => document.querySelector('.toast .cut')?.textContent).toMatch(/ Ms Yip$/);
  });
});

/** Whether the banner and the sidebar say it. */
function areSaid(text: RegExp): boolean[] {
  return ['.banner', '.health'].map((at) =>
    text.test(document.querySelector(at)?.textContent ?? ''),
  );
}

describe('the banner shows the most serious problem', () => {
  test.each([
    [{ storageFault: 'The disk is full.' }, 'The watch list cannot be saved'],
    [
      { notifications: { kind: 'failing', reason: 'Nothing answers.' } },
      'Notifications do not reach you',
    ],
    [{ pause: { kind: 'paused', sinceMs: 0, untilMs: null } }, 'Checking is paused'],
    [{ clockAheadMs: 365 * 86_400_000 }, 'This computer’s clock seems wrong'],
    [
      {
        pause: { kind: 'paused', sinceMs: 0, untilMs: null },
        storageFault: 'The disk is full.',
      },
      'The watch list cannot be saved',
    ],
  ] as const)('%j: %s', async (part, title) => {
    const { fake } = await drawnBoard();
    fake.changeApp(part);
    await expect.element(page.getByText(title, { exact: true })).toBeVisible();
    expect(document.querySelectorAll('.banner')).toHaveLength(1);
  });

  test('for refused credentials says when the next try is, and tries at once when asked', async () => {
    const { fake } = await drawnBoard();
    fake.changeApp({ serviceHealth: credentialsRefused() });
    await expect.element(page.getByText(/Trying again in/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => fake.requestsTo('connection:retry')).toHaveLength(1);
  });

  test('says the last contact that the sidebar says, or with it that there was none', async () => {
    const { fake } = await drawnBoard();
    const sinceMs = Date.now() - 240_000;
    const unreachable = { state: 'unreachable', httpStatus: null, sinceMs } as const;
    const health = { ...unreachable, cause: 'hub-away', retryAtMs: sinceMs + 10_000 } as const;
    const { pace } = fake.app;
    fake.changeApp({ serviceHealth: health, pace: { ...pace, lastAnswerAtMs: sinceMs } });
    await expect
      .poll(() => areSaid(/Last contact \d\d:\d\d.*Trying again every few seconds/))
      .toEqual([true, true]);
    fake.changeApp({ pace: { ...pace, lastAnswerAtMs: null } });
    await expect.poll(() => areSaid(/No contact yet/)).toEqual([true, true]);
  });

  test('stands above every page of the settings, too', async () => {
    const { fake, model } = await drawnBoard();
    fake.changeApp({ serviceHealth: credentialsRefused() });
    for (const section of settingsSections) {
      model.settings.open(section);
      await expect
        .element(page.getByRole('main').getByRole('button', { name: 'Try again' }))
        .toBeVisible();
    }
  });

  test('for refused credentials opens the form for that connection', async () => {
    const { fake } = await drawnBoard();
    fake.changeApp({ serviceHealth: credentialsRefused() });
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.element(page.getByLabelText('Client ID')).toHaveValue('wb-kowloon-dispatch-02');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(option(/Sheung Wan/)).toBeVisible();
  });
});

/** The service asked for a pause of so long. */
function pausedFor(ms: number): ServiceHealth {
  const sinceMs = Date.now();
  const cause = 'rate-limited';
  return { state: 'unreachable', cause, httpStatus: 429, sinceMs, retryAtMs: sinceMs + ms };
}

/** How many rows say since when their facts are known. */
function oldFacts(): number {
  const lines = [...document.querySelectorAll('[data-order] .cour')];
  return lines.filter(({ textContent }) => /checked \d\d:\d\d/.test(textContent)).length;
}

/** Of each row with this status, whether its time is shown. */
function hasTime(words: string): boolean[] {
  return [...document.querySelectorAll('[data-order] .stat .fact')]
    .filter((fact) => fact.textContent.startsWith(words))
    .map((fact) => fact.querySelector('.num') !== null);
}

test('without contact a row keeps the time of what is over, and none that would count on', async () => {
  const { fake } = await drawnBoard();
  await expect.element(option(/Sheung Wan/)).toBeVisible();
  expect(hasTime('Matched')).toContain(true);
  expect(hasTime('Completed')).toContain(true);
  fake.changeApp({ serviceHealth: pausedFor(120_000) });
  await expect.poll(() => hasTime('Matched')).not.toContain(true);
  expect(hasTime('Completed')).not.toContain(false);
});

test('without contact a row still names the courier, who is phoned just then', async () => {
  const { fake } = await drawnBoard();
  await expect.element(option(/Sheung Wan/)).toBeVisible();
  fake.changeApp({ serviceHealth: pausedFor(120_000) });
  await expect
    .poll(() => document.querySelector(`[data-order="${florist}"] .cour`)?.textContent)
    .toMatch(/^劉志強 Lau Chi Keung·checked \d\d:\d\d/);
});

describe('a pause that the service asks for', () => {
  const said = /^Paused by the service until \d\d:\d\d$/;

  test('is said with its end by banner and status bar, and not as a loss of contact', async () => {
    const { fake } = await drawnBoard();
    fake.changeApp({ serviceHealth: pausedFor(120_000) });
    await expect.element(page.getByRole('alert').getByText(said)).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: /Paused by the service until/ }))
      .toBeVisible();
    expect(document.body.textContent).not.toContain('Offline');
  });

  test('leaves the rows as they are when it is short, and as without contact from a minute on', async () => {
    const { fake } = await drawnBoard();
    const before = oldFacts();
    fake.changeApp({ serviceHealth: pausedFor(30_000) });
    await expect.element(page.getByRole('alert').getByText(said)).toBeVisible();
    expect(oldFacts()).toBe(before);
    fake.changeApp({ serviceHealth: pausedFor(120_000) });
    await expect.poll(oldFacts).toBeGreaterThan(before);
  });
});

function credentialsRefused(): ServiceHealth {
  const sinceMs = Date.now();
  const cause = 'credentials-refused';
  return { state: 'unreachable', cause, httpStatus: 401, sinceMs, retryAtMs: sinceMs + 30_000 };
}

describe('a window that is opened again', () => {
  test('shows the same rows at the same height', async () => {
    const fake = busyBoard(manyRows(2000, Date.now()));
    const model = await drawn(fake);
    await expect.element(page.getByRole('option').first()).toBeVisible();
    list()?.scrollTo({ top: 31_237 });
    await expect.poll(() => model.scroll.place()).not.toBeNull();
    const place = () => {
      const top = list()?.getBoundingClientRect().top ?? 0;
      return [...document.querySelectorAll('[data-order]')]
        .map((row) => [row.getAttribute('data-order'), row.getBoundingClientRect().top - top])
        .find(([, at]) => Number(at) >= 60);
    };
    await expect.poll(() => list()?.scrollTop).toBe(31_237);
    // The rows at a place are drawn a frame after the list was scrolled there.
    await expect.poll(place).toBeDefined();
    const before = place();
    fake.leave();
    await expect.poll(() => fake.requestsTo('window:remember')).toHaveLength(1);
    document.querySelector('#root')?.remove();
    await drawn(fake);
    await expect.poll(() => list()?.scrollTop).toBe(31_237);
    await expect.poll(place).toEqual(before);
  });
});
