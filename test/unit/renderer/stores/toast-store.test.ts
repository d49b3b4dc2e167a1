import { expect, test } from 'vitest';
import { createToastStore } from '../../../../renderer/stores/toast-store.ts';
import { FakeWindowTime } from '../support/fake-window-time.ts';

test('a toast that has the focus is not pushed out by newer ones', () => {
  const toasts = createToastStore(new FakeWindowTime());
  const say = (text: string) => toasts.show({ icon: 'info', text, subject: null });
  for (const text of ['one', 'two', 'three']) say(text);
  toasts.hold(1);
  for (const text of ['four', 'five']) say(text);
  expect(toasts.getState().toasts.map(({ text }) => text)).toEqual(['one', 'four', 'five']);
});
