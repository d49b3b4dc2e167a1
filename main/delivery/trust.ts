import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';

/** What to trust beside Node's own list of authorities and the system's, as PEM. */
export interface TlsTrust {
  readonly ca?: string | readonly string[];
}

const readSystemAuthorities = `
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage(require('node:tls').getCACertificates('system'));
`;

let reading: Promise<readonly string[]> | null = null;

/**
 * The authorities that this computer's system trusts, where companies put their own. Read once per
 * process and beside the main thread: it takes a twentieth of a second here and seconds on some
 * computers. What cannot be read is not trusted.
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

/** What one way to a service trusts, made when the first encrypted connection needs it. */
export class TrustedAuthorities {
  readonly #extra: readonly string[];
  #context: Promise<SecureContext> | null = null;

  constructor({ ca = [] }: TlsTrust) {
    this.#extra = typeof ca === 'string' ? [ca] : ca;
  }

  /** One for all connections: each would otherwise read hundreds of certificates again. */
  context(): Promise<SecureContext> {
    this.#context ??= systemAuthorities().then((system) => {
      const all = new Set([...getCACertificates('default'), ...system, ...this.#extra]);
      return createSecureContext({ ca: [...all] });
    });
    return this.#context;
  }
}

/** The variable by which Node leaves out every check of a certificate where it is not told otherwise. */
const uncheckedVariable = 'NODE_TLS_REJECT_UNAUTHORIZED';

/**
 * Takes the variable out of the environment that turns the checks of certificates off: no library and no
 * child process is to follow it. Node reads it whenever it connects, so this has to come before that.
 *
 * @returns what to warn with, once; null when nothing was turned off
 */
export function keepCertificateChecks(env: Record<string, string | undefined>): string | null {
  const isTurnedOff = env[uncheckedVariable] === '0';
  delete env[uncheckedVariable];
  return isTurnedOff
    ? `${uncheckedVariable} is not taken: certificates are checked. Name your own authority by its file.\n`
    : null;
}
