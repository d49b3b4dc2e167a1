import type { ProxyChoice } from '../../../../core/delivery/connection-options.ts';
import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import { isLoopbackHost } from '../../../../core/text/loopback.ts';
import { isExcepted } from './proxy-exceptions.ts';

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
  const proxy = named(environment, 'https_proxy') || named(environment, 'all_proxy');
  const isForAll = proxy !== '' && !isExcepted(new URL(origin), named(environment, 'no_proxy'));
  if (!isForAll) return direct;
  return [proxyAt(/^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`)];
}

/**
 * The value of a variable, in small letters, in capitals or mixed: the first that is not empty. Quotes around
 * it are left out: files of variables that are read without a shell keep them.
 */
function named(environment: ProxySurroundings['environment'], name: string): string {
  const others = Object.keys(environment).filter((other) => other.toLowerCase() === name);
  const values = [name, name.toUpperCase(), ...others].map((each) =>
    (environment[each] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2'),
  );
  return values.find((value) => value !== '') ?? '';
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

/**
 * The credentials are read apart from the address, as curl reads them: a URL would take the backslash of
 * `DOMAIN\user` for a slash, and with it the host for another.
 *
 * @returns null when the text is not the address of a proxy of a known kind
 */
function readProxy(address: string): Proxy | null {
  const hostAt = address.indexOf('://') + '://'.length;
  const [authority = ''] = address.slice(hostAt).split(/[/?#]/, 1);
  const credentials = authority.slice(0, Math.max(authority.lastIndexOf('@'), 0));
  const url = address.slice(0, hostAt) + address.slice(hostAt + authority.lastIndexOf('@') + 1);
  if (!URL.canParse(url)) return null;
  const { hostname, port, protocol } = new URL(url);
  const known = protocols.get(protocol);
  if (known === undefined || hostname === '') return null;
  const [scheme, impliedPort] = known;
  return {
    scheme,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? impliedPort : Number(port),
    credentials: readCredentials(credentials),
  };
}

function readCredentials(text: string): ProxyCredentials | null {
  const [userName = ''] = text.split(':', 1);
  const password = text.slice(userName.length + 1);
  if (userName === '' && password === '') return null;
  return { userName: unescaped(userName), password: unescaped(password) };
}

/** A text without its percent escapes. What is none stays, such as a percent sign in a password. */
function unescaped(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
