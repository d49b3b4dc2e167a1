import { expect, test } from 'vitest';
import type { Diagnosis } from '../../../../core/delivery/diagnosis.ts';
import { diagnosisText } from '../../../../core/delivery/diagnosis-text.ts';

const diagnosis: Diagnosis = {
  format: 'waybell-diagnosis',
  version: 1,
  madeAt: '2026-11-21T06:00:00.000Z',
  findings: [
    { area: 'program', name: 'Waybell', state: 'fact', value: '0.1.0', elapsedMs: null },
    { area: 'files', name: 'Folder', state: 'good', value: 'can be written', elapsedMs: null },
    { area: 'database', name: 'Integrity', state: 'bad', value: 'damaged', elapsedMs: 12 },
    { area: 'keychain', name: 'Keychain', state: 'good', value: 'works', elapsedMs: 0 },
    { area: 'notifications', name: 'Shown by', state: 'fact', value: 'dunst', elapsedMs: null },
    { area: 'tray', name: 'Tray', state: 'notice', value: 'none', elapsedMs: null },
    { area: 'team', name: 'Desks', state: 'fact', value: '3', elapsedMs: null },
    { area: 'connection', name: 'Name', state: 'good', value: '2 addresses', elapsedMs: 9 },
    { area: 'connection', name: 'Token', state: 'good', value: 'granted', elapsedMs: null },
    { area: 'contract', name: 'Rules', state: 'fact', value: '2', elapsedMs: null },
  ],
  troubles: [
    {
      at: '2026-11-21T05:00:00.000Z',
      level: 'warn',
      event: 'check-failed',
      facts: { code: 'timeout', repeated: 12 },
    },
  ],
};

test('a report names each area once, marks each finding, and ends with the troubles of the log', () => {
  expect(diagnosisText(diagnosis, 'en')).toBe(`Waybell diagnosis, 2026-11-21T06:00:00.000Z

Program
        Waybell: 0.1.0

Files
  ok    Folder: can be written

Database
  BAD   Integrity: damaged (12 ms)

Keychain
  ok    Keychain: works (0 ms)

Notifications
        Shown by: dunst

Tray
  note  Tray: none

Team
        Desks: 3

Connection
  ok    Name: 2 addresses (9 ms)
  ok    Token: granted

What this service does its own way
        Rules: 2

Last troubles in the log, the newest first
  2026-11-21T05:00:00.000Z warn check-failed code=timeout repeated=12
`);
});

test('a log without troubles is said to have none', () => {
  expect(diagnosisText({ ...diagnosis, troubles: [] }, 'en')).toMatch(/newest first\n\s*none\n?$/);
});

test('a report is written in Chinese too, and says that there were no troubles', () => {
  expect(diagnosisText({ ...diagnosis, troubles: [] }, 'zh-Hant'))
    .toBe(`Waybell 診斷，2026-11-21T06:00:00.000Z

程式
  　　  Waybell：0.1.0

檔案
  正常  Folder：can be written

資料庫
  異常  Integrity：damaged (12 ms)

鑰匙圈
  正常  Keychain：works (0 ms)

通知
  　　  Shown by：dunst

系統匣
  留意  Tray：none

團隊
  　　  Desks：3

連線
  正常  Name：2 addresses (9 ms)
  正常  Token：granted

這個服務的特殊做法
  　　  Rules：2

記錄檔中最近的問題，最新的在前
  沒有
`);
});

test.each([
  ['en', ['Program', 'Files', 'Cluster of etcd', 'Log of the team', 'Certificates']],
  ['zh-Hant', ['程式', '檔案', 'etcd 叢集', '團隊紀錄', '憑證']],
] as const)('a report of a hub names its own areas in %s, and no troubles', (language, names) => {
  const areas = ['program', 'files', 'cluster', 'teamLog', 'encryption'] as const;
  const findings = areas.map(
    (area) => ({ area, name: 'x', state: 'good', value: 'y', elapsedMs: null }) as const,
  );
  const { format, madeAt, version } = diagnosis;
  const [, ...parts] = diagnosisText({ format, version, madeAt, findings }, language).split('\n\n');
  expect(parts.map((part) => part.split('\n')[0])).toEqual(names);
});
