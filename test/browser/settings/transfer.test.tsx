import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { requestSchemas } from '../../../core/bridge/bridge.ts';
import { drawn } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';

const section = (name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name });

async function openSection(name: string) {
  const fake = busyBoard();
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  await userEvent.keyboard('{Control>},{/Control}');
  await section(name).click();
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return fake;
}

test('the watch list is saved without personal data, unless that is switched on for one file', async () => {
  const fake = await openSection('Hand-over');
  const save = page.getByRole('button', { name: 'Save…', exact: true });
  await page.getByRole('switch', { name: 'With names, numbers and addresses' }).click();
  await save.first().click();
  await expect
    .element(page.getByText('31 orders saved, 12 that are over left out:', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText('hand-over.json').first()).toBeVisible();
  await save.first().click();
  await expect
    .poll(() => fake.requestsTo('transfer:save'))
    .toMatchObject([
      { what: 'orderList', withPersonalData: true },
      { what: 'orderList', withPersonalData: false },
    ]);
});

test('which orders that are over go in is chosen: none, of the last 8 hours, since a time, or all', async () => {
  const fake = await openSection('Hand-over');
  const save = page.getByRole('button', { name: 'Save…', exact: true }).first();
  const since = () =>
    fake
      .requestsTo('transfer:save')
      .map((each) => requestSchemas['transfer:save'].parse(each).finishedSinceMs);
  const hourMs = 3_600_000;
  await save.click();
  await expect.poll(since).toHaveLength(1);
  expect(Date.now() - Number(since()[0])).toBeGreaterThanOrEqual(8 * hourMs);
  await page.getByText('None', { exact: true }).click();
  await save.click();
  await page.getByText('Since', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Since when orders that are over go in' }).fill('07:30');
  await save.click();
  await page.getByText('All', { exact: true }).click();
  await save.click();
  await expect.poll(since).toHaveLength(4);
  expect([since()[1], since()[3]]).toEqual([null, 0]);
  const at = new Date(Number(since()[2]));
  expect([at.getHours(), at.getMinutes()]).toEqual([7, 30]);
  expect(at.getTime()).toBeLessThanOrEqual(Date.now());
  expect(Date.now() - at.getTime()).toBeLessThan(25 * hourMs);
});

test('a chosen file says what it would do, and Escape leaves everything as it is', async () => {
  const fake = await openSection('Hand-over');
  fake.transferOffer = {
    kind: 'orderList',
    exportedAtMs: null,
    orders: 12,
    fresh: 9,
    finished: 4,
    muted: 2,
    changed: 1,
    kept: 2,
    ahead: 1,
    skipped: 2,
  };
  const open = page.getByRole('button', { name: 'Import…' });
  await open.click();
  await expect
    .element(
      page.getByText(
        '9 orders new, 4 of these over and not checked, 2 of these muted or snoozed, 3 watched already, 1 of these gain what is missing here, 2 of these keep your own words though the file says others, 1 with times later than now by this computer’s clock, which count as now',
        { exact: false },
      ),
    )
    .toBeVisible();
  await expect.element(page.getByText('2 entries do not fit', { exact: false })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Hand-over' })).toBeVisible();
  expect(fake.requestsTo('transfer:accept')).toEqual([]);
  await open.click();
  await page.getByRole('button', { name: 'Import 12 orders' }).click();
  await expect.element(page.getByText('9 orders added, 1 changed')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => fake.requestsTo('watch-list:restore-words'))
    .toEqual([{ change: 1, isBack: true }]);
  await expect.element(page.getByText('Stopped watching 9 orders')).toBeVisible();
});

test('an exported file that is dropped on the board is offered for import, not searched for uuids', async () => {
  const fake = busyBoard();
  fake.transferOffer = {
    kind: 'settings',
    settings: 3,
    same: 9,
    skipped: 0,
    retired: [],
    warnings: [],
  };
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  const dataTransfer = new DataTransfer();
  const text = '{"format":"waybell-settings","version":1,"settings":{}}';
  dataTransfer.items.add(new File([text], 'settings.json', { type: 'application/json' }));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  await expect
    .element(page.getByText('3 settings are replaced, 9 are as here already.'))
    .toBeVisible();
  expect(fake.requestsTo('transfer:offer')).toEqual([{ text }]);
});

test('a file of settings says what it would do for the worse before it is applied', async () => {
  const fake = await openSection('Hand-over');
  const warnings = ['Mutes all notifications', 'Takes Ctrl+C from all programs'];
  fake.transferOffer = {
    kind: 'settings',
    settings: 2,
    same: 0,
    skipped: 0,
    retired: [],
    warnings,
  };
  await page.getByRole('button', { name: 'Import…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Use these settings?' });
  for (const warning of warnings) {
    await expect.element(question.getByRole('listitem').filter({ hasText: warning })).toBeVisible();
  }
  expect(fake.requestsTo('transfer:accept')).toEqual([]);
  await question.getByRole('button', { name: 'Import settings' }).click();
  await expect.poll(() => fake.requestsTo('transfer:accept')).toHaveLength(1);
  await expect.element(page.getByText('1 setting replaced')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => fake.requestsTo('settings:change')).toEqual([{ theme: 'light' }]);
  await expect.element(page.getByText('Settings are as before')).toBeVisible();
});

test('a file of an earlier Waybell says which of its settings are no more', async () => {
  const fake = await openSection('Hand-over');
  const retired = ['mostNotificationsPerMinute'];
  fake.transferOffer = {
    kind: 'settings',
    settings: 2,
    same: 0,
    skipped: 0,
    retired,
    warnings: [],
  };
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect
    .element(page.getByText(/Does not take what Waybell has no more: mostNotificationsPerMinute\./))
    .toBeVisible();
});

test('the summary for a chat is copied from the settings and from the palette', async () => {
  const fake = await openSection('Hand-over');
  await page.getByRole('button', { name: 'Copy summary' }).click();
  await expect.poll(() => fake.requestsTo('clipboard:write')).toHaveLength(1);
  expect(JSON.stringify(fake.requestsTo('clipboard:write'))).toMatch(
    /\d+ open, \d+ needs? attention/,
  );
});

test('diagnostics look at once, say what does not work, and can be copied and saved', async () => {
  const fake = await openSection('Diagnostics');
  await expect.element(page.getByText('No answer from the service (timeout)')).toBeVisible();
  await expect.element(page.getByText('Does not work')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Copy report' }).click();
  await expect.poll(() => fake.requestsTo('clipboard:write')).toHaveLength(1);
  expect(JSON.stringify(fake.requestsTo('clipboard:write'))).toContain(
    'Name look-up: 2 addresses (9 ms)',
  );
  await page.getByRole('button', { name: 'Save report…' }).click();
  await expect.element(page.getByText('report.txt')).toBeVisible();
});

test('a folder of another system is chosen, said and stopped; its path comes from main', async () => {
  const fake = await openSection('Hand-over');
  await expect.element(page.getByText('No folder is watched')).toBeVisible();
  await page.getByRole('button', { name: 'Folder…' }).click();
  await expect.element(page.getByText('/srv/shop/folder')).toBeVisible();
  expect(fake.requestsTo('intake:choose')).toEqual([{ what: 'folder' }]);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.element(page.getByText('No folder is watched')).toBeVisible();
});

const passedOver = {
  finished: 0,
  repeated: 0,
  rejected: 0,
  withoutUuid: 0,
  timesUnread: 0,
  isGarbled: false,
};
const taken = { found: 12, added: 12, changed: 0, leftOut: 0, isCutOff: false, passedOver };

test('what came of a file is said once, and a file that brought nothing is not', async () => {
  const fake = busyBoard();
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  const messages = page.getByRole('region', { name: 'Messages' });
  fake.acceptFile({ atMs: 1, fileName: 'again.csv', taken: { ...taken, added: 0 } });
  fake.acceptFile({ atMs: 1, fileName: 'export.csv', taken });
  await expect.element(messages.getByText(/^12 orders added: export\.csv$/)).toBeVisible();
  await expect.element(messages.getByText(/again\.csv/)).not.toBeInTheDocument();
});

test('what was left out of a file is said, and not again while it stays the same', async () => {
  const fake = busyBoard();
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  const messages = page.getByRole('region', { name: 'Messages' });
  const some = {
    finished: 1,
    repeated: 2,
    rejected: 3,
    withoutUuid: 4,
    timesUnread: 1,
    isGarbled: true,
  };
  const said =
    '1 left out as finished, 2 named again, 3 not a uuid, 4 rows without a uuid, 1 time not read, ' +
    'labels and groups left out whose encoding is not known: shop.csv';
  const left = { ...taken, added: 0, passedOver: some };
  fake.acceptFile({ atMs: 1, fileName: 'shop.csv', taken: left });
  await expect.element(messages.getByText(said)).toBeVisible();
  fake.acceptFile({ atMs: 2, fileName: 'shop.csv', taken: left });
  fake.acceptFile({ atMs: 3, fileName: 'new.csv', taken: { ...taken, passedOver: some } });
  await expect
    .element(messages.getByText(/^12 orders added, 1 left out as finished/))
    .toBeVisible();
  expect(messages.getByText(/shop\.csv$/).elements().length).toBeLessThanOrEqual(1);
});

test('a folder that is gone is said above the list, and leads to its settings', async () => {
  const fake = busyBoard();
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  const fileIntakes = [
    { atMs: 1, fileName: 'flood.csv', taken: { ...taken, leftOut: 3, isCutOff: true } },
    { atMs: 1, fileName: 'huge.csv', taken: null },
    { atMs: 1, fileName: 'none.csv', taken: { ...taken, found: 0, added: 0 } },
  ];
  fake.changeApp({
    orderFolder: {
      path: '/srv/shop',
      fault: 'gone',
      faultSinceMs: Date.now(),
      unreadFile: 'locked.csv',
      fileIntakes,
    },
  });
  await expect.element(page.getByText('No orders come from the watched folder')).toBeVisible();
  await page.getByRole('button', { name: 'Folder settings' }).click();
  await expect.element(page.getByText(/locked\.csv cannot be read/)).toBeVisible();
  await expect
    .element(page.getByText('12 orders added, 3 left out, the list is full', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText(/^Not read, larger than 10/)).toBeVisible();
  await expect.element(page.getByText('No uuid in it')).toBeVisible();
});
