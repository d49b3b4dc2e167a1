import { BlockList, isIP } from 'node:net';
import type { ProxyChoice } from '../../../core/delivery/connection-options.ts';
import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import { isLoopbackHost } from '../http/base-url.ts';

/** What a user of a proxy signs in with. Both are secrets. */
export interface ProxyCredentials {
  readonly userName: string;
  readonly password: string;
}

/** A proxy that forwards encrypted connections: by CONNECT (RFC 9110, 9.3.6) or by SOCKS 5 (RFC 1928). */
export interface Proxy {
  /** `https`: the proxy itself is asked over TLS. */
  readonly scheme: 'http' | 'https' | 'socks5';
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  readonly credentials: ProxyCredentials | null;
}

/** The proxies to try, in order; null is a direct connection. */
export type ProxyRoute = readonly [Proxy | null, ...(Proxy | null)[]];

/** Asks the system which proxy a URL needs; answers like `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

/** Where the system and the environment say which proxy to use. */
export interface ProxySurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absent outside a desktop, where the environment is all there is. */
  readonly resolveProxy?: ResolveProxy;
}

const direct: ProxyRoute = [null];

/**
 * The proxies for requests to `origin`. A service on this computer is always asked directly.
 *
 * @throws DeliveryError `proxy-unusable` when the choice leads to no proxy that we can use
 */
export async function proxyRoute(
  choice: ProxyChoice,
  origin: string,
  { environment, resolveProxy }: ProxySurroundings,
): Promise<ProxyRoute> {
  if (isLoopbackHost(new URL(origin).hostname)) return direct;
  switch (choice.kind) {
    case 'none':
      return direct;
    case 'fixed':
      return [proxyAt(choice.url)];
    case 'environment':
      return environmentRoute(origin, environment);
    case 'system':
      return resolveProxy === undefined
        ? environmentRoute(origin, environment)
        : systemRoute(await resolveProxy(origin).catch(() => 'DIRECT'));
    default:
      return choice satisfies never;
  }
}

/**
 * Reads what the system answered, automatic configuration included: `DIRECT`, `PROXY`, `HTTPS` and
 * `SOCKS5`, in their order. Entries that we cannot use, such as `SOCKS` (which means version 4), are
 * skipped. If no other is left that is a named failure, never a direct connection.
 *
 * @throws DeliveryError `proxy-unusable`
 */
export function systemRoute(answer: string): ProxyRoute {
  const entries = answer.split(';').flatMap((entry): (Proxy | null)[] => {
    const [kind = '', address = ''] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return [null];
    const scheme = systemSchemes.get(kind.toUpperCase());
    const proxy = scheme === undefined ? null : readProxy(`${scheme}://${address}`);
    return proxy === null ? [] : [proxy];
  });
  const [first, ...others] = entries;
  if (first !== undefined) return [first, ...others];
  if (answer.trim() === '') return direct;
  throw new DeliveryError('proxy-unusable');
}

const systemSchemes: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS5', 'socks5'],
]);

function environmentRoute(
  origin: string,
  environment: ProxySurroundings['environment'],
): ProxyRoute {
  const named = (name: string): string =>
    environment[name] ?? environment[name.toUpperCase()] ?? '';
  const proxy = named('https_proxy') || named('all_proxy');
  if (proxy === '' || isExcepted(new URL(origin), named('no_proxy'))) return direct;
  return [proxyAt(/^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`)];
}

/**
 * `NO_PROXY`: names, with or without a leading dot or `*.`, addresses and ranges of them (`10.0.0.0/8`),
 * with a port or without; `*` is all.
 */
function isExcepted(url: URL, exceptions: string): boolean {
  const port = url.port === '' ? '443' : url.port;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return exceptions.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const range = /^\[?([\da-f.:]+?)\]?\/(\d{1,3})$/i.exec(entry);
    if (range !== null) return isInRange(host, range[1] ?? '', Number(range[2]));
    // The colons of a bare IPv6 address begin no port.
    if (isIP(entry) === 6) return host === entry.toLowerCase();
    const [, name = '', onlyPort] =
      /^(?:\*?\.)?(\[[\da-f.:]+\]|.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (name === '' || (onlyPort !== undefined && onlyPort !== port)) return false;
    return url.hostname === name || url.hostname.endsWith(`.${name}`);
  });
}

function isInRange(host: string, network: string, prefix: number): boolean {
  const family = isIP(host);
  if (family === 0 || isIP(network) !== family || prefix > (family === 4 ? 32 : 128)) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  const range = new BlockList();
  range.addSubnet(network, prefix, kind);
  return range.check(host, kind);
}

/** @throws DeliveryError without a word of the address, which may hold credentials */
function proxyAt(address: string): Proxy {
  const proxy = readProxy(address);
  if (proxy === null) throw new DeliveryError('proxy-unusable');
  return proxy;
}

/** Scheme and implied port by protocol. With `socks5h` the proxy looks names up; here it always does. */
const protocols: ReadonlyMap<string, readonly [Proxy['scheme'], number]> = new Map([
  ['http:', ['http', 80]],
  ['https:', ['https', 443]],
  ['socks5:', ['socks5', 1080]],
  ['socks5h:', ['socks5', 1080]],
]);

/** @returns null when the text is not the address of a proxy of a known kind */
function readProxy(address: string): Proxy | null {
  if (!URL.canParse(address)) return null;
  const { hostname, password, port, protocol, username } = new URL(address);
  const known = protocols.get(protocol);
  if (known === undefined || hostname === '') return null;
  const [scheme, impliedPort] = known;
  try {
    return {
      scheme,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? impliedPort : Number(port),
      credentials:
        username === '' && password === ''
          ? null
          : { userName: decodeURIComponent(username), password: decodeURIComponent(password) },
    };
  } catch {
    // The credentials are not percent-encoded text.
    return null;
  }
}
