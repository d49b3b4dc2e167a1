import {
  caFileRefusal,
  type ConnectionOptions,
  defaultConnectionOptions,
  orderPathRefusal,
  proxyUrlRefusal,
  tokenHeaderRefusal,
  tokenSchemeRefusal,
} from '../../core/delivery/connection-options.ts';
import { parseExtraHeaders } from '../../core/delivery/extra-headers.ts';
import { type OptionFault, optionFaultText } from '../../core/delivery/option-fault.ts';
import { parseStatusMeanings } from '../../core/delivery/status-meanings.ts';
import type { Result } from '../../core/text/result.ts';
import { refuse, type UsageRefusal } from '../engine/launch/arguments.ts';

type Read = Result<Partial<ConnectionOptions>, OptionFault>;

/** A connection option on the command line. */
interface ConnectionFlag {
  /** Without the two dashes. */
  readonly flag: string;
  /** Given several times, its values come as lines. */
  readonly isRepeatable?: true;
  /** What is to be written behind it, and what it does, as the help says it. */
  readonly value: string;
  readonly help: string;
  readonly read: (text: string) => Read;
}

/** A flag for each option of a connection: an option without one does not compile. None accepts a secret. */
export const connectionFlags: Readonly<Record<keyof ConnectionOptions, ConnectionFlag>> = {
  orderPath: {
    flag: 'order-path',
    value: 'PATH',
    help: 'the path of an order; {uuid} stands for the order',
    read: (text) => checked({ orderPath: text }, orderPathRefusal(text)),
  },
  tokenHeader: {
    flag: 'token-header',
    value: 'NAME',
    help: 'the header that carries the token',
    read: (text) => checked({ tokenHeader: text }, tokenHeaderRefusal(text)),
  },
  tokenScheme: {
    flag: 'token-scheme',
    value: 'WORD',
    help: 'the word before the token, as-given or none',
    read(text) {
      if (text === 'as-given') return checked({ tokenScheme: { kind: 'asGiven' } }, null);
      if (text === 'none') return checked({ tokenScheme: { kind: 'none' } }, null);
      return checked({ tokenScheme: { kind: 'fixed', scheme: text } }, tokenSchemeRefusal(text));
    },
  },
  extraHeaders: {
    flag: 'header',
    isRepeatable: true,
    value: 'NAME:VALUE',
    help: 'a header of every request; may be repeated',
    // That none repeats the token's header is known once that header is: see run-parts.ts.
    read(text) {
      const headers = parseExtraHeaders(text, defaultConnectionOptions.tokenHeader);
      return headers.ok ? checked({ extraHeaders: headers.value }, null) : headers;
    },
  },
  caFile: {
    flag: 'ca-file',
    value: 'PATH',
    help: 'a PEM file of authorities to trust as well, or none',
    read: (text) =>
      text === 'none'
        ? checked({ caFile: null }, null)
        : checked({ caFile: text }, caFileRefusal(text)),
  },
  proxy: {
    flag: 'proxy',
    value: 'PROXY',
    help: 'system, environment, none or an address',
    read: (text) =>
      text === 'system' || text === 'environment' || text === 'none'
        ? checked({ proxy: { kind: text } }, null)
        : checked({ proxy: { kind: 'fixed', url: text } }, proxyUrlRefusal(text)),
  },
  statusMeanings: {
    flag: 'status',
    isRepeatable: true,
    value: 'WORD=MEANING',
    help: 'what a status of the service means; may be repeated',
    read(text) {
      const meanings = parseStatusMeanings(text);
      return meanings.ok ? checked({ statusMeanings: meanings.value }, null) : meanings;
    },
  },
};

/** The same for the reader of command lines. */
export const connectionFlagOptions = Object.fromEntries(
  Object.values(connectionFlags).map(({ flag, isRepeatable = false }) => [
    flag,
    { type: 'string', multiple: isRepeatable } as const,
  ]),
);

/** Reads the options that were given. A refusal names the flag and not the value, which may be a secret. */
export function readConnectionFlags(
  values: ReadonlyMap<string, string>,
): Result<Partial<ConnectionOptions>, UsageRefusal> {
  let options: Partial<ConnectionOptions> = {};
  for (const { flag, read } of Object.values(connectionFlags)) {
    const text = values.get(flag);
    if (text === undefined) continue;
    const given = read(text);
    if (!given.ok) return refuse(`--${flag}: ${optionFaultText(given.failure, 'en')}`);
    options = { ...options, ...given.value };
  }
  return { ok: true, value: options };
}

function checked(options: Partial<ConnectionOptions>, fault: OptionFault | null): Read {
  return fault === null ? { ok: true, value: options } : { ok: false, failure: fault };
}
