import { expect, test } from 'vitest';
import type { ArchiveChoice } from '../../../../../core/watch/archive.ts';
import { defaultWaitRules } from '../../../../../core/watch/order-waits.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { ArchiveChoices, Archiver } from '../../../../../main/engine/board/archive.ts';
import { SeenOrders } from '../../../../../main/engine/board/seen-orders.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';

const [cancelled, kept] = [orderIdAt(1), orderIdAt(2)];

/** A cancelled order that was not looked at, and one that was put back on the list by hand. */
function archived() {
  const clock = new FakeClock();
  const orders = new Map<OrderId, WatchedOrder>();
  for (const id of [cancelled, kept]) {
    const order = someOrder(id, { status: { raw: 'cancelled', phase: 'cancelled' } });
    orders.set(id, someWatched(id, { order, statusSinceMs: clock.wallMs(), unseenCount: 2 }));
  }
  const stored = new Map<OrderId, ArchiveChoice>([[kept, 'kept']]);
  let isRefusing = false;
  const choices = new ArchiveChoices({
    load: () => stored,
    count: () => 0,
    save(changes) {
      if (isRefusing) throw new Error('disk full');
      for (const [id, choice] of changes) {
        if (choice === null) stored.delete(id);
        else stored.set(id, choice);
      }
    },
  });
  const seenOrders = new SeenOrders({
    clock,
    watch: {
      changeSeen(ids, next) {
        for (const id of ids) {
          const watched = orders.get(id);
          if (watched !== undefined) orders.set(id, { ...watched, ...next(watched) });
        }
      },
    },
    waitRules: () => defaultWaitRules,
    seen: () => undefined,
  });
  const archiver = new Archiver({ choices, seenOrders, watch: { load: () => undefined } });
  const now = () => ({ orders: new Map(orders), stored: new Map(stored) });
  return { archiver, choices, now, refuse: () => (isRefusing = true) };
}

test.each([true, false])(
  'taking back restores choices and attention exactly (%s)',
  (isArchived) => {
    const { archiver, choices, now } = archived();
    const before = now();
    const act = archiver.archive([cancelled, kept], isArchived);
    const choice = isArchived ? 'archived' : 'kept';
    expect([cancelled, kept].map((id) => choices.choiceOf(id))).toEqual([choice, choice]);
    expect(now().orders.get(cancelled)?.unseenCount).toBe(isArchived ? 0 : 2);
    expect(archiver.undo(act)).toEqual([cancelled, kept]);
    expect(now()).toEqual(before);
    expect(choices.choiceOf(cancelled)).toBeNull();
    expect(() => archiver.undo(act)).toThrow(RangeError);
  },
);

test('nothing changes while the disk refuses', () => {
  const { archiver, choices, now, refuse } = archived();
  const before = now();
  refuse();
  expect(() => archiver.archive([cancelled], true)).toThrow('disk full');
  expect(now()).toEqual(before);
  expect(choices.choiceOf(cancelled)).toBeNull();
});
