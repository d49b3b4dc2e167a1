/**
 * Whether a host is this computer itself.
 *
 * @param host a name in lower case or an address, without the brackets of IPv6
 */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether a host, as `URL.hostname` writes it, is this computer itself. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === '[::1]' || hostname.endsWith('.localhost') || isLoopback(hostname);
}
