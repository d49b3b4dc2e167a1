import type { Clock } from '../../core/clock.ts';
import { Heartbeat } from './heartbeat/heartbeat.ts';
import { Watchdog, watchdogPlace } from './heartbeat/watchdog.ts';
import type { AppEvents } from './events.ts';
import type { Log } from './log/log.ts';
import type { Group } from './run.ts';
import { canWrite, httpHeartbeat } from './send-heartbeat.ts';
import type { Services } from './services.ts';
import type { OpenedDatabase } from './storage/database.ts';

/** What {@link signsOfLife} joins. */
interface SignsParts {
  /** The address is often a secret; null: no heartbeats. */
  readonly options: { readonly heartbeatUrl: string | null };
  readonly clock: Clock;
  readonly log: Log;
  readonly events: AppEvents;
  readonly database: OpenedDatabase;
  readonly version: string;
  readonly services: Pick<Services, 'connection' | 'team' | 'watcher'>;
  /** Whether what is found reaches where it belongs beside the database; may throw. Default: it does. */
  readonly isHandedOn?: () => boolean | Promise<boolean>;
  readonly isStandingBy?: () => boolean;
  /** Whether the end was asked for, so that it is no death. */
  readonly endsOnPurpose: () => boolean;
}

/**
 * What tells others that a run without a window lives: heartbeats, where it has an address for them, and systemd's
 * watchdog, where systemd started it. The last group of a run: it is ready when all else is.
 */
export function signsOfLife(parts: SignsParts): Group {
  const { clock, database, events, log, options, services, version } = parts;
  const { connection, team, watcher } = services;
  const watchdog = new Watchdog({
    clock,
    log,
    place: watchdogPlace(process.env, process.pid),
    isTurning: () => watcher.checks?.progress.isTurning ?? true,
  });
  const { heartbeatUrl } = options;
  if (heartbeatUrl === null) return [watchdog];
  const heartbeat = new Heartbeat({
    clock,
    log,
    watch: watcher,
    sender: httpHeartbeat({
      clock,
      userAgent: `Waybell/${version}`,
      url: () => heartbeatUrl,
      connectionOptions: () => connection.profile?.options ?? null,
      surroundings: { environment: process.env },
    }),
    isKept: async () => canWrite(database, clock) && (await parts.isHandedOn?.()) !== false,
    isHubAway: () => team !== null && team.state.awaySinceMs !== null,
    ...(parts.isStandingBy === undefined ? {} : { isStandingBy: parts.isStandingBy }),
  });
  events.on('checkSucceeded', () => heartbeat.checkSucceeded());
  return [
    watchdog,
    {
      start: () => heartbeat.start(),
      stop: () => heartbeat.stop(parts.endsOnPurpose() ? 'ended' : null),
    },
  ];
}
