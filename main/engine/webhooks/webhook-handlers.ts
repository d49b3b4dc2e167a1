import type { BridgeFailure, HandlersOf } from '../../../core/bridge/bridge.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import { inEnglish, type Localisation } from '../../../core/text/language.ts';
import type { Result } from '../../../core/text/result.ts';
import { CredentialStoreError } from '../credentials/credential-store.ts';
import type { UnknownOrders } from './ports.ts';
import type { WebhookReceiver } from './receiver.ts';

/** The requests that are answered here. */
export type WebhookHandlers = HandlersOf<'webhooks'>;

const done = { ok: true, value: null } as const;

/** What the window asks of the receiver. Signing secrets go in and never come out. */
export function webhookHandlers(
  receiver: Pick<
    WebhookReceiver,
    'address' | 'newPath' | 'addSecret' | 'forgetOlderSecrets' | 'test'
  >,
  unknown: Pick<UnknownOrders, 'choose' | 'dismiss'>,
  localisation: Localisation = inEnglish,
): WebhookHandlers {
  const kept = (write: () => Promise<void>) => keptOrRefused(write, localisation);
  return {
    'webhooks:address': () => ({ ok: true, value: receiver.address }),
    'webhooks:new-path': () => kept(() => receiver.newPath()),
    'webhooks:add-secret': ({ secret, keepsOlder }) =>
      kept(() => receiver.addSecret(secret, keepsOlder)),
    'webhooks:forget-older': () => kept(() => receiver.forgetOlderSecrets()),
    'webhooks:test': async () => ({ ok: true, value: await receiver.test() }),
    'webhooks:choose-unknown'({ choice }) {
      try {
        unknown.choose(choice);
        return done;
      } catch {
        const message = refusalTextsIn[localisation.current.language].settingsNotWritten;
        return { ok: false, failure: { code: 'storage-failed', message } };
      }
    },
    'webhooks:dismiss-offered'() {
      unknown.dismiss();
      return done;
    },
  };
}

async function keptOrRefused(
  write: () => Promise<void>,
  localisation: Localisation,
): Promise<Result<null, BridgeFailure>> {
  try {
    await write();
    return done;
  } catch (error) {
    if (!(error instanceof CredentialStoreError)) throw error;
    const message = refusalTextsIn[localisation.current.language].webhookKeychain[error.fault];
    return { ok: false, failure: { code: 'keychain-failed', message } };
  }
}
