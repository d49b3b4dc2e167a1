import { writeSync } from 'node:fs';
import { journalLines } from '../../../main/engine/lines/line-event.ts';
import { RetryingOutbox } from '../../../main/engine/notify/retrying-outbox.ts';
import type { Outbox } from '../../../main/engine/notify/ports.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { LineRepository } from '../../../main/engine/storage/line-repository.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { plainNotifier } from '../../support/notify/plain-notifier.ts';
import { killRecords } from './model.ts';

/*
 * A process that writes until it is killed: `kills/writer.ts FOLDER ORDERS NEXT`, where NEXT is the number
 * of its first transaction. What it printed was acknowledged:
 *
 *   ready          the database is open and as it should be
 *   stored N       transaction N is written: states, updates, notifications and lines
 *   show KEY...    a notification that tells these is on the screen
 *   named KEY...   the card is on the screen that names what may not have been shown
 *   settled KEY... how these ended is written
 */

const [folder = '', ordersText = '', nextText = ''] = process.argv.slice(2);
const orderCount = Number(ordersText);

function print(line: string): void {
  writeSync(1, `${line}\n`);
}

const opened = openDatabase(folder);
if (opened.setAside !== null || opened.fault !== null) {
  print(`damaged ${opened.setAside?.reason ?? opened.fault}`);
  process.exit(1);
}
const { sql } = opened;
const journal = journalLines(new LineRepository(sql), { showsPhones: false });
const repository = new WatchRepository(sql, Date.now, journal);
const stored = new OutboxRepository(sql, Date.now);
const listed = repository.load().length;
if (listed !== orderCount) {
  print(`damaged ${listed} of ${orderCount} orders are on the list`);
  process.exit(1);
}
print('ready');

/** What the next card tells, and whether it only names it. */
let onCard: { readonly word: 'show' | 'named'; readonly keys: readonly string[] } | null = null;
const outbox: Outbox = {
  pending: (known) => stored.pending(known),
  held: () => stored.held(),
  inDoubt: () => stored.inDoubt(),
  latestOf: (events) => stored.latestOf(events),
  has: (key) => stored.has(key),
  put: (notification) => stored.put(notification),
  beginShowing(keys) {
    stored.beginShowing(keys);
    onCard = { word: 'show', keys };
  },
  settle(keys, outcome, atMs) {
    stored.settle(keys, outcome, atMs);
    if (outcome.kind === 'digested' && outcome.reason === 'inDoubt')
      onCard = { word: 'named', keys };
    else print(`settled ${keys.join(' ')}`);
  },
};
const clock = new SystemClock();
const notifier = plainNotifier({
  outbox: new RetryingOutbox(outbox, clock),
  desktop: {
    show: () =>
      print(onCard === null ? 'shown without a word' : `${onCard.word} ${onCard.keys.join(' ')}`),
    close: () => undefined,
    isHeld: () => true,
    programEnds: () => undefined,
  },
  clock,
  decision: () => ({ kind: 'show', isQuiet: false }),
});
notifier.start();

let number = Number(nextText);
function work(): void {
  for (let turn = 0; turn < 4; turn += 1) {
    repository.save(killRecords(number, orderCount));
    print(`stored ${number}`);
    number += 1;
    notifier.notificationsStored();
  }
  // About what a thousand orders a second bring; without a pause the database would soon be gigabytes.
  setTimeout(work, 5);
}
work();
