import type { DatabaseSync } from 'node:sqlite';
import { refusalTextsIn } from '../../core/bridge/refusal-texts.ts';
import type { Clock } from '../../core/clock.ts';
import { defaultConnectionOptions } from '../../core/delivery/connection-options.ts';
import type { Policy } from '../../core/settings/policy.ts';
import type { Localisation } from '../../core/text/language.ts';
import { ConnectionService } from './connection/connection-service.ts';
import { ContractNoteCounter } from './connection/contract-note-counter.ts';
import type { ProfileStore, StartDemoService } from './connection/ports.ts';
import type { CredentialStore } from './credentials/credential-store.ts';
import { InMemoryCredentialStore } from './credentials/in-memory-credential-store.ts';
import { KeychainCredentialStore } from './credentials/keychain-credential-store.ts';
import { KeychainTokenKeeper } from './credentials/token-keeper.ts';
import { HttpDeliveryOpener } from './delivery/delivery-opener.ts';
import { parseBaseUrl } from './delivery/http/base-url.ts';
import type { ResolveProxy } from './delivery/proxy/proxy-choice.ts';
import type { AppEvents } from './events.ts';
import type { Log } from './log/log.ts';
import { ContractNoteRepository } from './storage/contract-note-repository.ts';
import { ProfileRepository } from './storage/profile-repository.ts';

/** What a program chooses about its way to the service. */
export interface ConnectionChoice {
  /** Waybell's own version, told to the service. */
  readonly version: string;
  /** Secrets are kept in memory alone; the keychain is not touched. */
  readonly isSessionOnly: boolean;
  /** What the policy of this computer sets. Default: nothing. */
  readonly policy?: Policy;
  /** Whether the keychain is locked, asked without raising a prompt. Default: it cannot be told. */
  readonly isKeychainLocked?: () => Promise<boolean | null>;
  /** Default: there is no demo. */
  readonly startDemoService?: StartDemoService;
  /** Asks the system for its proxy. Default: the environment is asked in its place. */
  readonly resolveProxy?: ResolveProxy;
}

/** What {@link createConnection} joins. */
interface ConnectionParts extends ConnectionChoice {
  readonly clock: Clock;
  readonly events: AppEvents;
  readonly log: Log;
  readonly localisation: Localisation;
  readonly sql: DatabaseSync;
  /** The service dated an answer. @param date as in the header `Date` */
  readonly dated: (date: string) => void;
}

/** Builds the way to the service over one database. Nothing is asked before it is used. */
export function createConnection(parts: ConnectionParts) {
  const { clock, events, localisation, log, sql } = parts;
  const lockedBaseUrl = parts.policy?.baseUrl ?? null;
  const profiles = onlyAt(lockedBaseUrl, new ProfileRepository(sql));
  const readBaseUrl = (text: string) => {
    const { language } = localisation.current;
    const parsed = parseBaseUrl(text, language);
    if (!parsed.ok || lockedBaseUrl === null || parsed.value === lockedBaseUrl) return parsed;
    const message = refusalTextsIn[language].baseUrlLocked(lockedBaseUrl);
    return { ok: false, failure: { message } } as const;
  };
  const secrets: CredentialStore = parts.isSessionOnly
    ? new InMemoryCredentialStore()
    : new KeychainCredentialStore({ clock });
  const contractNotes = new ContractNoteCounter({
    store: new ContractNoteRepository(sql),
    clock,
    reportDefect: (error) => log.defect('contractNotesNotWritten', error),
  });
  const connection = new ConnectionService({
    opener: new HttpDeliveryOpener({
      clock,
      random: Math.random,
      userAgent: `Waybell/${parts.version}`,
      environment: process.env,
      ...(parts.resolveProxy === undefined ? {} : { resolveProxy: parts.resolveProxy }),
      noted: (baseUrl, notes) => contractNotes.noted(notes, baseUrl),
      dated: parts.dated,
      localisation,
      tokenKeeper: (profile, clientSecret) =>
        new KeychainTokenKeeper(secrets, profile, [
          clientSecret,
          (profile.options ?? defaultConnectionOptions).tokenScheme,
        ]),
    }),
    profiles,
    secrets,
    ...(parts.isKeychainLocked === undefined ? {} : { isKeychainLocked: parts.isKeychainLocked }),
    parseBaseUrl: readBaseUrl,
    localisation,
    startDemoService:
      parts.startDemoService ?? (() => Promise.reject(new Error('there is no demo here'))),
    changed: (state) => void events.emit('connectionChanged', state),
  });
  return {
    connection,
    /** Ends the connection. */
    async disconnect(): Promise<void> {
      await connection.stop();
      contractNotes.flush();
    },
    contractNotes,
    profiles,
    /** Reads an address that may be connected. */
    readBaseUrl,
    secrets,
  };
}

/** The stored connection, unless the policy names another service: then it is not used. */
function onlyAt(baseUrl: string | null, profiles: ProfileStore): ProfileStore {
  if (baseUrl === null) return profiles;
  return {
    load() {
      const stored = profiles.load();
      return stored?.baseUrl === baseUrl ? stored : null;
    },
    save: (profile) => profiles.save(profile),
    clear: () => profiles.clear(),
  };
}
