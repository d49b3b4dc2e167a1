import { parseArgs } from 'node:util';
import type { Result } from '../core/text/result.ts';
import { type CertificateForm, certificateForms } from './tls/test-certificate.ts';
import type { DeliveryServiceOptions } from './service-options.ts';

/** The parsed command line. */
export interface Command {
  readonly options: DeliveryServiceOptions;
  /** Names of built-in scenarios or paths of files. */
  readonly scenarioNames: readonly string[];
  readonly exitsWithParent: boolean;
  /** Speaks TLS with a certificate of this form; null for plain HTTP. */
  readonly certificate: CertificateForm | null;
  readonly wantsHelp: boolean;
}

/** How to call the program. */
export const commandUsage = `Usage: node simulator/index.ts [options]

  --scenario NAME|FILE   a scenario to play, any number of times (default: day, unless --orders)
  --orders N             generated orders beside the scenarios, up to 1000000 (default 0)
  --spread-minutes N     how long the matches of generated orders are spread over (default 120)
  --seed N               decides everything random (default 1)
  --speed F              story seconds per second (default: what the scenario asks for, else 1)
  --epoch MS             the calendar at the start, in ms since 1970 (default: now)
  --manual-clock         time stands still but for POST {controlUrl}/time
  --port N               default 0: the system chooses
  --client-id TEXT       default: decided by the seed, like the secret
  --token-seconds N      what expires_in says (default 3600)
  --token-extras         token answers carry token_type and created_at
  --token-form           the token endpoint wants a form instead of JSON
  --order-path PATH      default /api/v2/orders/{uuid}
  --base-path PATH       put before every path
  --latency-ms A-B       a delay before every answer
  --no-etag              no ETag, no 304
  --tls FORM             speak TLS; the certificate is ${certificateForms.join(', ')}
  --webhook-url URL      sends what happens to this address (signed ones: POST {controlUrl}/webhooks)
  --idle-seconds N       how long an idle connection is kept (default 60)
  --exit-with-parent     end when standard input ends
  --help

The first line on standard output is one JSON object: baseUrl, clientId, clientSecret, controlUrl,
orders (the first 1000 uuids), labels (their names or null), orderCount and, with --tls,
authorityPem, the authority to trust.`;

/** Reads the command line; a failure is one sentence for the person who typed it. */
export function parseCommandLine(args: readonly string[]): Result<Command, string> {
  try {
    return { ok: true, value: command(args) };
  } catch (error) {
    return { ok: false, failure: error instanceof Error ? error.message : String(error) };
  }
}

function command(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: {
      scenario: { type: 'string', multiple: true, default: [] },
      orders: { type: 'string' },
      'spread-minutes': { type: 'string' },
      seed: { type: 'string' },
      speed: { type: 'string' },
      epoch: { type: 'string' },
      'manual-clock': { type: 'boolean', default: false },
      port: { type: 'string' },
      'client-id': { type: 'string' },
      'token-seconds': { type: 'string' },
      'token-extras': { type: 'boolean', default: false },
      'token-form': { type: 'boolean', default: false },
      'order-path': { type: 'string' },
      'base-path': { type: 'string' },
      'latency-ms': { type: 'string' },
      'no-etag': { type: 'boolean', default: false },
      'idle-seconds': { type: 'string' },
      tls: { type: 'string' },
      'webhook-url': { type: 'string' },
      'exit-with-parent': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const whole = (name: NumberName, from: number, to: number): number | undefined =>
    number(name, values[name], from, to, Number.isInteger);
  const generatedOrders = whole('orders', 0, 1_000_000);
  const latencyMs = latency(values['latency-ms']);
  const spreadMinutes = number('spread-minutes', values['spread-minutes'], 0, 100_000);
  const given = {
    seed: whole('seed', 0, 4_294_967_295),
    port: whole('port', 0, 65_535),
    epochMs: whole('epoch', 0, 8.64e15),
    speed: number('speed', values.speed, 0.001, 100_000),
    generatedOrders,
    spreadMs: spreadMinutes === undefined ? undefined : spreadMinutes * 60_000,
    clientId: values['client-id'],
    tokenSeconds: whole('token-seconds', 0, 2_592_000),
    orderPath: values['order-path'],
    basePath: values['base-path'],
    latencyMs,
    webhooks: values['webhook-url'] === undefined ? undefined : { url: values['webhook-url'] },
    idleSeconds: number('idle-seconds', values['idle-seconds'], 0.1, 86_400),
  };
  const isDefault = values.scenario.length === 0 && generatedOrders === undefined;
  return {
    options: {
      ...withoutUndefined(given),
      clock: values['manual-clock'] ? 'manual' : 'running',
      hasEtags: !values['no-etag'],
      tokenManners: {
        hasExtras: values['token-extras'],
        bodies: values['token-form'] ? ['form'] : ['json'],
      },
    },
    scenarioNames: isDefault ? ['day'] : values.scenario,
    certificate: certificateForm(values.tls),
    exitsWithParent: values['exit-with-parent'],
    wantsHelp: values.help,
  };
}

type NumberName = 'orders' | 'seed' | 'port' | 'epoch' | 'token-seconds';

function number(
  name: string,
  text: string | undefined,
  from: number,
  to: number,
  fits: (value: number) => boolean = Number.isFinite,
): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!fits(value) || value < from || value > to) {
    throw new RangeError(`--${name} must be a number from ${from} to ${to}, not ${text}`);
  }
  return value;
}

function latency(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  if (from === undefined || Number(to) < Number(from)) {
    throw new RangeError(`--latency-ms must look like 20-120, not ${text}`);
  }
  return [Number(from), Number(to)];
}

function certificateForm(text: string | undefined): CertificateForm | null {
  const form = certificateForms.find((known) => known === text);
  if (text !== undefined && form === undefined) {
    throw new RangeError(`--tls must be one of ${certificateForms.join(', ')}, not ${text}`);
  }
  return form ?? null;
}

type Given<Options> = { [Name in keyof Options]?: Exclude<Options[Name], undefined> };

/** Leaves out what was not given, so that the service's own defaults count. */
function withoutUndefined<Options extends object>(options: Options): Given<Options> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Given<Options>;
}
