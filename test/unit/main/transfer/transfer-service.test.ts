import { beforeEach, expect, test } from 'vitest';
import { emptyGroupRule } from '../../../../core/notification/group-rules.ts';
import { orderListText } from '../../../../core/transfer/order-list-file.ts';
import { defaultSettings, type SettingsChange } from '../../../../core/settings/settings.ts';
import { largestTransfer, settingsText } from '../../../../core/transfer/transfer.ts';
import { TransferService } from '../../../../main/transfer/transfer-service.ts';
import { RecordingLog } from '../../../support/recording-log.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import { orderIdAt, somePortable } from '../../../support/watched-orders.ts';
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { execFileSync } from 'node:child_process';
import { importOrders } from '../../../../main/transfer/import-orders.ts';
import {
  readTextFile,
  readTextStream,
  textOfFiles,
  writeOwnText,
} from '../../../../main/transfer/text-file.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

function subject() {
  const { watcher, clock } = watchBench();
  watcher.start();
  const state = {
    folder: temporaryFolder(),
    chosen: null as string | null,
    saved: [] as string[],
    changes: [] as SettingsChange[],
    current: defaultSettings,
    locked: [] as string[],
  };
  const service = new TransferService({
    watch: watcher,
    settings: {
      get current() {
        return state.current;
      },
      change(change) {
        state.changes.push(change);
        return state.current;
      },
      unlocked: (change) =>
        Object.fromEntries(Object.entries(change).filter(([name]) => !state.locked.includes(name))),
    },
    dialogs: {
      async chooseWhereToSave(name) {
        state.saved.push(name);
        return join(state.folder, name);
      },
      chooseFile: async () => state.chosen,
    },
    clock,
    log: new RecordingLog(),
  });
  return { watcher, state, ...service.handlers };
}

test('a watch list travels to another computer whole, and twice is once', async () => {
  const from = subject();
  await from.watcher.add([
    { id: orderIdAt(1), label: 'florist' },
    { id: orderIdAt(2), label: null },
  ]);
  from.watcher.mute([orderIdAt(2)], true);
  from.watcher.pin([orderIdAt(1)], true);
  from.watcher.setPreferences([orderIdAt(1)], {
    note: 'ring twice',
    group: 'hotels',
    promisedAtMs: 7000,
  });
  await from['transfer:save']({ what: 'orderList', withPersonalData: false });
  expect(from.state.saved).toEqual(['waybell-hand-over-2026-03-02.json']);
  const path = join(from.state.folder, 'waybell-hand-over-2026-03-02.json');

  const to = subject();
  await to.watcher.add([{ id: orderIdAt(2), label: 'my own' }]);
  to.state.chosen = path;
  expect(await to['transfer:open'](undefined)).toMatchObject({
    value: { kind: 'orderList', orders: 2, fresh: 1, changed: 0, skipped: 0 },
  });
  expect(to.watcher.list()).toHaveLength(1);
  expect(await to['transfer:accept'](undefined)).toMatchObject({ value: { added: 1, changed: 0 } });
  expect(to.watcher.get(orderIdAt(1))).toMatchObject({
    label: 'florist',
    isPinned: true,
    preferences: { note: 'ring twice', group: 'hotels', promisedAtMs: 7000 },
  });
  expect(to.watcher.get(orderIdAt(2))).toMatchObject({ label: 'my own', isMuted: false });

  const before = to.watcher.list();
  await to['transfer:offer']({ text: readFileSync(path, 'utf8') });
  expect(await to['transfer:accept'](undefined)).toMatchObject({ value: { added: 0, changed: 0 } });
  expect(to.watcher.list()).toEqual(before);
});

test('nothing is imported before it was accepted, nor twice, nor after a refused file', async () => {
  const { watcher, ...handlers } = subject();
  const text = orderListText([somePortable(orderIdAt(1))], 0);
  await handlers['transfer:offer']({ text });
  await handlers['transfer:offer']({ text: 'not ours' });
  expect(await handlers['transfer:accept'](undefined)).toMatchObject({ ok: false });
  await handlers['transfer:offer']({ text });
  await handlers['transfer:accept'](undefined);
  expect(await handlers['transfer:accept'](undefined)).toMatchObject({ ok: false });
  expect(watcher.list()).toHaveLength(1);
});

test('muted orders arrive muted, so that the next shift is as quiet as the last', async () => {
  const { watcher, ...handlers } = subject();
  await handlers['transfer:offer']({
    text: orderListText([somePortable(orderIdAt(1), { isMuted: true })], 0),
  });
  await handlers['transfer:accept'](undefined);
  expect(watcher.get(orderIdAt(1))?.isMuted).toBe(true);
});

test('the offer says how many orders arrive muted, and counts none that is watched here', async () => {
  const { watcher, ...handlers } = subject();
  await watcher.add([{ id: orderIdAt(1), label: null }]);
  const orders = [1, 2, 3].map((n) => somePortable(orderIdAt(n), { isMuted: n < 3 }));
  expect(await handlers['transfer:offer']({ text: orderListText(orders, 0) })).toMatchObject({
    value: { fresh: 2, muted: 1 },
  });
});

test('a long list is imported in turns, each order whole within one', async () => {
  const { watcher } = watchBench();
  const note = 'ring twice';
  const orders = Array.from({ length: 950 }, (_, n) =>
    somePortable(orderIdAt(n + 1), { note, isMuted: true, isPinned: true }),
  );
  const seen: number[] = [];
  const clock = {
    nextTurn: async () => {
      const list = watcher.list();
      const whole = list.filter((one) => one.isMuted && one.isPinned && one.preferences?.note);
      expect(whole).toHaveLength(list.length);
      seen.push(list.length);
    },
  };
  expect(await importOrders(watcher, orders, clock)).toEqual({
    added: 950,
    muted: 950,
    changed: 0,
  });
  expect(seen).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900]);
  expect(watcher.list()).toHaveLength(950);
});

test('settings are offered and then changed', async () => {
  const { state, ...handlers } = subject();
  const text = settingsText({ ...defaultSettings, density: 'compact' });
  expect(await handlers['transfer:offer']({ text })).toMatchObject({ value: { kind: 'settings' } });
  expect(state.changes).toEqual([]);
  await handlers['transfer:accept'](undefined);
  expect(state.changes[0]).toMatchObject({ density: 'compact' });
});

test('settings are offered with what they would do for the worse here, in the language of the window', async () => {
  const { state, ...handlers } = subject();
  const text = settingsText({ ...defaultSettings, looksForUpdates: false, theme: 'dark' });
  expect(await handlers['transfer:offer']({ text })).toMatchObject({
    value: { warnings: ['Turns the search for updates off'] },
  });
  expect(state.changes).toEqual([]);
});

test('snoozes stay as they are on this computer when the rules of groups are imported', async () => {
  const { state, ...handlers } = subject();
  const clinics = emptyGroupRule('clinics');
  const hotels = emptyGroupRule('hotels');
  state.current = {
    ...defaultSettings,
    groupRules: [
      { ...hotels, isMuted: true, snoozedUntilMs: 8000 },
      { ...clinics, snoozedUntilMs: 9000 },
    ],
  };
  const groupRules = [{ ...hotels, untold: ['created' as const], snoozedUntilMs: 1 }];
  await handlers['transfer:offer']({ text: settingsText({ ...defaultSettings, groupRules }) });
  await handlers['transfer:accept'](undefined);
  expect(state.changes[0]?.groupRules).toEqual([
    { ...hotels, untold: ['created'], snoozedUntilMs: 8000 },
    { ...clinics, snoozedUntilMs: 9000 },
  ]);
});

test('of two files that are read at once the later one is asked about and taken', async () => {
  const { watcher, ...handlers } = subject();
  const note = 'x'.repeat(1500);
  const many = Array.from({ length: 4000 }, (_, n) => somePortable(orderIdAt(n + 2), { note }));
  const long = handlers['transfer:offer']({ text: orderListText(many, 0) });
  const later = handlers['transfer:offer']({
    text: orderListText([somePortable(orderIdAt(1))], 0),
  });
  expect(await later).toMatchObject({ value: { orders: 1 } });
  expect(await long).toMatchObject({ ok: false });
  await handlers['transfer:accept'](undefined);
  expect(watcher.list().map(({ id }) => id)).toEqual([orderIdAt(1)]);
});

test('files that are not chosen, not written and not read are answers in words', async () => {
  const { state, ...handlers } = subject();
  expect(await handlers['transfer:open'](undefined)).toEqual({
    ok: true,
    value: { kind: 'cancelled' },
  });
  state.chosen = join(state.folder, 'too-large.json');
  writeFileSync(state.chosen, Buffer.alloc(largestTransfer + 1));
  state.folder = join(state.folder, 'not-there');
  expect(
    await handlers['transfer:save']({ what: 'settings', withPersonalData: false }),
  ).toMatchObject({ ok: false, failure: { code: 'storage-failed' } });
  expect(await handlers['transfer:open'](undefined)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('100') as unknown },
  });
});

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test('dropped files are read one after the other', () => {
  expect(textOfFiles([file('a.txt', 'one'), file('b.csv', '二')])).toBe('one\n二');
  expect(textOfFiles([])).toBe('');
});

test('files that are too long together are refused', () => {
  const half = file('half.txt', 'x'.repeat(1_000_001));
  expect(textOfFiles([half])).toHaveLength(1_000_001);
  expect(() => textOfFiles([half, half])).toThrow(RangeError);
});

test('what is no file is refused instead of waited for', () => {
  expect(() => readTextFile(folder, 10)).toThrow(TypeError);
  expect(() => readTextFile('/dev/tty', 10)).toThrow(TypeError);
  expect(() => readTextFile(join(folder, 'gone'), 10)).toThrow('ENOENT');
});

test.skipIf(process.platform === 'win32')(
  'a pipe, a device and a folder are no files, behind a link neither; a file behind a link is one',
  () => {
    const link = (target: string): string => {
      const path = join(folder, `link-${target.replaceAll('/', '-')}`);
      symlinkSync(target, path);
      return path;
    };
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero', folder]) {
      expect(() => readTextFile(path, 10)).toThrow(TypeError);
      expect(() => readTextFile(link(path), 10)).toThrow(TypeError);
    }
    expect(readTextFile(link(file('a.txt', 'one')), 10)).toBe('one');
  },
);

test.skipIf(process.platform !== 'linux')(
  'a file that says that it is empty is read no further than any other',
  () => {
    expect(statSync('/proc/self/status').size).toBe(0);
    expect(() => readTextFile('/proc/self/status', 10)).toThrow(RangeError);
    expect(readTextFile('/proc/self/comm', 100)).not.toBe('');
  },
);

async function* endless() {
  for (;;) yield Buffer.from('é'.repeat(500));
}

test('a stream without an end is left when it is longer than it may be', async () => {
  await expect(readTextStream(endless(), 10_000)).rejects.toThrow(RangeError);
  const torn = Readable.from([Buffer.from([0xe4]), Buffer.from([0xba, 0x8c])]);
  expect(await readTextStream(torn, 3)).toBe('二');
});

test('what is written takes the place of what was there', () => {
  const path = file('known.json', 'a longer text that was there before');
  writeOwnText(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
});

test.skipIf(process.platform === 'win32')(
  'what is written is the owner’s alone, also in the place of a file that was everybody’s',
  () => {
    const known = file('everybodys.json', 'known');
    chmodSync(known, 0o644);
    for (const path of [known, join(folder, 'fresh.json')]) {
      writeOwnText(path, 'new');
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  },
);

test('imported settings leave out what the company set, and say so first', async () => {
  const { state, ...handlers } = subject();
  state.locked = ['requestsPerMinute'];
  const text = settingsText({ ...defaultSettings, requestsPerMinute: 6000, theme: 'dark' });
  expect(await handlers['transfer:offer']({ text })).toMatchObject({
    value: { warnings: ['Leaves one setting out, because your company set it.'] },
  });
  await handlers['transfer:accept'](undefined);
  expect(state.changes).toHaveLength(1);
  expect(state.changes[0]).toMatchObject({ theme: 'dark' });
  expect(state.changes[0]).not.toHaveProperty('requestsPerMinute');
});
