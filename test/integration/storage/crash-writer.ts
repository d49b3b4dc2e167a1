import { openDatabase } from '../../../main/engine/storage/database.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import {
  orderIdAt,
  someOrder,
  someNotification,
  someUpdate,
  someWatched,
} from '../../support/watched-orders.ts';

/*
 * A process that writes until it is killed. After each transaction it prints the transaction's number,
 * and after each notification that it "shows" the notification's key: what was printed was acknowledged.
 */

const orders = 10;
const opened = openDatabase(process.argv[2] ?? '');
const repository = new WatchRepository(opened.sql, Date.now);
const outbox = new OutboxRepository(opened.sql, Date.now);
// As in main/engine/notify/notifier.ts: a notification in doubt is not shown again, one quiet card names it.
outbox.settle(
  outbox.inDoubt().map(({ key }) => key),
  { kind: 'digested', reason: 'inDoubt' },
  0,
);
const known = repository.load();
let number = Math.max(0, ...known.map((watched) => watched.observedAtMs ?? 0));

/** Writes synchronously, so that a printed line has left the process. */
function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function work(): void {
  for (let round = 0; round < 20; round += 1) {
    number += 1;
    repository.save(
      Array.from({ length: orders }, (_, index) => ({
        watched: someWatched(orderIdAt(index), {
          observedAtMs: number,
          order: someOrder(orderIdAt(index), { noteToCourier: `note ${number}` }),
        }),
        rawJson: JSON.stringify({ number }),
        update: someUpdate(orderIdAt(index), { seenAtMs: number }),
        notifications: [someNotification(`${number}:${index}`, { orderId: orderIdAt(index) })],
      })),
    );
    print(`stored ${number}`);
  }
  for (const notification of outbox.pending().slice(0, 50)) {
    outbox.beginShowing([notification.key]);
    print(`shown ${notification.key}`);
    outbox.settle([notification.key], { kind: 'shown' }, number);
    print(`settled ${notification.key}`);
  }
  setImmediate(work);
}

work();
