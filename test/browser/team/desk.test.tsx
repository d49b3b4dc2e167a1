import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppState, OrderRow } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { focusList } from '../../../renderer/window-keys.ts';
import type { WindowModel } from '../../../renderer/window-model.ts';
import { drawn } from '../support/drawn.tsx';
import { noWebhooks } from '../../support/webhooks/no-webhooks.ts';
import { sampleId } from '../support/sample-board.ts';
import { busyBoard, now } from '../support/scene.ts';
import { settingsSections } from '../../../renderer/stores/settings/settings-store.ts';
import { paletteGroups } from '../../../renderer/components/shell/palette.ts';
import type { SettingRow } from '../../../core/settings/setting-row.ts';
import { settingsTable } from '../../../core/settings/settings-table.ts';
import { en } from '../../../renderer/text/en/dictionary.ts';
import { sampleTeam, takenOff, teamBoard } from './team-scenes.ts';

const florist = sampleId('3f2b8c1e');
const side = () => page.getByRole('navigation', { name: 'Views' });

async function teamDesk(fake = teamBoard()) {
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox')).toBeVisible();
  focusList();
  return { fake, model };
}

/** The first order whose row is so. */
function firstOf({ board }: WindowModel, fits: (row: OrderRow) => boolean): OrderId {
  const row = [...board.getState().rows.values()].find(fits);
  if (row === undefined) throw new Error('there is no such order');
  return row.id;
}

/** The first order that no desk has. */
const unclaimed = (model: WindowModel): OrderId =>
  firstOf(model, ({ claim, status }) => claim === null && status?.phase === 'searching');

const claimedBy = (model: WindowModel, desk: string): OrderId =>
  firstOf(model, ({ claim }) => claim?.desk === desk);

describe('a desk of a team', () => {
  test('sees who has an order, in the row and to a screen reader', async () => {
    await teamDesk();
    await expect.element(page.getByRole('option', { name: /Ana has it/ })).toBeVisible();
    await expect.element(page.getByRole('option', { name: /You have it/ })).toBeVisible();
    const chip = document.querySelector('.row .claim');
    expect(chip?.getAttribute('title')).toMatch(
      /^Ana has it since .*: on the phone with the shop$/,
    );
  });

  test('reads a short name in a narrow row, too', async () => {
    const { fake, model } = await teamDesk();
    const row = fake.row(claimedBy(model, 'Ana'));
    if (!row) throw new Error('Ana has an order.');
    fake.upsert({ ...row, label: 'Bakery', group: 'VIP', note: null });
    await page.viewport(640, 480);
    const words = (chip: string) => `[data-order="${row.id}"] ${chip} bdi`;
    for (const [chip, text] of [
      ['.claim', 'Ana'],
      ['.own-group', 'VIP'],
    ] as const) {
      await expect.poll(() => document.querySelector(words(chip))?.textContent).toBe(text);
      // It may have wrapped into a second line, which is not shown.
      const [bottom, end] = [words(chip), `[data-order="${row.id}"] ${chip}`].map(
        (of) => document.querySelector(of)?.getBoundingClientRect().bottom,
      );
      expect(bottom).toBeLessThanOrEqual((end ?? 0) + 1);
    }
  });

  test('claims an order with C, and lets its own go with C', async () => {
    const { fake, model } = await teamDesk();
    const id = unclaimed(model);
    model.selection.select(id);
    await userEvent.keyboard('c');
    await expect.poll(() => document.querySelector('.toasts')?.textContent).toContain('You have');
    expect(fake.requestsTo('orders:claim')).toEqual([{ ids: [id], takesOver: false }]);
    const own = claimedBy(model, 'Mei');
    model.selection.select(own);
    await userEvent.keyboard('c');
    await expect
      .poll(() => fake.requestsTo('orders:release'))
      .toEqual([{ ids: [own], reason: null }]);
  });

  test('is told who does not answer, and takes the order over with one key', async () => {
    const fake = teamBoard();
    const { model } = await teamDesk(fake);
    const anas = claimedBy(model, 'Ana');
    const row = model.board.getState().rows.get(anas);
    if (row?.claim == null) throw new Error('Ana has none');
    const passedOn = { why: 'away', sinceMs: now() - 20 * 60_000 } as const;
    fake.upsert({ ...row, claim: { ...row.claim, passedOn } });
    const said = /Ana has it, but is away since/;
    await expect.element(page.getByRole('option', { name: said })).toBeVisible();
    expect(document.querySelector('.row .claim')?.getAttribute('title')).toMatch(said);
    model.selection.select(anas);
    await userEvent.keyboard('c');
    await expect
      .poll(() => fake.requestsTo('orders:claim'))
      .toEqual([{ ids: [anas], takesOver: true }]);
  });

  test('sees in the sidebar who is away', async () => {
    const desks = sampleTeam().desks.map((desk) =>
      desk.name === 'Ana'
        ? { ...desk, presence: { state: 'locked' as const, sinceMs: now(), answers: [] } }
        : desk,
    );
    await teamDesk(teamBoard(sampleTeam({ desks })));
    await expect.element(side().getByTitle(/^Ana, screen locked since/)).toBeVisible();
  });

  test('sets for all desks what the hub decides, unless the hub’s computer does', async () => {
    const fake = teamBoard();
    fake.hubSettings = { ...fake.hubSettings, locked: ['archiveDays'] };
    const { model } = await teamDesk(fake);
    model.settings.open('checking');
    const cap = page.getByRole('textbox', { name: 'Most requests a minute' });
    await cap.fill('120');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => fake.requestsTo('team:change-hub-settings'))
      .toEqual([{ change: { requestsPerMinute: 120 } }]);
    await expect.element(page.getByText(en.settings.setByCompany).first()).toBeVisible();
  });

  test('reads what the hub decides nowhere while it looks on', async () => {
    const me = { id: 'desk-wall', name: 'Wall', role: 'viewer' } as const;
    const fake = teamBoard(sampleTeam({ me }));
    const { model } = await teamDesk(fake);
    model.settings.open('checking');
    await expect.element(page.getByText(en.teamSettings.hubDecides)).toBeVisible();
    expect(fake.requestsTo('team:hub-settings')).toEqual([]);
  });

  test('is led from what another desk had to the claim of the order, where it may claim', async () => {
    const entry = { kind: 'update', atMs: now(), source: 'poll', changes: [] } as const;
    const matched = { ...entry, kinds: ['order_matched'], reasons: ['Order Matched'] } as const;
    const fate = { kind: 'untold', reason: 'claimedByOther' } as const;
    const fake = teamBoard();
    for (const detail of fake.details.values()) {
      fake.details.set(detail.id, { ...detail, timeline: [{ ...matched, fate }] });
    }
    const { model } = await teamDesk(fake);
    model.reveal(florist);
    const link = page.getByRole('button', {
      name: 'Change what is behind “Not shown: another desk has the order”',
    });
    await link.click();
    await expect
      .poll(() => document.activeElement?.closest('.claim-line')?.firstElementChild?.nextSibling)
      .toBe(document.activeElement);
    fake.changeApp({ team: sampleTeam({ me: { id: 'desk-wall', name: 'Wall', role: 'viewer' } }) });
    await expect.element(link).not.toBeInTheDocument();
  });

  test('is told who was quicker', async () => {
    const { fake, model } = await teamDesk();
    const id = unclaimed(model);
    const refusal = { kind: 'claimedBy', desk: 'Wing' } as const;
    fake.claimReport = { done: [], refused: [{ id, refusal }] };
    model.selection.select(id);
    await userEvent.keyboard('c');
    const { label } = model.board.getState().rows.get(id) ?? {};
    await expect
      .poll(() => document.querySelector('.toasts')?.textContent)
      .toContain(`Wing has it already: ${label}`);
  });

  test('gives an order back by Ctrl+Z to the desk that it was taken over from, unless another has it since', async () => {
    const { fake, model } = await teamDesk();
    const anas = claimedBy(model, 'Ana');
    const row = model.board.getState().rows.get(anas);
    const claim = row?.claim;
    if (row === undefined || claim == null) throw new Error('Ana has none');
    const given = { deskId: 'desk-mei', desk: 'Mei', isMine: true, reason: null } as const;
    const takeOver = async () => {
      await model.actions.claim([anas], { desk: null, reason: null, takesOver: true });
      fake.upsert({ ...row, claim: { ...claim, ...given } });
    };
    await takeOver();
    await userEvent.keyboard('{Control>}z{/Control}');
    const taken = { ids: [anas], takesOver: true };
    const givenBack = { ...taken, desk: 'Ana', reason: 'on the phone with the shop' };
    await expect.poll(() => fake.requestsTo('orders:claim')).toEqual([taken, givenBack]);
    await takeOver();
    fake.upsert({ ...row, claim: { ...claim, deskId: 'desk-wing', desk: 'Wing' } });
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(page.getByText('Changed since: it stays as it is now')).toBeVisible();
    expect(fake.requestsTo('orders:claim')).toEqual([taken, givenBack, taken]);
  });

  test('takes on again by Ctrl+Z what it let go of, and lets go again of what no desk had', async () => {
    const { fake, model } = await teamDesk();
    const own = claimedBy(model, 'Mei');
    await model.actions.release([own], null);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect
      .poll(() => fake.requestsTo('orders:claim'))
      .toEqual([{ ids: [own], takesOver: false }]);
    const free = unclaimed(model);
    await model.actions.claim([free], { desk: 'Ana', reason: null, takesOver: false });
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect
      .poll(() => fake.requestsTo('orders:release'))
      .toEqual([
        { ids: [own], reason: null },
        { ids: [free], reason: null },
      ]);
  });

  test('is told that orders left the lists of all desks, and how many of them another desk had', async () => {
    const { model } = await teamDesk();
    const anas = claimedBy(model, 'Ana');
    model.selection.select(anas);
    await userEvent.keyboard('{Delete}');
    await expect
      .poll(() => document.querySelector('.toasts')?.textContent)
      .toContain('Stopped watching at all desks (1 of another desk):');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => model.list.getState().arrangement.orderIds).toContain(anas);
  });

  test('is told once what another desk took off the list of what it had, and watches it again', async () => {
    const anas = takenOff();
    const fake = teamBoard(sampleTeam({ takenOff: anas }));
    await teamDesk(fake);
    const told = page.getByText('Ana took 4 orders that you had off the list of all desks');
    await expect.element(told).toBeVisible();
    await page.getByRole('button', { name: 'Watch again' }).click();
    const orders = anas.map(({ by: _by, ...order }) => order);
    await expect.poll(() => fake.requestsTo('watch-list:add')).toEqual([{ orders }]);
    await expect.element(page.getByRole('option', { name: /Wan Chai bakery/ })).toBeVisible();
  });

  test('is told how many more another desk took off the list than are kept', async () => {
    await teamDesk(teamBoard(sampleTeam({ takenOff: takenOff(), takenOffNotKeptCount: 9800 })));
    await expect
      .poll(() => document.querySelector('.banner')?.textContent)
      .toContain(en.banner.takenOffNotKept(9800));
  });

  test.each<readonly [string, Partial<AppState>]>([
    [en.banner.clockTitle, { clockAheadMs: 365 * 86_400_000 }],
    [en.banner.startNoticeTitle, { startNotice: 'A file was set aside.' }],
    [en.banner.webhooksSilentTitle, { webhooks: { ...noWebhooks, silentSinceMs: 0 } }],
    [
      en.banner.folderTitle,
      {
        orderFolder: {
          path: '/in',
          fault: 'gone',
          faultSinceMs: 0,
          unreadFile: null,
          fileIntakes: [],
        },
      },
    ],
  ])('is warned before it is told what was taken off the list: %s', async (title, app) => {
    await teamDesk(teamBoard(sampleTeam({ takenOff: takenOff() }), app));
    await expect.element(page.getByText(title, { exact: true })).toBeVisible();
  });

  test('leaves off the list what another desk took off it', async () => {
    const fake = teamBoard(sampleTeam({ takenOff: takenOff() }));
    await teamDesk(fake);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    const ids = takenOff().map(({ id }) => id);
    await expect.poll(() => fake.requestsTo('watch-list:remove')).toEqual([{ ids }]);
  });

  test('is told so of an order that no other desk has, too', async () => {
    const { model } = await teamDesk();
    model.selection.select(unclaimed(model));
    await userEvent.keyboard('{Delete}');
    await expect
      .poll(() => document.querySelector('.toasts')?.textContent)
      .toContain('Stopped watching at all desks:');
    expect(document.querySelector('dialog')).toBeNull();
  });

  test('takes an order over from another desk by C and Enter, having read who has it', async () => {
    const { fake, model } = await teamDesk();
    const anas = claimedBy(model, 'Ana');
    model.selection.select(anas);
    await userEvent.keyboard('c');
    const dialog = page.getByRole('dialog', { name: /Who takes care of/ });
    await expect.element(dialog.getByText(/Ana has it. It interrupts/)).toBeVisible();
    await expect.element(dialog.getByRole('combobox', { name: 'Desk' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => fake.requestsTo('orders:claim'))
      .toEqual([{ ids: [anas], takesOver: true }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is asked before it takes an order from another', async () => {
    const { fake, model } = await teamDesk();
    const anas = claimedBy(model, 'Ana');
    model.selection.select(anas);
    await userEvent.keyboard('c');
    const dialog = page.getByRole('dialog', { name: /Who takes care of/ });
    await expect.element(dialog).toBeVisible();
    expect(fake.requestsTo('orders:claim')).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Why' }).fill('she is at lunch');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect
      .poll(() => fake.requestsTo('orders:claim'))
      .toEqual([{ ids: [anas], reason: 'she is at lunch', takesOver: true }]);
  });

  test('hands an order on to a colleague, not to a desk that looks on', async () => {
    const { fake, model } = await teamDesk();
    const id = unclaimed(model);
    model.selection.select(id);
    await userEvent.keyboard('{Shift>}c{/Shift}');
    const dialog = page.getByRole('dialog', { name: /Who takes care of/ });
    const choices = [...document.querySelectorAll('dialog option')].map(
      ({ textContent }) => textContent,
    );
    expect(choices).toEqual(['Mei (you)', 'Ana', 'Wing', 'No desk']);
    await dialog.getByRole('combobox', { name: 'Desk' }).selectOptions('Wing');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect
      .poll(() => fake.requestsTo('orders:claim'))
      .toEqual([{ ids: [id], desk: 'Wing', takesOver: true }]);
  });

  test('has views of what is its own and of what no desk has', async () => {
    const { model } = await teamDesk();
    await side().getByRole('button', { name: /^Mine/ }).click();
    await expect.poll(() => document.querySelectorAll('[role="option"]').length).toBe(1);
    focusList();
    await userEvent.keyboard('9');
    expect(model.list.getState().view).toBe('unclaimed');
    expect(document.querySelector('.row .claim')).toBeNull();
  });

  test('sees who is here', async () => {
    await teamDesk();
    await expect.element(side().getByTitle('Ana, here now')).toBeVisible();
    await expect.element(side().getByTitle(/^Wing, not here since/)).toBeVisible();
  });

  test('leaves the team after a question', async () => {
    const { fake, model } = await teamDesk();
    model.settings.open('connection');
    await expect.element(page.getByText('https://hub.kowloon.example')).toBeVisible();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    expect(fake.requestsTo('team:leave')).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => fake.requestsTo('team:leave').length).toBe(1);
  });

  test('that looks on is told so, and offers no claims', async () => {
    const { model } = await teamDesk(
      teamBoard(sampleTeam({ me: { id: 'desk-wall', name: 'Wall', role: 'viewer' } })),
    );
    await expect.element(page.getByText('You are looking on')).toBeVisible();
    model.selection.select(florist);
    model.detail.open(florist);
    await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
    expect(document.querySelector('.claim-line button')).toBeNull();
  });
});

async function connectScreen() {
  const fake = busyBoard([]);
  fake.changeApp({ connection: { kind: 'none' } });
  await drawn(fake);
  const form = page.getByRole('form', { name: 'Join a team' });
  await expect.element(form).toBeVisible();
  return { fake, form };
}

describe('joining a team', () => {
  test('asks for an address and a code', async () => {
    const { fake, form } = await connectScreen();
    await form.getByRole('button', { name: 'Join' }).click();
    await expect
      .element(form.getByText('Enter the address of the hub and the code.'))
      .toBeVisible();
    await form
      .getByRole('textbox', { name: 'Address of the hub' })
      .fill(' https://hub.example.com ');
    await form.getByRole('textbox', { name: 'Code' }).fill('ABCD-EFGH-JKMN');
    await form.getByRole('button', { name: 'Join' }).click();
    await expect
      .poll(() => fake.requestsTo('team:join'))
      .toEqual([{ address: 'https://hub.example.com', code: 'ABCD-EFGH-JKMN' }]);
  });

  test('says why it did not work', async () => {
    const { fake, form } = await connectScreen();
    const message = 'The hub does not take this code.';
    fake.failing.set('team:join', { code: 'not-joined', message });
    await form.getByRole('textbox', { name: 'Address of the hub' }).fill('https://hub.example.com');
    await form.getByRole('textbox', { name: 'Code' }).fill('OLD');
    await form.getByRole('button', { name: 'Join' }).click();
    await expect.element(form.getByText(message)).toBeVisible();
  });
});

test('without a team there is nothing of it', async () => {
  const fake = busyBoard();
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox')).toBeVisible();
  focusList();
  model.selection.select(florist);
  await userEvent.keyboard('c89');
  expect(fake.requestsTo('orders:claim')).toEqual([]);
  expect(model.list.getState().view).toBe('all');
  expect(document.querySelector('.here')).toBeNull();
});

test.each([null, 'dispatcher', 'viewer'] as const)(
  'the palette offers the settings that their pages show, and no other: %s',
  async (role) => {
    const { me } = sampleTeam();
    const fake = role === null ? busyBoard() : teamBoard(sampleTeam({ me: { ...me, role } }));
    fake.update = { kind: 'looking' };
    const { model } = await teamDesk(fake);
    for (const [name, { kind, page: section, ...row }] of Object.entries<SettingRow>(
      settingsTable,
    )) {
      if (kind === 'own' || section === null || !('row' in row) || row.row === null) continue;
      const { title } = row.row.en;
      model.settings.open(section);
      const isOffered = paletteGroups(model, title, null).some(({ items }) =>
        items.some(({ key }) => key === `setting ${name}`),
      );
      const shown = page.getByRole('main').getByText(title, { exact: true });
      const heading = page.getByRole('heading', { level: 1 });
      await expect.element(heading).toHaveTextContent(en.settings.sections[section]);
      await expect.poll(() => shown.elements().length > 0, { message: name }).toBe(isOffered);
    }
  },
);

test('each page of the settings says whose it is, and has nothing that the hub decides', async () => {
  const { model } = await teamDesk();
  for (const section of settingsSections) {
    model.settings.open(section);
    await expect
      .poll(() => document.querySelector('.whose')?.textContent)
      .toBe(en.teamSettings.whose[section]);
  }
  model.settings.open('computer');
  await expect.element(page.getByText('Check half as often on battery')).not.toBeInTheDocument();
  for (const name of ['battery', 'Erase finished', 'left a stop']) {
    expect(paletteGroups(model, name, null)).toEqual([]);
  }
});
