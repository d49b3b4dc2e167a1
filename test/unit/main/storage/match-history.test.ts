import { expect, onTestFinished, test } from 'vitest';
import type { UpdateKind } from '../../../../core/order/order-update.ts';
import { openDatabase } from '../../../../main/storage/database.ts';
import { matchHistory } from '../../../../main/storage/match-history.ts';
import { WatchRepository } from '../../../../main/storage/watch-repository.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { orderIdAt, someUpdate, someWatched } from '../../../support/watched-orders.ts';

function found(orderId: number, seenAtMs: number, isMatch: boolean) {
  return { orderId: orderIdAt(orderId), addedAtMs: 100, seenAtMs, isMatch };
}

test('matches and releases since a time come back, oldest first, and nothing else', () => {
  const opened = openDatabase(temporaryFolder());
  onTestFinished(() => opened.close());
  const { sql } = opened;
  const repository = new WatchRepository(sql, () => 0);
  const seen = (index: number, seenAtMs: number, ...kinds: UpdateKind[]): void => {
    const id = orderIdAt(index);
    const update = someUpdate(id, { seenAtMs, kinds });
    repository.save([{ watched: someWatched(id, { addedAtMs: 100 }), update, tellings: [] }]);
  };
  seen(1, 1000, 'order_matched');
  seen(1, 2000, 'order_released');
  seen(2, 3000, 'courier_moved');
  seen(1, 4000, 'order_released', 'order_matched');
  expect(matchHistory(sql)(0)).toEqual([
    found(1, 1000, true),
    found(1, 2000, false),
    found(1, 4000, true),
  ]);
  expect(matchHistory(sql)(2000)).toEqual([found(1, 2000, false), found(1, 4000, true)]);
});
