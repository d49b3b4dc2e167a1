import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focusList } from '../../../renderer/window-keys.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { TeamState } from '../../../core/board/team.ts';
import { accessibilityFaults, drawn, drawnScene } from '../support/drawn.tsx';
import { sampleId } from '../support/sample-board.ts';
import { sampleTeam, teamBoard } from './team-scenes.ts';

const florist = sampleId('3f2b8c1e');
const viewer = sampleTeam({ me: { id: 'desk-wall', name: 'Wall', role: 'viewer' } });
const panel = () => page.getByRole('complementary');

/** A desk of a team with the details of an order open. */
async function openOrder(team?: TeamState) {
  const fake = teamBoard(team);
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox')).toBeVisible();
  focusList();
  model.selection.select(florist);
  model.detail.open(florist);
  await expect.element(panel().getByRole('heading', { name: 'Timeline' })).toBeVisible();
  return { fake, model };
}

describe('the details of a team’s order', () => {
  test('say who wrote each of the words, and which desk added the order', async () => {
    await openOrder();
    const note = panel().getByRole('textbox', { name: 'Note of the team' }).element().parentElement;
    expect(note?.querySelector('.written')?.textContent).toMatch(/^written by Ana, /);
    expect(document.querySelectorAll('.detail .written').length).toBeGreaterThan(1);
    await expect.element(panel().getByText(/Added by .?Ana/)).toBeVisible();
  });

  test('say nothing of who added it where this desk did', async () => {
    const ana = sampleTeam({ me: { id: 'desk-ana', name: 'Ana', role: 'dispatcher' } });
    await openOrder(ana);
    expect(panel().element().textContent).not.toContain('Added by');
  });
});

describe('a desk that looks on', () => {
  test('shows no whole numbers, and changes none of the shared words', async () => {
    await openOrder(viewer);
    expect(
      panel()
        .getByRole('button', { name: /phone number/ })
        .elements(),
    ).toEqual([]);
    await expect
      .element(panel().getByRole('textbox', { name: 'Note of the team' }))
      .toHaveAttribute('readonly');
    await expect.element(panel().getByRole('combobox', { name: 'Group' })).toBeDisabled();
    expect(
      panel()
        .getByRole('button', { name: /Rename|Stop watching|Check now/ })
        .elements(),
    ).toEqual([]);
    await userEvent.keyboard('{F2}');
    expect(panel().getByRole('textbox', { name: 'Label' }).elements()).toEqual([]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  test('is offered no check, no removal and no erasing in the menu of an order and in the palette', async () => {
    await openOrder(viewer);
    focusList();
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    const menu = page.getByRole('menu');
    await expect.element(menu).toBeVisible();
    await expect.element(menu.getByRole('menuitem', { name: 'Copy uuid' })).toBeVisible();
    const refused = /Check|Stop watching|Erase|Rename/;
    expect(menu.getByRole('menuitem', { name: refused }).elements()).toEqual([]);
    // Nothing is left of the last part but its line, which is not drawn.
    expect(menu.element().lastElementChild?.getAttribute('role')).toBe('menuitem');
    await userEvent.keyboard('{Escape}{Control>}k{/Control}');
    await expect
      .element(page.getByRole('combobox', { name: 'Orders, actions and places' }))
      .toHaveFocus();
    await userEvent.keyboard('copy');
    const lines = page.getByRole('listbox', { name: 'Orders, actions and places' });
    await expect.element(lines.getByRole('option', { name: /Copy uuid/ })).toBeVisible();
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}check');
    await expect.element(lines.getByRole('option', { name: /Copy uuid/ })).not.toBeInTheDocument();
    expect(lines.getByRole('option', { name: /^Check (now|all)/ }).elements()).toEqual([]);
  });

  test('is told why an exported list is not imported, nor checked by its key', async () => {
    const { fake } = await openOrder(viewer);
    const message = refusalTextsIn.en.team.viewer;
    fake.failing.set('transfer:offer', { code: 'team-refused', message });
    fake.failing.set('orders:check-now', { code: 'team-refused', message });
    const dataTransfer = new DataTransfer();
    const text = '{"format":"waybell-hand-over","version":1,"orders":[]}';
    dataTransfer.items.add(new File([text], 'list.json', { type: 'application/json' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    await expect.element(page.getByText(message)).toBeVisible();
    focusList();
    await userEvent.keyboard('r');
    await expect.poll(() => fake.requestsTo('orders:check-now').length).toBe(1);
    expect(fake.requestsTo('transfer:accept')).toEqual([]);
  });

  test('is told in the preview of a paste that it watches nothing, and has no button to do so', async () => {
    const { model } = await openOrder(viewer);
    model.paste.paste('5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4 Bakery');
    const preview = page.getByRole('region', { name: 'What was found in the text' });
    await expect.element(preview.getByText(refusalTextsIn.en.team.viewer)).toBeVisible();
    expect(preview.getByRole('button', { name: /^Watch/ }).elements()).toEqual([]);
  });

  test('is told why it takes no order off the list, and the order stays', async () => {
    const { fake, model } = await openOrder(viewer);
    focusList();
    await userEvent.keyboard('{Delete}');
    await expect.element(page.getByText(/changes nothing/)).toBeVisible();
    expect(model.list.getState().hidden.has(florist)).toBe(false);
    expect(fake.requestsTo('watch-list:remove')).toEqual([]);
  });
});

test('a desk that the hub lets in no more is offered to leave, not to try again', async () => {
  const sinceMs = Date.now() - 60_000;
  const fake = teamBoard(sampleTeam({ awaySinceMs: sinceMs, isRevoked: true }), {
    serviceHealth: {
      state: 'unreachable',
      cause: 'desk-revoked',
      httpStatus: null,
      sinceMs,
      retryAtMs: sinceMs + 10_000,
    },
  });
  await drawn(fake);
  const banner = page.getByRole('alert').filter({ hasText: 'no longer in the team' });
  await expect.element(banner).toBeVisible();
  expect(banner.getByRole('button', { name: 'Try now' }).elements()).toEqual([]);
  await banner.getByRole('button', { name: 'Leave the team' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => fake.requestsTo('team:leave').length).toBe(1);
});

test('a desk whose log is gone is told so, is not offered to leave, and can join the new one as it is', async () => {
  const sinceMs = Date.now() - 60_000;
  const fake = teamBoard(sampleTeam({ awaySinceMs: sinceMs, isLogGone: true, queuedEdits: 2 }), {
    serviceHealth: {
      state: 'unreachable',
      cause: 'log-gone',
      httpStatus: null,
      sinceMs,
      retryAtMs: sinceMs + 10_000,
    },
  });
  const model = await drawn(fake);
  const banner = page.getByRole('alert').filter({ hasText: 'The team’s log is gone' });
  await expect.element(banner).toBeVisible();
  expect(banner.getByRole('button', { name: 'Leave the team' }).elements()).toEqual([]);
  model.settings.open('connection');
  await page.getByLabelText('Address of the hub').fill('https://hub.example.com');
  await page.getByLabelText('Code').fill('ABCD-EFGH-JKLM');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => fake.requestsTo('team:join').length).toBe(1);
  expect(fake.requestsTo('team:leave')).toEqual([]);
});

test('away from the hub the banner says how many changes wait, and that no order can be claimed', async () => {
  await drawnScene('team-away');
  const banner = page.getByRole('alert').filter({ hasText: 'The team’s hub is not reached' });
  await expect.element(banner).toMatchTextContent(/no order can be taken on/);
  await expect.element(banner).toMatchTextContent(/3 changes wait for the hub/);
});

test('the history of notifications says who has the order', async () => {
  const fake = teamBoard();
  const model = await drawn(fake);
  await expect.poll(() => model.board.getState().rows.size).toBeGreaterThan(0);
  const held = [...model.board.getState().rows.values()].find(({ claim }) => claim?.desk === 'Ana');
  fake.notifications = [
    {
      no: 1,
      atMs: Date.now() - 60_000,
      event: 'matched',
      title: 'Courier found',
      body: 'Wing Lok Florist',
      orderId: held?.id ?? null,
      outcome: { kind: 'suppressed', reason: 'claimedByOther' },
      heldBy: null,
      settledAtMs: Date.now() - 60_000,
    },
  ];
  model.openNotifications();
  const dialog = page.getByRole('dialog', { name: 'History of notifications' });
  await expect.element(dialog.getByText('Ana has it')).toBeVisible();
});

describe('what the hub decides', () => {
  test('is not offered for a status that is not known: its meaning is set at the hub', async () => {
    const { model } = await openOrder();
    const treatAs = panel().getByRole('button', { name: 'Treat as…' });
    model.reveal(sampleId('b41e9c07'));
    await expect.element(panel().getByText('handover_review').first()).toBeVisible();
    expect(treatAs.elements()).toEqual([]);
  });

  test('is not offered in “Checking” and “Webhooks”, which name the hub', async () => {
    const { model } = await openOrder();
    for (const section of ['checking', 'webhooks'] as const) {
      model.settings.open(section);
      // One page after the other is drawn in the same window.
      // oxlint-disable-next-line no-await-in-loop
      await expect.element(page.getByText('https://hub.kowloon.example')).toBeVisible();
      expect(page.getByRole('slider').elements()).toEqual([]);
      expect(page.getByRole('switch').elements()).toEqual([]);
    }
  });

  test('is not paused from a desk', async () => {
    const { fake } = await openOrder();
    expect(page.getByRole('button', { name: /Pause/ }).elements()).toEqual([]);
    focusList();
    await userEvent.keyboard('{Control>}{Shift>}p{/Shift}{/Control}');
    expect(fake.requestsTo('checking:pause')).toEqual([]);
  });
});
