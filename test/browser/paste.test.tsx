import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { realTime } from '../../renderer/stores/window-time.ts';
import { watchPasted } from '../../renderer/window-keys.ts';
import { drawn, drawnBoard, pasteText } from './support/drawn.tsx';
import type { FakeBridge } from './support/fake-bridge.ts';
import { onPage, stillPage } from './support/on-page.ts';
import { busyBoard } from './support/scene.ts';
import { sampleId } from './support/sample-board.ts';

const florist = sampleId('3f2b8c1e');
const kennedy = sampleId('c0ffee10');
const hardware = sampleId('c0ffee14');
const first = '5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4';
const second = 'a8d41f93-62c0-47e5-b3f9-10c7e4d85a26';
const orders = () => page.getByRole('listbox', { name: 'Orders', exact: true });
const preview = () => page.getByRole('region', { name: 'What was found in the text' });

async function pasted(text: string, before?: (fake: FakeBridge) => void) {
  const fake = busyBoard();
  before?.(fake);
  const model = await drawn(fake);
  await expect.element(orders()).toBeVisible();
  pasteText(text);
  await expect.element(preview()).toBeVisible();
  return { fake, model };
}

function archiveHardware(fake: FakeBridge): void {
  const row = fake.row(hardware);
  if (!row) throw new Error('The sample has no hardware.');
  fake.upsert({ ...row, isArchived: true });
}

describe('the preview of a paste', () => {
  test('marks orders that look finished, by the text and by the service', async () => {
    await pasted(`${first} delivered\n${second}\n${florist}\n${hardware}`);
    await expect.element(preview().getByText('New, looks finished')).toBeVisible();
    await expect.element(preview().getByText('New', { exact: true })).toBeVisible();
    await expect.element(preview().getByText('Already watched', { exact: true })).toBeVisible();
    await expect.element(preview().getByText('Already watched, finished')).toBeVisible();
    const bar = document.querySelector('.found')?.textContent;
    expect(bar?.replaceAll(/\s+/g, ' ')).toBe('2 new2 watched2 finished0 not a uuid');
  });

  test('calls a watched order as the list does, by its customer where it has no label', async () => {
    await pasted(florist, (fake) => {
      const row = fake.row(florist);
      if (row) fake.upsert({ ...row, label: null, customer: 'Ms Yip' });
    });
    await expect.element(preview().getByText('Ms Yip')).toBeVisible();
  });

  test('says why something is no uuid', async () => {
    await pasted(`${first}\n9e14-77aa-2213\nHK-2211-0098\n00000000-0000-0000-0000-000000000000`);
    await expect.element(preview().getByText(/14 characters, needs 36/)).toBeVisible();
    await expect.element(preview().getByText(/looks like an order number/)).toBeVisible();
    await expect.element(preview().getByText(/one digit repeated/)).toBeVisible();
  });

  test('says which rows of a table have no uuid, and how many', async () => {
    await pasted(`uuid,label\n${first},Baker\n,Tailor\n${first.slice(1)},x`);
    await expect.element(preview().getByText('Tailor', { exact: true })).toBeVisible();
    await expect.element(preview().getByText('Its row has no uuid')).toBeVisible();
    const bar = document.querySelector('.found')?.textContent;
    expect(bar?.replaceAll(/\s+/g, ' ')).toBe('1 new0 watched1 not a uuid1 without a uuid');
    const rows = Array.from({ length: 8 }, (_, at) => `,Shop ${at}`);
    pasteText(`uuid,label\n${first},Baker\n${rows.join('\n')}`);
    await expect.element(preview().getByText('8 rows without a uuid')).toBeVisible();
    await expect.element(preview().getByText('0 not a uuid')).toBeVisible();
  });

  test('says that a text holds more orders than are accepted at once', async () => {
    const uuids = Array.from(
      { length: 50_001 },
      (_, index) => `${first.slice(0, 24)}${(index + 1).toString(16).padStart(12, '0')}`,
    );
    await pasted(uuids.join('\n'));
    const cutOff = page.getByText('More than 50,000: paste the rest afterwards');
    await expect.element(cutOff).toBeVisible();
    await expect.element(page.getByText('50,000', { exact: true })).toBeVisible();
  });

  test('says what more orders make of the paces that are kept now', async () => {
    const uuids = Array.from({ length: 135 }, (_, index) => `${first.slice(0, 33)}${100 + index}`);
    await pasted(uuids.join('\n'), (fake) => {
      const checks = { neededPerMinute: 540, possiblePerMinute: 270 };
      fake.changeApp({ pace: { ...fake.app.pace, checks } });
    });
    await expect
      .element(page.getByText(/^With \d+ orders a check every 30.s becomes every 1.min\.$/))
      .toBeVisible();
  });

  test('also watches orders that look finished', async () => {
    const { fake } = await pasted(`${first} delivered\n${second} florist`);
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => fake.requestsTo('watch-list:add'))
      .toEqual([
        {
          orders: [
            { id: first, label: null },
            { id: second, label: 'florist' },
          ],
        },
      ]);
  });
});

const labelOf = (id: string) =>
  preview().getByRole('textbox', { name: `Label of ${id.slice(0, 8)}`, exact: true });
const line = (n: number) => `${(0x2000_0000 + n).toString(16)}${first.slice(8)}`;
const lines = (many: number) =>
  Array.from({ length: many }, (_, n) => `${line(n)} Customer ${n}, call +852 5555 0123`);

describe('labels before anything is watched', () => {
  test('are offered without phone numbers, and edited or refused by keyboard', async () => {
    const { fake } = await pasted(
      `${first} Wan Chai bakery +852 5555 0123\n${second} call +852 5555 0123\n${line(7)} no. 7`,
    );
    await expect.element(labelOf(first)).toHaveValue('Wan Chai bakery');
    await expect.element(labelOf(second)).toHaveValue('');
    await userEvent.keyboard('{Tab}');
    await expect.element(labelOf(first)).toHaveFocus();
    await userEvent.keyboard('{End}, two boxes{Tab}{Tab}{Delete}');
    expect(fake.requestsTo('watch-list:add')).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => fake.requestsTo('watch-list:add'))
      .toEqual([
        {
          orders: [
            { id: first, label: 'Wan Chai bakery, two boxes' },
            { id: second, label: null },
            { id: line(7), label: null },
          ],
        },
      ]);
    await expect.element(orders()).toHaveFocus();
  });

  test('of a long list without faults are counted without the colour of one', async () => {
    await pasted(lines(20).join('\n'));
    const count = preview().getByText('0 not a uuid');
    await expect.element(count).toBeVisible();
    expect(count.element().className).not.toContain('attention');
  });

  test('of a long list are refused together, except those that were written', async () => {
    const { fake } = await pasted(lines(20).join('\n'));
    await labelOf(line(0)).fill('Bakery');
    await preview().getByText('Without labels').click();
    await expect.element(labelOf(line(1))).toHaveValue('');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => fake.requestsTo('watch-list:add')).toHaveLength(1);
    const [added] = fake.requestsTo('watch-list:add');
    expect(added).toEqual({
      orders: Array.from({ length: 20 }, (_, n) => ({
        id: line(n),
        label: n === 0 ? 'Bakery' : null,
      })),
    });
  });

  test('one for all is seen in every line that has none of its own', async () => {
    await pasted(`${first} Bakery\n${second}`);
    await labelOf(second).fill('Florist');
    await preview().getByRole('textbox', { name: 'Label for all' }).fill('Hotel');
    await expect.element(labelOf(first)).toHaveValue('Hotel');
    await expect.element(labelOf(second)).toHaveValue('Florist');
  });

  test('are left by Escape first, and the preview goes with the next one', async () => {
    await pasted(`${first} Bakery\n${second}`);
    await labelOf(second).fill('Florist');
    await userEvent.keyboard('{Escape}');
    await expect.element(labelOf(second)).toHaveValue('Florist');
    await expect.element(labelOf(second)).not.toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(preview()).not.toBeInTheDocument();
  });

  test('of ten thousand lines are reached by scrolling, and few are drawn', async () => {
    const { fake } = await pasted(lines(10_000).join('\n'));
    await expect.element(labelOf(line(0))).toHaveValue('Customer 0');
    await labelOf(line(0)).click();
    const list = await onPage('.pastepop ul');
    list.scrollTop = list.scrollHeight;
    await expect.element(labelOf(line(9999))).toHaveValue('Customer 9999');
    expect(list.querySelectorAll('li').length).toBeLessThan(40);
    expect(list.scrollHeight).toBe(10_000 * 36);
    // The field that had the focus is not drawn any more: Enter still watches.
    await expect.poll(() => document.activeElement).toBe(list);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => fake.requestsTo('watch-list:add')).toHaveLength(1);
  });
});

const moment = (day: number, hour: number, minute: number) =>
  new Date(2026, 10, day, hour, minute).getTime();

describe('a paste of columns', () => {
  test.each([3, 40])(
    'shows the promised time of each of %i orders whole in a narrow window',
    async (many) => {
      const uuids = Array.from({ length: many }, (_, index) =>
        sampleId((0x20000000 + index).toString(16)),
      );
      const rows = uuids.map((uuid) => `${uuid}\tBakery\tHotel\t2026-11-24 15:30`);
      await pasted(['uuid\tlabel\tgroup\tpromised', ...rows].join('\n'));
      await page.viewport(640, 480);
      await stillPage();
      const said = [...preview().element().querySelectorAll('li > .num')];
      expect(said.length).toBeGreaterThan(2);
      expect(said.filter((words) => !words.textContent.includes('15:30'))).toEqual([]);
      expect(said.filter((words) => words.scrollWidth > words.clientWidth)).toEqual([]);
    },
  );

  test('gives each order its label, group and promised time in one request', async () => {
    const { fake } = await pasted(
      [
        'Promised time\tuuid\tGroup\tLabel',
        `2026-11-24 15:30\t${first}\tHotel\t"Wan Chai\nbakery"`,
        `2026-11-24T09:05\t${second}\t\tFlorist`,
      ].join('\r\n'),
    );
    await expect.element(labelOf(first)).toHaveValue('Wan Chai bakery');
    await expect.element(preview().getByText('Hotel', { exact: true })).toBeVisible();
    await expect.element(preview().getByText(/promised .*15:30/)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => fake.requestsTo('watch-list:add'))
      .toEqual([
        {
          orders: [
            {
              id: first,
              label: 'Wan Chai bakery',
              group: 'Hotel',
              promisedAtMs: moment(24, 15, 30),
            },
            { id: second, label: 'Florist', promisedAtMs: moment(24, 9, 5) },
          ],
        },
      ]);
  });

  test('has the marks of the window’s language between what is said of it', async () => {
    const { fake } = await pasted(
      `uuid,label,group,promised time\n${first},Florist,Hotel,04/11/2026 15:30\nHK-22110098,Bakery,Hotel,\n`,
    );
    const said = preview().getByText(/04\/11\/2026/);
    const row = () => said.element().closest('li')?.textContent;
    expect(row()).toContain('New, Hotel, time not read: 04/11/2026 15:30');
    fake.changeApp({
      settings: { ...fake.app.settings, language: 'zh-Hant' },
      speech: { language: 'zh-Hant', locale: 'zh-Hant-HK' },
    });
    await expect
      .poll(() => document.querySelector('li.fresh')?.textContent)
      .toContain('新的，Hotel，讀不懂的時間：04/11/2026 15:30');
  });

  test('is read with a Chinese header too, and shows the time that it cannot read', async () => {
    const { fake } = await pasted(
      `約定時間,群組,標籤,uuid\n04/11/2026 15:30,旅館,義順,${first}\n2026/11/24 15:30,,,${second}`,
    );
    await expect.element(preview().getByText('time not read: 04/11/2026 15:30')).toBeVisible();
    expect(document.querySelector('.found')?.textContent).toContain('1 time not read');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => fake.requestsTo('watch-list:add'))
      .toEqual([
        {
          orders: [
            { id: first, label: '義順', group: '旅館' },
            { id: second, label: null, promisedAtMs: moment(24, 15, 30) },
          ],
        },
      ]);
  });

  test('is refused as to groups and times with one choice', async () => {
    const { fake } = await pasted(`uuid,label,group,promised\n${first},Baker,Hotel,15:30`);
    await preview().getByText('Without groups and times').click();
    await expect.element(preview().getByText('Hotel')).not.toBeInTheDocument();
    await preview()
      .getByRole('button', { name: /^Watch/ })
      .click();
    await expect
      .poll(() => fake.requestsTo('watch-list:add'))
      .toEqual([{ orders: [{ id: first, label: 'Baker' }] }]);
  });

  test('fills in what a watched order lacks, and replaces what it has only when told', async () => {
    const text = `uuid,label,group\n${florist},Baker,Hotel`;
    const { fake } = await pasted(text);
    await preview()
      .getByRole('button', { name: /^Update 1 order/ })
      .click();
    await expect.element(page.getByText('Updated 1 order')).toBeVisible();
    await expect.element(preview()).not.toBeInTheDocument();
    pasteText(text);
    await preview().getByRole('switch', { name: 'Replace what watched orders have' }).click();
    await preview()
      .getByRole('button', { name: /^Update 1 order/ })
      .click();
    const named = [{ id: florist, label: 'Baker', group: 'Hotel' }];
    await expect
      .poll(() => fake.requestsTo('watch-list:add'))
      .toEqual([
        { orders: named, words: 'filledIn' },
        { orders: named, words: 'replaced' },
      ]);
  });

  test('says that it updates what it would change, and nothing else', async () => {
    const text = `uuid,label,group\n${florist},Baker,Hotel`;
    const { fake } = await pasted(text, (before) => {
      const row = before.row(florist);
      if (row) before.upsert({ ...row, label: 'Baker', group: 'Inn' });
    });
    const button = (name: RegExp) => preview().getByRole('button', { name });
    const replaces = preview().getByRole('switch', { name: 'Replace what watched orders have' });
    await expect.element(button(/^Open/)).toBeVisible();
    await replaces.click();
    await expect.element(button(/^Update 1 order/)).toBeVisible();
    const row = fake.row(florist);
    if (row) fake.upsert({ ...row, group: 'Hotel' });
    pasteText(text);
    await expect.element(button(/^Open/)).toBeVisible();
    await expect.element(replaces).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('complementary', { name: /Baker/ })).toBeVisible();
    expect(fake.requestsTo('watch-list:add')).toEqual([]);
  });

  test('of orders that are all watched opens them when nothing of it is used', async () => {
    const { fake } = await pasted(`uuid,label,group\n${florist},Baker,Hotel`);
    await preview().getByText('Without groups and times').click();
    await preview().getByRole('button', { name: /^Open/ }).click();
    await expect
      .element(page.getByRole('complementary', { name: /Sheung Wan florist/ }))
      .toBeVisible();
    expect(fake.requestsTo('watch-list:add')).toEqual([]);
  });
});

test('a plain line ends with the promised time, and a chat’s stamp is none', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 26, 14, 20) });
  onTestFinished(() => void vi.useRealTimers());
  const { fake } = await pasted(`${first} 14:59\n14:58 Joe: ${second}`);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => fake.requestsTo('watch-list:add')).toHaveLength(1);
  const promisedAtMs = new Date(2026, 10, 26, 14, 59).getTime();
  expect(fake.requestsTo('watch-list:add')).toMatchObject([
    { orders: [{ id: first, label: null, promisedAtMs }, { id: second }] },
  ]);
  expect(fake.requestsTo('watch-list:add')).not.toMatchObject([
    { orders: [{}, { promisedAtMs: expect.any(Number) }] },
  ]);
});

describe('a copy from a page or a spreadsheet', () => {
  const hostile =
    `<table><tr><td>${second}</td></tr></table><p hidden>${florist}</p>` +
    '<script>document.title = "ran"</script><img src="x" onerror="document.title = `ran`">';

  test('is read by its text alone: nothing of its HTML is found, drawn or run', async () => {
    const title = document.title;
    const { fake } = await drawnBoard();
    pasteText(`${first}\tBaker`, hostile);
    await expect.element(preview().getByText('New', { exact: true })).toBeVisible();
    expect(document.body.innerHTML).not.toContain('onerror');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => fake.requestsTo('watch-list:add')).toHaveLength(1);
    expect(fake.requestsTo('watch-list:add')).toMatchObject([{ orders: [{ id: first }] }]);
    expect(document.title).toBe(title);
  });

  test('is said to have no text where HTML is all there is', async () => {
    await drawnBoard();
    pasteText('', hostile);
    await expect.element(page.getByText(/no text/i)).toBeVisible();
  });
});

describe('a paste of orders that are all watched already', () => {
  test('opens the one order where it stands, whatever view and filter are shown', async () => {
    const { fake, model } = await pasted(`see ${florist}`);
    model.list.openView('waiting');
    model.list.setFilter('kennedy');
    await expect.element(preview().getByRole('button', { name: /^Open/ })).toBeEnabled();
    await userEvent.keyboard('{Enter}');
    await expect.element(preview()).not.toBeInTheDocument();
    await expect.element(page.getByRole('option', { name: /Sheung Wan florist/ })).toBeVisible();
    await expect
      .element(page.getByRole('complementary', { name: /Sheung Wan florist/ }))
      .toBeVisible();
    expect(fake.requestsTo('watch-list:add')).toEqual([]);
  });

  test('opens an archived order in the archive', async () => {
    const { model } = await pasted(hardware, archiveHardware);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
    await expect.element(page.getByRole('option', { name: /Tuen Mun hardware/ })).toBeVisible();
    expect(model.detail.getState().openId).toBe(hardware);
  });

  test('selects several, and says which it cannot show beside them', async () => {
    const { fake, model } = await pasted(`${florist}\n${kennedy}\n${hardware}`, archiveHardware);
    await preview().getByRole('button', { name: 'Select 3 orders' }).click();
    await expect.element(preview()).not.toBeInTheDocument();
    expect(model.selection.selected()).toEqual([florist, kennedy]);
    await expect.element(page.getByText('1 order more in the archive')).toBeVisible();
    await expect.element(orders()).toHaveFocus();
    expect(fake.requestsTo('watch-list:add')).toEqual([]);
  });
});

test('a text without any order has no button that would do nothing', async () => {
  await pasted('9e14-77aa-2213');
  await expect.element(preview().getByRole('button', { name: /^Cancel/ })).toBeVisible();
  await expect.element(preview().getByRole('button', { name: /order/ })).not.toBeInTheDocument();
});

test('rows of the list that are dropped on one of its fields mean nothing', async () => {
  const { model } = await drawnBoard();
  model.layers.setFiltering(true);
  const field = page.getByRole('textbox', { name: 'Filter orders' });
  await expect.element(field).toBeVisible();
  const dataTransfer = new DataTransfer();
  const row = page.getByRole('option', { name: /Sheung Wan florist/ }).element();
  row.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }));
  expect(dataTransfer.getData('text/plain')).toBe(florist);
  const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  field.element().dispatchEvent(drop);
  await stillPage();
  expect(drop.defaultPrevented).toBe(true);
  await expect.element(preview()).not.toBeInTheDocument();
});

test('one key takes back the orders that were just added', async () => {
  const { fake, model } = await pasted(`${first} Wan Chai bakery\n${second}`);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: /Wan Chai bakery/ })).toBeVisible();
  await expect.element(page.getByText('Watching 2 orders')).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect
    .element(page.getByRole('option', { name: /Wan Chai bakery/ }))
    .not.toBeInTheDocument();
  await expect.element(page.getByText('Stopped watching 2 orders')).toBeVisible();
  // What was taken back can be done again with two keys; main hears of it once that is over.
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(page.getByRole('option', { name: /Wan Chai bakery/ })).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Stopped watching 2 orders')).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
  model.toasts.settle();
  await expect.poll(() => fake.requestsTo('watch-list:remove')).toEqual([{ ids: [first, second] }]);
});

test('one key gives orders back the words that a paste replaced', async () => {
  const { fake } = await pasted(
    `uuid,label,group\n${florist},Replaced,hotels\n${first},New,hotels`,
  );
  await preview().getByRole('switch', { name: 'Replace what watched orders have' }).click();
  await preview()
    .getByRole('button', { name: /Watch 1 order/ })
    .click();
  await expect.element(page.getByText('Watching 1 order, updated 1 order')).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Stopped watching 1 order')).toBeVisible();
  expect(fake.requestsTo('watch-list:restore-words')).toEqual([{ change: 1, isBack: true }]);
});

test('a paste that follows at once keeps the focus, so that Enter acts on it', async () => {
  const { model } = await pasted(first);
  await watchPasted(model);
  pasteText(florist);
  await stillPage();
  await expect.element(preview()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('complementary', { name: /Sheung Wan florist/ }))
    .toBeVisible();
});

test('orders that are offered over the settings have the focus also when it takes a while to know them', async () => {
  const fake = busyBoard();
  const slices: (() => void)[] = [];
  // A busy computer: the first slice of looking is over before anything was found.
  let isBusy = false;
  let passedMs = 0;
  const model = await drawn(fake, {
    ...realTime,
    nowMs: () => realTime.nowMs() + (isBusy ? (passedMs += 20) : passedMs),
    after: (delayMs, run) => {
      if (!isBusy || delayMs > 0) return realTime.after(delayMs, run);
      slices.push(run);
      return () => undefined;
    },
  });
  await expect.element(orders()).toBeVisible();
  model.settings.open();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  isBusy = true;
  fake.offerPaste(first);
  await expect.element(orders()).toBeVisible();
  expect(slices).toHaveLength(1);
  isBusy = false;
  for (const look of slices) look();
  await expect.element(preview()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => fake.requestsTo('watch-list:add'))
    .toEqual([{ orders: [{ id: first, label: null }] }]);
});

test('after the settings the paste bar does not take the focus, so that letter keys act', async () => {
  const { model } = await pasted(first);
  await userEvent.keyboard('{Enter}');
  await expect.element(preview()).not.toBeInTheDocument();
  model.settings.open();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  model.settings.close();
  await expect.element(orders()).toBeVisible();
  expect(document.activeElement?.tagName).toBe('BODY');
  await userEvent.keyboard('3');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Waiting' })).toBeVisible();
});

test('what is pasted on a page of the settings is looked through on the board', async () => {
  const { model } = await drawnBoard();
  model.settings.open('appearance');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible();
  pasteText(first);
  await expect.element(preview()).toBeVisible();
  expect(model.settings.getState().section).toBeNull();
});

test('a column that nothing says what it is is named, and becomes that of the groups where one wants', async () => {
  const { fake } = await pasted(`${first}\tMr Wong\tHotels\n${second}\tMs Lam\tSchools`);
  await expect.element(preview().getByText('Column 3 is not used.')).toBeVisible();
  await preview().getByRole('button', { name: 'Use it for groups' }).click();
  await expect.element(preview().getByText('Column 3 is not used.')).not.toBeInTheDocument();
  await preview()
    .getByRole('button', { name: /^Watch 2 orders/ })
    .click();
  await expect
    .poll(() => fake.requestsTo('watch-list:add'))
    .toMatchObject([{ orders: [{ group: 'Hotels' }, { group: 'Schools' }] }]);
});
