import type { ExtraHeaders } from '../../core/delivery/extra-headers.ts';

/** The headers that both kinds of requests have in common: name, value, name, value. */
export interface CommonHeaders {
  readonly ofToken: readonly string[];
  readonly ofOrder: readonly string[];
}

/**
 * What our requests say of themselves, with the headers that were set for this service. An `Accept` of
 * one's own chooses the form of orders; a token is JSON for everybody (RFC 6749, 5.1).
 *
 * @param tokenHeader never sent twice, whatever was set
 */
export function commonHeaders(
  userAgent: string,
  extra: ExtraHeaders,
  tokenHeader: string,
): CommonHeaders {
  const entries = Object.entries(extra).filter(
    ([name]) => name.toLowerCase() !== tokenHeader.toLowerCase(),
  );
  const json = 'application/json';
  const [, accept = json] = entries.find(isAccept) ?? [];
  const others = entries.filter((entry) => !isAccept(entry)).flat();
  const rest = ['accept-encoding', 'identity', 'user-agent', userAgent, ...others];
  return { ofToken: ['accept', json, ...rest], ofOrder: ['accept', accept, ...rest] };
}

function isAccept([name]: readonly [string, string]): boolean {
  return name.toLowerCase() === 'accept';
}
