import type { DatabaseSync } from 'node:sqlite';
import type { CredentialStore } from './credentials/credential-store.ts';
import { lookupName } from './delivery/http/name-lookup.ts';
import { TrustedAuthorities } from './delivery/http/trusted-authorities.ts';
import type { Log } from './log/log.ts';
import { TeamRepository } from './storage/team/team-repository.ts';
import { HttpHubLink } from './team/http-hub-link.ts';
import type { OpensConnections, OtherHubs } from './team/hub-http.ts';
import { TeamMembership } from './team/membership.ts';
import type { Membership } from './team/ports.ts';
import type { Clock } from '../../core/clock.ts';
import type { ServiceOptions } from './services.ts';

/* How a program, with or without a window, is a desk of a team. */

const authorities = new TrustedAuthorities();

/** Opens connections to hubs: the system's authorities vouch for them. */
export const opensHub: OpensConnections = async () => {
  return { lookup: lookupName, autoSelectFamily: true, ...(await authorities.tlsOptions()) };
};

/** The team that a profile belongs to. */
export function teamMembership(
  sql: DatabaseSync,
  { clock, secrets }: { readonly clock: Clock; readonly secrets: CredentialStore },
): TeamMembership {
  return new TeamMembership({ store: new TeamRepository(sql), secrets, clock, opens: opensHub });
}

/** The way to the hubs of a team; nothing where there is none. */
export function withinTeam(
  membership: Membership | null,
  token: () => Promise<string | null>,
  { clock, log, others }: { readonly clock: Clock; readonly log: Log; readonly others?: OtherHubs },
): Pick<ServiceOptions, 'team'> {
  if (membership === null) return {};
  const link = new HttpHubLink({
    hubUrl: membership.hubUrl,
    ...(others !== undefined && { others }),
    token,
    clock,
    random: Math.random,
    opens: opensHub,
    reportDefect: (error) => log.defect('hubDefect', error),
  });
  return { team: { membership, link } };
}
