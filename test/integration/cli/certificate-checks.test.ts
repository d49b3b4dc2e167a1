import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService, testIdentity } from '@waybell/simulator';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { ProfileRepository } from '../../../main/engine/storage/profile-repository.ts';
import { parsed, startCli } from '../../support/cli/cli-run.ts';
import type { CliRun } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* The command line with an environment that switches certificate checks off, against a self-signed one. */

const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';

let service: DeliveryService;

beforeEach(async () => {
  service = await startDeliveryService({ tls: testIdentity('self-signed', Date.now()) });
});

afterEach(() => service.close());

function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = { [variable]: '0' },
): CliRun {
  const { clientSecret } = service.credentials;
  return startCli(args, { env: { WAYBELL_CLIENT_SECRET: clientSecret, ...env } });
}

/** What turns checks off in OpenSSL’s own programs. */
const noChecks = `nodejs_conf = conf
openssl_conf = conf
[conf]
ssl_conf = ssl
[ssl]
system_default = default
[default]
VerifyMode = None
CipherString = ALL:@SECLEVEL=0
`;

const warnings = (run: CliRun): number => run.stderr().split(variable).length - 1;

test('watch refuses the certificate all the same and warns once', async () => {
  const { baseUrl, credentials } = service;
  const connection = ['--base-url', baseUrl, '--client-id', credentials.clientId];
  const id = service.addOrder({ status: 'active' });
  const run = start(['watch', ...connection, '--json', '--once', id]);
  expect(await run.ended).toBe(4);
  expect(run.lines.map(parsed)).toMatchObject([
    { event: 'serviceHealth', state: 'blind', cause: 'tls-untrusted' },
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

test('no variable of Node’s or OpenSSL’s gets a certificate through that no authority vouches for', async () => {
  const { baseUrl, credentials } = service;
  const connection = ['--base-url', baseUrl, '--client-id', credentials.clientId];
  const id = service.addOrder({ status: 'active' });
  const config = join(temporaryFolder(), 'openssl.cnf');
  writeFileSync(config, noChecks);
  const weak = '--tls-min-v1.0 --tls-cipher-list=ALL:@SECLEVEL=0';
  const environments: readonly Record<string, string>[] = [
    { NODE_OPTIONS: weak },
    { NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_FILE: '/dev/null', SSL_CERT_DIR: '/dev/null' },
    { NODE_OPTIONS: '--use-system-ca', NODE_EXTRA_CA_CERTS: config },
    { OPENSSL_CONF: config, NODE_OPTIONS: '--openssl-shared-config' },
    { [variable]: '0', OPENSSL_CONF: config, NODE_OPTIONS: `${weak} --use-openssl-ca` },
  ];
  const runs = environments.map((env) =>
    start(['watch', ...connection, '--json', '--once', id], env),
  );
  expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual(environments.map(() => 4));
  for (const run of runs) {
    expect(run.lines.map(parsed)).toMatchObject([
      { event: 'serviceHealth', cause: 'tls-untrusted' },
    ]);
  }
  expect(service.requests()).toEqual([]);
});
