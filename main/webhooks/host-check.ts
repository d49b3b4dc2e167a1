import { isIPv4, isIPv6 } from 'node:net';

/**
 * Whether the name that a request was made for is one of ours: this computer itself or the public name
 * that the dispatcher set. A web page whose own name was made to point at this computer (DNS rebinding)
 * comes with that other name, and is refused.
 *
 * @param host the Host header as it came
 * @param address where the receiver listens
 * @param publicUrl null when there is none
 */
export function isOurHost(
  host: string | undefined,
  address: string,
  publicUrl: string | null,
): boolean {
  const name = hostName(host ?? '');
  if (name === null) return false;
  if (name === 'localhost' || isLoopback(name)) return true;
  if (publicUrl !== null && URL.canParse(publicUrl) && new URL(publicUrl).hostname === name) {
    return true;
  }
  // Listening at every address, it can be asked for by any of them; no web page can take on a number.
  const isEverywhere = address === '0.0.0.0' || address === '::';
  return name === address || (isEverywhere && (isIPv4(name) || isIPv6(name)));
}

/** Whether only programs on this computer can reach an address. */
function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}

function hostName(host: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+?))\.?(?::\d{1,5})?$/i.exec(host);
  return (match?.[1] ?? match?.[2])?.toLowerCase() ?? null;
}
