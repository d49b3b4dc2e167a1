import { once } from 'node:events';
import { connect as connectTcp, isIP, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'undici';
import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import type { HostAddress } from '../http/base-url.ts';
import { lookupName } from '../http/name-lookup.ts';
import { toDeliveryError } from '../http/network-failure.ts';
import type { TrustedAuthorities } from '../http/trusted-authorities.ts';
import type { Proxy, ProxyRoute } from './proxy-choice.ts';
import { askSocks } from './socks.ts';

/** How long opening a connection may take altogether, and what may end it before. */
export interface TunnelLimits {
  readonly signal: AbortSignal | null;
  /** Each entry of the route gets an equal part, so that a dead one leaves time for the next. */
  readonly timeoutMs: number;
}

/**
 * Opens a connection to a service by the first entry of the route that works. What travels over it is
 * encrypted end to end: a proxy sees host and port, not a token.
 *
 * @returns an open socket, or null when the direct connection is the last entry: the caller makes it
 * @throws DeliveryError of the last entry that was tried; the signal's reason when aborted
 */
export async function openTunnel(
  route: ProxyRoute,
  address: HostAddress,
  trust: TrustedAuthorities,
  { signal, timeoutMs }: TunnelLimits,
): Promise<Socket | null> {
  let failure: unknown;
  for (const [at, proxy] of route.entries()) {
    if (proxy === null && at === route.length - 1) return null;
    const deadline = AbortSignal.timeout(timeoutMs / route.length);
    const within = signal === null ? deadline : AbortSignal.any([signal, deadline]);
    try {
      return proxy === null
        ? await openDirect(address, within)
        : await throughProxy(proxy, address, trust, within);
    } catch (error) {
      signal?.throwIfAborted();
      failure = deadline.aborted ? new DeliveryError('timeout') : error;
    }
  }
  throw failure;
}

/**
 * Opens a connection without a proxy.
 *
 * @throws DeliveryError; the signal's reason when aborted
 */
export function openDirect(address: HostAddress, signal: AbortSignal): Promise<Socket> {
  return opened(
    connectTcp({ ...address, autoSelectFamily: true, lookup: lookupName }),
    'connect',
    signal,
  );
}

/**
 * Waits until a socket is open, and destroys it when that fails.
 *
 * @throws DeliveryError; the signal's reason when aborted
 */
export async function opened<Opened extends Socket>(
  socket: Opened,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Opened> {
  // This listener is never removed: an error after the outcome must not become an uncaught one.
  socket.on('error', () => undefined);
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw toDeliveryError(error);
  }
}

async function throughProxy(
  proxy: Proxy,
  address: HostAddress,
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<Socket> {
  if (proxy.scheme !== 'socks5') return askConnect(proxy, address, trust, signal);
  const socket = await openDirect({ host: proxy.host, port: proxy.port }, signal);
  const abandon = (): void => void socket.destroy();
  signal.addEventListener('abort', abandon, { once: true });
  try {
    await askSocks(socket, address, proxy.credentials);
    return socket;
  } catch (error) {
    socket.destroy();
    throw toDeliveryError(error);
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/** Has an HTTP proxy connect to the service (RFC 9110, 9.3.6). */
async function askConnect(
  proxy: Proxy,
  address: HostAddress,
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<Socket> {
  const client = new Client(`http://${hostAndPort(proxy)}`, {
    allowH2: false,
    connect: (_options, callback) => {
      openToProxy(proxy, trust, signal).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
  const path = hostAndPort(address);
  const headers = { host: path, ...authorizationOf(proxy) };
  try {
    const { statusCode, socket } = await client.connect({ path, headers, signal });
    if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket;
    socket.on('error', () => undefined).destroy();
    throw refusalOf(statusCode);
  } catch (error) {
    throw toDeliveryError(error);
  } finally {
    // An open tunnel has left the client by now.
    await client.destroy();
  }
}

async function openToProxy(
  { host, port, scheme }: Proxy,
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<Socket> {
  if (scheme === 'http') return openDirect({ host, port }, signal);
  const tls = await trust.tlsOptions();
  signal.throwIfAborted();
  const name = isIP(host) === 0 ? { servername: host } : {};
  return opened(
    connectTls({ host, port, lookup: lookupName, ...name, ...tls }),
    'secureConnect',
    signal,
  );
}

function authorizationOf({ credentials }: Proxy): { readonly 'proxy-authorization'?: string } {
  if (credentials === null) return {};
  const { password, userName } = credentials;
  const basic = Buffer.from(`${userName}:${password}`).toString('base64');
  return { 'proxy-authorization': `Basic ${basic}` };
}

function hostAndPort({ host, port }: HostAddress): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Tells a proxy that could not reach the service from one that refuses to. */
function refusalOf(httpStatus: number): DeliveryError {
  if (httpStatus === 511 || (httpStatus >= 300 && httpStatus < 400)) {
    return new DeliveryError('captive-portal', { httpStatus });
  }
  return new DeliveryError(httpStatus >= 500 ? 'unreachable' : 'proxy-refused', { httpStatus });
}
