import { expect, test } from 'vitest';
import type { BridgeAnswer } from '../../../../core/bridge/bridge.ts';
import { createConnectStore } from '../../../../renderer/stores/settings/connect-store.ts';
import { FakeBridge, passedTest } from '../../../browser/support/fake-bridge.ts';
import { settled } from '../support/fake-window-time.ts';

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
