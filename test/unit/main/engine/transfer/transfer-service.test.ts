import { beforeEach, expect, test } from 'vitest';
import type { BridgeFailure } from '../../../../../core/bridge/bridge.ts';
import { refusalTextsIn } from '../../../../../core/bridge/refusal-texts.ts';
import type { Language } from '../../../../../core/text/language.ts';
import { emptyGroupRule } from '../../../../../core/notification/group-rules.ts';
import { defaultSettings, type SettingsChange } from '../../../../../core/settings/settings.ts';
import { settingsText } from '../../../../../core/transfer/transfer.ts';
import { AnnotationChanges } from '../../../../../main/engine/board/annotation-changes.ts';
import { TransferService } from '../../../../../main/engine/transfer/transfer-service.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';
import { MemoryWatchStore } from '../../../../support/storage/memory-watch-store.ts';
import { orderListText } from '../../../../support/transfer-files.ts';
import { watchBench } from '../../../../support/watch/watch-bench.ts';
import {
  orderIdAt,
  someOrder,
  somePortable,
  someWatched,
} from '../../../../support/watched-orders.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { existsSync, linkSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { execFileSync } from 'node:child_process';
import { lookAt } from '../../../../support/watch/look-at.ts';
import {
  bytesOfStream,
  ChosenFile,
  FileChangedError,
  piecesOf,
  readTextFile,
  textOfFiles,
} from '../../../../../main/engine/transfer/text-file.ts';
import { failure } from '../../../../support/watch/scripted-source.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

function subject(store = new MemoryWatchStore()) {
  const { announced, watcher, clock, source } = watchBench({ store });
  watcher.start();
  const state = {
    folder: temporaryFolder(),
    profileDir: temporaryFolder(),
    chosen: null as string | null,
    chosenToSave: null as string | null,
    language: 'en' as Language,
    saved: [] as string[],
    changes: [] as SettingsChange[],
    current: defaultSettings,
    locked: [] as string[],
    ordersRefused: null as BridgeFailure | null,
  };
  const annotationChanges = new AnnotationChanges({ watch: watcher, clock });
  const service = new TransferService({
    watch: watcher,
    annotationChanges,
    stored: store,
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
        return state.chosenToSave ?? join(state.folder, name);
      },
      chooseFile: async () => state.chosen,
    },
    profileDir: state.profileDir,
    clock,
    log: new RecordingLog(),
    ordersRefused: () => state.ordersRefused,
    localisation: {
      get current() {
        return { language: state.language, locale: 'en' };
      },
    },
  });
  return {
    annotationChanges,
    announced,
    clock,
    source,
    store,
    watcher,
    state,
    ...service.handlers,
  };
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
  expect(await to['transfer:accept'](undefined)).toMatchObject({
    value: { added: [orderIdAt(1)], changed: 0 },
  });
  expect(to.watcher.get(orderIdAt(1))).toMatchObject({
    label: 'florist',
    isPinned: true,
    preferences: { note: 'ring twice', group: 'hotels', promisedAtMs: 7000 },
  });
  expect(to.watcher.get(orderIdAt(2))).toMatchObject({ label: 'my own', isMuted: false });

  const before = to.watcher.list();
  await to['transfer:offer']({ text: readFileSync(path, 'utf8') });
  expect(await to['transfer:accept'](undefined)).toMatchObject({
    value: { added: [], changed: 0 },
  });
  expect(to.watcher.list()).toEqual(before);
});

test('where a team accepts no orders a hand-over is refused in words, and settings are imported', async () => {
  const { watcher, state, ...handlers } = subject();
  const text = orderListText([somePortable(orderIdAt(1))], 0);
  const refusal = { code: 'team-refused', message: refusalTextsIn['zh-Hant'].team.viewer } as const;
  await handlers['transfer:offer']({ text });
  state.ordersRefused = refusal;
  expect(await handlers['transfer:accept'](undefined)).toEqual({ ok: false, failure: refusal });
  expect(await handlers['transfer:offer']({ text })).toEqual({ ok: false, failure: refusal });
  expect(watcher.list()).toEqual([]);
  await handlers['transfer:offer']({ text: settingsText(defaultSettings) });
  expect(await handlers['transfer:accept'](undefined)).toMatchObject({ ok: true });
  expect(state.changes).toHaveLength(1);
});

test('nothing is imported before it was accepted, nor twice, nor after a refused file', async () => {
  const { watcher, ...handlers } = subject();
  const text = orderListText([somePortable(orderIdAt(1))], 0);
  await handlers['transfer:offer']({ text });
  expect(await handlers['transfer:offer']({ text: 'not ours' })).toMatchObject({
    failure: { message: expect.stringContaining('dropping its file on the window') },
  });
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

test('the offer says how many orders tell of something later than now, watched here or not', async () => {
  const { clock, watcher, ...handlers } = subject();
  await watcher.add([{ id: orderIdAt(1), label: null }]);
  const nowMs = clock.wallMs();
  const call = { atMs: nowMs + 1, word: null };
  const orders = [
    somePortable(orderIdAt(1), { calls: [call] }),
    somePortable(orderIdAt(2), { lastLookedAtMs: nowMs + 1 }),
    somePortable(orderIdAt(3), { lastLookedAtMs: nowMs, promisedAtMs: nowMs + minuteMs }),
  ];
  expect(await handlers['transfer:offer']({ text: orderListText(orders, 0) })).toMatchObject({
    value: { fresh: 2, ahead: 2 },
  });
});

test('a long list is imported in turns, each order whole within one', async () => {
  const { clock, watcher, ...handlers } = subject();
  const note = 'ring twice';
  const orders = Array.from({ length: 950 }, (_, n) =>
    somePortable(orderIdAt(n + 1), { note, isMuted: true, isPinned: true }),
  );
  await handlers['transfer:offer']({ text: orderListText(orders, 0) });
  const seen: number[] = [];
  clock.nextTurn = async () => {
    const list = watcher.list();
    const whole = list.filter((one) => one.isMuted && one.isPinned && one.preferences?.note);
    expect(whole).toHaveLength(list.length);
    seen.push(list.length);
  };
  await handlers['transfer:accept'](undefined);
  expect(seen).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 950]);
});

const minuteMs = 60_000;
const done = { raw: 'completed', phase: 'done' } as const;
const active = { raw: 'active', phase: 'assigned' } as const;
const [over, underWay, gone] = [orderIdAt(1), orderIdAt(2), orderIdAt(3)];

/** The end of a shift: an order that has just ended, one that is under way, and one that is gone for good. */
async function endOfShift() {
  const from = subject();
  const { clock, source, watcher } = from;
  source.orders.set(over, someOrder(over));
  source.orders.set(underWay, someOrder(underWay, { status: active }));
  source.outcome = (id) => (id === gone ? failure('order-gone') : null);
  await watcher.add([over, underWay, gone].map((id) => ({ id, label: null })));
  await clock.advance(minuteMs);
  source.orders.set(over, someOrder(over, { status: done }));
  watcher.checkNow([over]);
  await clock.advance(minuteMs);
  const saved = async (finishedSinceMs: number | null = 0) => {
    const answer = await from['transfer:save']({
      what: 'orderList',
      withPersonalData: false,
      finishedSinceMs,
    });
    return {
      count: answer.ok && answer.value.kind === 'saved' ? answer.value.count : null,
      text: readFileSync(join(from.state.folder, from.state.saved.at(-1) ?? ''), 'utf8'),
    };
  };
  return { ...from, saved };
}

/** A desk that takes a file over, at the time of another one. */
async function adopting(text: string, from: Pick<ReturnType<typeof subject>, 'clock'>) {
  const to = subject();
  await to.clock.advance(from.clock.wallMs() - to.clock.wallMs());
  const offer = await to['transfer:offer']({ text });
  await to['transfer:accept'](undefined);
  return { ...to, offer };
}

test('of what is evicted a hand-over takes what finished since then, and says how many it left out', async () => {
  const { clock, saved, watcher } = await endOfShift();
  const endedAtMs = clock.wallMs();
  await clock.advance(180 * minuteMs);
  watcher.evict([over, underWay, gone]);
  expect(watcher.list().map(({ id }) => id)).toEqual([underWay]);
  const all = await saved();
  expect(all.count).toEqual({ orders: 3, leftOut: 0 });
  expect(all.text).toContain(over);
  const later = await saved(endedAtMs + minuteMs);
  expect(later.count).toEqual({ orders: 1, leftOut: 2 });
  const none = await saved(null);
  expect(none.count).toEqual({ orders: 1, leftOut: 2 });
  expect(none.text).not.toContain(over);
});

test('orders that are over come in as they ended and are not asked for, also after a restart', async () => {
  const from = await endOfShift();
  const to = await adopting((await from.saved()).text, from);
  expect(to.offer).toMatchObject({ value: { fresh: 3, finished: 2 } });
  expect(to.watcher.get(over)).toMatchObject({
    order: { status: done, price: { amount: 86, currency: 'HKD' } },
    statusSinceMs: from.watcher.get(over)?.statusSinceMs,
    unseenCount: 1,
    origin: { kind: 'handOver' },
  });
  await to.clock.advance(180 * minuteMs);
  const asked = new Set(to.source.requests.map(({ id }) => id));
  expect([...asked]).toEqual([underWay]);
  await to.watcher.stop();
  const again = subject(to.store);
  await again.clock.advance(180 * minuteMs);
  expect(new Set(again.source.requests.map(({ id }) => id))).toEqual(new Set([underWay]));
  // A person who wants to know still can.
  again.watcher.checkNow([over]);
  await again.clock.advance(minuteMs);
  expect(again.source.requests.some(({ id }) => id === over)).toBe(true);
});

test('what the file does not hold is no change at the first answer; what happened since is announced', async () => {
  const from = await endOfShift();
  const courier = { name: 'Ho', phoneNumber: '+852 1', fix: null };
  from.source.orders.set(underWay, someOrder(underWay, { status: active, courier }));
  from.watcher.checkNow([underWay]);
  await from.clock.advance(minuteMs);
  const { text } = await from.saved();
  const here = someOrder(underWay, { status: active, courier });
  const quiet = await adopting(text, { clock: from.clock });
  quiet.source.orders.set(underWay, here);
  await quiet.clock.advance(minuteMs);
  expect(quiet.announced.updates).toEqual([]);
  expect(quiet.watcher.get(underWay)).toMatchObject({
    order: here,
    statusSinceMs: from.watcher.get(underWay)?.statusSinceMs,
    unseenCount: from.watcher.get(underWay)?.unseenCount,
  });
  const changed = await adopting(text, { clock: from.clock });
  changed.source.orders.set(underWay, { ...here, status: { raw: 'picked_up', phase: 'pickedUp' } });
  await changed.clock.advance(minuteMs);
  expect(changed.announced.updates.map(({ kinds }) => kinds)).toEqual([['status_changed']]);
  const released = await adopting(text, { clock: from.clock });
  released.source.orders.set(underWay, someOrder(underWay));
  await released.clock.advance(minuteMs);
  expect(released.announced.updates.map(({ kinds }) => kinds)).toEqual([['order_released']]);
});

test('what was seen, said and put off goes along', async () => {
  const from = await endOfShift();
  const { clock, watcher } = from;
  from.source.orders.set(over, someOrder(over, { status: { raw: 'failed', phase: 'failed' } }));
  watcher.checkNow([over]);
  await clock.advance(minuteMs);
  lookAt(watcher, clock, [over]);
  const calls = [{ atMs: clock.wallMs(), word: 'Left a message' }];
  watcher.changeSeen([over], (watched) => ({ ...watched, calls }));
  const preferences = { snoozedUntilMs: clock.wallMs() + 60 * minuteMs, tellsEveryMove: true };
  watcher.setPreferences([underWay], preferences);
  const to = await adopting((await from.saved()).text, from);
  const { acknowledged, lastLookedAtMs, unseenCount } = watcher.get(over) ?? {};
  const theirs = calls.map((call) => ({ ...call, isHandedOver: true }));
  expect(to.watcher.get(over)).toMatchObject({
    acknowledged,
    calls: theirs,
    lastLookedAtMs,
    unseenCount,
  });
  expect(to.watcher.get(underWay)?.preferences).toMatchObject(preferences);
  expect(to.offer).toMatchObject({ value: { muted: 1 } });
});

test('orders that are over go in by choice, and it is said how many were left out', async () => {
  const from = await endOfShift();
  lookAt(from.watcher, from.clock, [over, gone], 'handled');
  const endedAtMs = from.watcher.get(over)?.statusSinceMs ?? 0;
  await from.clock.advance(5 * minuteMs);
  const none = await from.saved(null);
  expect(none.count).toEqual({ orders: 1, leftOut: 2 });
  expect(none.text).not.toContain(over);
  const since = await from.saved(endedAtMs);
  expect(since.text).toContain(over);
  expect((await from.saved(0)).count).toEqual({ orders: 3, leftOut: 0 });
});

test('what an import changed is taken back and done again, and what was changed since stays', async () => {
  const { watcher, annotationChanges, ...handlers } = subject();
  await watcher.add([1, 2].map((n) => ({ id: orderIdAt(n), label: null })));
  const before = watcher.list();
  const call = { atMs: 5, word: 'No answer' };
  const annotations = { label: 'theirs', note: 'ring twice', group: 'hotels', isPinned: true };
  const orders = [1, 2].map((n) => somePortable(orderIdAt(n), { ...annotations, calls: [call] }));
  await handlers['transfer:offer']({ text: orderListText(orders, 0) });
  const accepted = await handlers['transfer:accept'](undefined);
  const change =
    accepted.ok && accepted.value.kind === 'orderList' ? accepted.value.annotationsChange : null;
  const after = watcher.list();
  expect(after).not.toEqual(before);
  await annotationChanges.restore(change ?? 0, true);
  expect(watcher.list()).toEqual(before);
  await annotationChanges.restore(change ?? 0, false);
  expect(watcher.list()).toEqual(after);
  watcher.relabel(orderIdAt(1), 'ours');
  watcher.setPreferences([orderIdAt(1)], { promisedAtMs: 7000 });
  await annotationChanges.restore(change ?? 0, true);
  expect(watcher.get(orderIdAt(1))).toMatchObject({
    label: 'ours',
    preferences: { note: null, group: null, promisedAtMs: 7000 },
    isPinned: false,
    calls: [],
  });
  expect(watcher.get(orderIdAt(2))).toEqual(before[1]);
});

test('a file that is another one by the time that it is accepted is not imported', async () => {
  const { state, watcher, ...handlers } = subject();
  state.chosen = join(state.folder, 'list.json');
  writeFileSync(state.chosen, orderListText([somePortable(orderIdAt(1))], 0));
  await handlers['transfer:open'](undefined);
  writeFileSync(
    state.chosen,
    orderListText(
      [1, 2].map((n) => somePortable(orderIdAt(n))),
      0,
    ),
  );
  expect(await handlers['transfer:accept'](undefined)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('has changed') as unknown },
  });
  expect(watcher.list()).toEqual([]);
});

test('a list that is too long for a file is not saved, and no half of it is left', async () => {
  const { state, store, ...handlers } = subject();
  const part: WatchedOrder[] = Array.from({ length: 2000 }, (_, n) => someWatched(orderIdAt(n)));
  store.loadInParts = () => Array.from({ length: 101 }, () => part);
  expect(
    await handlers['transfer:save']({ what: 'orderList', withPersonalData: false }),
  ).toMatchObject({ failure: { code: 'transfer-refused' } });
  expect(existsSync(join(state.folder, state.saved[0] ?? ''))).toBe(false);
});

test('settings are offered and then changed', async () => {
  const { state, ...handlers } = subject();
  const text = settingsText({ ...defaultSettings, density: 'compact' });
  expect(await handlers['transfer:offer']({ text })).toMatchObject({ value: { kind: 'settings' } });
  expect(state.changes).toEqual([]);
  await handlers['transfer:accept'](undefined);
  expect(state.changes).toEqual([{ density: 'compact' }]);
});

test('of a file of settings only those count that differ from here, and what they were is answered', async () => {
  const { state, ...handlers } = subject();
  state.current = { ...defaultSettings, theme: 'light' };
  const text = settingsText({ ...defaultSettings, density: 'compact', theme: 'dark' });
  const offer = await handlers['transfer:offer']({ text });
  expect(offer).toMatchObject({ value: { settings: 2, same: expect.toSatisfy((n) => n > 20) } });
  expect(await handlers['transfer:accept'](undefined)).toEqual({
    ok: true,
    value: {
      kind: 'settings',
      change: { density: 'compact', theme: 'dark' },
      before: { density: defaultSettings.density, theme: 'light' },
    },
  });
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
  const groupRules = [{ ...hotels, kept: ['created' as const], snoozedUntilMs: 1 }];
  await handlers['transfer:offer']({ text: settingsText({ ...defaultSettings, groupRules }) });
  await handlers['transfer:accept'](undefined);
  expect(state.changes[0]?.groupRules).toEqual([
    { ...hotels, kept: ['created'], snoozedUntilMs: 8000 },
    { ...clinics, snoozedUntilMs: 9000 },
  ]);
});

test('of two files that are read at once the later one is asked about and applied', async () => {
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

test('a file that the dispatcher agreed to replace is replaced whole, the profile’s own ones never', async () => {
  const { state, ...handlers } = subject();
  const save = () => handlers['transfer:save']({ what: 'settings', withPersonalData: false });
  const name = 'waybell-settings.json';
  writeFileSync(join(state.folder, name), 'a letter');
  expect(await save()).toEqual({ ok: true, value: { kind: 'saved', fileName: name } });
  expect(readFileSync(join(state.folder, name), 'utf8')).toBe(settingsText(defaultSettings));
  const database = join(state.profileDir, 'waybell.db');
  writeFileSync(database, 'orders');
  linkSync(database, join(state.folder, 'linked'));
  state.chosenToSave = join(state.folder, 'linked');
  for (const language of ['en', 'zh-Hant'] as const) {
    state.language = language;
    const message = refusalTextsIn[language].saving.profileFile;
    expect(await save()).toEqual({ ok: false, failure: { code: 'transfer-refused', message } });
  }
  expect(readFileSync(database, 'utf8')).toBe('orders');
});

test('files that are not chosen, not written and not read are answers in words', async () => {
  const { state, ...handlers } = subject();
  expect(await handlers['transfer:open'](undefined)).toEqual({
    ok: true,
    value: { kind: 'cancelled' },
  });
  state.chosen = join(state.folder, 'not-there.json');
  state.folder = join(state.folder, 'not-there');
  expect(
    await handlers['transfer:save']({ what: 'settings', withPersonalData: false }),
  ).toMatchObject({ ok: false, failure: { code: 'storage-failed' } });
  expect(await handlers['transfer:open'](undefined)).toMatchObject({
    ok: false,
    failure: { message: 'The file could not be read.' },
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
  const half = file('half.txt', 'x'.repeat(5_000_001));
  expect(textOfFiles([half])).toHaveLength(5_000_001);
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

async function allOf(source: AsyncIterable<string>): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of source) pieces.push(piece);
  return pieces;
}

test('a chosen file is read in pieces, from the beginning each time, until it is another one', async () => {
  const text = '二'.repeat(300_000);
  const chosen = new ChosenFile(file('long.txt', text));
  for (const _ of [1, 2]) {
    const pieces = await allOf(chosen.pieces());
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe(text);
  }
  file('long.txt', 'else');
  await expect(allOf(chosen.pieces())).rejects.toThrow(FileChangedError);
  await expect(allOf(new ChosenFile(folder).pieces())).rejects.toThrow(TypeError);
});

/** A letter in two pieces, as a stream may give it. */
function torn(): Readable {
  return Readable.from([Buffer.from([0xe4]), Buffer.from([0xba, 0x8c])]);
}

test('all of a stream is held, and no more than may be', async () => {
  expect([...piecesOf(await bytesOfStream(torn(), 3))].join('')).toBe('二');
  await expect(bytesOfStream(torn(), 2)).rejects.toThrow(RangeError);
});

test('a letter that is torn between two pieces of what is held is whole', () => {
  const text = `x${'二'.repeat(300_000)}`;
  const pieces = [...piecesOf(Buffer.from(text))];
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.join('')).toBe(text);
});

test('a file in UTF-16 is read as one in UTF-8', async () => {
  const text = '{"format":"waybell-settings"}二';
  const path = join(folder, 'wide.json');
  writeFileSync(path, Buffer.from(text, 'utf16le'));
  expect((await allOf(new ChosenFile(path).pieces())).join('')).toBe(text);
  expect([...piecesOf(readFileSync(path))].join('')).toBe(text);
  expect(readTextFile(path, 1000)).toBe(text);
  expect(textOfFiles([path, path])).toBe(`${text}\n${text}`);
});

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
