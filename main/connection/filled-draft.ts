import type { ConnectionDraft } from '../../core/bridge/bridge.ts';
import type { Language } from '../../core/text/language.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import type { Result } from '../../core/text/result.ts';
import type { ConnectionProfile, DeliveryOpener } from './ports.ts';
import type { ConnectionRefusal, StoredConnection } from './stored-connection.ts';

/** Where what a draft leaves out is looked for. */
export interface DraftSources {
  readonly parseBaseUrl: (text: string) => Result<string, { readonly message: string }>;
  readonly opener: Pick<DeliveryOpener, 'refusal'>;
  readonly stored: StoredConnection;
  /** The connection in use, when its secret is in memory alone. */
  readonly unstored: UnstoredConnection | null;
  readonly language: Language;
}

/** A connection that was handed over at the start of the process. */
export interface UnstoredConnection {
  readonly profile: ConnectionProfile;
  readonly clientSecret: string;
  /** Whether it is kept as soon as the service accepts it. */
  readonly isToBeStored: boolean;
}

/** A draft with everything that it takes to connect. */
export interface FilledDraft {
  readonly profile: ConnectionProfile;
  readonly clientSecret: string;
  readonly keeping:
    | { readonly kind: 'session' }
    /** Null where the secret that is stored already is the one. */
    | { readonly kind: 'stored'; readonly newSecret: string | null };
}

/**
 * Adds to a draft what it left out: the options of the same service, and the secret of the same service
 * and client, which is in memory or in the keychain.
 */
export async function filledDraft(
  draft: ConnectionDraft,
  { parseBaseUrl, opener, stored, unstored, language }: DraftSources,
): Promise<Result<FilledDraft, ConnectionRefusal>> {
  const parsed = parseBaseUrl(draft.baseUrl);
  if (!parsed.ok) {
    return { ok: false, failure: { code: 'base-url-refused', message: parsed.failure.message } };
  }
  const baseUrl = parsed.value;
  const { clientId, clientSecret } = draft;
  const known = [unstored?.profile, stored.profile()].find((other) => other?.baseUrl === baseUrl);
  const options = draft.options ?? known?.options;
  const profile = { baseUrl, clientId, ...(options === undefined ? {} : { options }) };
  const refusal = opener.refusal(profile);
  if (refusal !== null) {
    return { ok: false, failure: { code: 'ca-file-refused', message: refusal } };
  }
  if (clientSecret !== null) {
    const keeping =
      draft.isSessionOnly === true
        ? ({ kind: 'session' } as const)
        : ({ kind: 'stored', newSecret: clientSecret } as const);
    return { ok: true, value: { profile, clientSecret, keeping } };
  }
  if (unstored?.profile.baseUrl === baseUrl && unstored.profile.clientId === clientId) {
    const { clientSecret: held, isToBeStored } = unstored;
    const keeping = isToBeStored
      ? ({ kind: 'stored', newSecret: held } as const)
      : ({ kind: 'session' } as const);
    return { ok: true, value: { profile, clientSecret: held, keeping } };
  }
  const secret = await stored.secret(profile);
  if (secret.ok && secret.value !== null) {
    const keeping = { kind: 'stored', newSecret: null } as const;
    return { ok: true, value: { profile, clientSecret: secret.value, keeping } };
  }
  const words = refusalWordsIn[language];
  const message = secret.ok ? words.noSecretStored : words.keychain[secret.failure];
  return { ok: false, failure: { code: 'keychain-failed', message } };
}
