import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { HistoryRepository } from '../../../main/engine/storage/history-repository.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt } from '../../support/watched-orders.ts';

/* A thousand rounds with ten thousand orders: npm run bench -- kills */
const rounds = 8;
const orders = 10;

interface Acknowledged {
  stored: number;
  readonly shown: string[];
  readonly settled: Set<string>;
}

/** Runs the writer and kills it after this many lines. */
async function crashAfter(folder: string, lines: number, into: Acknowledged): Promise<void> {
  const writer = fileURLToPath(new URL('crash-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let count = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [what, which = ''] = line.split(' ');
    if (what === 'stored') into.stored = Number(which);
    if (what === 'shown') into.shown.push(which);
    if (what === 'settled') into.settled.add(which);
    count += 1;
    if (count >= lines) child.kill('SIGKILL');
  }
  await exited;
}

test(
  `fault 53: ${rounds} times killed in mid write, nothing acknowledged is lost, torn or told twice`,
  async () => {
    const folder = temporaryFolder();
    const acknowledged: Acknowledged = { stored: 0, shown: [], settled: new Set() };
    for (let round = 1; round <= rounds; round += 1) {
      await crashAfter(folder, 5 + ((round * 37) % 90), acknowledged);
      const opened = openDatabase(folder);
      expect(opened).toMatchObject({ setAside: null, fault: null });
      const list = new WatchRepository(opened.sql, Date.now).load();
      const numbers = new Set(list.map((watched) => watched.observedAtMs ?? 0));
      expect(numbers.size).toBe(1);
      const [number = 0] = numbers;
      expect(number).toBeGreaterThanOrEqual(acknowledged.stored);
      expect(list[0]?.order?.noteToCourier).toBe(`note ${number}`);
      const history = new HistoryRepository(opened.sql, Date.now);
      const updates = history.timeline(orderIdAt(3), 1_000_000).length - 1;
      expect(updates).toBe(number);
      const pending = new OutboxRepository(opened.sql, Date.now).pending();
      const stored = opened.sql.prepare('SELECT count(*) AS count FROM notifications').get();
      expect(stored).toEqual({ count: number * orders });
      for (const { key } of pending) expect(acknowledged.settled.has(key)).toBe(false);
      opened.close();
    }
    expect(new Set(acknowledged.shown).size).toBe(acknowledged.shown.length);
  },
  60_000 + rounds * 30_000,
);
