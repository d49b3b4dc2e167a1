import { expect, test } from 'vitest';
import { holdReasons } from '../../../../core/notification/notification.ts';
import { OutboxRepository } from '../../../../main/storage/outbox-repository.ts';
import { openStored, wallMs } from '../../../support/storage/stored-order.ts';
import { someNotification } from '../../../support/watched-orders.ts';

test('what was told last is read with what became of it, the newest first', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  for (const key of ['a', 'b', 'c', 'd', 'e']) outbox.put(someNotification(key));
  outbox.settle(['a'], { kind: 'shown' }, 5);
  outbox.settle(['b'], { kind: 'suppressed', reason: 'flapping' }, 5);
  outbox.settle(['c'], { kind: 'digested', reason: 'burst' }, 5);
  outbox.settle(['e'], { kind: 'failed', reason: 'no daemon' }, 6);
  expect(outbox.recent(9).map(({ notification, outcome }) => [notification.key, outcome])).toEqual([
    ['e', { kind: 'failed', reason: 'no daemon' }],
    ['d', null],
    ['c', { kind: 'digested', reason: 'burst' }],
    ['b', { kind: 'suppressed', reason: 'flapping' }],
    ['a', { kind: 'shown' }],
  ]);
  expect(outbox.recent(1)).toHaveLength(1);
});

test.each(holdReasons)('a notification that is held for %s is read with its reason', (reason) => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someNotification('a'));
  outbox.settle(['a'], { kind: 'held', reason }, 5);
  expect(outbox.recent(1).map(({ outcome }) => outcome)).toEqual([{ kind: 'held', reason }]);
});

test('a damaged notification is set aside and the others are shown', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someNotification('a'));
  outbox.put(someNotification('b'));
  sql.exec("UPDATE tellings SET telling_json = '{}' WHERE key = 'a'");
  expect(outbox.pending().map((notification) => notification.key)).toEqual(['b']);
  expect(sql.prepare('SELECT count(*) AS count FROM damaged_rows').get()).toEqual({ count: 1 });
});
