import type { Clock } from '../../core/clock.ts';
import type { ResolveProxy } from './delivery/proxy/proxy-choice.ts';
import type { AppEvents } from './events.ts';
import { DeskHeartbeat } from './heartbeat/desk-heartbeat.ts';
import { Heartbeat } from './heartbeat/heartbeat.ts';
import type { Log } from './log/log.ts';
import { canWrite, httpHeartbeat } from './send-heartbeat.ts';
import type { Services } from './services.ts';
import { keepInstallSeed, type OpenedDatabase } from './storage/database.ts';

/** What {@link createHeartbeat} joins. */
interface HeartbeatSources {
  readonly clock: Clock;
  readonly events: AppEvents;
  readonly log: Log;
  readonly services: Pick<
    Services,
    'connection' | 'localisation' | 'secrets' | 'settings' | 'team' | 'watcher'
  >;
  readonly database: OpenedDatabase;
  readonly version: string;
  /** Asks the system for its proxy. */
  readonly resolveProxy: ResolveProxy;
  /** Asks without raising a prompt. */
  readonly isKeychainLocked: () => Promise<boolean | null>;
}

/** Builds what tells a monitor of the dispatcher's own that this desk checks, where one asked for that. */
export function createHeartbeat(sources: HeartbeatSources): DeskHeartbeat {
  const { clock, database, events, isKeychainLocked, log, services, version } = sources;
  const { connection, localisation, secrets, settings, team, watcher } = services;
  const { installSeed, sql } = database;
  // One entry of the keychain per installation, beside those of the service's credentials.
  const key = { baseUrl: 'waybell://heartbeat', clientId: String(installSeed) };
  const heartbeat = new Heartbeat({
    clock,
    log,
    watch: watcher,
    sender: httpHeartbeat({
      clock,
      userAgent: `Waybell/${version}`,
      url: () => desk.url,
      connectionOptions: () => connection.profile?.options ?? null,
      surroundings: { environment: process.env, resolveProxy: sources.resolveProxy },
      localisation,
    }),
    isKept: () => canWrite(database, clock),
    isHubAway: () => team !== null && team.state.awaySinceMs !== null,
  });
  const desk = new DeskHeartbeat({
    clock,
    heartbeat,
    keeper: {
      read: () => secrets.read(key),
      write(url) {
        // An erasure removes the seed; without it a later start would not find this entry.
        keepInstallSeed(sql, installSeed);
        return secrets.write(key, url);
      },
      erase: () => secrets.erase(key),
    },
    choice: {
      get isOn() {
        return settings.current.sendsHeartbeat;
      },
      turn: (isOn) => void settings.change({ sendsHeartbeat: isOn }),
    },
    isKeychainLocked,
    localisation,
  });
  events.on('checkSucceeded', () => heartbeat.checkSucceeded());
  return desk;
}
