import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { onTestFinished } from 'vitest';

/** Decides what every host name means, as the network's name service would. */
export interface TakenNames {
  /** Every name has this address. */
  pointTo(address: string): void;
  /** Looking up any name fails with this code of the system. */
  failWith(code: string): void;
  /** The machine's own names again; at the latest with the end of the test. */
  giveBack(): void;
}

type Callback = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/**
 * Stands in for the system's name lookup, which no test server can make fail. Node's sockets ask
 * `dns.lookup` at each connection, so nothing of the product has to know.
 */
export function takeOverNames(): TakenNames {
  const { lookup } = dns;
  let address = '127.0.0.1';
  let code: string | null = null;
  const answer = (name: string, options: { readonly all?: boolean }, callback: Callback): void => {
    setImmediate(() => {
      // An address is no name: whoever listens on one is not meant.
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
