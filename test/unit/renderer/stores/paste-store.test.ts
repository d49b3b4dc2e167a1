import { expect, test } from 'vitest';
import { createWindowModel } from '../../../../renderer/window-model.ts';
import { FakeBridge } from '../../../browser/support/fake-bridge.ts';
import { FakeWindowTime, settled } from '../support/fake-window-time.ts';

const first = '5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4';
const second = '0a1b2c3d-1f4d-4b8e-9a36-7d2c81f0e5b4';

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
