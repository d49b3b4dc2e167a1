import type { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { Clock } from '../../../core/clock.ts';
import { CredentialStoreError } from '../../engine/credentials/credential-store.ts';
import { KeychainCredentialStore } from '../../engine/credentials/keychain-credential-store.ts';
import { joinCodeVariable } from '../../engine/launch/arguments.ts';
import { complain, say } from '../../engine/launch/standard-streams.ts';
import { opensHub, teamMembership } from '../../engine/team-membership.ts';
import { joinTeam } from '../../engine/team/join.ts';
import { changeProfile } from '../change-profile.ts';
import type { ProfileCommandOf } from '../profile-arguments.ts';
import { parseHubUrl } from '../../engine/team/hub-http.ts';
import { terminalText } from '../terminal-text.ts';

/** Makes the profile a desk of a hub, or prints the token of a new desk. @returns the exit code */
export async function join(
  { address, joinCode, printsToken }: ProfileCommandOf<'join'>,
  profileDir: string,
  clock: Clock,
): Promise<number> {
  // The code counts once: what is wrong with the address is said before it is asked for.
  const hub = parseHubUrl(address);
  if (!hub.ok) {
    complain(refusalTextsIn.en.join[hub.failure]);
    return 2;
  }
  const code = (joinCode ?? (await text(process.stdin))).trim();
  if (code === '') {
    complain(`Put the code of the invitation into ${joinCodeVariable}, or on standard input.`);
    return 2;
  }
  if (printsToken) {
    const joined = await joinTeam(address, code, { clock, opens: opensHub });
    if (joined.ok) await say(`${joined.value.token}\n`);
    else complain(refusalTextsIn.en.join[joined.failure]);
    return joined.ok ? 0 : 2;
  }
  return changeProfile(profileDir, clock, refusals, ({ sql }) => joinAt(address, code, sql, clock));
}

const refusals = {
  inUse: 'Waybell is running on this profile. Join in its window, or quit it first.',
  diskRefuses: 'This computer’s disk takes nothing from Waybell, so nothing was joined.',
};

async function joinAt(
  address: string,
  code: string,
  sql: DatabaseSync,
  clock: Clock,
): Promise<number> {
  const secrets = new KeychainCredentialStore({ clock });
  try {
    // A code counts once, so it is not spent where its token could not be kept.
    await secrets.read({ baseUrl: address, clientId: 'desk' });
    const joined = await teamMembership(sql, { clock, secrets }).join(address, code);
    if (joined.ok) {
      const { deskName, hubUrl, role } = joined.value;
      complain(`This profile is "${terminalText(deskName)}" (${role}) at ${hubUrl}.`);
      return 0;
    }
    const { failure } = joined;
    complain(
      failure.kind === 'hub'
        ? refusalTextsIn.en.join[failure.refusal]
        : refusalTextsIn.en.keychain[failure.fault],
    );
    return 2;
  } catch (error) {
    if (!(error instanceof CredentialStoreError)) throw error;
    complain(refusalTextsIn.en.keychain[error.fault]);
    return 2;
  }
}
