import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { onTestFinished } from 'vitest';

/** Resolves every host name, in place of the system's name service. */
export interface ServedNames {
  /** Every name has this address. */
  pointTo(address: string): void;
  /** Every lookup fails with this error code of the system. */
  failWith(code: string): void;
  /** Restores the system's lookup. Also done at the end of the test. */
  giveBack(): void;
}

type Callback = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/**
 * Replaces the system's name lookup, which no test server can make fail. Node's sockets call
 * `dns.lookup` for each connection, so the product needs no hook for this.
 */
export function serveNames(): ServedNames {
  const { lookup } = dns;
  let address = '127.0.0.1';
  let code: string | null = null;
  const answer = (name: string, options: { readonly all?: boolean }, callback: Callback): void => {
    setImmediate(() => {
      // IP addresses are not names and resolve to themselves.
      if (isIP(name) !== 0 && options.all === true)
        callback(null, [{ address: name, family: isIP(name) }]);
      else if (isIP(name) !== 0) callback(null, name, isIP(name));
      else if (code !== null)
        callback(Object.assign(new Error(code), { code, syscall: 'getaddrinfo' }));
      else if (options.all === true) callback(null, [{ address, family: 4 }]);
      else callback(null, address, 4);
    });
  };
  const names = {
    pointTo(next: string) {
      code = null;
      address = next;
    },
    failWith(next: string) {
      code = next;
    },
    giveBack: () => Object.assign(dns, { lookup }),
  };
  Object.assign(dns, { lookup: answer });
  onTestFinished(() => {
    names.giveBack();
  });
  return names;
}
