import { closeSync, fstatSync } from 'node:fs';
import { bytesOfOpen, openPlainFile } from '../engine/storage/file/plain-file.ts';

/** Far above a chain of certificates. */
const mostBytes = 1_000_000;

/** Why a file of TLS is refused. */
export type TlsFileFault = 'unreadable' | 'openKey';

/** The certificate or the key of the hub cannot be used. */
export class TlsFileError extends Error {
  override readonly name = 'TlsFileError';
  readonly fault: TlsFileFault;

  constructor(fault: TlsFileFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Reads a certificate and its key. A pipe would be waited for without an end, and a key that every user of the
 * computer may read is no secret.
 *
 * @throws TlsFileError
 */
export function readTlsFiles(files: { readonly certFile: string; readonly keyFile: string }): {
  readonly cert: string;
  readonly key: string;
} {
  return { cert: read(files.certFile, false), key: read(files.keyFile, true) };
}

function read(path: string, isSecret: boolean): string {
  let file: number;
  try {
    file = openPlainFile(path);
  } catch {
    throw new TlsFileError('unreadable');
  }
  try {
    // Windows has no such bits.
    if (isSecret && process.platform !== 'win32' && (fstatSync(file).mode & 0o007) !== 0) {
      throw new TlsFileError('openKey');
    }
    return bytesOfOpen(file, mostBytes).toString('utf8');
  } catch (error) {
    throw error instanceof TlsFileError ? error : new TlsFileError('unreadable');
  } finally {
    closeSync(file);
  }
}
