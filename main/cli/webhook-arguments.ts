import type { Result } from '../../core/text/result.ts';
import { shownArgument } from '../launch/shown-argument.ts';

/** Where the secret part of the address may come from; argv would show it to every user. */
export const webhookPathVariable = 'WAYBELL_WEBHOOK_PATH';

/** The secret that webhooks are signed with. */
export const webhookSecretVariable = 'WAYBELL_WEBHOOK_SECRET';

/** How webhooks are to be received in this run. */
export interface WebhookWish {
  /** 0 lets us choose. */
  readonly port: number;
  /** Null: the keychain's with a profile, else one drawn for this run. */
  readonly path: string | null;
  /** Null: nothing is signed, or with a profile as stored. */
  readonly secret: string | null;
}

/** Reads what concerns webhooks. Null when none are to be received; the failure is one sentence. */
export function readWebhookWish(
  portText: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Result<WebhookWish | null, string> {
  if (portText === undefined) return { ok: true, value: null };
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : Number.NaN;
  if (port !== 0 && !(port >= 1024 && port <= 65_535)) {
    return refused(
      `--webhook-port needs 0 or a whole number from 1024 to 65535, not "${shownArgument(portText)}".`,
    );
  }
  const path = env[webhookPathVariable] || null;
  if (path !== null && !/^[0-9a-zA-Z_-]{16,100}$/.test(path)) {
    return refused(
      `${webhookPathVariable} needs 16 to 100 letters, digits, hyphens or underscores.`,
    );
  }
  const secret = env[webhookSecretVariable] || null;
  if (secret !== null && secret.length > 300) {
    return refused(`${webhookSecretVariable} is longer than 300 characters.`);
  }
  return { ok: true, value: { port, path, secret } };
}

function refused(failure: string): { readonly ok: false; readonly failure: string } {
  return { ok: false, failure };
}
