import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeliveryService } from '../../../simulator/delivery-service.ts';
import { startDeliveryService } from '../../../simulator/delivery-service.ts';
import { testIdentity } from '../../../simulator/tls/test-certificate.ts';
import { openDatabase } from '../../../main/storage/database.ts';
import { ProfileRepository } from '../../../main/storage/profile-repository.ts';
import { parsed, startCli } from '../../support/cli/cli-run.ts';
import type { CliRun } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* The command line with an environment that switches certificate checks off, against a self-signed one. */

// Every test starts a program, which takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';

let service: DeliveryService;

beforeEach(async () => {
  service = await startDeliveryService({ tls: testIdentity('self-signed', Date.now()) });
});

afterEach(() => service.close());

function start(args: readonly string[]): CliRun {
  const { clientSecret } = service.credentials;
  return startCli(args, { env: { WAYBELL_CLIENT_SECRET: clientSecret, [variable]: '0' } });
}

const warnings = (run: CliRun): number => run.stderr().split(variable).length - 1;

test('watch refuses the certificate all the same and warns once', async () => {
  const { baseUrl, credentials } = service;
  const connection = ['--base-url', baseUrl, '--client-id', credentials.clientId];
  const id = service.addOrder({ status: 'active' });
  const run = start(['watch', ...connection, '--json', '--once', id]);
  expect(await run.ended).toBe(4);
  expect(run.lines.map(parsed)).toMatchObject([
    { event: 'sight', state: 'blind', cause: 'tls-untrusted' },
  ]);
  expect(warnings(run)).toBe(1);
  expect(service.requests()).toEqual([]);
});

test('the doctor refuses the certificate as well and warns once', async () => {
  const folder = temporaryFolder();
  const database = openDatabase(folder);
  const { baseUrl, credentials } = service;
  new ProfileRepository(database.sql).save({ baseUrl, clientId: credentials.clientId });
  database.close();
  const run = start(['doctor', '--profile', folder]);
  expect(await run.ended).toBe(1);
  expect(run.lines.join('\n')).toMatch(/BAD {3}Certificate: .*tls-untrusted/);
  expect(warnings(run)).toBe(1);
  expect(service.requests()).toEqual([]);
});
