import type { KeychainFault } from '../../../core/delivery/connection.ts';
import type { Clock } from '../../../core/clock.ts';
import { hubSettingsStateSchema } from '../../../core/team/hub-settings.ts';
import { type CredentialStore, keychainFault } from '../credentials/credential-store.ts';
import { HubHttp, type HubReply, type OpensConnections } from './hub-http.ts';
import { teamTokenKey } from './join.ts';
import type { Membership, MembershipStore } from './ports.ts';

/** A team as a desk's profile knows it. */
export interface KnownTeam {
  readonly membership: Membership;
  /** Where else the team can be reached. */
  readonly otherHubs: readonly string[];
}

/** @returns null where this computer is no desk of a team */
export function knownTeam(store: Pick<MembershipStore, 'load' | 'otherHubs'>): KnownTeam | null {
  const membership = store.load();
  return membership === null ? null : { membership, otherHubs: store.otherHubs() };
}

/**
 * How a desk fares at a hub: `logAway` is one that cannot reach the log of the team, `logGone` one whose log is gone,
 * `refused` one that does not know the desk's token, `noHub` what answers as no hub does, and `untrusted` one whose
 * certificate no authority vouches for.
 */
export type HubReach = 'works' | 'logAway' | 'logGone' | 'refused' | 'noHub' | 'untrusted' | 'away';

export interface ExaminedHub {
  readonly hubUrl: string;
  readonly reach: HubReach;
  readonly elapsedMs: number;
}

/** The hubs of a team, or why the desk's token could not be sent to any. */
export type ExaminedTeam = readonly ExaminedHub[] | 'tokenAbsent' | KeychainFault;

/** More hubs than a team has are not looked at. */
const mostHubs = 10;

/** Asks each hub of a team, all at once, for something small with the desk's token. Nothing is changed. */
export async function examineHubs(
  { membership, otherHubs }: KnownTeam,
  {
    clock,
    opens,
    secrets,
  }: {
    readonly clock: Clock;
    readonly opens: OpensConnections;
    readonly secrets: Pick<CredentialStore, 'read'>;
  },
): Promise<ExaminedTeam> {
  let token: string | null;
  try {
    token = await secrets.read(teamTokenKey(membership));
  } catch (error) {
    return keychainFault(error);
  }
  if (token === null) return 'tokenAbsent';
  const headers = { authorization: `Bearer ${token}` };
  const hubUrls = [...new Set([membership.hubUrl, ...otherHubs])].slice(0, mostHubs);
  return await Promise.all(
    hubUrls.map(async (hubUrl) => {
      const sinceMs = clock.monotonicMs();
      const http = new HubHttp({ hubUrl, clock, opens });
      try {
        const reply = await http.ask({ method: 'GET', path: '/v1/settings', headers });
        const elapsedMs = Math.round(clock.monotonicMs() - sinceMs);
        return { hubUrl, reach: reachOf(reply), elapsedMs };
      } finally {
        await http.close();
      }
    }),
  );
}

function reachOf(reply: HubReply): HubReach {
  if (reply.kind === 'away') return reply.isUntrusted ? 'untrusted' : 'away';
  if (reply.kind === 'answered') {
    return hubSettingsStateSchema.safeParse(reply.body).success ? 'works' : 'noHub';
  }
  if (reply.code === 'revoked') return 'refused';
  if (reply.code === 'logAway' || reply.code === 'logGone') return reply.code;
  return reply.code === 'tooMany' ? 'works' : 'noHub';
}
