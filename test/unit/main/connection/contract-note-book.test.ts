import { expect, test } from 'vitest';
import type { ConnectionState } from '../../../../core/delivery/connection.ts';
import { ContractNoteBook } from '../../../../main/connection/contract-note-book.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { MemoryContractNotes } from '../../../support/storage/memory-stores.ts';

const service = 'https://api.example.com';
const connected = (baseUrl: string, isDemo = false): ConnectionState => ({
  kind: 'connected',
  baseUrl,
  clientId: 'desk-7',
  isDemo,
});

function subject(): {
  store: MemoryContractNotes;
  clock: FakeClock;
  defects: unknown[];
  open: () => ContractNoteBook;
} {
  const store = new MemoryContractNotes();
  const clock = new FakeClock();
  const defects: unknown[] = [];
  const open = (): ContractNoteBook =>
    new ContractNoteBook({ store, clock, reportDefect: (error) => defects.push(error) });
  return { store, clock, defects, open };
}

test('counts how many answers needed each rule, and when first and last', async () => {
  const { clock, open } = subject();
  const book = open();
  book.connectionChanged(connected(service));
  const firstSeenAtMs = clock.wallMs();
  book.noted(service, ['envelope-data']);
  await clock.advance(1000);
  book.noted(service, ['envelope-data']);
  book.notedHere(['time-from-text']);
  expect(book.entries.map(({ note, count }) => [note, count])).toEqual([
    ['envelope-data', 2],
    ['time-from-text', 1],
  ]);
  expect(book.entries[0]).toMatchObject({ firstSeenAtMs, lastSeenAtMs: firstSeenAtMs + 1000 });
});

test('many answers are written once, and another start counts on', async () => {
  const { store, clock, open } = subject();
  const book = open();
  book.connectionChanged(connected(service));
  for (let count = 0; count < 100; count += 1) book.noted(service, ['currency-case']);
  expect(store.saveCount).toBe(0);
  await clock.advance(10_000);
  expect(store.saveCount).toBe(1);
  book.noted(service, ['currency-case']);
  book.flush();
  expect(clock.waitingTimers).toBe(0);
  const next = open();
  next.connectionChanged(connected(service));
  next.noted(service, ['currency-case']);
  expect(next.entries[0]).toMatchObject({ note: 'currency-case', count: 102 });
});

test('the demo’s notes are shown and never written, and the desk’s own come back after it', () => {
  const { store, open } = subject();
  const book = open();
  book.connectionChanged(connected(service));
  book.noted(service, ['envelope-data']);
  book.connectionChanged(connected('http://127.0.0.1:4000', true));
  book.noted('http://127.0.0.1:4000', ['currency-case']);
  book.noted(service, ['envelope-data']);
  expect(book.entries.map(({ note }) => note)).toEqual(['currency-case']);
  book.flush();
  expect([...store.kept.keys()]).toEqual([service]);
  book.connectionChanged(connected(service));
  expect(book.entries).toMatchObject([{ note: 'envelope-data', count: 1 }]);
});

test('the notes go with the connection that they are about', () => {
  const { store, open } = subject();
  const book = open();
  book.connectionChanged(connected(service));
  book.noted(service, ['envelope-data']);
  book.connectionChanged({ kind: 'none' });
  expect(book.entries).toEqual([]);
  expect(store.kept.size).toBe(0);
});

test('a full disk loses no count', () => {
  const { store, defects, open } = subject();
  const book = open();
  book.connectionChanged(connected(service));
  store.isDiskFull = true;
  book.noted(service, ['envelope-data']);
  book.flush();
  expect(defects).toHaveLength(1);
  store.isDiskFull = false;
  book.flush();
  expect(store.load(service)).toMatchObject([{ note: 'envelope-data', count: 1 }]);
});
