import { expect, onTestFinished, test } from 'vitest';
import { AppEvents } from '../../../../main/engine/events.ts';
import { createServices } from '../../../../main/engine/services.ts';
import { openMemoryDatabase } from '../../../../main/engine/storage/database.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { RecordingLog } from '../../../support/recording-log.ts';

const baseUrl = 'https://api.example.com';
const never = new AbortController().signal;

/** The services of a computer whose policy names one service. */
function services(log = new RecordingLog(), retired: readonly string[] = []) {
  const database = openMemoryDatabase();
  onTestFinished(() => database.close());
  return createServices({
    clock: new FakeClock(),
    log,
    events: new AppEvents(),
    database,
    version: '1.0.0',
    isSessionOnly: true,
    overlay: {},
    policy: { settings: {}, baseUrl, retired },
    notifies: false,
  });
}

test('no other service can be tested or connected than the one that the company set', async () => {
  const { connection, readBaseUrl } = services();
  const draft = { baseUrl: 'https://other.example', clientId: 'desk-7', clientSecret: 'canary' };
  const refused = { ok: false, failure: { code: 'base-url-refused' } };
  expect(await connection.test(draft, () => undefined, never)).toMatchObject(refused);
  expect(await connection.save(draft, () => undefined, never)).toMatchObject(refused);
  expect(connection.state.kind).toBe('none');
  expect(readBaseUrl(`${baseUrl}/`)).toEqual({ ok: true, value: baseUrl });
});

test('a stored connection to another service is not used', async () => {
  const { connection, profiles } = services();
  profiles.save({ baseUrl: 'https://other.example', clientId: 'desk-7' });
  await connection.start();
  expect(connection.state.kind).toBe('none');
  profiles.save({ baseUrl, clientId: 'desk-7' });
  await connection.start();
  expect(connection.state).toMatchObject({ baseUrl });
});

test('the log names what the policy says of settings that are no more, and is silent without any', () => {
  const log = new RecordingLog();
  services(log);
  expect(log.events('warn')).toEqual([]);
  services(log, ['mostNotificationsPerMinute']);
  expect(log.lines).toContainEqual({
    level: 'warn',
    event: 'policyNamesRetiredSettings',
    fields: { names: 'mostNotificationsPerMinute' },
  });
});
