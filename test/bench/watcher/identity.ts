import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates, type ServerIdentity } from '../../support/network/certificates.ts';

/** A certificate for this computer in a folder, for processes that serve by it and that trust it. */
export interface IdentityFolder {
  readonly path: string;
  /** The authority that signed it, for NODE_EXTRA_CA_CERTS. */
  readonly caPath: string;
  readonly remove: () => void;
}

/** Makes one. @throws Error when openssl is missing */
export function makeIdentityFolder(): IdentityFolder {
  const { ca, good } = makeCertificates();
  const path = mkdtempSync(join(tmpdir(), 'waybell-bench-identity-'));
  writeFileSync(join(path, 'server.key'), good.key);
  writeFileSync(join(path, 'server.pem'), good.cert);
  const caPath = join(path, 'ca.pem');
  writeFileSync(caPath, ca);
  return { path, caPath, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** What a server needs of such a folder. */
export function readIdentity(folder: string): ServerIdentity {
  return {
    key: readFileSync(join(folder, 'server.key'), 'utf8'),
    cert: readFileSync(join(folder, 'server.pem'), 'utf8'),
  };
}
