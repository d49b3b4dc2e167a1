import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A key and a certificate, as PEM. */
export interface ServerIdentity {
  readonly key: string;
  readonly cert: string;
}

/** An authority that no computer trusts, with the certificates that tests need from it. */
export interface TestCertificates {
  /** The authority's own certificate. */
  readonly ca: string;
  /** For localhost and 127.0.0.1, valid. */
  readonly good: ServerIdentity;
  /** For the same names, expired. */
  readonly expired: ServerIdentity;
  /** For another name. */
  readonly otherName: ServerIdentity;
  /** Self-signed. */
  readonly selfSigned: ServerIdentity;
}

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** The common name of the authority. */
export const authorityName = 'Harbour Logistics Root CA';

/**
 * Makes keys and certificates with openssl, so that none has to be checked in or expires.
 *
 * @throws Error with the command to install openssl when it is missing
 */
export function makeCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'waybell-certificates-'));
  const file = (name: string): string => join(folder, name);
  const read = (name: string): string => readFileSync(file(name), 'utf8');
  try {
    const subject = ['-subj', `/CN=${authorityName}`];
    openssl(['req', '-x509', ...curve, '-days', '30', ...subject, ...output(file('ca'))]);
    const signed = (name: string, alternatives: string, ...validity: string[]): ServerIdentity => {
      openssl([
        'req',
        ...curve,
        '-subj',
        '/CN=localhost',
        '-keyout',
        file(`${name}.key`),
        '-out',
        file('csr'),
      ]);
      writeFileSync(file('names'), `subjectAltName=${alternatives}`);
      const authority = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial'];
      const request = ['-in', file('csr'), '-extfile', file('names'), '-out', file(`${name}.pem`)];
      openssl(['x509', '-req', ...request, ...authority, ...validity]);
      return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
    };
    const here = 'DNS:localhost,IP:127.0.0.1';
    const good = signed('good', here, '-days', '30');
    const expired = signed('expired', here, '-days', '-1');
    const otherName = signed('other', 'DNS:orders.example.com', '-days', '30');
    const alone = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${here}`];
    openssl(['req', '-x509', ...curve, '-days', '30', ...alone, ...output(file('self'))]);
    const selfSigned = { key: read('self.key'), cert: read('self.pem') };
    return { ca: read('ca.pem'), good, expired, otherName, selfSigned };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function output(path: string): string[] {
  return ['-keyout', `${path}.key`, '-out', `${path}.pem`];
}

function openssl(args: readonly string[]): void {
  const run = spawnSync('openssl', args, { encoding: 'utf8' });
  if (run.error !== undefined) {
    throw new Error(
      'openssl is needed to test TLS for real. Install it with: apt-get install -y openssl',
    );
  }
  if (run.status !== 0) throw new Error(`openssl ${args[0] ?? ''}: ${run.stderr}`);
}
