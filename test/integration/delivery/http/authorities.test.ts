import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { askElsewhere } from '../../../support/service/ask-elsewhere.ts';
import { makeCertificates, type TestCertificates } from '../../../support/network/certificates.ts';
import type { LittleService } from '../../../support/service/little-service.ts';
import { startOrderService } from '../../../support/service/order-service.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/*
 * Which authorities are trusted, tested in separate processes, because a process reads the system's store
 * of authorities only once. On Linux an environment variable names that store to OpenSSL.
 */

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');

let certificates: TestCertificates;
let service: LittleService;
const file = (name: string, text: string): string => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
};

beforeAll(() => {
  certificates = makeCertificates();
});
afterEach(() => service.stop());

async function start(identity = certificates.good): Promise<void> {
  service = await startOrderService(id, identity);
}

const ask = (systemStore: string, ...more: string[]): Promise<string> =>
  askElsewhere([service.baseUrl, id, ...more], {
    env: { SSL_CERT_FILE: file('system.pem', systemStore), SSL_CERT_DIR: temporaryFolder() },
  });

// On other systems a test cannot replace the store.
describe.runIf(process.platform === 'linux')('the system’s store of authorities', () => {
  test('with the company’s authority in it is enough', async () => {
    await start();
    expect(await ask(certificates.ca)).toBe('observed');
  });

  test('with others in it is not, and nothing was sent', async () => {
    await start();
    expect(await ask(makeCertificates().ca)).toBe('tls-untrusted');
    expect(await ask('')).toBe('tls-untrusted');
    expect(service.requests).toEqual([]);
  });

  test('and a file of one’s own add to each other', async () => {
    await start();
    const own = file('own.pem', certificates.ca);
    expect(await ask(makeCertificates().ca, own)).toBe('observed');
    expect(await ask(certificates.ca, file('other.pem', makeCertificates().ca))).toBe('observed');
  });

  test('opens no door for an ended certificate, another name or one that no authority signed', async () => {
    for (const form of ['expired', 'otherName', 'selfSigned'] as const) {
      await start(certificates[form]);
      expect(await ask(certificates.ca)).toBe('tls-untrusted');
      expect(service.requests).toEqual([]);
      await service.stop();
    }
  });

  test('is the system’s own for an installed program, whatever the environment names', async () => {
    await start();
    expect(await ask(certificates.ca, '', 'package')).toBe('tls-untrusted');
    expect(service.requests).toEqual([]);
    const own = file('own.pem', certificates.ca);
    expect(await ask(certificates.ca, own, 'package')).toBe('observed');
  });
});

test('Node’s options cannot lower the protocol or its ciphers', async () => {
  const weak = { ciphers: 'ALL:@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
  service = await startOrderService(id, { ...certificates.good, ...weak });
  const env = { NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=ALL:@SECLEVEL=0' };
  const own = file('own.pem', certificates.ca);
  expect(await askElsewhere([service.baseUrl, id, own], { env })).toBe('tls-failed');
  expect(service.requests).toEqual([]);
});
