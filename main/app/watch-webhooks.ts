import { randomBytes } from 'node:crypto';
import type { WatchOptions } from '../cli/watch-arguments.ts';
import { webhookPathVariable } from '../cli/watch-arguments.ts';
import type { WebhookChoices } from './compose-webhooks.ts';
import type { WebhookReceiver } from '../webhooks/receiver.ts';
import type { SecretKeeper } from '../webhooks/secrets.ts';

/** How the command line receives webhooks: on loopback, in this run only, if it was asked to. */
export function webhookChoices({ webhooks, profileDir }: WatchOptions): WebhookChoices {
  if (webhooks === null) return { overlay: { isOn: false } };
  const { port, path, secret } = webhooks;
  const isOwn = path !== null || secret !== null || profileDir === null;
  const overlay = { isOn: true, port, address: '127.0.0.1', publicUrl: null };
  if (!isOwn) return { overlay };
  return {
    overlay: { ...overlay, proof: secret === null ? 'none' : 'hmac' },
    keeper: keeperForThisRun(path ?? randomBytes(16).toString('hex'), secret),
  };
}

/**
 * Begins to receive webhooks.
 *
 * @param say writes to standard error: the address holds the secret path and is in no log
 * @returns why it cannot be done, in a sentence; null when all is well or nothing was asked for
 */
export async function receiveWebhooks(
  receiver: WebhookReceiver,
  say: (text: string) => void,
): Promise<string | null> {
  await receiver.apply();
  const { listening } = receiver.state;
  switch (listening.kind) {
    case 'off':
    case 'starting':
      return null;
    case 'listening':
      say(`Receiving webhooks at ${receiver.address ?? ''}\n`);
      return null;
    case 'failed':
      return faultTexts[listening.fault];
    default:
      return listening satisfies never;
  }
}

const faultTexts = {
  'port-taken': 'The port for webhooks is in use. Name another one with --webhook-port.',
  'address-unavailable': 'This computer has no address to receive webhooks at.',
  keychain: `The keychain does not give the secret path for webhooks. Put one into ${webhookPathVariable}.`,
  'no-proof': 'Webhooks are to be signed, but the keychain holds no secret to check them with.',
  failed: 'Webhooks cannot be received.',
} as const;

function keeperForThisRun(path: string, secret: string | null): SecretKeeper {
  let text: string | null = JSON.stringify({
    path,
    proofs: secret === null ? [] : [secret],
  });
  return {
    read: async () => text,
    write: async (changed) => {
      text = changed;
    },
    erase: async () => {
      text = null;
    },
  };
}
