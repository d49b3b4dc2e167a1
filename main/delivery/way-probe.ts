import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import type { ProxyRoute } from './proxy-route.ts';
import type { TrustedAuthorities } from './trust.ts';
import { directly, openTunnel, settled, type ServiceAddress } from './tunnel.ts';

/** All ways together; what tries them has a few seconds more. */
const waysTimeoutMs = 8000;

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

/**
 * Opens a connection, through a proxy where the route says so, and sends nothing to the service.
 *
 * @returns the open socket, which the caller destroys
 * @throws DeliveryError; the signal's reason when aborted
 */
export async function reach(
  address: ServiceAddress,
  route: ProxyRoute,
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const limits = { signal, timeoutMs: waysTimeoutMs };
  return (await openTunnel(route, address, trust, limits)) ?? directly(address, signal);
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
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<HandshakeOutcome> {
  const secureContext = await trust.context();
  signal.throwIfAborted();
  const secured = connectTls({
    socket,
    host: address.host,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(address.host) === 0 ? { servername: address.host } : {}),
    secureContext,
    rejectUnauthorized: true,
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
