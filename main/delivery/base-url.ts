import type { Result } from '../../core/result.ts';
import { withoutEnd } from '../../core/text-ends.ts';
import type { ServiceAddress } from './tunnel.ts';

/** Why a base URL is not used, with the sentence for the dispatcher. */
export interface BaseUrlRefusal {
  readonly reason:
    | 'empty'
    | 'tooLong'
    | 'schemeMissing'
    | 'schemeRefused'
    | 'notEncrypted'
    | 'notAnAddress'
    | 'userInfo'
    | 'queryOrFragment'
    | 'linkLocal';
  readonly message: string;
}

const longestUrl = 2000;

const messages: Readonly<Record<BaseUrlRefusal['reason'], string>> = {
  empty: 'Enter the base URL of the delivery service, such as https://api.example.com.',
  tooLong: 'This address is longer than 2,000 characters. Check that only the base URL was pasted.',
  schemeMissing: 'Start the address with https://.',
  schemeRefused: 'The address must start with https://.',
  notEncrypted:
    'The address must start with https://. http:// is possible only for a service on this computer.',
  notAnAddress: 'This is not a web address. Check for spaces and missing parts.',
  userInfo: 'Leave user name and password out of the address. Credentials have their own fields.',
  queryOrFragment:
    'Leave out everything from ? or # on: the base URL ends with the host or a path.',
  linkLocal: 'This address belongs to the network equipment itself, not to a delivery service.',
};

/**
 * Reads what a dispatcher entered as the service's address.
 *
 * The client secret goes there, so only https is taken; http only for this computer itself. The
 * contract's paths are appended, so a sub-path is kept and trailing slashes are dropped. Link-local
 * addresses are refused: nothing but routers and the metadata services of cloud machines answers there.
 *
 * @returns the origin with an optional path, without a slash at the end
 */
export function parseBaseUrl(text: string): Result<string, BaseUrlRefusal> {
  const trimmed = text.trim();
  if (trimmed === '') return refused('empty');
  if (trimmed.length > longestUrl) return refused('tooLong');
  // The URL parser repairs these silently; what was repaired is not what was read.
  if (/[\s\\\p{Cc}]/u.test(trimmed)) return refused('notAnAddress');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    return refused(
      /^(?:https?|file|data|javascript|blob):/i.test(trimmed) ? 'notAnAddress' : 'schemeMissing',
    );
  }
  if (!URL.canParse(trimmed))
    return refused(/^https?:/i.test(trimmed) ? 'notAnAddress' : 'schemeRefused');
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('schemeRefused');
  // An empty user name leaves no trace in the parsed URL, so the text is asked.
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(trimmed)) return refused('userInfo');
  if (/[?#]/.test(trimmed)) return refused('queryOrFragment');
  if (url.hostname === '') return refused('notAnAddress');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return refused('notEncrypted');
  if (isLinkLocalHost(url.hostname)) return refused('linkLocal');
  return { ok: true, value: `${url.origin}${withoutEnd(url.pathname, /\//)}` };
}

/** The host and port of a base URL, with the port that its scheme implies. */
export function addressOf(baseUrl: string): ServiceAddress {
  const url = new URL(baseUrl);
  const impliedPort = url.protocol === 'https:' ? 443 : 80;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? impliedPort : Number(url.port),
  };
}

/** Whether a host, as `URL.hostname` writes it, is this computer itself. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

function isLinkLocalHost(hostname: string): boolean {
  return (
    /^169\.254\.\d+\.\d+$/.test(hostname) ||
    /^\[fe[89ab][0-9a-f]:/.test(hostname) ||
    hostname.startsWith('[::ffff:a9fe:')
  );
}

function refused(reason: BaseUrlRefusal['reason']): Result<string, BaseUrlRefusal> {
  return { ok: false, failure: { reason, message: messages[reason] } };
}
