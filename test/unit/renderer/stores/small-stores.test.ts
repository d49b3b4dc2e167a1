import { expect, test } from 'vitest';
import { createAnnouncer } from '../../../../renderer/stores/announcer.ts';
import { createBoardStore } from '../../../../renderer/stores/board-store.ts';
import { FakeBridge, passedTest } from '../../../browser/support/fake-bridge.ts';
import { sampleRows } from '../../../browser/support/sample-board.ts';
import { FakeWindowTime, settled } from '../support/fake-window-time.ts';
import type { BridgeAnswer } from '../../../../core/bridge/bridge.ts';
import { createConnectStore } from '../../../../renderer/stores/settings/connect-store.ts';
import { createWindowModel } from '../../../../renderer/window-model.ts';
import { createToastStore } from '../../../../renderer/stores/toast-store.ts';

async function started() {
  const time = new FakeWindowTime();
  const rows = sampleRows(time.nowMs());
  const fake = new FakeBridge(time.nowMs, rows);
  const board = createBoardStore(fake.bridge);
  const announcer = createAnnouncer(board, time, ([row, ...others]) =>
    [row, ...others].map(({ label }) => label).join(' and '),
  );
  announcer.start();
  board.start();
  await settled();
  const calm = rows.filter((row) => row.attention === null && !row.isMuted);
  const raise = (index: number) => {
    const row = calm[index];
    if (!row) throw new Error('There are too few calm rows.');
    fake.upsert({
      ...row,
      attention: { score: 50, reason: 'released', age: { kind: 'duration', sinceMs: 0 } },
    });
    return row;
  };
  return { time, fake, announcer, raise, rows };
}

test('what needed attention before the window opened is not announced', async () => {
  const { announcer } = await started();
  expect(announcer.getState().message).toBe('');
});

test('a new claim is announced at once and the same claim only once', async () => {
  const { announcer, raise, fake, time } = await started();
  const row = raise(0);
  expect(announcer.getState().message).toBe(row.label);
  time.pass(6000);
  fake.upsert({
    ...row,
    attention: { score: 51, reason: 'released', age: { kind: 'duration', sinceMs: 0 } },
    moreStops: 4,
  });
  time.pass(6000);
  const next = raise(1);
  expect(announcer.getState().message).toBe(next.label);
});

test('claims within five seconds wait and are announced together', async () => {
  const { announcer, raise, time } = await started();
  const first = raise(0);
  const second = raise(1);
  const third = raise(2);
  expect(announcer.getState().message).toBe(first.label);
  time.pass(5000);
  expect(announcer.getState().message).toBe(`${second.label} and ${third.label}`);
});

test('the same words are announced again when they hold again, and not kept for ever', async () => {
  const { announcer, raise, fake, time } = await started();
  const row = raise(0);
  const { count } = announcer.getState();
  time.pass(5000);
  expect(announcer.getState().message).toBe('');
  fake.upsert({ ...row, attention: null });
  raise(0);
  expect(announcer.getState()).toEqual({ message: row.label, count: count + 1 });
});

test('a muted order is not announced', async () => {
  const { announcer, fake, rows } = await started();
  const muted = rows.find((row) => row.isMuted);
  if (!muted) throw new Error('The sample has no muted order.');
  fake.upsert({
    ...muted,
    attention: { score: 50, reason: 'notMoving', age: { kind: 'duration', sinceMs: 0 } },
  });
  expect(announcer.getState().message).toBe('');
});

const draft = { baseUrl: 'https://x.example', clientId: 'id', clientSecret: 'hush' };

test('the answer of a test that was left says nothing of the one that runs', async () => {
  const answers: ((answer: BridgeAnswer<'connection:test'>) => void)[] = [];
  const connect = createConnectStore({
    ...new FakeBridge(() => 0).bridge,
    testConnection: () => new Promise((resolve) => answers.push(resolve)),
  });
  for (const baseUrl of ['https://x.example', 'https://y.example']) {
    connect.open('', '', false);
    connect.edit({ ...draft, baseUrl });
    void connect.test();
  }
  const [first, second] = answers;
  first?.({ ok: true, value: passedTest });
  await settled();
  expect(connect.getState()).toMatchObject({ work: 'test', test: null });
  second?.({ ok: true, value: passedTest });
  await settled();
  expect(connect.getState()).toMatchObject({ work: null, test: passedTest });
});

test.each([
  ['127.0.0.1:8443/api', 'http://127.0.0.1:8443/api'],
  ['localhost:9000', 'http://localhost:9000'],
  ['LocalHost', 'http://LocalHost'],
  ['[::1]:9000', 'http://[::1]:9000'],
  ['hk.localhost:9000', 'http://hk.localhost:9000'],
  ['api.example.com:8443', 'https://api.example.com:8443'],
  ['10.0.0.7:80', '10.0.0.7:80'],
  ['user@localhost', 'user@localhost'],
])('the address %s without a scheme is meant as %s', async (baseUrl, meant) => {
  const fake = new FakeBridge(() => 0);
  const connect = createConnectStore(fake.bridge);
  connect.open('', '', false);
  connect.edit({ ...draft, baseUrl });
  await connect.test();
  expect(fake.requestsTo('connection:test')).toMatchObject([{ baseUrl: meant }]);
});

test('a failure to connect is not said once the form was closed', async () => {
  const fake = new FakeBridge(() => 0);
  const connect = createConnectStore(fake.bridge);
  connect.open('', '', false);
  connect.edit(draft);
  fake.failing.set('connection:save', { code: 'keychain-failed', message: 'Locked.' });
  fake.hold('connection:save');
  void connect.connect();
  connect.cancel();
  fake.letGo('connection:save');
  await settled();
  expect(connect.getState()).toMatchObject({ failure: null, isEditing: false, work: null });
});

const first = '5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4';

const second = '0a1b2c3d-1f4d-4b8e-9a36-7d2c81f0e5b4';

const third = '9f8e7d6c-1f4d-4b8e-9a36-7d2c81f0e5b4';

test('what is pasted while the paste before it is being added is shown after it', async () => {
  const time = new FakeWindowTime();
  const fake = new FakeBridge(time.nowMs);
  const model = createWindowModel(fake.bridge, time);
  model.start();
  await settled();
  model.paste.paste(first);
  fake.hold('watch-list:add');
  void model.paste.watch();
  await settled();
  model.paste.paste(second);
  fake.letGo('watch-list:add');
  await settled();
  expect(model.board.getState().rows.size).toBe(1);
  expect(model.paste.getState().preview?.fresh.map(({ id }) => id)).toEqual([second]);
});

test('what is pasted while an adding fails is shown together with what could not be added', async () => {
  const time = new FakeWindowTime();
  const fake = new FakeBridge(time.nowMs);
  const model = createWindowModel(fake.bridge, time);
  model.start();
  await settled();
  model.paste.paste(first);
  fake.hold('watch-list:add');
  fake.failing.set('watch-list:add', { code: 'storage-failed', message: 'The disk is full.' });
  void model.paste.watch();
  await settled();
  model.paste.paste(second);
  model.paste.paste(third);
  fake.letGo('watch-list:add');
  await settled();
  const { preview } = model.paste.getState();
  expect(preview?.fresh.map(({ id }) => id)).toEqual([first, second, third]);
});

test('a toast that has the focus is not pushed out by newer ones', () => {
  const toasts = createToastStore(new FakeWindowTime());
  const icons = { one: 'eye', two: 'info', three: 'copy', four: 'tag', five: 'check' } as const;
  const say = (text: keyof typeof icons) => toasts.show({ icon: icons[text], text });
  for (const text of ['one', 'two', 'three'] as const) say(text);
  toasts.hold(1);
  for (const text of ['four', 'five'] as const) say(text);
  expect(toasts.getState().toasts.map(({ text }) => text)).toEqual(['one', 'four', 'five']);
});
