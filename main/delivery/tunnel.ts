import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { DeliveryError } from '../../core/delivery-failure.ts';
import { translated } from './outside-error.ts';
import type { Proxy, ProxyRoute } from './proxy-route.ts';
import type { TrustedAuthorities } from './trust.ts';

/** Where a service listens. */
export interface ServiceAddress {
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
}

const longestHeadBytes = 16_384;

/**
 * Opens a connection to a service through a proxy, so that what travels over it is end to end: the
 * proxy sees host and port, never a token.
 *
 * @returns an open socket, or null when the direct way is to be taken
 * @throws DeliveryError of the last way that was tried; the signal's reason when aborted
 */
export async function openTunnel(
  route: ProxyRoute,
  address: ServiceAddress,
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<Socket | null> {
  let failure: unknown;
  for (const proxy of route) {
    if (proxy === null) return null;
    try {
      return await throughProxy(proxy, address, trust, signal);
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}

async function throughProxy(
  proxy: Proxy,
  address: ServiceAddress,
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = await reached(proxy, trust, signal);
  try {
    const host = isIP(address.host) === 6 ? `[${address.host}]` : address.host;
    const target = `${host}:${address.port}`;
    const authorization =
      proxy.authorization === null ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`);
    judge(await answerHead(socket, signal));
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function reached(
  { host, port, isSecure }: Proxy,
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<Socket> {
  const secureContext = isSecure ? await trust.context() : undefined;
  signal.throwIfAborted();
  const socket: Socket | TLSSocket = isSecure
    ? connectTls({
        host,
        port,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(secureContext === undefined ? {} : { secureContext }),
      })
    : connectTcp({ host, port, autoSelectFamily: true });
  try {
    await settled(socket, isSecure ? 'secureConnect' : 'connect', signal);
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

/** The head of the proxy's answer; nothing may follow it before we speak. */
async function answerHead(socket: Socket, signal: AbortSignal): Promise<string> {
  const outcome = Promise.withResolvers<string>();
  let head = '';
  const read = (chunk: Buffer): void => {
    head += chunk.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end !== -1) outcome.resolve(head.slice(0, end));
    else if (head.length > longestHeadBytes) {
      outcome.reject(new DeliveryError('protocol-violation'));
    }
  };
  const fail = (error: Error): void => outcome.reject(translated(error));
  const close = (): void => outcome.reject(new DeliveryError('connection-lost'));
  const abandon = (): void => outcome.reject(signal.reason);
  socket.on('data', read);
  socket.on('error', fail);
  socket.once('close', close);
  signal.addEventListener('abort', abandon, { once: true });
  try {
    return await outcome.promise;
  } finally {
    socket.off('data', read);
    socket.off('close', close);
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
