import { refusalTextsIn } from '../../core/bridge/refusal-texts.ts';
import {
  type ConnectionOptions,
  defaultConnectionOptions,
} from '../../core/delivery/connection-options.ts';
import { optionFaultText } from '../../core/delivery/option-fault.ts';
import type { Result } from '../../core/text/result.ts';
import type { Clock } from '../../core/clock.ts';
import { EarlyEnd, exitCodes } from './exit-codes.ts';
import type { RunOptions, WatchOptions } from './watch-arguments.ts';
import type { ConnectionProfile } from '../engine/connection/ports.ts';
import { keychainFault } from '../engine/credentials/credential-store.ts';
import { readCaFile } from '../engine/delivery/http/trusted-authorities.ts';
import {
  type ListenAddress,
  secretVariable,
  webhookPathVariable,
  webhookSecretVariable,
} from '../engine/launch/arguments.ts';
import type { WebhookReceiver } from '../engine/webhooks/receiver.ts';
import { newPath } from '../engine/webhooks/secrets.ts';
import { type Group, type Part, Run } from '../engine/run.ts';
import { serveMetrics } from '../engine/serve-metrics.ts';
import type { Services } from '../engine/services.ts';
import type { WebhookOptions } from '../engine/webhook-receiving.ts';

/* What a run without a window, a watch or a hub, consists of beside its watching. */

/**
 * Runs groups without a window.
 *
 * @param until gives the exit code, once all have started
 * @returns the exit code
 */
export async function runUntil(
  groups: readonly Group[],
  clock: Clock,
  until: () => Promise<number>,
): Promise<number> {
  const run = new Run(groups, { clock });
  try {
    await run.start();
    return await until();
  } catch (error) {
    if (error instanceof EarlyEnd) return error.code;
    throw error;
  } finally {
    await run.stop();
  }
}

/** The way to the service. */
export function connectionPart(
  options: RunOptions,
  services: Pick<
    Services,
    'connection' | 'disconnect' | 'profiles' | 'readBaseUrl' | 'secrets' | 'team'
  >,
  { interrupted, say }: { readonly interrupted: AbortSignal; readonly say: (text: string) => void },
): Part {
  return {
    async start() {
      // The hub asks the service; a desk has no credentials.
      if (services.team !== null) return;
      const found = await credentials(options, services);
      if (!found.ok) {
        say(`${found.failure}\n`);
        throw new EarlyEnd(exitCodes.usage);
      }
      if (interrupted.aborted) throw new EarlyEnd(interruptionCode(interrupted));
      const { clientSecret, profile } = found.value;
      await services.connection.useSession(profile, clientSecret);
    },
    stop: () => services.disconnect(),
  };
}

/** The exit code for the signal that ended the program. */
export function interruptionCode(interrupted: AbortSignal): number {
  return typeof interrupted.reason === 'number' ? interrupted.reason : exitCodes.interrupted;
}

/** Gives the metrics, or ends the run where they cannot be given. */
export function metricsPart(
  place: ListenAddress | null,
  text: () => string,
  say: (text: string) => void,
): Part {
  const metrics = serveMetrics(place, text, say);
  return {
    async start() {
      if (!(await metrics.start())) throw new EarlyEnd(exitCodes.usage);
    },
    stop: () => metrics.stop(),
  };
}

/** The service, the client ID and the secret: from the command line, else the profile and the keychain. */
async function credentials(
  options: RunOptions,
  { profiles, readBaseUrl, secrets }: Pick<Services, 'profiles' | 'readBaseUrl' | 'secrets'>,
): Promise<Result<{ profile: ConnectionProfile; clientSecret: string }, string>> {
  const { clientSecret, service } = options;
  const stored = profiles.load();
  let profile = stored;
  if (service !== null) {
    const { clientId } = service;
    const parsed = readBaseUrl(service.baseUrl);
    if (!parsed.ok) return { ok: false, failure: parsed.failure.message };
    const isStored = stored?.baseUrl === parsed.value && stored.clientId === clientId;
    // The stored profile also holds the connection's options: paths, proxy, certificates.
    profile = isStored ? stored : { baseUrl: parsed.value, clientId };
  }
  const hint = `Put the client secret into ${secretVariable}.`;
  if (profile === null) {
    const failure = 'This profile is not connected. Give --base-url and --client-id.';
    return { ok: false, failure };
  }
  const sameService = stored?.baseUrl === profile.baseUrl ? stored : null;
  const chosen = chosenOptions(options.connectionOptions, sameService?.options);
  if (!chosen.ok) return chosen;
  profile = { ...profile, options: chosen.value };
  if (clientSecret !== null) return { ok: true, value: { profile, clientSecret } };
  try {
    const kept = await secrets.read(profile);
    if (kept !== null) return { ok: true, value: { profile, clientSecret: kept } };
    const failure = `The keychain holds no secret for this base URL and client ID. ${hint}`;
    return { ok: false, failure };
  } catch (error) {
    return {
      ok: false,
      failure: `${refusalTextsIn.en.keychain[keychainFault(error)]} ${hint}`,
    };
  }
}

/** The stored options, or the contract's own, with those of the command line in their place. */
function chosenOptions(
  given: Partial<ConnectionOptions>,
  stored: ConnectionOptions = defaultConnectionOptions,
): Result<ConnectionOptions, string> {
  const options = { ...stored, ...given };
  const header = Object.keys(options.extraHeaders).find(
    (name) => name.toLowerCase() === options.tokenHeader.toLowerCase(),
  );
  const isNew = given.extraHeaders !== undefined || given.tokenHeader !== undefined;
  if (header !== undefined && isNew) {
    return { ok: false, failure: optionFaultText({ code: 'headerTwice', subject: header }, 'en') };
  }
  const file = given.caFile == null ? null : readCaFile(given.caFile);
  if (file?.ok === false) return { ok: false, failure: refusalTextsIn.en.caFile[file.failure] };
  return { ok: true, value: options };
}

/**
 * How the command line receives webhooks: only if it was asked to, on loopback, in this run alone.
 *
 * @param publicUrl where a proxy takes them for us
 */
export function webhookOptions(
  { webhooks, profileDir }: Pick<WatchOptions, 'webhooks' | 'profileDir'>,
  publicUrl: string | null = null,
): WebhookOptions {
  if (webhooks === null) return { overlay: { isOn: false } };
  const { port, path, secret } = webhooks;
  return {
    overlay: { isOn: true, port, address: '127.0.0.1', publicUrl },
    // Without a profile no path is kept, so one is drawn for this run.
    given: { path: path ?? (profileDir === null ? newPath() : null), proof: secret },
  };
}

/**
 * Receives webhooks where that was asked for, or ends the run where it cannot be done.
 *
 * @param say writes to standard error: the address holds the secret path and is in no log
 */
export function webhooksPart(receiver: WebhookReceiver, say: (text: string) => void): Part {
  return {
    async start() {
      await receiver.apply();
      const { listening } = receiver.state;
      if (listening.kind === 'listening') {
        say(`Receiving webhooks at ${receiver.address ?? ''}\n`);
      } else if (listening.kind === 'failed') {
        say(`${faultTexts[listening.fault]}\n`);
        throw new EarlyEnd(exitCodes.usage);
      }
    },
    stop: () => receiver.stop(),
  };
}

const faultTexts = {
  'port-taken': 'The port for webhooks is in use. Name another one with --webhook-port.',
  'address-unavailable': 'This computer has no address to receive webhooks at.',
  keychain: `The keychain does not give the path and the secret for webhooks. Put them into ${webhookPathVariable} and ${webhookSecretVariable}.`,
  'no-proof': `This profile takes only webhooks with a proof, but there is no secret to check them with. Put it into ${webhookSecretVariable}, or store it in the settings of the window.`,
  failed: 'Webhooks cannot be received.',
} as const;
