import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from '../../../../core/text/loopback.ts';

const loopback: readonly [LookupAddress, LookupAddress] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * The addresses of a name. `localhost` and the names below it are this computer whatever a name server
 * says (RFC 6761, 6.3): requests to them are not encrypted, so no other computer may get them.
 */
export async function addressesOf(host: string): Promise<readonly LookupAddress[]> {
  return isLoopbackHost(host) ? loopback : dns.promises.lookup(host, { all: true });
}

/** The same for Node's sockets. */
export const lookupName: LookupFunction = (host, options, callback) => {
  if (!isLoopbackHost(host)) dns.lookup(host, options, callback);
  else if (options.all === true) callback(null, [...loopback]);
  else callback(null, loopback[0].address, loopback[0].family);
};
