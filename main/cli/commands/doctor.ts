import type { Clock } from '../../../core/clock.ts';
import { diagnosisText } from '../../../core/delivery/diagnosis-text.ts';
import { isWell } from '../../../core/delivery/diagnosis.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { ContractNoteEntry } from '../../../core/wire/contract-notes.ts';
import type { ConnectionProfile } from '../../engine/connection/ports.ts';
import { KeychainCredentialStore } from '../../engine/credentials/keychain-credential-store.ts';
import { platformOf } from '../../engine/launch/platform.ts';
import { say } from '../../engine/launch/standard-streams.ts';
import { makeDiagnosis } from '../../engine/make-diagnosis.ts';
import { ContractNoteRepository } from '../../engine/storage/contract-note-repository.ts';
import { openToRead } from '../../engine/storage/database.ts';
import { ProfileRepository } from '../../engine/storage/profile-repository.ts';
import { TeamRepository } from '../../engine/storage/team/team-repository.ts';
import { WatchRepository } from '../../engine/storage/watch-repository.ts';
import { knownTeam, type KnownTeam } from '../../engine/team/examine-hub.ts';
import type { ProfileCommandOf } from '../profile-arguments.ts';

/** Looks at everything and prints the report. @returns 1 when something is wrong */
export async function doctor(
  { clientSecret, isJson }: ProfileCommandOf<'doctor'>,
  profileDir: string,
  version: string,
  clock: Clock,
): Promise<number> {
  const { contractNotes, order, profile, team } = storedConnection(profileDir, clock);
  const diagnosis = await makeDiagnosis({
    language: 'en',
    clock,
    version,
    runtime: 'the command line',
    platform: platformOf(process.platform),
    profileDir,
    env: process.env,
    team,
    profile,
    secrets: new KeychainCredentialStore({ clock }),
    clientSecret,
    isStored: profile !== null && clientSecret === null,
    order,
    contractNotes,
  });
  await say(isJson ? `${JSON.stringify(diagnosis, null, 2)}\n` : diagnosisText(diagnosis, 'en'));
  return isWell(diagnosis) ? 0 : 1;
}

/** What a connection and one order are known by. */
interface StoredConnection {
  readonly team: KnownTeam | null;
  readonly profile: ConnectionProfile | null;
  readonly order: OrderId | null;
  readonly contractNotes: readonly ContractNoteEntry[];
}

const nothingStored: StoredConnection = {
  team: null,
  profile: null,
  order: null,
  contractNotes: [],
};

/** The connection and one order as they are stored; nothing when the database cannot be read. */
function storedConnection(profileDir: string, clock: Clock): StoredConnection {
  const database = openToRead(profileDir);
  if (database === null) return nothingStored;
  try {
    const [first] = new WatchRepository(database.sql, () => clock.wallMs()).load();
    const profile = new ProfileRepository(database.sql).load();
    const notes = new ContractNoteRepository(database.sql);
    return {
      team: knownTeam(new TeamRepository(database.sql)),
      profile,
      order: first?.id ?? null,
      contractNotes: profile === null ? [] : notes.load(profile.baseUrl),
    };
  } catch {
    return nothingStored;
  } finally {
    database.close();
  }
}
