/**
 * Chromium's schemes cannot be added to from outside, so an address of a custom scheme, such as
 * app://bundle/x, lives in Chromium as https://bundle.app.host.invalid/x. Top-level `invalid`
 * never resolves (RFC 6761), https makes it a secure context, and the host part keeps origins
 * apart. The main process sees the custom scheme only.
 */
const ZONE = '.host.invalid';

const BOOT = `https://boot${ZONE}/`;

const schemes = new Set<string>();

/** Chromium's pattern of the addresses that the host answers itself. */
export const ZONE_PATTERN = `https://*${ZONE}/*`;

/** From now on addresses of this scheme are the host's. */
export function claimScheme(scheme: string): void {
  schemes.add(scheme);
}

/** The address of the empty document in which a window opens. */
export function bootAddress(title: string): string {
  return BOOT + title;
}

/** Whether this is the address of a boot document. */
export function isBootAddress(url: string): boolean {
  return url.startsWith(BOOT);
}

/** The title in the address of a boot document; undefined for other addresses. */
export function bootTitle(url: string): string | undefined {
  return isBootAddress(url) ? url.slice(BOOT.length) : undefined;
}

/** app://bundle/x -> https://bundle.app.host.invalid/x; other schemes stay as they are. */
export function toInnerAddress(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url);
  const [, scheme = '', host = '', rest = ''] = match ?? [];
  if (!schemes.has(scheme)) return url;
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return `https://${host || 'root'}.${scheme}${ZONE}${path}`;
}

/** The way back, for everything that the app gets to see. */
export function toOuterAddress(url: string): string {
  const match = /^https:\/\/([^/?#]+)\.([a-z0-9+-]+)\.host\.invalid(?::\d+)?(.*)$/is.exec(url);
  if (!match) return url;
  const [, host = '', scheme = '', rest = ''] = match;
  return `${scheme}://${host === 'root' ? '' : host}${rest}`;
}

/**
 * A Content-Security-Policy with the custom schemes in it as Chromium knows them: `app:` becomes
 * all hosts of the scheme, `app://bundle` that one. Keywords, hashes and other schemes stay.
 */
export function innerPolicy(policy: string): string {
  return policy.replace(
    /(^|[\s;])([a-z][a-z0-9+.-]*):(?:\/\/([^\s;/]+)([^\s;]*))?(?=[\s;]|$)/gi,
    (whole, before: string, scheme: string, host?: string, path?: string) =>
      schemes.has(scheme) ? `${before}https://${host ?? '*'}.${scheme}${ZONE}${path ?? ''}` : whole,
  );
}
