import { writeSync } from 'node:fs';
import { journalLines } from '../../main/cli/line-journal.ts';
import { openDatabase } from '../../main/storage/database.ts';
import { LineRepository } from '../../main/storage/line-repository.ts';
import { OutboxRepository } from '../../main/storage/outbox-repository.ts';
import { WatchRepository } from '../../main/storage/watch-repository.ts';
import { killRecords, ordersPerTransaction } from './kills-model.ts';

/*
 * A process that writes until it is killed: `kills-writer.ts FOLDER ORDERS NEXT`, where NEXT is the
 * number of its first transaction. What it printed was acknowledged:
 *
 *   ready       the database is open and as it should be
 *   stored N    transaction N is written: states, updates, tellings and lines
 *   show KEY    the telling is on the screen
 *   settled KEY that it was shown is written
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
const outbox = new OutboxRepository(sql, Date.now);
const listed = repository.load().length;
if (listed !== orderCount) {
  print(`damaged ${listed} of ${orderCount} orders are on the list`);
  process.exit(1);
}
print('ready');

let number = Number(nextText);
function work(): void {
  for (let turn = 0; turn < 4; turn += 1) {
    repository.save(killRecords(number, orderCount));
    print(`stored ${number}`);
    number += 1;
  }
  for (const { key } of outbox.pending().slice(0, ordersPerTransaction * 4)) {
    print(`show ${key}`);
    outbox.settle(key, { kind: 'shown' }, number);
    print(`settled ${key}`);
  }
  // About what a thousand orders a second bring; without a pause the database would soon be gigabytes.
  setTimeout(work, 5);
}
work();
