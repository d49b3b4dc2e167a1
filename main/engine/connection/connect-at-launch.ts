import type { Result } from '../../../core/text/result.ts';
import type { ConnectionService } from './connection-service.ts';
import type { LaunchConnection } from '../launch/launch-options.ts';
import type { Log } from '../log/log.ts';

/** What connecting from the command line needs. */
export interface ConnectAtLaunch {
  readonly connection: Pick<ConnectionService, 'save' | 'useSession'>;
  readonly parseBaseUrl: (text: string) => Result<string, { readonly message: string }>;
  /** Keep the secret in memory only. */
  readonly isSessionOnly: boolean;
  readonly log: Log;
  /** Writes a sentence to standard error. */
  readonly say: (sentence: string) => void;
}

/**
 * Connects with the credentials from the command line. The connection is stored once the service has
 * accepted it. If the service cannot be reached or refuses, the connection is used without being stored:
 * the window says why and goes on trying, and a later test that passes stores it. Without a keychain
 * nothing is connected, because keeping a secret in memory has to be chosen.
 */
export async function connectAtLaunch(
  { baseUrl, clientId, clientSecret }: LaunchConnection,
  { connection, parseBaseUrl, isSessionOnly, log, say }: ConnectAtLaunch,
): Promise<void> {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) {
    say(parsed.failure.message);
    return;
  }
  const profile = { baseUrl: parsed.value, clientId };
  if (isSessionOnly) {
    await connection.useSession(profile, clientSecret);
    return;
  }
  const saved = await connection.save(
    { ...profile, clientSecret },
    () => undefined,
    new AbortController().signal,
  );
  if (!saved.ok) {
    log.warn('launchConnectionRefused', { code: saved.failure.code });
    const hint = ' Start with --session-only to keep the secret in memory instead.';
    say(`${saved.failure.message}${saved.failure.code === 'keychain-failed' ? hint : ''}`);
    return;
  }
  if (saved.value === null) return;
  const failed = saved.value.steps.find((step) => step.state === 'failed');
  log.warn('launchConnectionUntested', { code: failed?.code ?? null });
  await connection.useSession(profile, clientSecret, true);
}
