import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focusList } from '../../renderer/window-keys.ts';
import { drawn, drawnScene } from './support/drawn.tsx';
import { stillPage } from './support/on-page.ts';
import { busyBoard } from './support/scene.ts';
import { sampleId } from './support/sample-board.ts';

const florist = sampleId('3f2b8c1e');
const orders = () => page.getByRole('listbox', { name: 'Orders', exact: true });

async function board() {
  const fake = busyBoard();
  const model = await drawn(fake);
  await expect.element(orders()).toBeVisible();
  focusList();
  model.selection.select(florist);
  return { fake, model };
}

async function asked() {
  const { fake, model } = await board();
  fake.transferOffer = {
    kind: 'settings',
    settings: 3,
    same: 0,
    skipped: 0,
    retired: [],
    warnings: [],
  };
  await model.transfer.open();
  await expect.element(page.getByText('3 settings are replaced.')).toBeVisible();
  return { fake, model };
}

describe('a question in front', () => {
  test('lets no key through to the orders behind it', async () => {
    const { fake, model } = await asked();
    await userEvent.keyboard('{Delete}mep2{Control>}a{/Control}');
    expect(model.list.getState()).toMatchObject({ view: 'all', hidden: new Set() });
    expect(model.selection.selected()).toEqual([florist]);
    expect(fake.requestsTo('orders:mute')).toEqual([]);
    expect(fake.requestsTo('orders:pin')).toEqual([]);
  });

  test('is answered yes by Enter, but not by an Enter that is held', async () => {
    const { fake } = await asked();
    const yes = page.getByRole('button', { name: 'Import settings' });
    await expect.element(yes).toHaveFocus();
    const isHeld = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
    });
    yes.element().dispatchEvent(isHeld);
    expect(isHeld.defaultPrevented).toBe(true);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => fake.requestsTo('transfer:accept')).toHaveLength(1);
  });

  test('that opens while the person types is answered no by their Enter', async () => {
    const { fake, model } = await board();
    await page.getByRole('option', { name: /Sheung Wan/ }).click();
    await page.getByRole('textbox', { name: /note/i }).click();
    await userEvent.keyboard('Ring twice');
    await model.transfer.look('{}');
    const no = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
    await expect.element(no).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(fake.requestsTo('transfer:accept')).toEqual([]);
  });

  test('is answered no by Enter where there is no undo, and shows that to who came with the mouse', async () => {
    const { fake, model } = await board();
    await page.getByRole('option', { name: /Sheung Wan/ }).click();
    model.privacy.ask({ kind: 'everything' });
    const no = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' });
    await expect.element(no).toHaveFocus();
    expect(getComputedStyle(no.element()).outlineStyle).toBe('solid');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(fake.requestsTo('privacy:erase-everything')).toEqual([]);
  });

  test.each(['Cancel', 'Import settings'])('gives the focus back after “%s”', async (answer) => {
    await asked();
    await page.getByRole('button', { name: answer }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(orders()).toHaveFocus();
  });
});

test('a key that opens a view leads into its list, also from the sidebar', async () => {
  const { model } = await board();
  const waiting = page.getByRole('navigation').getByRole('button', { name: /^Waiting/ });
  await waiting.click();
  await expect.element(waiting).toHaveFocus();
  await userEvent.keyboard('2');
  expect(model.list.getState().view).toBe('needsAttention');
  await expect.element(orders()).toHaveFocus();
});

test('an order that is gone leaves the focus that its details had to the list', async () => {
  const { fake, model } = await board();
  model.reveal(florist);
  const close = page.getByRole('complementary').getByRole('button', { name: /^Close/ });
  await expect.element(close).toBeVisible();
  close.element().focus();
  fake.remove(florist);
  await expect.element(close).not.toBeInTheDocument();
  await expect.element(orders()).toHaveFocus();
});

test.each([
  ['of its row', () => page.getByRole('option', { name: /Sheung Wan/ }).click({ button: 'right' })],
  ['of its details', () => page.getByRole('button', { name: 'More actions' }).first().click()],
])('an order that is erased from the menu %s leaves the focus to the list', async (_, openMenu) => {
  const { fake, model } = await board();
  model.reveal(florist);
  await openMenu();
  await page.getByRole('menuitem', { name: 'Erase this order…' }).click();
  await page.getByRole('button', { name: 'Erase order' }).click();
  await expect.poll(() => fake.requestsTo('orders:erase')).toHaveLength(1);
  fake.remove(florist);
  await expect.element(page.getByRole('option', { name: /Sheung Wan/ })).not.toBeInTheDocument();
  await expect.element(orders()).toHaveFocus();
});

describe('the palette', () => {
  test('gives the focus back to the list once something was chosen', async () => {
    const { fake } = await board();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('florist{ArrowDown}{Enter}');
    await expect.poll(() => fake.requestsTo('orders:check-now')).toEqual([{ ids: [florist] }]);
    await expect.element(orders()).toHaveFocus();
  });

  test('opens the list of keys, which gives the focus back in its turn', async () => {
    await board();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('keyboard{Enter}');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    await expect.element(help).toBeVisible();
    // The close event of the palette comes later.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await expect.element(help).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(orders()).toHaveFocus();
  });
});

describe('the list', () => {
  test('passes the focus to the empty note with its last order, and gets it back with the next', async () => {
    const { model } = await board();
    model.selection.selectAll();
    await userEvent.keyboard('{Delete}');
    await expect.element(orders()).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.className).toBe('msg');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(orders()).toHaveFocus();
  });

  test.each(['Escape', 'Clear filter'])('has the focus after %s', async (way) => {
    await board();
    await userEvent.keyboard('/');
    await userEvent.keyboard('florist');
    if (way === 'Escape') await userEvent.keyboard('{Escape}');
    else await page.getByRole('button', { name: way }).click();
    await expect.element(orders()).toHaveFocus();
  });

  test('has the focus after the settings', async () => {
    await board();
    await userEvent.keyboard('{Control>},{/Control}');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(orders()).toHaveFocus();
  });
});

test('a key of the system, such as Super+E, does nothing to the order', async () => {
  const { fake } = await board();
  await userEvent.keyboard('{Meta>}mp{Delete}{/Meta}');
  expect(fake.requestsTo('orders:mute')).toEqual([]);
  expect(fake.requestsTo('orders:pin')).toEqual([]);
  expect(page.getByRole('option', { selected: true }).element()).toBeVisible();
});

test('a toast waits while its button has the focus, wherever the pointer goes', async () => {
  const { model } = await board();
  model.toasts.show({ icon: 'info', text: 'Something passed.' });
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.hover();
  dismiss.element().focus();
  await orders().hover({ position: { x: 5, y: 5 } });
  await expect.element(dismiss).toHaveFocus();
  expect(model.toasts.getState().toasts).toMatchObject([{ isHeld: true }]);
});

test('while a menu is open, keys act on it alone: letters find its entries', async () => {
  const { fake, model } = await board();
  await page.getByRole('button', { name: /^Order of the list/ }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('smp2{Delete}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  expect(fake.requestsTo('orders:set-preferences')).toEqual([]);
  expect(fake.requestsTo('orders:mute')).toEqual([]);
  expect(fake.requestsTo('orders:pin')).toEqual([]);
  expect(model.list.getState()).toMatchObject({ view: 'all', hidden: new Set() });
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

test('F2 renames only the active order, however many are selected', async () => {
  const { model } = await board();
  model.selection.selectAll();
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveFocus();
  expect(model.detail.getState().openId).toBe(florist);
});

/** Each control whose ring a part of the page cuts off, with the side. The control itself is in sight. */
function cutRings(): readonly string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'button, input, textarea, select, summary, a[href], [tabindex="0"]',
  );
  const faults = new Set<string>();
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    control.focus();
    if (document.activeElement !== control || !control.matches(':focus-visible')) continue;
    const { outlineOffset, outlineStyle, outlineWidth } = getComputedStyle(control);
    const reach =
      outlineStyle === 'none'
        ? 0
        : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    if (reach <= 0) continue;
    const own = control.getBoundingClientRect();
    for (let part = control.parentElement; part !== null; part = part.parentElement) {
      if (getComputedStyle(part).overflow === 'visible') continue;
      const at = part.getBoundingClientRect();
      const room = {
        top: own.top - at.top - part.clientTop,
        left: own.left - at.left - part.clientLeft,
        bottom: at.top + part.clientTop + part.clientHeight - own.bottom,
        right: at.left + part.clientLeft + part.clientWidth - own.right,
      };
      for (const [side, px] of Object.entries(room)) {
        const name = control.getAttribute('aria-label') ?? control.textContent.slice(0, 30);
        if (px > -0.5 && px < reach - 0.5) {
          faults.add(
            `${control.className || control.localName} “${name}”: ${side} of ${part.className}`,
          );
        }
      }
    }
  }
  return [...faults];
}

test.each([
  'board',
  'several',
  'not-moving',
  'filter',
  'help',
  'last-hour',
  'paste-bulk',
  'notification-history',
  'connect-advanced',
  'settings-checking',
  'settings-notifications',
  'settings-transfer',
])('no part of the page cuts off a focus ring: %s', async (name) => {
  await drawnScene(name);
  await stillPage();
  await userEvent.tab();
  expect(cutRings()).toEqual([]);
});
