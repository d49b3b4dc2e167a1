import { expect, test } from 'vitest';
import { defaultConnectionOptions } from '../../../../core/delivery/connection-options.ts';
import type { ContractNoteEntry } from '../../../../core/wire/contract-notes.ts';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import { ArchiveRepository } from '../../../../main/storage/archive-repository.ts';
import { ContractNoteRepository } from '../../../../main/storage/contract-note-repository.ts';
import { ProfileRepository } from '../../../../main/storage/profile-repository.ts';
import { SettingsRepository } from '../../../../main/storage/settings-repository.ts';
import { WatchRepository } from '../../../../main/storage/watch-repository.ts';
import { id, openStored, wallMs } from '../../../support/storage/stored-order.ts';
import { orderIdAt, someWatched } from '../../../support/watched-orders.ts';

test('settings that do not fit fall back alone when they are read', () => {
  const { sql } = openStored();
  const settings = new SettingsRepository(sql);
  settings.change({ theme: 'dark', requestsPerMinute: 120 });
  sql.exec("UPDATE settings SET value_json = 'not json' WHERE name = 'theme'");
  sql.exec("UPDATE settings SET value_json = '-5' WHERE name = 'activeEverySeconds'");
  expect(settings.load()).toEqual({ ...defaultSettings, requestsPerMinute: 120 });
});

test('connection options that do not fit fall back alone when they are read', () => {
  const { sql } = openStored();
  const profiles = new ProfileRepository(sql);
  const options = {
    ...defaultConnectionOptions,
    orderPath: '/transport/orders/{uuid}',
    tokenHeader: 'X-Api-Key',
    statusMeanings: { '4': 'done' },
  } as const;
  profiles.save({ baseUrl: 'https://a.example', clientId: 'one', options });
  const spoilt = JSON.stringify({
    ...options,
    proxy: { kind: 'fixed', url: 'ftp://x' },
    caFile: 7,
  });
  sql.prepare('UPDATE profiles SET options_json = ?').run(spoilt);
  expect(profiles.load()?.options).toEqual(options);
  for (const json of ['not json', 'null', '[]', '7']) {
    sql.prepare('UPDATE profiles SET options_json = ?').run(json);
    expect(profiles.load()?.options).toEqual(defaultConnectionOptions);
  }
  sql.exec('UPDATE profiles SET options_json = NULL');
  // A profile from before there were options has none.
  expect(profiles.load()?.options).toEqual(defaultConnectionOptions);
});

test('contract notes of a rule that is gone are left out', () => {
  const { sql } = openStored();
  const notes = new ContractNoteRepository(sql);
  const entry: ContractNoteEntry = {
    note: 'envelope-data',
    count: 3,
    firstSeenAtMs: 1000,
    lastSeenAtMs: 2000,
  };
  notes.save('https://a.example', [entry]);
  sql.exec("INSERT INTO contract_notes VALUES ('https://a.example', 'no-such-rule', 1, 1, 1)");
  expect(notes.load('https://a.example')).toEqual([entry]);
});

test('choices about the archive are replaced, and go with their order', () => {
  const { sql } = openStored();
  const watch = new WatchRepository(sql, wallMs);
  const archive = new ArchiveRepository(sql);
  const other = orderIdAt(2);
  watch.save([id, other].map((each) => ({ watched: someWatched(each, {}), notifications: [] })));
  archive.save([id, other, orderIdAt(3)], 'archived');
  archive.save([id], 'kept');
  expect(archive.load()).toEqual(
    new Map([
      [id, 'kept'],
      [other, 'archived'],
    ]),
  );
  sql.exec("UPDATE archive_choices SET choice = 'burnt' WHERE choice = 'archived'");
  expect(archive.load()).toEqual(new Map([[id, 'kept']]));
  watch.remove([id]);
  expect(archive.load().size).toBe(0);
});
