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
