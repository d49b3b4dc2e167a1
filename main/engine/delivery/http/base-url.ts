import type { Language } from '../../../../core/text/language.ts';
import type { BaseUrlFault } from '../../../../core/bridge/refusal-texts.ts';
import { refusalTextsIn } from '../../../../core/bridge/refusal-texts.ts';
import { isLoopbackHost } from '../../../../core/text/loopback.ts';
import type { Result } from '../../../../core/text/result.ts';
import { withoutEnd } from '../../../../core/text/text-ends.ts';

/** Where a service or a proxy listens. */
export interface HostAddress {
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
}

/** Why a base URL is not used, with the sentence for the dispatcher. */
export interface BaseUrlRefusal {
  readonly reason: BaseUrlFault;
  readonly message: string;
}

const longestUrl = 2000;

/**
 * Reads what a dispatcher entered as the service's address.
 *
 * The client secret goes there, so only https is taken; http only for this computer itself. The
 * contract's paths are appended, so a sub-path is kept and trailing slashes are dropped. Link-local
 * addresses are refused: nothing but routers and the metadata services of cloud machines answers there.
 *
 * @param language of the sentence that says what is wrong
 * @returns the origin with an optional path, without a slash at the end
 */
export function parseBaseUrl(
  text: string,
  language: Language = 'en',
): Result<string, BaseUrlRefusal> {
  const fault = baseUrlFault(text.trim());
  if (fault !== null) {
    return {
      ok: false,
      failure: { reason: fault, message: refusalTextsIn[language].baseUrl[fault] },
    };
  }
  const url = new URL(text.trim());
  return { ok: true, value: `${url.origin}${withoutEnd(url.pathname, /\//)}` };
}

function baseUrlFault(trimmed: string): BaseUrlFault | null {
  if (trimmed === '') return 'empty';
  if (trimmed.length > longestUrl) return 'tooLong';
  // The URL parser repairs these silently, and then the address is not the one that was entered.
  if (/[\s\\\p{Cc}]/u.test(trimmed)) return 'notAnAddress';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    return /^(?:https?|file|data|javascript|blob):/i.test(trimmed)
      ? 'notAnAddress'
      : 'schemeMissing';
  }
  if (!URL.canParse(trimmed)) return /^https?:/i.test(trimmed) ? 'notAnAddress' : 'schemeRefused';
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'schemeRefused';
  // An empty user name leaves no trace in the parsed URL, so the text is searched.
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(trimmed)) return 'userInfo';
  if (/[?#]/.test(trimmed)) return 'queryOrFragment';
  if (url.hostname === '') return 'notAnAddress';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return 'notEncrypted';
  return isLinkLocalHost(url.hostname) ? 'linkLocal' : null;
}

/** The host and port of a base URL, with the port that its scheme implies. */
export function addressOf(baseUrl: string): HostAddress {
  const url = new URL(baseUrl);
  const impliedPort = url.protocol === 'https:' ? 443 : 80;
  return {
    host: withoutBrackets(url.hostname),
    port: url.port === '' ? impliedPort : Number(url.port),
  };
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function isLinkLocalHost(hostname: string): boolean {
  return (
    /^169\.254\.\d+\.\d+$/.test(hostname) ||
    /^\[fe[89ab][0-9a-f]:/.test(hostname) ||
    hostname.startsWith('[::ffff:a9fe:')
  );
}
