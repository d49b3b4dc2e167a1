import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls';
import { DeliveryError } from '../../core/delivery-failure.ts';
import { translated } from './outside-error.ts';
import type { TlsTrust } from './transport.ts';

/** Where a service listens. */
export interface ServiceAddress {
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
}

/** What a certificate says that was not trusted. */
export interface DoubtfulCertificate {
  /** Node's code for what is wrong, such as `CERT_HAS_EXPIRED`. */
  readonly reason: string;
  readonly issuerName: string | null;
  readonly validToMs: number | null;
  /** The names that it was made for. */
  readonly names: readonly string[];
}

/** The outcome of a TLS handshake in which nothing but the handshake was sent. */
export type HandshakeOutcome =
  | { readonly kind: 'trusted'; readonly protocol: string }
  | { readonly kind: 'doubtful'; readonly certificate: DoubtfulCertificate };

/** The host and port of a base URL, with the port that its scheme implies. */
export function addressOf(baseUrl: string): ServiceAddress {
  const url = new URL(baseUrl);
  const impliedPort = url.protocol === 'https:' ? 443 : 80;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? impliedPort : Number(url.port),
  };
}

/**
 * Opens a connection and sends nothing.
 *
 * @returns the open socket, which the caller destroys
 * @throws DeliveryError; the signal's reason when aborted
 */
export async function reach(address: ServiceAddress, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const socket = connectTcp({ ...address, autoSelectFamily: true });
  try {
    await settled(socket, 'connect', signal);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/**
 * Agrees on TLS over an open socket, with the same trust as every later request, and looks at the
 * certificate when it is not trusted.
 *
 * @throws DeliveryError when no handshake came about at all; the signal's reason when aborted
 */
export async function handshake(
  socket: Socket,
  address: ServiceAddress,
  tls: TlsTrust,
  signal: AbortSignal,
): Promise<HandshakeOutcome> {
  const secured = connectTls({
    socket,
    host: address.host,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(address.host) === 0 ? { servername: address.host } : {}),
    ...(tls.ca === undefined ? {} : { ca: typeof tls.ca === 'string' ? tls.ca : [...tls.ca] }),
  });
  // Node drops the certificate together with the connection that it refuses. `secure` comes before
  // that; should it ever go away, a refusal is still a refusal, only without the issuer's name.
  let seen: PeerCertificate | null = null;
  secured.prependOnceListener('secure', () => {
    seen = secured.getPeerCertificate();
  });
  try {
    await settled(secured, 'secureConnect', signal);
    return { kind: 'trusted', protocol: secured.getProtocol() ?? 'TLS' };
  } catch (error) {
    const untrusted = error instanceof DeliveryError && error.code === 'tls-untrusted';
    if (!untrusted) throw error;
    return { kind: 'doubtful', certificate: doubtful(reasonOf(error), seen) };
  } finally {
    secured.destroy();
  }
}

async function settled(
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

function reasonOf(error: DeliveryError): string {
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : 'unknown';
}

function doubtful(reason: string, seen: PeerCertificate | null): DoubtfulCertificate {
  // Node answers an empty object when there is no certificate, whatever its types say.
  const certificate: Partial<PeerCertificate> = seen ?? {};
  const validToMs = Date.parse(certificate.valid_to ?? '');
  const issuer: Partial<PeerCertificate['issuer']> = certificate.issuer ?? {};
  const subject: Partial<PeerCertificate['subject']> = certificate.subject ?? {};
  const alternatives = (certificate.subjectaltname ?? '')
    .split(', ')
    .map((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1])
    .filter((name) => name !== undefined);
  const subjectName = firstText(subject.CN);
  return {
    reason,
    issuerName: firstText(issuer.CN) ?? firstText(issuer.O),
    validToMs: Number.isNaN(validToMs) ? null : validToMs,
    names: alternatives.length > 0 || subjectName === null ? alternatives : [subjectName],
  };
}

/** A name may occur more than once in a certificate; the first will do, at a readable length. */
function firstText(value: string | readonly string[] | undefined): string | null {
  const text = typeof value === 'string' ? value : value?.[0];
  return text === undefined || text === '' ? null : text.slice(0, 100);
}
