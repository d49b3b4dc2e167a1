import { expect, test } from 'vitest';
import { FileDialogs } from '../../../../../main/desktop/system/file-dialogs.ts';
import { settle } from '../../../../support/fake-clock.ts';

type Answer = (path: string | null) => void;

/** Dialogs of a system that stay open until they are answered. */
function fileDialogs(parent: string | null = null) {
  const open: Answer[] = [];
  const shown: unknown[][] = [];
  let isBroken = false;
  const show = async (args: unknown[]): Promise<string | null> => {
    shown.push(args);
    if (isBroken) throw new Error('no portal');
    return new Promise((resolve) => open.push(resolve));
  };
  const dialogs = new FileDialogs<string>({
    dialog: {
      async showOpenDialog(...args: unknown[]) {
        const path = await show(args);
        return { canceled: path === null, filePaths: path === null ? [] : [path] };
      },
      async showSaveDialog(...args: unknown[]) {
        const path = await show(args);
        return { canceled: path === null, filePath: path ?? '' };
      },
    },
    parent: () => parent,
    documents: () => '/home/lau/Documents',
  });
  return { dialogs, open, shown, breakNext: (isOn: boolean) => (isBroken = isOn) };
}

test('while a file dialog is open, no other one opens, and the request for it ends like a cancelled one', async () => {
  const { dialogs, open, shown } = fileDialogs();
  const first = dialogs.chooseWhereToSave('orders.json');
  expect(
    await Promise.all([
      dialogs.chooseWhereToSave('orders.json'),
      dialogs.chooseFile(),
      dialogs.chooseCaFile(),
      dialogs.chooseOrderPlace('folder'),
    ]),
  ).toEqual([null, null, null, null]);
  expect(shown).toHaveLength(1);
  open[0]?.('/home/lau/orders.json');
  expect(await first).toBe('/home/lau/orders.json');
});

test.each([
  ['an answer', '/home/lau/orders.json'],
  ['a cancel', null],
])('after %s the next dialog opens', async (_what, answer) => {
  const { dialogs, open } = fileDialogs();
  const first = dialogs.chooseFile();
  open[0]?.(answer);
  expect(await first).toBe(answer);
  const second = dialogs.chooseOrderPlace('file');
  await settle();
  open[1]?.('/home/lau/today.csv');
  expect(await second).toBe('/home/lau/today.csv');
});

test('after a dialog that could not be shown the next one opens', async () => {
  const { breakNext, dialogs, shown } = fileDialogs();
  breakNext(true);
  await expect(dialogs.chooseFile()).rejects.toThrow('no portal');
  breakNext(false);
  void dialogs.chooseFile();
  expect(shown).toHaveLength(2);
});

test('a new file is offered in the documents, as the kind that its name says', () => {
  for (const [name, kind] of [
    ['day.csv', 'CSV'],
    ['day.txt', 'TXT'],
    ['orders.json', 'JSON'],
  ] as const) {
    const { dialogs, shown } = fileDialogs();
    void dialogs.chooseWhereToSave(name);
    expect(shown[0]).toMatchObject([
      { defaultPath: `/home/lau/Documents/${name}`, filters: [{ name: kind }] },
    ]);
  }
});

test('a dialog belongs to the window where it can belong to one', async () => {
  const { dialogs, open, shown } = fileDialogs('the window');
  const saving = dialogs.chooseWhereToSave('orders.json');
  open[0]?.(null);
  await saving;
  void dialogs.chooseFile();
  expect(shown.map(([parent]) => parent)).toEqual(['the window', 'the window']);
  const alone = fileDialogs();
  void alone.dialogs.chooseFile();
  expect(alone.shown[0]).toHaveLength(1);
});
