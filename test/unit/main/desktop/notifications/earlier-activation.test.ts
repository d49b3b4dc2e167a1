import { expect, test } from 'vitest';
import type { Activation } from '../../../../../main/desktop/notifications/system-notifications.ts';
import { handleActivation } from '../../../../../main/desktop/notifications/system-notifications.ts';

const order = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';

function heard(activation: Activation, held: readonly string[] = []): readonly unknown[] {
  const journal: unknown[] = [];
  handleActivation(activation, {
    isHeld: (tag) => held.includes(tag),
    clicked: (tag) => journal.push(['clicked', tag]),
    acted: (tag, index) => journal.push(['acted', tag, index]),
  });
  return journal;
}

test.each([
  [`type=click&tag=${order}`, order],
  ['type=click&tag=digest', 'digest'],
  ['type=click&tag=', null],
  ['type=click', null],
  ['', null],
  ['%%%&&&===', null],
])('the activation %j is a click on the notification %j', (args, tag) => {
  expect(heard({ type: 'click', arguments: args })).toEqual([['clicked', tag]]);
});

test('a button of an earlier run’s notification is reported as the button that it is', () => {
  const args = `type=action&action=1&tag=${order}&group=Notifications`;
  expect(heard({ type: 'action', arguments: args, actionIndex: 1 })).toEqual([['acted', order, 1]]);
});

test('what is held tells its clicks and buttons itself, and is heard of once', () => {
  const args = `type=action&action=1&tag=${order}`;
  expect(heard({ type: 'action', arguments: args, actionIndex: 1 }, [order])).toEqual([]);
  expect(heard({ type: 'click', arguments: `type=click&tag=${order}` }, [order])).toEqual([]);
});
