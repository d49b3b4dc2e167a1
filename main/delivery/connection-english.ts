import type { DeliveryError, DeliveryFailureCode } from '../../core/delivery/delivery-failure.ts';
import type { ConnectionWords } from './connection-words.ts';
import type { ServiceAddress } from './tunnel.ts';
import type { DoubtfulCertificate } from './way-probe.ts';

const nothingSent = 'Nothing was sent.';
const whatToCheck = 'Check the address, or whether this network needs a proxy or VPN.';

function step(failure: DeliveryError, { host, port }: ServiceAddress): string {
  const status = failure.httpStatus === null ? '' : ` (HTTP ${failure.httpStatus})`;
  const sentences: Readonly<Partial<Record<DeliveryFailureCode, string>>> = {
    'dns-failed': `No computer named ${host} was found. ${whatToCheck}`,
    unreachable: `No connection to ${host} port ${port}. ${whatToCheck}`,
    timeout: `No answer from ${host} port ${port}. ${whatToCheck}`,
    'connection-lost': `${host} ended the connection without an answer. ${whatToCheck}`,
    'tls-failed': `${host} did not agree on an encrypted connection. ${nothingSent} Check the address and its port.`,
    'tls-untrusted': `The certificate of ${host} is not trusted by this computer. ${nothingSent}`,
    'proxy-refused': `A proxy on the way asks for credentials${status}. Check this computer’s proxy settings.`,
    'proxy-unusable': `This computer is set up for a proxy that Waybell cannot use. ${nothingSent} Proxies over HTTP, HTTPS and SOCKS 5 can be used; check the proxy settings, or choose a proxy of your own under Advanced.`,
    'captive-portal': `A web page answered in place of the service${status}. Check whether this network needs a login in the browser, and the address.`,
    'rate-limited': `The service asked for a pause${status}. Test again in a minute.`,
    'service-failing': `The service reported a failure of its own${status}. Test again in a minute.`,
    'token-endpoint-missing': `There is nothing at /oauth/token of this address${status}. Check the base URL.`,
    'credentials-refused':
      'The service did not accept this client ID and secret. Copy both again from the developer portal; a space at the end is a common cause.',
  };
  return (
    sentences[failure.code] ??
    `${host} answered, but not with an access token${status}. Check the base URL.`
  );
}

function certificate(found: DoubtfulCertificate, { host }: ServiceAddress): string {
  const { reason, issuerName, validToMs, names } = found;
  if (reason === 'CERT_HAS_EXPIRED') {
    const ended = validToMs === null ? '' : ` on ${new Date(validToMs).toISOString().slice(0, 10)}`;
    return `The certificate ended${ended}. ${nothingSent} Check this computer’s date, or tell whoever runs the service.`;
  }
  if (reason === 'CERT_NOT_YET_VALID') {
    return `The certificate is not valid yet. ${nothingSent} Check this computer’s date.`;
  }
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID' || reason === 'HOSTNAME_MISMATCH') {
    const [first] = names;
    const madeFor = first === undefined ? 'another name' : first;
    return `The certificate is for ${madeFor}, not for ${host}. ${nothingSent} Check the address.`;
  }
  const issuer =
    issuerName === null
      ? 'Its issuer is not known to this computer.'
      : `Issued by “${issuerName}”, which this computer does not know.`;
  return `${issuer} ${nothingSent} If your company runs this service, ask IT for the certificate file.`;
}

function lifetime(statedSeconds: number | null): string {
  if (statedSeconds === null || statedSeconds <= 0) return 'Lifetime not given';
  if (statedSeconds < 120) return `Valid for ${Math.round(statedSeconds)}\u00a0s`;
  const minutes = Math.round(statedSeconds / 60);
  return minutes < 120
    ? `Valid for ${minutes}\u00a0min`
    : `Valid for ${Math.round(minutes / 60)}\u00a0h`;
}

/** The words of a connection test in English. */
export const englishConnection: ConnectionWords = {
  step,
  certificate,
  lifetime,
  notEncrypted: 'Not encrypted, this computer only',
};
