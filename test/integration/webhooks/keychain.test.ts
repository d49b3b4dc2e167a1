import { request } from 'undici';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { SettingsService } from '../../../main/engine/board/settings-service.ts';
import { AppEvents } from '../../../main/engine/events.ts';
import { createWebhooks } from '../../../main/engine/webhook-receiving.ts';
import { KeychainCredentialStore } from '../../../main/engine/credentials/keychain-credential-store.ts';
import { createLog } from '../../../main/engine/log/log.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { SettingsRepository } from '../../../main/engine/storage/settings-repository.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { webhookHandlers } from '../../../main/engine/webhooks/webhook-handlers.ts';
import type { WebhookReceiver } from '../../../main/engine/webhooks/receiver.ts';
import { everyFile } from '../../support/every-byte.ts';
import { startKeychainBus } from '../../support/desktop/keychain-bus.ts';
import type { KeychainBus } from '../../support/desktop/keychain-bus.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { watchBench } from '../../support/watch/watch-bench.ts';

/* The receiver as the app builds it, with the system's real keychain and a database on the disk. */

const noOffers = { choose: () => undefined, dismiss: () => undefined };

let bus: KeychainBus;

beforeAll(async () => {
  bus = await startKeychainBus('unlocked');
});

afterAll(() => bus.stop());

const secret = 'canary-webhook-secret';

function started(folder: string): { service: WebhookReceiver; log: string[] } {
  const clock = new SystemClock();
  const database = openDatabase(folder);
  const settings = new SettingsService(new SettingsRepository(database.sql), {});
  const { webhooks } = settings.current;
  settings.change({ webhooks: { ...webhooks, isOn: true, proof: 'header' } });
  const log: string[] = [];
  const service = createWebhooks({
    clock,
    log: createLog('info', [(line) => log.push(line)], () => clock.wallMs()),
    events: new AppEvents(),
    database,
    settings,
    secrets: new KeychainCredentialStore({ clock }),
  });
  service.inbox.attach(watchBench().watcher);
  onTestFinished(async () => {
    await service.stop();
    database.close();
  });
  return { service, log };
}

async function post(url: string | null, value: string): Promise<number> {
  const headers = { 'x-signature': value };
  return (await request(url ?? '', { method: 'POST', body: '{}', headers })).statusCode;
}

test('path and secrets are in the keychain, in no file and no log, and good after a restart', async () => {
  const folder = temporaryFolder();
  const first = started(folder);
  await first.service.apply();
  expect(first.service.state.listening).toEqual({ kind: 'failed', fault: 'no-proof' });
  const handlers = webhookHandlers(first.service, noOffers);
  const added = await handlers['webhooks:add-secret']({ secret, keepsOlder: false });
  expect(added).toEqual({ ok: true, value: null });
  const { address } = first.service;
  expect([await post(address, secret), await post(address, 'wrong')]).toEqual([202, 401]);
  await first.service.stop();

  const second = started(folder);
  await second.service.apply();
  // The address is unchanged, so the one in the portal stays valid.
  expect(second.service.address).toBe(address);
  expect(second.service.state.secretCount).toBe(1);
  expect(await post(second.service.address, secret)).toBe(202);
  const path = new URL(address ?? '').pathname.replace('/hooks/', '');
  const written = everyFile(folder).map(({ bytes }) => bytes);
  for (const text of [...written, ...first.log, ...second.log]) {
    expect(text.includes(secret) || text.includes(path)).toBe(false);
  }
  expect(JSON.stringify(second.service.state)).not.toContain(path);

  await second.service.newPath();
  expect(second.service.address).not.toBe(address);
  expect(await post(address, secret)).toBe(404);
  expect(await post(second.service.address, secret)).toBe(202);
});

// Last, because the keychain stays locked.
test('behind a locked keychain nothing is received and nothing is changed', async () => {
  const folder = temporaryFolder();
  const one = started(folder);
  await webhookHandlers(one.service, noOffers)['webhooks:add-secret']({
    secret,
    keepsOlder: false,
  });
  await one.service.stop();
  bus.lock();
  const { service } = started(folder);
  await service.apply();
  expect(service.state.listening).toEqual({ kind: 'failed', fault: 'keychain' });
  const answer = await webhookHandlers(service, noOffers)['webhooks:new-path'](undefined);
  expect(answer).toMatchObject({ ok: false, failure: { code: 'keychain-failed' } });
});
