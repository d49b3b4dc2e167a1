import { describe, expect, onTestFinished, test } from 'vitest';
import {
  digestReasons,
  holdReasons,
  suppressReasons,
  notificationEvents,
  type NotificationOutcome,
} from '../../core/notification/notification.ts';
import type { NotificationHistory, Outbox } from '../../main/engine/notify/ports.ts';
import { openDatabase } from '../../main/engine/storage/database.ts';
import { OutboxRepository } from '../../main/engine/storage/outbox-repository.ts';
import { FailingOutbox } from '../support/storage/failing-outbox.ts';
import { wallMs } from '../support/storage/stored-order.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { someNotification } from '../support/watched-orders.ts';

/** What is the same in memory and in the database. */
type SharedOutbox = Outbox & Pick<NotificationHistory, 'latestOfKind'>;

/** An outbox with the disk below it. */
interface Subject {
  readonly outbox: SharedOutbox;
  /** The same outbox as the next process finds it. */
  readonly reopen: () => SharedOutbox;
  /** Whether writes fail, in the middle where they have several parts. */
  readonly refuse: (isRefusing: boolean) => void;
}

function inMemory(): Subject {
  const outbox = new FailingOutbox();
  return { outbox, reopen: () => outbox, refuse: (isRefusing) => (outbox.isBroken = isRefusing) };
}

function inDatabase(): Subject {
  const opened = openDatabase(temporaryFolder());
  onTestFinished(() => opened.close());
  const { sql } = opened;
  const reopen = (): SharedOutbox => new OutboxRepository(sql, wallMs);
  const refuse = (isRefusing: boolean): void =>
    sql.exec(
      isRefusing
        ? `CREATE TRIGGER refuse BEFORE UPDATE ON notifications WHEN new.key = 'b'
          BEGIN SELECT RAISE(ABORT, 'full'); END`
        : 'DROP TRIGGER refuse',
    );
  return { outbox: reopen(), reopen, refuse };
}

const outcomes: readonly NotificationOutcome[] = [
  { kind: 'shown' },
  ...digestReasons.map((reason) => ({ kind: 'digested', reason }) as const),
  ...suppressReasons.map((reason) => ({ kind: 'suppressed', reason }) as const),
  { kind: 'failed', reason: 'no daemon' },
];

const keys = (notifications: readonly { readonly key: string }[]) =>
  notifications.map(({ key }) => key);

describe.each([
  ['in memory', inMemory],
  ['in the database', inDatabase],
])('an outbox %s', (_where, open) => {
  test('holds a notification once and for ever, the oldest first', () => {
    const { outbox, reopen } = open();
    const orderless = someNotification('b', { orderId: null });
    outbox.put(someNotification('a'));
    outbox.put(someNotification('a', { isCritical: true }));
    outbox.put(orderless);
    expect(outbox.pending()).toEqual([someNotification('a'), orderless]);
    expect(outbox.pending(new Set(['a']))).toEqual([orderless]);
    expect([outbox.has('a'), outbox.has('c')]).toEqual([true, false]);
    outbox.settle(['a'], { kind: 'shown' }, 5);
    outbox.put(someNotification('a'));
    expect(reopen().pending()).toEqual([orderless]);
  });

  test.each(notificationEvents)('gives a notification of %s back as it was put', (event) => {
    const { outbox, reopen } = open();
    const notification = someNotification('a', { event, isCritical: true, sound: 'system' });
    outbox.put(notification);
    expect(reopen().pending()).toEqual([notification]);
  });

  test.each(holdReasons)('holds a notification back for %s until it is settled again', (reason) => {
    const { outbox, reopen } = open();
    for (const key of ['a', 'b', 'c']) outbox.put(someNotification(key));
    outbox.settle(['c', 'a'], { kind: 'held', reason }, 5);
    const next = reopen();
    expect(keys(next.pending())).toEqual(['b']);
    expect(next.held()).toEqual([
      { notification: someNotification('a'), reason },
      { notification: someNotification('c'), reason },
    ]);
    next.settle(['a'], { kind: 'digested', reason: 'quiet' }, 6);
    next.beginShowing(['c']);
    expect(next.held()).toEqual([]);
    expect(keys(next.inDoubt())).toEqual(['c']);
  });

  test.each(outcomes)('is done with a notification that was settled: %o', (outcome) => {
    const { outbox, reopen } = open();
    outbox.put(someNotification('a'));
    outbox.settle(['a'], outcome, 5);
    const next = reopen();
    expect([next.pending(), next.held(), next.inDoubt()]).toEqual([[], [], []]);
  });

  test('has a notification in doubt from the beginning of its showing until it is settled', () => {
    const { outbox, reopen } = open();
    for (const key of ['a', 'b', 'c']) outbox.put(someNotification(key));
    outbox.beginShowing(['c', 'a']);
    const next = reopen();
    expect(keys(next.pending())).toEqual(['b']);
    expect(next.inDoubt()).toEqual([someNotification('a'), someNotification('c')]);
    next.settle(['a'], { kind: 'shown' }, 5);
    next.settle(['c'], { kind: 'held', reason: 'screenLocked' }, 5);
    expect(next.inDoubt()).toEqual([]);
    expect(keys(next.pending())).toEqual(['b']);
  });

  test('knows nothing of keys that were never put', () => {
    const { outbox, reopen } = open();
    outbox.settle(['a'], { kind: 'held', reason: 'snoozed' }, 5);
    outbox.beginShowing(['b']);
    expect([outbox.held(), outbox.inDoubt()]).toEqual([[], []]);
    outbox.put(someNotification('a'));
    expect(keys(reopen().pending())).toEqual(['a']);
  });

  test('knows the latest notification about the program of some kinds, whatever became of it', () => {
    const { outbox, reopen } = open();
    const lost = someNotification('connectionLost:1', { event: 'connectionLost', orderId: null });
    const next = { ...lost, key: 'connectionLost:2' };
    expect(outbox.latestOf(['connectionLost'])).toBeNull();
    outbox.put(lost);
    outbox.put(next);
    outbox.put(someNotification('selfTest:3', { event: 'selfTest', orderId: null }));
    outbox.put(someNotification('connectionLost:4', { event: 'connectionLost' }));
    outbox.settle(['connectionLost:2'], { kind: 'shown' }, 5);
    expect(reopen().latestOf(['connectionLost', 'connectionRestored'])).toEqual(next);
    expect(reopen().latestOf(['connectionRestored'])).toBeNull();
  });

  test('knows the latest notifications of a kind, the newest first, whatever became of them', () => {
    const { outbox, reopen } = open();
    for (const key of ['a', 'b', 'c']) {
      outbox.put(someNotification(key, { event: 'probablyLate' }));
    }
    outbox.put(someNotification('d'));
    outbox.settle(['b'], { kind: 'shown' }, 5);
    outbox.settle(['c'], { kind: 'held', reason: 'snoozed' }, 5);
    const next = reopen();
    expect(keys(next.latestOfKind('probablyLate', 2))).toEqual(['c', 'b']);
    expect(next.latestOfKind('probablyLate', 9)[2]).toEqual(
      someNotification('a', { event: 'probablyLate' }),
    );
    expect(next.latestOfKind('longWait', 9)).toEqual([]);
  });

  test('that refuses a write keeps none of it', () => {
    const { outbox, reopen, refuse } = open();
    outbox.put(someNotification('a'));
    outbox.put(someNotification('b'));
    refuse(true);
    expect(() => outbox.settle(['a', 'b'], { kind: 'shown' }, 5)).toThrow('full');
    expect(() => outbox.beginShowing(['a', 'b'])).toThrow('full');
    refuse(false);
    expect(keys(reopen().pending())).toEqual(['a', 'b']);
    expect(reopen().inDoubt()).toEqual([]);
  });
});
