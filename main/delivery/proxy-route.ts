import type { ProxyChoice } from '../../core/connection-options.ts';
import { DeliveryError } from '../../core/delivery-failure.ts';
import { isLoopbackHost } from './base-url.ts';

/** A proxy that forwards encrypted connections (RFC 9110, 9.3.6). */
export interface Proxy {
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Whether the proxy itself is asked over TLS. */
  readonly isSecure: boolean;
  /** The value of `Proxy-Authorization`: a secret. */
  readonly authorization: string | null;
}

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
 * @throws DeliveryError `proxy-refused` when the choice leads to no proxy that we can use
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

/** Reads what the system answered: `PROXY`, `HTTPS` and `DIRECT`; others are no use to us. */
export function systemRoute(answer: string): ProxyRoute {
  const hops = answer.split(';').flatMap((entry): (Proxy | null)[] => {
    const [kind = '', address = ''] = entry.trim().split(/\s+/);
    switch (kind.toUpperCase()) {
      case 'DIRECT':
        return [null];
      case 'PROXY':
        return [proxyAt(`http://${address}`)];
      case 'HTTPS':
        return [proxyAt(`https://${address}`)];
      default:
        return [];
    }
  });
  const [first, ...others] = hops;
  if (first !== undefined) return [first, ...others];
  if (answer.trim() === '') return direct;
  throw new DeliveryError('proxy-refused');
}

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

/** `NO_PROXY`: names, with or without a leading dot or `*.`, with a port or without; `*` is all. */
function isExcepted(url: URL, exceptions: string): boolean {
  const port = url.port === '' ? '443' : url.port;
  return exceptions.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', onlyPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (name === '' || (onlyPort !== undefined && onlyPort !== port)) return false;
    return url.hostname === name || url.hostname.endsWith(`.${name}`);
  });
}

function proxyAt(address: string): Proxy {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // Its address may hold credentials, so nothing of it goes along.
    throw new DeliveryError('proxy-refused');
  }
  const isSecure = url.protocol === 'https:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    isSecure,
    authorization: basicAuthorization(url),
  };
}

function basicAuthorization({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  } catch {
    throw new DeliveryError('proxy-refused');
  }
}
