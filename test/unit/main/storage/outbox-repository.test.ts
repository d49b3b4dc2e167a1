import { expect, test } from 'vitest';
import { holdReasons } from '../../../../core/notification/telling.ts';
import { OutboxRepository } from '../../../../main/storage/outbox-repository.ts';
import { openStored, wallMs } from '../../../support/stored-order.ts';
import { someTelling } from '../../../support/watched-orders.ts';

test('a telling is in the outbox once, until it is settled', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someTelling('a'));
  outbox.put(someTelling('a', { isCritical: true }));
  outbox.put(someTelling('b', { orderId: null }));
  expect(outbox.pending()).toEqual([someTelling('a'), someTelling('b', { orderId: null })]);
  expect(outbox.pending(new Set(['a'])).map((telling) => telling.key)).toEqual(['b']);
  outbox.settle(['a'], { kind: 'shown' }, 5);
  outbox.put(someTelling('a'));
  expect(outbox.pending().map((telling) => telling.key)).toEqual(['b']);
  outbox.settle(['a'], { kind: 'failed', reason: 'no daemon' }, 6);
  expect(sql.prepare("SELECT outcome, outcome_reason FROM tellings WHERE key = 'a'").get()).toEqual(
    { outcome: 'failed', outcome_reason: 'no daemon' },
  );
});

test('a telling that is held back waits apart from the pending ones, with its reason', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someTelling('a'));
  outbox.put(someTelling('b'));
  outbox.settle(['a'], { kind: 'held', reason: 'quietHours' }, 5);
  expect(outbox.pending().map((telling) => telling.key)).toEqual(['b']);
  expect(outbox.held()).toEqual([{ telling: someTelling('a'), reason: 'quietHours' }]);
  outbox.settle(['a'], { kind: 'digested', reason: 'quiet' }, 6);
  expect(outbox.held()).toEqual([]);
});

test.each(holdReasons)(
  'a telling that is held because of %s is there again after a restart',
  (reason) => {
    const { sql } = openStored();
    const before = new OutboxRepository(sql, wallMs);
    before.put(someTelling('a'));
    before.settle(['a'], { kind: 'held', reason }, 5);
    const outbox = new OutboxRepository(sql, wallMs);
    expect(outbox.held()).toEqual([{ telling: someTelling('a'), reason }]);
    expect(outbox.recent(1)).toEqual([
      { telling: someTelling('a'), outcome: { kind: 'held', reason } },
    ]);
  },
);

test('what was told last is read with what became of it, the newest first', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  for (const key of ['a', 'b', 'c', 'd']) outbox.put(someTelling(key));
  outbox.settle(['a'], { kind: 'shown' }, 5);
  outbox.settle(['b'], { kind: 'suppressed', reason: 'flapping' }, 5);
  outbox.settle(['c'], { kind: 'digested', reason: 'burst' }, 5);
  expect(outbox.recent(9).map(({ telling, outcome }) => [telling.key, outcome])).toEqual([
    ['d', null],
    ['c', { kind: 'digested', reason: 'burst' }],
    ['b', { kind: 'suppressed', reason: 'flapping' }],
    ['a', { kind: 'shown' }],
  ]);
  expect(outbox.recent(1)).toHaveLength(1);
});

test('a damaged telling is set aside and the others are told', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someTelling('a'));
  outbox.put(someTelling('b'));
  sql.exec("UPDATE tellings SET telling_json = '{}' WHERE key = 'a'");
  expect(outbox.pending().map((telling) => telling.key)).toEqual(['b']);
  expect(sql.prepare('SELECT count(*) AS count FROM damaged_rows').get()).toEqual({ count: 1 });
});
