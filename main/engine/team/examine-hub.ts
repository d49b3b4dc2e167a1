import type { KeychainFault } from '../../../core/delivery/connection.ts';
import type { Clock } from '../../../core/clock.ts';
import { type CredentialStore, keychainFault } from '../credentials/credential-store.ts';
import { HubHttp, type OpensConnections } from './hub-http.ts';
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
 * How a desk fares at its hub: `refused` is a hub that does not know the desk's token, `untrusted` one whose
 * certificate no authority vouches for. A fault of the keychain keeps the token from being sent.
 */
export type HubReach = 'works' | 'tokenAbsent' | 'refused' | 'untrusted' | 'away' | KeychainFault;

/** Asks the hubs of a team in turn for something small, with the desk's token. Nothing is changed. */
export async function examineHub(
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
): Promise<HubReach> {
  let token: string | null;
  try {
    token = await secrets.read(teamTokenKey(membership));
  } catch (error) {
    return keychainFault(error);
  }
  if (token === null) return 'tokenAbsent';
  const others = { load: () => otherHubs, save: () => undefined };
  const http = new HubHttp({ hubUrl: membership.hubUrl, others, clock, opens });
  try {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await http.ask({ method: 'GET', path: '/v1/settings', headers });
    if (reply.kind === 'away') return reply.isUntrusted ? 'untrusted' : 'away';
    return reply.kind === 'refused' && reply.code === 'revoked' ? 'refused' : 'works';
  } finally {
    await http.close();
  }
}
