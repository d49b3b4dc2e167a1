import { withoutEnd } from './text-ends.ts';

const host = /^(?:\[[^\]]*\]|[^:[\]]+)(?::\d*)?$/;

/**
 * A web address without the login, the query and the fragment that may stand in it, each of which can be a secret.
 * An address that is entered is refused with one; this reads what was stored or published, where someone may have
 * written it by hand. It leads to the same host and path as before.
 *
 * @returns it without a slash at its end, as addresses are stored; no more than the scheme of what is no address
 */
export function withoutSecrets(address: string): string {
  const plain = address.replace(/[?#].*/s, '');
  const [, scheme = '', authority = '', path = ''] =
    /^([a-z][a-z0-9+.-]*:\/\/)([^/\\]*)(.*)/is.exec(plain) ?? [];
  const place = authority.slice(authority.lastIndexOf('@') + 1);
  return host.test(place) ? withoutEnd(`${scheme}${place}${path}`, /\//) : scheme;
}
