import { expect, test } from 'vitest';
import { inEnglish } from '../../../../../core/text/language.ts';
import { diagnosisHandlers } from '../../../../../main/engine/diagnosis/diagnosis-handlers.ts';

function handlers(recording: Iterable<string> | null) {
  const saved: string[] = [];
  const all = diagnosisHandlers({
    diagnose: () => Promise.reject(new Error('not asked for')),
    recording: () => recording,
    files: {
      save: () => Promise.reject(new Error('not asked for')),
      savePieces: async (fileName, pieces) => {
        saved.push(fileName, ...pieces);
        return { ok: true, value: { kind: 'saved', fileName } };
      },
    },
    localisation: inEnglish,
  });
  return { save: all['diagnosis:save-recording'], saved };
}

test('a recording is saved in its pieces', async () => {
  const { save, saved } = handlers(['{}\n', '[]\n']);
  expect(await save(undefined)).toMatchObject({ ok: true });
  expect(saved).toEqual(['waybell-recording.jsonl', '{}\n', '[]\n']);
});

test('where nothing is recorded, that is said and nothing is saved', async () => {
  const { save, saved } = handlers(null);
  expect(await save(undefined)).toMatchObject({
    ok: false,
    failure: { message: 'Nothing is recorded yet, so nothing was saved.' },
  });
  expect(saved).toEqual([]);
});
