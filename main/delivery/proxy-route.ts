import { BlockList, isIP } from 'node:net';
import type { ProxyChoice } from '../../core/delivery/connection-options.ts';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import { isLoopbackHost } from './base-url.ts';
import type { SocksCredentials } from './socks.ts';

/** A proxy that forwards encrypted connections when asked with CONNECT (RFC 9110, 9.3.6). */
export interface HttpProxy {
  readonly kind: 'http';
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Whether the proxy itself is asked over TLS. */
  readonly isSecure: boolean;
  /** The value of `Proxy-Authorization`: a secret. */
  readonly authorization: string | null;
}

/** A proxy that forwards any connection (RFC 1928). */
export interface SocksProxy {
  readonly kind: 'socks5';
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  readonly credentials: SocksCredentials | null;
}

export type Proxy = HttpProxy | SocksProxy;

/** Ways out of this network, to be tried in order; null is the direct one. */
export type ProxyRoute = readonly [Proxy | null, ...(Proxy | null)[]];

/** Asks the system which proxy a URL needs; answers like `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

/** Where the choices that are not ours are made. */
export interface ProxySurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absent outside a desktop, where the environment is all there is. */
  readonly resolveProxy?: ResolveProxy;
}

const direct: ProxyRoute = [null];

/**
 * Which way a request to `origin` takes. A service on this computer is always asked directly.
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
 * `SOCKS5`, in their order. What we cannot use, such as `SOCKS` (which means version 4), is passed over
 * for the next; an answer of nothing else is a state with a name, never the direct way.
 *
 * @throws DeliveryError `proxy-unusable`
 */
export function systemRoute(answer: string): ProxyRoute {
  const hops = answer.split(';').flatMap((entry): (Proxy | null)[] => {
    const [kind = '', address = ''] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return [null];
    const scheme = systemSchemes.get(kind.toUpperCase());
    const proxy = scheme === undefined ? null : readProxy(`${scheme}://${address}`);
    return proxy === null ? [] : [proxy];
  });
  const [first, ...others] = hops;
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

/** Null for what is no address of a proxy, or of none that we can use. */
function readProxy(address: string): Proxy | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.hostname === '') return null;
  const credentials = credentialsIn(url);
  if (credentials === undefined) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = (implied: number): number => (url.port === '' ? implied : Number(url.port));
  switch (url.protocol) {
    case 'http:':
    case 'https:': {
      const isSecure = url.protocol === 'https:';
      const authorization = credentials === null ? null : basic(credentials);
      return { kind: 'http', host, port: port(isSecure ? 443 : 80), isSecure, authorization };
    }
    // With an h the proxy looks the name up; without one we would, and the proxy knows better.
    case 'socks5:':
    case 'socks5h:':
      return { kind: 'socks5', host, port: port(1080), credentials };
    default:
      return null;
  }
}

/** Undefined when they cannot be read. */
function credentialsIn({ username, password }: URL): SocksCredentials | null | undefined {
  if (username === '' && password === '') return null;
  try {
    return { userName: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

function basic({ userName, password }: SocksCredentials): string {
  return `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;
}
