import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import type { HostAddress } from '../http/base-url.ts';
import type { TrustedAuthorities } from '../http/trusted-authorities.ts';
import { opened } from '../proxy/tunnel.ts';

/** What an untrusted certificate says. */
export interface DoubtfulCertificate {
  /** Node's code for what is wrong, such as `CERT_HAS_EXPIRED`. */
  readonly reason: string;
  readonly issuerName: string | null;
  readonly validToMs: number | null;
  /** The names that it was made for. */
  readonly names: readonly string[];
}

/** The service's certificate is not trusted; this is what it says. */
export class UntrustedCertificate extends Error {
  override readonly name = 'UntrustedCertificate';
  readonly failure: DeliveryError;
  readonly certificate: DoubtfulCertificate;

  constructor(failure: DeliveryError, certificate: DoubtfulCertificate) {
    super(certificate.reason);
    this.failure = failure;
    this.certificate = certificate;
  }
}

/**
 * Agrees on TLS over an open socket, with the same trust as every later request, and sends nothing else.
 *
 * @returns the protocol, such as `TLSv1.3`
 * @throws UntrustedCertificate; DeliveryError when no handshake came about; the signal's reason when aborted
 */
export async function handshake(
  socket: Socket,
  address: HostAddress,
  trust: TrustedAuthorities,
  signal: AbortSignal,
): Promise<string> {
  const tls = await trust.tlsOptions();
  signal.throwIfAborted();
  const secured = connectTls({
    socket,
    host: address.host,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(address.host) === 0 ? { servername: address.host } : {}),
    ...tls,
  });
  // Node drops the certificate together with the connection that it refuses, so it is read at `secure`, which
  // comes before that. Without this event only the details of the certificate would be missing.
  let seen: PeerCertificate | null = null;
  secured.prependOnceListener('secure', () => {
    seen = secured.getPeerCertificate();
  });
  try {
    await opened(secured, 'secureConnect', signal);
    return secured.getProtocol() ?? 'TLS';
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.code !== 'tls-untrusted') throw error;
    throw new UntrustedCertificate(error, doubtful(reasonOf(error), seen));
  } finally {
    secured.destroy();
  }
}

function reasonOf({ cause }: DeliveryError): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
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

/** A name may occur more than once in a certificate; the first is enough, at a readable length. */
function firstText(value: string | readonly string[] | undefined): string | null {
  const text = typeof value === 'string' ? value : value?.[0];
  return text === undefined || text === '' ? null : text.slice(0, 100);
}
