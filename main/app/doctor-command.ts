import { diagnosisText } from '../../core/delivery/diagnosis-text.ts';
import { isWell } from '../../core/delivery/diagnosis.ts';
import type { ProfileCommand } from '../cli/profile-arguments.ts';
import { makeDiagnosis } from './diagnosis.ts';
import { KeychainCredentialStore } from '../credentials/keychain-credential-store.ts';
import { platformOf } from '../desktop/window/window-options.ts';
import { openToRead } from '../storage/database.ts';
import { ProfileRepository } from '../storage/profile-repository.ts';
import { WatchRepository } from '../storage/watch-repository.ts';
import type { Clock } from '../watch/clock.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { ConnectionProfile } from '../connection/ports.ts';

/** What `waybell doctor` runs in. */
export interface DoctorSurroundings {
  readonly clock: Clock;
  readonly version: string;
  readonly profileDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null asks the keychain. */
  readonly clientSecret: string | null;
  readonly print: (text: string) => Promise<void>;
}

/** Looks at everything and prints the report. @returns the exit code: 1 when something is wrong */
export async function doctor(
  { isJson }: Extract<ProfileCommand, { kind: 'doctor' }>,
  { clientSecret, clock, env, print, profileDir, version }: DoctorSurroundings,
): Promise<number> {
  const { order, profile } = storedDesk(profileDir, clock);
  const diagnosis = await makeDiagnosis({
    language: 'en',
    clock,
    version,
    runtime: 'the command line',
    platform: platformOf(process.platform),
    profileDir,
    env,
    profile: () => profile,
    secrets: new KeychainCredentialStore({
      schedule: (run, delayMs) => clock.schedule(run, delayMs),
    }),
    clientSecret,
    isStored: () => profile !== null && clientSecret === null,
    anyOrder: () => order,
  });
  await print(isJson ? `${JSON.stringify(diagnosis, null, 2)}\n` : diagnosisText(diagnosis, 'en'));
  return isWell(diagnosis) ? 0 : 1;
}

/** The connection and one order as they are stored; nothing when the database cannot be read. */
function storedDesk(
  profileDir: string,
  clock: Clock,
): { readonly profile: ConnectionProfile | null; readonly order: OrderId | null } {
  const database = openToRead(profileDir);
  if (database === null) return { profile: null, order: null };
  try {
    const [first] = new WatchRepository(database.sql, () => clock.wallMs()).load();
    return { profile: new ProfileRepository(database.sql).load(), order: first?.id ?? null };
  } catch {
    return { profile: null, order: null };
  } finally {
    database.close();
  }
}
