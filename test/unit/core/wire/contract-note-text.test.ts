import { expect, test } from 'vitest';
import {
  contractNoteSentence,
  contractNotesExport,
  isServiceNote,
} from '../../../../core/wire/contract-note-text.ts';
import type { ContractNoteEntry } from '../../../../core/wire/contract-notes.ts';

const entry: ContractNoteEntry = {
  note: 'envelope-data',
  count: 1,
  firstSeenAtMs: Date.UTC(2026, 2, 2),
  lastSeenAtMs: Date.UTC(2026, 2, 3),
};

test('a rule says in plain words what the service does', () => {
  expect(contractNoteSentence('envelope-data', 'en')).toBe('The order comes inside “data”.');
  expect(isServiceNote('envelope-data')).toBe(true);
  expect(isServiceNote('constructor')).toBe(false);
});

test('the export names rule, meaning, count and times, for people and for programs', () => {
  expect(contractNotesExport([entry], 'text', 'en')).toContain(
    'envelope-data\n  The order comes inside “data”.\n  1 answer, first 2026-03-02T00:00:00.000Z, last 2026-03-03T00:00:00.000Z\n',
  );
  expect(JSON.parse(contractNotesExport([entry], 'json', 'en'))).toMatchObject({
    rules: [{ rule: 'envelope-data', count: 1, lastSeen: '2026-03-03T00:00:00.000Z' }],
  });
  expect(contractNotesExport([], 'text', 'en')).toBe(
    'Every answer so far was as the contract says.\n',
  );
});
