import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTlsFiles } from '../../../../main/hub/tls-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** A certificate and a key whose file has this mode. */
function files(mode: number): { certFile: string; keyFile: string } {
  const folder = temporaryFolder();
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(certFile, 'cert');
  writeFileSync(keyFile, 'key');
  chmodSync(keyFile, mode);
  return { certFile, keyFile };
}

describe.skipIf(process.platform === 'win32')('the key of a hub', () => {
  test.each([0o600, 0o400, 0o640])('is accepted with mode %o', (mode) => {
    expect(readTlsFiles(files(mode))).toEqual({ cert: 'cert', key: 'key' });
  });

  test.each([0o644, 0o604, 0o606])('is refused with mode %o: every user could read it', (mode) => {
    expect(() => readTlsFiles(files(mode))).toThrow('openKey');
  });

  test('is refused when it is a pipe, a folder or nothing, without waiting', () => {
    const { certFile, keyFile } = files(0o600);
    const pipe = join(temporaryFolder(), 'pipe.pem');
    execFileSync('mkfifo', ['-m', '600', pipe]);
    for (const odd of [pipe, temporaryFolder(), `${keyFile}.none`]) {
      expect(() => readTlsFiles({ certFile, keyFile: odd })).toThrow('unreadable');
      expect(() => readTlsFiles({ certFile: odd, keyFile })).toThrow('unreadable');
    }
  });
});
