import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  defaultConnectionOptions,
  type ConnectionOptions,
} from '../../core/delivery/connection-options.ts';
import type { ContractNoteEntry } from '../../core/wire/contract-notes.ts';
import { priceUnits } from '../../core/order/format.ts';
import { knownPhases } from '../../core/order/order.ts';
import { defaultSettings, type Settings } from '../../core/settings/settings.ts';
import { notificationPrivacies } from '../../core/notification/notification.ts';
import type { SettingsStore } from '../../main/engine/board/settings-service.ts';
import type { ContractNoteStore, ProfileStore } from '../../main/engine/connection/ports.ts';
import { ContractNoteRepository } from '../../main/engine/storage/contract-note-repository.ts';
import { ProfileRepository } from '../../main/engine/storage/profile-repository.ts';
import { SettingsRepository } from '../../main/engine/storage/settings-repository.ts';
import {
  MemoryContractNotes,
  MemoryProfiles,
  MemorySettings,
} from '../support/storage/memory-stores.ts';
import { openStored } from '../support/storage/stored-order.ts';

/** Opens a store again and again, each time as the next process finds it. */
function always<Store>(store: Store): () => Store {
  return () => store;
}

function inDatabase<Store>(Repository: new (sql: DatabaseSync) => Store): () => () => Store {
  return () => {
    const { sql } = openStored();
    return () => new Repository(sql);
  };
}

describe.each<[string, () => () => ProfileStore]>([
  ['in memory', () => always(new MemoryProfiles())],
  ['in the database', inDatabase(ProfileRepository)],
])('the profile %s', (_where, create) => {
  const baseUrl = 'https://a.example';
  const clientId = 'one';
  const options: ConnectionOptions = {
    ...defaultConnectionOptions,
    orderPath: '/transport/orders/{uuid}',
    tokenHeader: 'X-Api-Key',
    extraHeaders: { 'X-Market': 'hk' },
    caFile: '/etc/ours.pem',
    statusMeanings: Object.fromEntries(knownPhases.map((phase) => [`is ${phase}`, phase])),
  };

  test('is kept, replaced and cleared', () => {
    const open = create();
    expect(open().load()).toBeNull();
    open().save({ baseUrl, clientId });
    expect(open().load()).toEqual({ baseUrl, clientId, options: defaultConnectionOptions });
    open().save({ baseUrl: 'https://b.example', clientId: 'two', options });
    expect(open().load()).toEqual({ baseUrl: 'https://b.example', clientId: 'two', options });
    open().clear();
    expect(open().load()).toBeNull();
  });

  const choices: readonly Partial<ConnectionOptions>[] = [
    { tokenScheme: { kind: 'asGiven' } },
    { tokenScheme: { kind: 'none' } },
    { tokenScheme: { kind: 'fixed', scheme: 'Token' } },
    { proxy: { kind: 'system' } },
    { proxy: { kind: 'environment' } },
    { proxy: { kind: 'none' } },
    { proxy: { kind: 'fixed', url: 'http://proxy.example:8080' } },
  ];
  test.each(choices)('keeps %j', (choice) => {
    const open = create();
    open().save({ baseUrl, clientId, options: { ...options, ...choice } });
    expect(open().load()?.options).toEqual({ ...options, ...choice });
  });

  test('keeps the default in place of an option that does not fit', () => {
    const open = create();
    open().save({ baseUrl, clientId, options: { ...options, tokenHeader: 'Host' } });
    expect(open().load()?.options).toEqual({ ...options, tokenHeader: 'Authorization' });
  });
});

describe.each<[string, () => () => ContractNoteStore]>([
  ['in memory', () => always(new MemoryContractNotes())],
  ['in the database', inDatabase(ContractNoteRepository)],
])('contract notes %s', (_where, create) => {
  const entry: ContractNoteEntry = {
    note: 'envelope-data',
    count: 3,
    firstSeenAtMs: 1000,
    lastSeenAtMs: 2000,
  };

  test('are kept per service, each with when it was first seen', () => {
    const open = create();
    const other: ContractNoteEntry = { ...entry, note: 'token-by-get' };
    open().save('https://a.example', [entry, other]);
    open().save('https://a.example', [
      { ...entry, count: 5, firstSeenAtMs: 1500, lastSeenAtMs: 3000 },
    ]);
    open().save('https://b.example', [entry]);
    const kept = open().load('https://a.example');
    expect(kept).toHaveLength(2);
    expect(kept).toEqual(
      expect.arrayContaining([{ ...entry, count: 5, lastSeenAtMs: 3000 }, other]),
    );
    expect(open().load('https://b.example')).toEqual([entry]);
  });

  test('go with their service', () => {
    const open = create();
    open().save('https://a.example', [entry]);
    open().save('https://b.example', [entry]);
    open().keepOnly('https://a.example');
    expect(open().load('https://b.example')).toEqual([]);
    expect(open().load('https://a.example')).toHaveLength(1);
    open().keepOnly(null);
    expect(open().load('https://a.example')).toEqual([]);
  });
});

describe.each<[string, () => () => SettingsStore]>([
  ['in memory', () => always(new MemorySettings())],
  ['in the database', inDatabase(SettingsRepository)],
])('settings %s', (_where, create) => {
  test('are those of a new profile until one is changed', () => {
    const open = create();
    expect(open().load()).toEqual(defaultSettings);
    const changed: Settings = { ...defaultSettings, theme: 'dark', requestsPerMinute: 120 };
    const change = { theme: 'dark', requestsPerMinute: 120, density: undefined } as const;
    expect(open().change(change)).toEqual(changed);
    expect(open().load()).toEqual(changed);
  });

  test('keep every unit of prices and every level of privacy', () => {
    const open = create();
    for (const priceUnit of priceUnits) {
      open().change({ priceUnit });
      expect(open().load().priceUnit).toBe(priceUnit);
    }
    for (const notificationPrivacy of notificationPrivacies) {
      open().change({ notificationPrivacy });
      expect(open().load().notificationPrivacy).toBe(notificationPrivacy);
    }
  });

  test('fall back alone where a value does not fit', () => {
    const open = create();
    open().change({ theme: 'dark' });
    open().change({ activeEverySeconds: -5 });
    expect(open().load()).toEqual({ ...defaultSettings, theme: 'dark' });
  });
});
