import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings, type Settings } from '../../../core/settings/settings.ts';
import { settingsText } from '../../../core/transfer/transfer.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { SettingsRepository } from '../../../main/engine/storage/settings-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { orderListText, readTransfer } from '../transfer-files.ts';
import { orderIdAt, somePortable, someWatched } from '../watched-orders.ts';
import { type InterruptedCase, must } from './case.ts';
import { type Ended, run } from './strace.ts';

/* The command line's exports and imports. In each folder are `profile`, and `files` with what is named. */

const program = join(import.meta.dirname, '../../../dist/main/cli.js');

const profileIn = (folder: string): string => join(folder, 'profile');
const fileIn = (folder: string, name: string): string => join(folder, 'files', name);

/** How many orders the profile watches: several pieces of an export, and several transactions of an import. */
const orderCount = 240;

/** Orders whose label says that they were there before. */
const ownOrders = Array.from({ length: orderCount }, (_, at) =>
  someWatched(orderIdAt(at), { label: `own ${at}` }),
);

function fillProfile(folder: string): void {
  mkdirSync(join(folder, 'files'), { recursive: true });
  const database = openDatabase(profileIn(folder));
  new WatchRepository(database.sql, Date.now).save(
    ownOrders.map((watched) => ({ watched, notifications: [] })),
  );
  database.close();
}

interface ProfileContent {
  /** Label and note of each order by its uuid. */
  readonly orders: ReadonlyMap<string, string>;
  readonly settings: Settings;
}

/** @throws Error when the profile is damaged, was set aside or cannot be used */
function contentOf(folder: string): ProfileContent {
  const database = openDatabase(profileIn(folder));
  try {
    const { fault, setAside, sql } = database;
    must(fault === null, `the profile does not open: ${fault}`);
    // The file that a first start was about to fill.
    must(setAside === null || statSync(setAside.path).size === 0, 'what was there was set aside');
    const check = sql.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    must(check === 'ok', `the database is damaged: ${String(check)}`);
    const list = new WatchRepository(sql, Date.now).load();
    return {
      orders: new Map(
        list.map(({ id, label, preferences }) => [id, `${label}|${preferences?.group ?? ''}`]),
      ),
      settings: new SettingsRepository(sql).load(),
    };
  } finally {
    database.close();
  }
}

function ownOrdersAreThere({ orders }: ProfileContent): void {
  const lost = ownOrders.filter(({ id, label }) => !orders.get(id)?.startsWith(`${label}|`));
  must(lost.length === 0, `${lost.length} orders of before are lost`);
}

function drafts(folder: string, { code }: Ended): string {
  const names = readdirSync(join(folder, 'files'));
  const left = names.filter((name) => /^waybell-export-[\da-f]{16}\.part$/.test(name));
  must(left.length <= 1, 'several drafts');
  must(left.length === 0 || code === null, 'a draft that no kill has left');
  return left.length === 0 ? '' : ', and a draft';
}

/** An export of the watch list onto a file that is there before, or onto none. */
function exportCase(
  name: string,
  older: string | null,
  flags: readonly string[] = [],
): InterruptedCase {
  return {
    name,
    prepare(folder) {
      fillProfile(folder);
      if (older !== null) writeFileSync(fileIn(folder, 'out'), older);
    },
    script: (folder) => [
      program,
      'export',
      '--profile',
      profileIn(folder),
      ...flags,
      fileIn(folder, 'out'),
    ],
    found(folder, ended) {
      ownOrdersAreThere(contentOf(folder));
      const path = fileIn(folder, 'out');
      const text = existsSync(path) ? readFileSync(path, 'utf8') : null;
      const draft = drafts(folder, ended);
      if (text === older) {
        must(ended.code !== 0, 'called written and is not');
        return `${older === null ? 'no file' : 'the older file'}${draft}`;
      }
      const isWhole = flags.includes('--settings')
        ? text === settingsText(defaultSettings)
        : isWholeList(text ?? '');
      must(isWhole, 'a torn file');
      return `the new file${draft}`;
    },
  };
}

function isWholeList(text: string): boolean {
  const read = readTransfer(text);
  return read.ok && read.value.kind === 'orderList' && read.value.orders.length === orderCount;
}

/** What the imported list brings: half of the own orders get a group, and as many new orders come. */
const imported = Array.from({ length: orderCount }, (_, at) => {
  const number = at + orderCount / 2;
  return somePortable(orderIdAt(number), { label: `theirs ${number}`, group: 'night' });
});

const importScript = (folder: string): readonly string[] => [
  program,
  'import',
  '--profile',
  profileIn(folder),
  fileIn(folder, 'list.json'),
];

/** An import of a hand-over, into a profile that is there before or into none. */
function importCase(name: string, isNew: boolean): InterruptedCase {
  const missing = (folder: string): number => {
    const content = contentOf(folder);
    if (!isNew) ownOrdersAreThere(content);
    return imported.filter(({ id }) => content.orders.get(id)?.endsWith('|night') !== true).length;
  };
  return {
    name,
    prepare(folder) {
      if (isNew) mkdirSync(join(folder, 'files'), { recursive: true });
      else fillProfile(folder);
      writeFileSync(fileIn(folder, 'list.json'), orderListText(imported, 0));
    },
    script: importScript,
    async found(folder, ended) {
      const count = missing(folder);
      if (count === 0) return 'all of it';
      must(ended.code !== 0, 'called imported and is not');
      const isPart = count < imported.length;
      if (isPart && ended.code !== null) {
        must(!ended.stderr.includes('Nothing was imported'), 'a part is called nothing');
      }
      const again = await run(importScript(folder));
      must(again.code === 0 && missing(folder) === 0, `importing again: ${again.stderr}`);
      return isPart ? 'a part, and all of it after another import' : 'nothing of it';
    },
  };
}

const otherSettings: Settings = { ...defaultSettings, theme: 'dark', historyDays: 12 };

const settingsImport: InterruptedCase = {
  name: 'import of settings',
  prepare(folder) {
    fillProfile(folder);
    writeFileSync(fileIn(folder, 'settings.json'), settingsText(otherSettings));
  },
  script: (folder) => [
    program,
    'import',
    '--accept-risks',
    '--profile',
    profileIn(folder),
    fileIn(folder, 'settings.json'),
  ],
  found(folder, ended) {
    const content = contentOf(folder);
    ownOrdersAreThere(content);
    const { historyDays, theme } = content.settings;
    const isNew = theme === 'dark' && historyDays === 12;
    const isOld = theme === defaultSettings.theme && historyDays === defaultSettings.historyDays;
    must(isNew || isOld, 'half of the settings');
    must(isNew || ended.code !== 0, 'called imported and is not');
    return isNew ? 'the new settings' : 'the older settings';
  },
};

/** Everything that the command line writes for a person, and everything that it reads. */
export const profileCases: readonly [InterruptedCase, ...InterruptedCase[]] = [
  exportCase('export onto an older export', orderListText([somePortable(orderIdAt(9))], 0)),
  exportCase('export --force onto a letter', 'a letter', ['--force']),
  exportCase('export onto no file', null),
  exportCase(
    'export --settings onto older ones',
    settingsText({ ...defaultSettings, historyDays: 12 }),
    ['--settings'],
  ),
  importCase('import of a hand-over', false),
  importCase('import into a new profile', true),
  settingsImport,
];
