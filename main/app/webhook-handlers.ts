import type { BridgeFailure } from '../../core/bridge/bridge.ts';
import type { Language } from '../../core/text/language.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import type { Result } from '../../core/text/result.ts';
import { CredentialStoreError } from '../credentials/credential-store.ts';
import type { HandlersOf } from '../desktop/bridge/bridge-server.ts';
import type { WebhookReceiver } from '../webhooks/receiver.ts';

/** The requests that are answered here. */
export type WebhookHandlers = HandlersOf<'webhooks'>;

const done = { ok: true, value: null } as const;

/** What the window asks of the receiver. Signing secrets go in and never come out. */
export function webhookHandlers(
  receiver: Pick<
    WebhookReceiver,
    'address' | 'newPath' | 'addSecret' | 'forgetOlderSecrets' | 'test'
  > & { readonly inbox: Pick<WebhookReceiver['inbox'], 'dismissOffered'> },
  language: () => Language = () => 'en',
): WebhookHandlers {
  const kept = (write: () => Promise<void>) => keptOrRefused(write, language);
  return {
    'webhooks:address': () => ({ ok: true, value: receiver.address }),
    'webhooks:new-path': () => kept(() => receiver.newPath()),
    'webhooks:add-secret': ({ secret, keepsOlder }) =>
      kept(() => receiver.addSecret(secret, keepsOlder)),
    'webhooks:forget-older': () => kept(() => receiver.forgetOlderSecrets()),
    'webhooks:test': async () => ({ ok: true, value: await receiver.test() }),
    'webhooks:dismiss-offered'() {
      receiver.inbox.dismissOffered();
      return done;
    },
  };
}

async function keptOrRefused(
  write: () => Promise<void>,
  language: () => Language,
): Promise<Result<null, BridgeFailure>> {
  try {
    await write();
    return done;
  } catch (error) {
    if (!(error instanceof CredentialStoreError)) throw error;
    const message = refusalWordsIn[language()].webhookKeychain[error.fault];
    return { ok: false, failure: { code: 'keychain-failed', message } };
  }
}
