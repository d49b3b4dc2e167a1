import type { DatabaseSync } from 'node:sqlite';
import { refusalTextsIn } from '../../core/bridge/refusal-texts.ts';
import type { Clock } from '../../core/clock.ts';
import type { Result } from '../../core/text/result.ts';
import { KeychainCredentialStore } from '../engine/credentials/keychain-credential-store.ts';
import type { Log } from '../engine/log/log.ts';
import { parseHubUrl } from '../engine/team/hub-http.ts';
import { teamMembership, withinTeam } from '../engine/team-membership.ts';
import type { WatchOptions } from './watch-arguments.ts';

/** The team that a run is a desk of: of the command line, else the profile's own. */
export function teamOf(
  { connectionOptions, hub, service, webhooks }: WatchOptions,
  sql: DatabaseSync,
  parts: { readonly clock: Clock; readonly log: Log },
): Result<ReturnType<typeof withinTeam>, string> {
  if (hub !== null) {
    const url = parseHubUrl(hub.url);
    if (!url.ok) return { ok: false, failure: refusalTextsIn.en.join[url.failure] };
    // The hub knows by the token who this is.
    const unknownDesk = {
      hubUrl: url.value,
      deskId: '',
      deskName: '',
      role: 'dispatcher',
    } as const;
    return { ok: true, value: withinTeam(unknownDesk, async () => hub.deskToken, parts) };
  }
  const secrets = new KeychainCredentialStore({ clock: parts.clock });
  const membership = teamMembership(sql, { clock: parts.clock, secrets });
  const isGiven =
    service !== null || webhooks !== null || Object.keys(connectionOptions).length > 0;
  if (membership.current !== null && isGiven) {
    return {
      ok: false,
      failure: 'This profile is a desk of a hub, which asks the service. Give it no connection.',
    };
  }
  return {
    ok: true,
    value: withinTeam(membership.current, () => membership.token(), {
      ...parts,
      others: membership.others,
    }),
  };
}
