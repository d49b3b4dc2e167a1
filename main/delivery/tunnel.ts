import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import { translated } from './outside-error.ts';
import type { Proxy, ProxyRoute } from './proxy-route.ts';
import { SocketReader } from './socket-reader.ts';
import { askSocks } from './socks.ts';
import type { TrustedAuthorities } from './trust.ts';

/** Where a service listens. */
export interface ServiceAddress {
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
}

const longestHeadBytes = 16_384;

/** How long a way may take altogether and who may end it before. */
export interface TunnelLimits {
  readonly signal: AbortSignal | null;
  /** Each way of several gets an equal part, so that a dead one leaves time for the next. */
  readonly timeoutMs: number;
}

/**
 * Opens a connection to a service by the first way that leads there, so that what travels over it is end
 * to end: a proxy sees host and port, never a token.
 *
 * @returns an open socket, or null when the direct way is the last and the caller can as well take it
 * @throws DeliveryError of the last way that was tried; the signal's reason when aborted
 */
export async function openTunnel(
  route: ProxyRoute,
  address: ServiceAddress,
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
        ? await directly(address, within)
        : await throughProxy(proxy, address, trust, within);
    } catch (error) {
      signal?.throwIfAborted();
      failure = deadline.aborted ? new DeliveryError('timeout') : error;
    }
  }
  throw failure;
}

/** Opens a connection without anybody in between. */
export async function directly(address: ServiceAddress, signal: AbortSignal): Promise<Socket> {
  return opened(connectTcp({ ...address, autoSelectFamily: true }), 'connect', signal);
}

async function throughProxy(
  proxy: Proxy,
  address: ServiceAddress,
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = await reached(proxy, trust, signal);
  const reader = new SocketReader(socket, signal);
  try {
    if (proxy.kind === 'socks5') await askSocks(socket, reader, address, proxy.credentials);
    else await askConnect(socket, reader, address, proxy.authorization);
    reader.release();
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function askConnect(
  socket: Socket,
  reader: SocketReader,
  address: ServiceAddress,
  authorization: string | null,
): Promise<void> {
  const host = isIP(address.host) === 6 ? `[${address.host}]` : address.host;
  const target = `${host}:${address.port}`;
  const own = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${own}\r\n`);
  judge(await reader.textUntil('\r\n\r\n', longestHeadBytes));
}

async function reached(
  proxy: Proxy,
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<Socket> {
  const { host, port } = proxy;
  if (proxy.kind === 'socks5' || !proxy.isSecure) return directly({ host, port }, signal);
  const secureContext = await trust.context();
  signal.throwIfAborted();
  const name = isIP(host) === 0 ? { servername: host } : {};
  const secured = connectTls({ host, port, ...name, secureContext, rejectUnauthorized: true });
  return opened(secured, 'secureConnect', signal);
}

async function opened(
  socket: Socket | TLSSocket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  try {
    await settled(socket, event, signal);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/**
 * Waits for an event of a socket.
 *
 * @throws DeliveryError when the socket fails or ends instead; the signal's reason when aborted
 */
export async function settled(
  socket: Socket | TLSSocket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<void> {
  const outcome = Promise.withResolvers<void>();
  const abandon = (): void => outcome.reject(signal.reason);
  signal.addEventListener('abort', abandon, { once: true });
  socket.once(event, () => outcome.resolve());
  // Stays for good: an error after the outcome must not become an uncaught one.
  socket.on('error', (error) => outcome.reject(translated(error)));
  socket.once('close', () => outcome.reject(new DeliveryError('connection-lost')));
  try {
    await outcome.promise;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/** A proxy that could not reach the service is told from one that does not want to. */
function judge(head: string): void {
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(head.split('\r\n')[0] ?? '')?.[1]);
  if (Number.isNaN(status)) throw new DeliveryError('protocol-violation');
  if (status >= 200 && status < 300) return;
  if (status === 511 || (status >= 300 && status < 400)) {
    throw new DeliveryError('captive-portal', { httpStatus: status });
  }
  const code = status >= 500 ? 'unreachable' : 'proxy-refused';
  throw new DeliveryError(code, { httpStatus: status });
}
