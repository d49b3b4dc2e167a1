import { expect, test } from 'vitest';
import type { ConnectionState } from '../../../../../core/delivery/connection.ts';
import { ContractNoteCounter } from '../../../../../main/engine/connection/contract-note-counter.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { MemoryContractNotes } from '../../../../support/storage/memory-stores.ts';

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
  open: () => ContractNoteCounter;
} {
  const store = new MemoryContractNotes();
  const clock = new FakeClock();
  const defects: unknown[] = [];
  const open = (): ContractNoteCounter =>
    new ContractNoteCounter({ store, clock, reportDefect: (error) => defects.push(error) });
  return { store, clock, defects, open };
}

test('counts how many answers needed each rule, and when first and last', async () => {
  const { clock, open } = subject();
  const counter = open();
  counter.connectionChanged(connected(service));
  const firstSeenAtMs = clock.wallMs();
  counter.noted(['envelope-data'], service);
  await clock.advance(1000);
  counter.noted(['envelope-data'], service);
  counter.noted(['time-from-text']);
  expect(counter.entries.map(({ note, count }) => [note, count])).toEqual([
    ['envelope-data', 2],
    ['time-from-text', 1],
  ]);
  expect(counter.entries[0]).toMatchObject({ firstSeenAtMs, lastSeenAtMs: firstSeenAtMs + 1000 });
});

test('at most fifty unknown fields are counted by their names, also after another start', () => {
  const { open } = subject();
  const [counter, next] = [open(), open()];
  for (const one of [counter, next]) {
    one.connectionChanged(connected(service));
    for (let field = 0; field < 60; field += 1)
      one.noted([`field-unknown f${field}`, 'field-unknown']);
    one.flush();
  }
  expect(next.entries).toHaveLength(51);
  expect(next.entries[0]).toMatchObject({ note: 'field-unknown', count: 120 });
  expect(next.entries.at(-1)).toMatchObject({ note: 'field-unknown f9', count: 2 });
});

test('many answers are written once, and another start counts on', async () => {
  const { store, clock, open } = subject();
  const counter = open();
  counter.connectionChanged(connected(service));
  for (let count = 0; count < 100; count += 1) counter.noted(['currency-case'], service);
  expect(store.saveCount).toBe(0);
  await clock.advance(10_000);
  expect(store.saveCount).toBe(1);
  counter.noted(['currency-case'], service);
  counter.flush();
  expect(clock.waitingTimers).toBe(0);
  const next = open();
  next.connectionChanged(connected(service));
  next.noted(['currency-case'], service);
  expect(next.entries[0]).toMatchObject({ note: 'currency-case', count: 102 });
});

test('the demo’s notes are shown and never written, and those of the stored service come back after it', () => {
  const { store, open } = subject();
  const counter = open();
  counter.connectionChanged(connected(service));
  counter.noted(['envelope-data'], service);
  counter.connectionChanged(connected('http://127.0.0.1:4000', true));
  counter.noted(['currency-case'], 'http://127.0.0.1:4000');
  counter.noted(['envelope-data'], service);
  expect(counter.entries.map(({ note }) => note)).toEqual(['currency-case']);
  counter.flush();
  expect([...store.kept.keys()]).toEqual([service]);
  counter.connectionChanged(connected(service));
  expect(counter.entries).toMatchObject([{ note: 'envelope-data', count: 1 }]);
});

test('the notes go with the connection that they are about', () => {
  const { store, open } = subject();
  const counter = open();
  counter.connectionChanged(connected(service));
  counter.noted(['envelope-data'], service);
  counter.connectionChanged({ kind: 'none' });
  expect(counter.entries).toEqual([]);
  expect(store.kept.size).toBe(0);
});

test('a full disk loses no count', () => {
  const { store, defects, open } = subject();
  const counter = open();
  counter.connectionChanged(connected(service));
  store.isDiskFull = true;
  counter.noted(['envelope-data'], service);
  counter.flush();
  expect(defects).toHaveLength(1);
  store.isDiskFull = false;
  counter.flush();
  expect(store.load(service)).toMatchObject([{ note: 'envelope-data', count: 1 }]);
});
