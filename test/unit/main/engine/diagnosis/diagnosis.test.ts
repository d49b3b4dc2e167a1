import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isWell } from '../../../../../core/delivery/diagnosis.ts';
import { DeliveryError } from '../../../../../core/delivery/delivery-failure.ts';
import { diagnosisText } from '../../../../../core/delivery/diagnosis-text.ts';
import type { DiagnosisParts } from '../../../../../main/engine/diagnosis/diagnosis.ts';
import { diagnose } from '../../../../../main/engine/diagnosis/diagnosis.ts';
import { lastTroubles } from '../../../../../main/engine/diagnosis/log-troubles.ts';
import { checkDatabase } from '../../../../../main/engine/storage/database.ts';
import { openDatabase } from '../../../../../main/engine/storage/database.ts';
import { someDiagnosisParts } from '../../../../support/operating/diagnosis-parts.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const broken = (): Promise<never> => Promise.reject(new Error('broken'));

const line = (fields: object) =>
  `${JSON.stringify({ at: '2026-11-21T06:00:00.000Z', level: 'error', ...fields })}\n`;

test('a computer on which everything works is well', async () => {
  const folder = temporaryFolder();
  openDatabase(folder).close();
  const diagnosis = await diagnose(someDiagnosisParts(folder));
  expect(isWell(diagnosis)).toBe(true);
  const text = diagnosisText(diagnosis, 'en');
  expect(text).toContain('Name look-up: 2 addresses (9 ms)');
  expect(text).toContain('Shown by: dunst 1.12.2');
  expect(text).toMatch(/Schema: (\d+) of \1/);
});

/** The report of a computer on which all works, as text. */
async function reportText(changed: Partial<DiagnosisParts>): Promise<string> {
  const diagnosis = await diagnose(someDiagnosisParts(temporaryFolder(), changed));
  return diagnosisText(diagnosis, changed.language ?? 'en');
}

test('what the service does its own way is part of the report, in both languages', async () => {
  const seen = { firstSeenAtMs: Date.UTC(2026, 10, 20), lastSeenAtMs: Date.UTC(2026, 10, 21) };
  const contractNotes = () =>
    [
      { note: 'kind-unknown', count: 3, ...seen },
      { note: 'field-unknown pickup.arrived_at', count: 1, ...seen },
    ] as const;
  const english = await reportText({ contractNotes });
  expect(english).toMatch(/kind-unknown: .* \(3 times, first 2026-11-20, last 2026-11-21\)/);
  expect(english).toMatch(/field-unknown pickup\.arrived_at: The field .* \(once, /);
  const chinese = await reportText({ contractNotes, language: 'zh-Hant' });
  expect(chinese).toMatch(/kind-unknown：.*（3 次，最早 2026-11-20，最近 2026-11-21）/);
  expect(await reportText({})).toContain('Every answer so far was as the contract says.');
});

test('whatever is broken is a line of the report and never its end', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'waybell.db'), 'this is no database at all, only some text');
  const diagnosis = await diagnose(
    someDiagnosisParts(folder, {
      canWriteProfile: () => {
        throw new Error('no stat');
      },
      askKeychain: async () => 'locked',
      notifications: broken,
      isTrayThere: broken,
      connection: async () => ({
        baseUrl: 'https://api.example.com',
        steps: [
          {
            name: 'look-up',
            state: 'failed',
            elapsedMs: 3,
            failure: new DeliveryError('dns-failed'),
            certificate: null,
          },
        ],
      }),
    }),
  );
  expect(isWell(diagnosis)).toBe(false);
  const bad = diagnosis.findings.filter(({ state }) => state === 'bad').map(({ area }) => area);
  expect(new Set(bad)).toEqual(
    new Set(['files', 'database', 'keychain', 'notifications', 'tray', 'connection']),
  );
});

test('no canary of a person or a secret gets into a report', async () => {
  const folder = temporaryFolder();
  const canaries = [
    'Canary Courier',
    '+852 5512 3047',
    'canary-secret-51e1',
    'canary-token-77aa',
    'Flat 9, Canary Wharf Road',
    'canary-user',
    'canary-host',
    'dispatcher@canary.example',
  ];
  const log = canaries.flatMap((canary) => [
    line({ event: 'leak', code: canary, reason: canary, name: canary, places: canary }),
    line({ event: canary, code: 'timeout' }),
    `${canary}\n`,
  ]);
  writeFileSync(join(folder, 'waybell.log'), log.join(''));
  const diagnosis = await diagnose(
    someDiagnosisParts(folder, {
      profileDir: '/home/canary-user/.config/Waybell',
      program: [['System', 'linux on CANARY-HOST of canary-user']],
    }),
  );
  const report = diagnosisText(diagnosis, 'en') + JSON.stringify(diagnosis);
  for (const canary of canaries) {
    expect(report.toLowerCase()).not.toContain(canary.toLowerCase());
  }
  expect(report).toContain('~/.config/Waybell');
});

test('the log’s last troubles are told newest first, with codes and counts alone', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'logs', 'waybell.log');
  mkdirSync(join(folder, 'logs'));
  const lines = Array.from({ length: 40 }, (_, index) =>
    JSON.stringify({
      at: `2026-11-21T06:00:${String(index).padStart(2, '0')}.000Z`,
      level: index % 2 === 0 ? 'warn' : 'info',
      event: 'checkFailed',
      code: 'timeout',
      repeated: index,
    }),
  );
  writeFileSync(path, `${'x'.repeat(300_000)}\n${lines.join('\n')}\nhalf a li`);
  const troubles = lastTroubles(path);
  expect(troubles).toHaveLength(20);
  expect(troubles[0]).toEqual({
    at: '2026-11-21T06:00:38.000Z',
    level: 'warn',
    event: 'checkFailed',
    facts: { code: 'timeout', repeated: 38 },
  });
  expect(lastTroubles(join(folder, 'absent.log'))).toEqual([]);
});

test('looking at a database changes nothing, whatever state it is in', () => {
  const folder = temporaryFolder();
  expect(checkDatabase(folder).state).toBe('absent');
  openDatabase(folder).close();
  expect(checkDatabase(folder)).toMatchObject({
    state: 'ok',
    orders: 0,
    backups: [],
    setAside: [],
  });
  writeFileSync(join(folder, 'waybell-damaged-2026-01-01T00-00-00.db'), '');
  expect(checkDatabase(folder).setAside).toHaveLength(1);
  expect(checkDatabase(join(folder, 'nowhere')).state).toBe('absent');
});
