import type { ExtraHeaders } from './extra-headers.ts';
import { isHeaderName, isReservedHeader } from './extra-headers.ts';
import type { OptionFault } from './option-fault.ts';
import type { GivenMeanings } from './status-meanings.ts';

/** How the access token is put into its header. */
export type TokenScheme =
  /** As the service says with `token_type`, `Bearer` when it says nothing. */
  | { readonly kind: 'asGiven' }
  /** The token alone. */
  | { readonly kind: 'none' }
  /** A fixed word before the token. */
  | { readonly kind: 'fixed'; readonly scheme: string };

/** Which proxy requests go through. A service on this computer is always asked directly. */
export type ProxyChoice =
  /** As the system is set up for this address, automatic configuration included. */
  | { readonly kind: 'system' }
  /** As `HTTPS_PROXY` and `NO_PROXY` say; the only place for a proxy's own credentials. */
  | { readonly kind: 'environment' }
  | { readonly kind: 'none' }
  /** `http://host:port`, `https://host:port` or `socks5://host:port`. */
  | { readonly kind: 'fixed'; readonly url: string };

/** What differs between services and networks and is left open by the contract (seeds/contract.md, 5). */
export interface ConnectionOptions {
  /** The path of an order below the base URL; `{uuid}` stands for the order. */
  readonly orderPath: string;
  /** The name of the header that carries the token. */
  readonly tokenHeader: string;
  readonly tokenScheme: TokenScheme;
  /** Sent as they are with every request to the service, such as a language or a market. */
  readonly extraHeaders: ExtraHeaders;
  /** Absolute path of a PEM file with certificates of authorities to trust as well. */
  readonly caFile: string | null;
  readonly proxy: ProxyChoice;
  /** What status words or numbers of this service mean, in addition to the known words. */
  readonly statusMeanings: GivenMeanings;
}

/** The contract's own service in an ordinary network (seeds/contract.md, 4.2 and 5.5). */
export const defaultConnectionOptions: ConnectionOptions = {
  orderPath: '/api/v2/orders/{uuid}',
  tokenHeader: 'Authorization',
  tokenScheme: { kind: 'asGiven' },
  extraHeaders: {},
  caFile: null,
  proxy: { kind: 'system' },
  statusMeanings: {},
};

/** Why the path of an order is refused; null when it can be used. */
export function orderPathRefusal(text: string): OptionFault | null {
  if (!text.startsWith('/')) return { code: 'pathWithoutSlash' };
  if (text.split('{uuid}').length !== 2) return { code: 'pathWithoutUuid' };
  if (text.length > 500) return { code: 'pathTooLong' };
  const around = text.replace('{uuid}', '');
  if (!/^[\w\-.~!$&'()*+,;=:@%/?]+$/.test(around)) {
    return { code: 'pathCharacters' };
  }
  if (/%(?![\da-f]{2})/i.test(around)) return { code: 'pathPercent' };
  if (/(?:^|\/)\.{1,2}(?:\/|$|\?)/.test(around) || text.startsWith('//')) {
    return { code: 'pathDots' };
  }
  return null;
}

/** Why the name of the token's header is refused (RFC 9110, 5.1); null when it can be used. */
export function tokenHeaderRefusal(text: string): OptionFault | null {
  if (!isHeaderName(text)) {
    return { code: 'tokenHeaderName' };
  }
  return isReservedHeader(text) || text.toLowerCase() === 'accept'
    ? { code: 'tokenHeaderTaken' }
    : null;
}

/** Why the word before the token is refused (RFC 9110, 11.1); null when it can be used. */
export function tokenSchemeRefusal(text: string): OptionFault | null {
  return /^[\w!#$%&'*+.^`|~-]{1,40}$/.test(text) ? null : { code: 'schemeWord' };
}

/** Why the address of a proxy is refused; null when it can be used. */
export function proxyUrlRefusal(text: string): OptionFault | null {
  if (text.includes('@')) {
    return { code: 'proxyCredentials' };
  }
  const parts = /^(?:https?|socks5):\/\/(?:\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?\/?$/i.exec(text);
  const isUsable = parts !== null && text.length <= 300 && Number(parts[1] ?? 0) <= 65_535;
  return isUsable ? null : { code: 'proxyForm' };
}

/**
 * Why the path of a certificate file is refused; null when it may be read. Two slashes at the beginning lead
 * to another computer or to a device: Windows would sign in there, for the author of the path.
 */
export function caFileRefusal(text: string): OptionFault | null {
  if (text.length > 4096 || /\p{Cc}/u.test(text)) return { code: 'caFileNoPath' };
  if (/^[\\/]{2}/.test(text)) return { code: 'caFileElsewhere' };
  return /^(?:\/|[a-z]:[\\/])/i.test(text) ? null : { code: 'caFileRelative' };
}
