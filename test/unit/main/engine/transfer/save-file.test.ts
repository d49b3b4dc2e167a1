import {
  chmodSync,
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { exportKinds, isExport } from '../../../../../core/transfer/export-signs.ts';
import { english } from '../../../../../core/text/language.ts';
import { type SummaryRow, watchListSummary } from '../../../../../core/tray/watch-list-summary.ts';
import { settingsText } from '../../../../../core/transfer/transfer.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import { headLine } from '../../../../../core/transfer/order-list-file.ts';
import { saveFile, type SaveRules } from '../../../../../main/engine/transfer/save-file.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';
import { everyFile } from '../../../../support/every-byte.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const endless = fileURLToPath(
  new URL('../../../../support/transfer/endless-export.ts', import.meta.url),
);

let folder: string;
let rules: SaveRules;

beforeEach(() => {
  folder = temporaryFolder();
  rules = { profileDir: temporaryFolder(), replaces: 'settings' };
});

const text = settingsText(defaultSettings);

function file(name: string, words = 'a letter'): string {
  const path = join(folder, name);
  writeFileSync(path, words);
  return path;
}

const saved = (path: string, more: Partial<SaveRules> = {}, pieces: Iterable<string> = [text]) =>
  saveFile(path, pieces, { ...rules, ...more });

const written = { ok: true, value: { behindLink: null } };

/** Pieces of which the last is written after a file of others has come. */
function* slowly(): Generator<string, void> {
  yield text;
  file('settings.json', 'theirs');
}

function* brokenOff(): Generator<string, void> {
  yield 'half';
  throw new RangeError('too long');
}

test('of pieces that end early nothing is left, and an older file stays byte for byte', async () => {
  const path = join(folder, 'settings.json');
  await expect(saved(path, {}, brokenOff())).rejects.toThrow('too long');
  expect(readdirSync(folder)).toEqual([]);
  expect(await saved(path)).toEqual(written);
  await expect(saved(path, {}, brokenOff())).rejects.toThrow('too long');
  expect(readdirSync(folder)).toEqual(['settings.json']);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('the older file is there until all is written, and the draft beside it is the owner’s alone', async () => {
  const path = join(folder, 'settings.json');
  await saved(path);
  const seen: unknown[] = [];
  function* watched(): Generator<string, void> {
    const [draft = ''] = readdirSync(folder).filter((name) => name !== 'settings.json');
    seen.push(readFileSync(path, 'utf8'), statSync(join(folder, draft)).mode & 0o77, draft);
    yield 'new';
  }
  expect(await saved(path, {}, watched())).toEqual(written);
  expect(seen).toEqual([text, 0, expect.stringMatching(/^waybell-export-[\da-f]{16}\.part$/)]);
  expect(readFileSync(path, 'utf8')).toBe('new');
});

test('a file that came while the export was written is not replaced', async () => {
  const path = join(folder, 'settings.json');
  expect(await saved(path, {}, slowly())).toEqual({ ok: false, failure: 'foreign' });
  expect(readFileSync(path, 'utf8')).toBe('theirs');
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

test('drafts that kills have left hinder no export and are none', async () => {
  const draft = file('waybell-export-0123456789abcdef.part', text.slice(0, 100));
  const path = join(folder, 'settings.json');
  expect(await saved(path)).toEqual(written);
  expect(await saved(path)).toEqual(written);
  expect(readFileSync(draft, 'utf8')).toBe(text.slice(0, 100));
});

test.skipIf(process.platform === 'win32')(
  'what is written is the owner’s alone, also in the place of a file that was everybody’s',
  async () => {
    const known = file('everybodys.json');
    chmodSync(known, 0o644);
    for (const path of [known, join(folder, 'fresh.json')]) {
      expect(await saved(path, { replaces: 'any' })).toEqual(written);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  },
);

/** An order in the summary. */
const row = (n: number): SummaryRow => ({
  id: orderIdAt(n),
  label: n === 1 ? 'florist' : null,
  status: null,
  attention: { reason: 'released', score: 60, age: { kind: 'duration', sinceMs: 0 } },
  repeatedLoss: null,
  isArchived: false,
});

const summary = (rows: number): string => {
  const orders = Array.from({ length: rows }, (_, n) => row(n));
  return `${watchListSummary(orders, english, 0)}\n`;
};

describe('what is taken for an earlier export', () => {
  const examples = {
    orderList: [headLine(0), `\uFEFF${headLine(0)}{"uuid"`, '{ "format": "waybell-hand-over"'],
    settings: [text],
    summary: [0, 1, 2, 10, 15].map(summary),
    recording: ['{"waybellRecording":1,"version":"0.9.0"}\n'],
  };

  test.each(exportKinds)('%s: its own kind alone, whatever else the file is', async (kind) => {
    for (const [other, texts] of Object.entries(examples)) {
      expect(texts.map((one) => isExport(one, kind))).toEqual(texts.map(() => other === kind));
    }
    const none = ['a letter', '{"format":', '{"format":"waybell-diagnosis"', 'SQLite format 3\0'];
    for (const one of none) {
      const path = file('theirs', one);
      expect(await saved(path, { replaces: kind })).toEqual({ ok: false, failure: 'foreign' });
      expect(readFileSync(path, 'utf8')).toBe(one);
      expect(await saved(path, { replaces: 'any' })).toEqual(written);
    }
  });

  test('an empty file is replaced: nothing can be lost', async () => {
    for (const kind of exportKinds) {
      const path = file('empty', '');
      expect(await saved(path, { replaces: kind })).toEqual(written);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  test('a summary with own notes below it is none', () => {
    for (const rows of [0, 1, 15]) {
      expect(isExport(`${summary(rows)}call the florist\n`, 'summary')).toBe(false);
    }
  });
});

/** A path in the folder. */
const at = (name: string): string => join(folder, name);

describe('the profile’s own files', () => {
  beforeEach(() => {
    const { profileDir } = rules;
    for (const name of ['logs', 'Network']) mkdirSync(join(profileDir, name));
    for (const name of ['waybell.db', 'window.json', 'Network/Cookies', 'notes.txt']) {
      writeFileSync(join(profileDir, name), '{}');
    }
    writeFileSync(join(profileDir, 'LOCK'), '');
  });
  const refused = { ok: false, failure: 'profileFile' };

  const names = `waybell.db waybell.db-wal waybell.db-shm waybell.db-journal WAYBELL.DB-WAL waybell.db. \
waybell.db::$DATA waybell.lock window.json window.json.new logs/waybell.log logs/waybell.log.1 Crashpad \
Network/Cookies notes.txt LOCK Preferences SingletonLock Network/Preferences settings.json waybell-before-update-2026-03-02T09-00-00.db waybell-damaged-2026-03-02.db-journal`;

  test.each(names.split(' '))('%s is not written, whether it is there or not', async (name) => {
    const path = join(rules.profileDir, name);
    const before = everyFile(rules.profileDir);
    for (const replaces of ['any', 'settings'] as const) {
      expect(await saved(path, { replaces })).toEqual(refused);
    }
    expect(everyFile(rules.profileDir)).toEqual(before);
  });

  test('a file in the place of the log’s folder is not written', async () => {
    const profileDir = temporaryFolder();
    expect(await saved(join(profileDir, 'logs'), { profileDir })).toEqual(refused);
  });

  test.skipIf(process.platform === 'win32')('no link to them is written through', async () => {
    const { profileDir } = rules;
    const database = join(profileDir, 'waybell.db');
    linkSync(database, at('hard'));
    symlinkSync(database, at('soft'));
    symlinkSync(at('soft'), at('deep'));
    symlinkSync(profileDir, at('profile'));
    for (const name of ['hard', 'soft', 'deep', 'profile/waybell.db', 'profile/waybell.db-wal']) {
      expect(await saved(at(name), { replaces: 'any' })).toEqual(refused);
    }
    expect(await saved(database, { profileDir: at('profile') })).toEqual(refused);
    expect(readdirSync(profileDir)).not.toContain('waybell.db-wal');
  });

  test('an earlier export that lies there may be written again', async () => {
    for (const name of ['settings.json', 'Network/settings.json']) {
      const path = join(rules.profileDir, name);
      writeFileSync(path, text);
      for (const replaces of ['settings', 'settings', 'any'] as const) {
        expect(await saved(path, { replaces })).toEqual(written);
      }
      expect(await saved(path, { replaces: 'recording' })).toMatchObject({ failure: 'foreign' });
    }
  });

  test('the database of another profile is a file like others', async () => {
    const other = file('waybell.db', 'SQLite format 3\0');
    expect(await saved(other)).toEqual({ ok: false, failure: 'foreign' });
  });

  test('a profile that is not there has no files', async () => {
    expect(await saved(file('a'), { profileDir: join(folder, 'gone'), replaces: 'any' })).toEqual(
      written,
    );
  });
});

describe.skipIf(process.platform === 'win32')('a path that is no plain file', () => {
  test('a link stays, and what it leads to is judged and replaced', async () => {
    const elsewhere = temporaryFolder();
    const [link, target] = [join(folder, 'link'), join(elsewhere, 'target')];
    writeFileSync(target, 'a letter');
    symlinkSync(target, link);
    expect(await saved(link)).toEqual({ ok: false, failure: 'foreign' });
    const behindLink = { ok: true, value: { behindLink: target } };
    expect(await saved(link, { replaces: 'any' })).toEqual(behindLink);
    expect(await saved(link)).toEqual(behindLink);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(elsewhere)).toEqual(['target']);
    expect(readFileSync(target, 'utf8')).toBe(text);
  });

  test('a link that leads nowhere or to itself is refused', async () => {
    symlinkSync(join(folder, 'gone'), join(folder, 'dead'));
    symlinkSync('circle', join(folder, 'circle'));
    for (const name of ['dead', 'circle']) {
      const result = await saved(join(folder, name), { replaces: 'any' });
      expect(result).toEqual({ ok: false, failure: 'deadLink' });
    }
    expect(readdirSync(folder)).toEqual(['circle', 'dead']);
  });

  test('a folder is refused; one that is missing is the system’s error', async () => {
    for (const path of [folder, `${folder}/`, join(folder, 'new/')]) {
      expect(await saved(path)).toEqual({ ok: false, failure: 'notPlain' });
    }
    await expect(saved(join(folder, 'gone/settings.json'))).rejects.toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a device and a pipe are written to directly', async () => {
    expect(await saved('/dev/null')).toEqual(written);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [said, result] = await Promise.all([readFile(pipe, 'utf8'), saved(pipe)]);
    expect(result).toEqual(written);
    expect(said).toBe(text);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  test.runIf(process.platform === 'linux')(
    'what this process has open is written on, though it is a file, by each of its names',
    async () => {
      const log = file('log', 'before ');
      const descriptor = openSync(log, 'a');
      const link = join(folder, 'link');
      symlinkSync(`/dev/fd/${descriptor}`, link);
      const names = [`/dev/fd/${descriptor}`, `/proc/self/fd/${descriptor}`, link];
      for (const name of names) expect(await saved(name)).toEqual(written);
      writeSync(descriptor, 'after');
      closeSync(descriptor);
      expect(readFileSync(log, 'utf8')).toBe(`before ${text.repeat(names.length)}after`);
      expect(readdirSync(folder)).toEqual(['link', 'log']);
    },
  );

  test.runIf(process.platform === 'linux')(
    'a file of the profile that Waybell has open is not written on',
    async () => {
      const database = join(rules.profileDir, 'waybell.db');
      writeFileSync(database, 'SQLite');
      const descriptor = openSync(database, 'r+');
      const refused = { ok: false, failure: 'profileFile' };
      expect(await saved(`/dev/fd/${descriptor}`, { replaces: 'any' })).toEqual(refused);
      closeSync(descriptor);
      expect(readFileSync(database, 'utf8')).toBe('SQLite');
    },
  );
});

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s in the midst of an export ends the program and leaves no draft',
  async (signal) => {
    const path = file('settings.json', text);
    const child = spawn(process.execPath, [endless, path], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    await vi.waitUntil(() => readdirSync(folder).length === 2, { timeout: 60_000 });
    // The listeners are there once a first piece is.
    const draft = (): string => readdirSync(folder).find((name) => name.endsWith('.part')) ?? '';
    await vi.waitUntil(() => statSync(join(folder, draft())).size > 0, { timeout: 60_000 });
    child.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(readdirSync(folder)).toEqual(['settings.json']);
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);
