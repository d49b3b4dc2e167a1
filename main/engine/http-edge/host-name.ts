import { isIPv4, isIPv6 } from 'node:net';
import { isLoopback } from '../../../core/text/loopback.ts';

/**
 * Whether the name that a request was made for is this computer's or the public one. A web page whose
 * own name was made to point at this computer (DNS rebinding) comes with that name, and is refused.
 *
 * @param host the Host header as it came
 * @param address where the server listens
 * @param publicUrl null when there is none
 */
export function isOurHost(
  host: string | undefined,
  address: string,
  publicUrl: string | null,
): boolean {
  const name = hostName(host ?? '');
  if (name === null) return false;
  if (isLoopback(name)) return true;
  const known = publicUrl === null ? null : URL.parse(publicUrl);
  if (known !== null && hostName(known.host) === name) return true;
  // A server at every address may be named by any address; a page that was rebound has a name, no number.
  const isEverywhere = address === '0.0.0.0' || address === '::';
  const isNumber = isIPv4(name) || isIPv6(name);
  return name === shortened(address) || (isEverywhere && isNumber);
}

/** The name or number in a Host header, written in one way; null when it is none. */
export function hostName(host: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+?)\.?)(?::\d{1,5})?$/i.exec(host);
  const [, inBrackets, name] = match ?? [];
  if (inBrackets === undefined) return name?.toLowerCase() ?? null;
  return isIPv6(inBrackets) ? shortened(inBrackets) : null;
}

/** An address as it stands in a URL: one of IPv6 is in brackets. */
export function hostInUrl(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

/** An IPv6 address can be written in many ways; this is the one of URLs. */
function shortened(address: string): string {
  return isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
