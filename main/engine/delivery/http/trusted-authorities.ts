import { constants, X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { CaFileFault } from '../../../../core/bridge/refusal-texts.ts';
import type { Result } from '../../../../core/text/result.ts';
import { NotPlainFileError, readPlainFile } from '../../storage/file/plain-file.ts';

/** The TLS options of every encrypted connection. */
export interface TlsOptions {
  readonly secureContext: SecureContext;
  /** Node's default; stated here, so that the environment cannot change it. */
  readonly rejectUnauthorized: true;
}

/** Node's own defaults; stated here, so that NODE_OPTIONS cannot lower them. */
const protocol = { minVersion: 'TLSv1.2', ciphers: constants.defaultCoreCipherList } as const;

const readSystemAuthorities = `
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage(require('node:tls').getCACertificates('system'));
`;

let reading: Promise<readonly string[]> | null = null;

/**
 * The authorities that this computer's system trusts, where companies put their own. They are read once
 * per process in a worker, because that takes 50 ms here and seconds on some computers. If they cannot be
 * read, none of them is trusted.
 */
function systemAuthorities(): Promise<readonly string[]> {
  reading ??= new Promise((resolve) => {
    const worker = new Worker(readSystemAuthorities, { eval: true, execArgv: [] });
    worker.once('message', (found: readonly string[]) => resolve(found));
    worker.once('error', () => resolve([]));
    worker.once('exit', () => resolve([]));
    worker.unref();
  });
  return reading;
}

/** The authorities that a connection trusts: Node's own list, the system's, and those of a file. */
export class TrustedAuthorities {
  readonly #extra: readonly string[];
  #options: Promise<TlsOptions> | null = null;

  /** @param extra certificates of further authorities as PEM */
  constructor(extra: readonly string[] = []) {
    this.#extra = extra;
  }

  /** Shared by all connections: each would otherwise read hundreds of certificates again. */
  tlsOptions(): Promise<TlsOptions> {
    this.#options ??= systemAuthorities().then((system) => {
      const ca = new Set([...getCACertificates('default'), ...system, ...this.#extra]);
      return {
        secureContext: createSecureContext({ ...protocol, ca: [...ca] }),
        rejectUnauthorized: true,
      };
    });
    return this.#options;
  }
}

const longestFileBytes = 1_048_576;
const certificateStart = '-----BEGIN CERTIFICATE-----';
const certificateEnd = '-----END CERTIFICATE-----';

/**
 * Reads a PEM file of authorities. Only its certificates are taken; each must be valid.
 *
 * @returns the certificates as PEM, or why there are none
 */
export function readCaFile(path: string): Result<readonly string[], CaFileFault> {
  let text: string;
  try {
    text = readPlainFile(path, longestFileBytes).toString('latin1');
  } catch (error) {
    if (error instanceof NotPlainFileError) return { ok: false, failure: 'notPlain' };
    return { ok: false, failure: error instanceof RangeError ? 'tooLarge' : 'unreadable' };
  }
  const certificates = text
    .split(certificateStart)
    .slice(1)
    .flatMap((rest) => {
      const end = rest.indexOf(certificateEnd);
      return end < 0 ? [] : [`${certificateStart}${rest.slice(0, end)}${certificateEnd}`];
    });
  if (certificates.length === 0) return { ok: false, failure: 'noCertificate' };
  return certificates.every(isCertificate)
    ? { ok: true, value: certificates }
    : { ok: false, failure: 'damaged' };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

/** At 0, Node checks no certificate on connections that do not set `rejectUnauthorized`. */
const uncheckedVariable = 'NODE_TLS_REJECT_UNAUTHORIZED';

/**
 * Removes the variable that turns off certificate checks from the environment, so that no library and no
 * child process follows it. Node reads it at every connection, so this has to come before the first one.
 *
 * @returns the warning to print; null when nothing was turned off
 */
export function keepCertificateChecks(env: Record<string, string | undefined>): string | null {
  const isTurnedOff = env[uncheckedVariable] === '0';
  delete env[uncheckedVariable];
  return isTurnedOff
    ? `${uncheckedVariable} is not taken: certificates are checked. Name your own authority by its file.\n`
    : null;
}
