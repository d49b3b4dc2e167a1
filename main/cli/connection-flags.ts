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
import { refuse } from '../engine/launch/arguments.ts';
import { CliOption } from './cli-command.ts';

type Read = Result<Partial<ConnectionOptions>, OptionFault>;
type ConnectionFlag = CliOption<Partial<ConnectionOptions>>;

/** An option of the connection. A refusal names the flag and not the value, which may be a secret. */
function connectionFlag(
  flags: string,
  help: string,
  read: (text: string) => Read,
  isRepeatable = false,
): ConnectionFlag {
  return new CliOption(
    flags,
    help,
    (text, flag) => {
      const given = text === undefined ? checked({}, null) : read(text);
      return given.ok ? given : refuse(`${flag}: ${optionFaultText(given.failure, 'en')}`);
    },
    isRepeatable,
  ).helpGroup("The connection, each in place of the profile's own in this run:");
}

/** A flag for each option of a connection: an option without one does not compile. None accepts a secret. */
export const connectionFlags: Readonly<Record<keyof ConnectionOptions, ConnectionFlag>> = {
  orderPath: connectionFlag(
    '--order-path <PATH>',
    'the path of an order; {uuid} stands for the order',
    (text) => checked({ orderPath: text }, orderPathRefusal(text)),
  ),
  tokenHeader: connectionFlag(
    '--token-header <NAME>',
    'the header that carries the token',
    (text) => checked({ tokenHeader: text }, tokenHeaderRefusal(text)),
  ),
  tokenScheme: connectionFlag(
    '--token-scheme <WORD>',
    'the word before the token, as-given or none',
    (text) => {
      if (text === 'as-given') return checked({ tokenScheme: { kind: 'asGiven' } }, null);
      if (text === 'none') return checked({ tokenScheme: { kind: 'none' } }, null);
      return checked({ tokenScheme: { kind: 'fixed', scheme: text } }, tokenSchemeRefusal(text));
    },
  ),
  extraHeaders: connectionFlag(
    '--header <NAME:VALUE>',
    'a header of every request; may be repeated',
    // That none repeats the token's header is known once that header is: see run-parts.ts.
    (text) => {
      const headers = parseExtraHeaders(text, defaultConnectionOptions.tokenHeader);
      return headers.ok ? checked({ extraHeaders: headers.value }, null) : headers;
    },
    true,
  ),
  caFile: connectionFlag(
    '--ca-file <PATH>',
    'a PEM file of authorities to trust as well, or none',
    (text) =>
      text === 'none'
        ? checked({ caFile: null }, null)
        : checked({ caFile: text }, caFileRefusal(text)),
  ),
  proxy: connectionFlag('--proxy <PROXY>', 'system, environment, none or an address', (text) =>
    text === 'system' || text === 'environment' || text === 'none'
      ? checked({ proxy: { kind: text } }, null)
      : checked({ proxy: { kind: 'fixed', url: text } }, proxyUrlRefusal(text)),
  ),
  statusMeanings: connectionFlag(
    '--status <WORD=MEANING>',
    'what a status of the service means; may be repeated',
    (text) => {
      const meanings = parseStatusMeanings(text);
      return meanings.ok ? checked({ statusMeanings: meanings.value }, null) : meanings;
    },
    true,
  ),
};

function checked(options: Partial<ConnectionOptions>, fault: OptionFault | null): Read {
  return fault === null ? { ok: true, value: options } : { ok: false, failure: fault };
}
