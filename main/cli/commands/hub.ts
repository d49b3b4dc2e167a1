import { randomBytes } from 'node:crypto';
import type { Policy } from '../../../core/settings/policy.ts';
import type { TeamDesk } from '../../../core/team/desk.ts';
import { hubSettingNames } from '../../../core/team/hub-settings.ts';
import { startFault, startFaultText } from '../../engine/board/start-fault.ts';
import { EarlyEnd, exitCodes } from '../exit-codes.ts';
import type { HubOptions } from '../hub-arguments.ts';
import { isoTime, type ServiceHealthLine } from '../../engine/lines/line-event.ts';
import { StateLines } from '../state-lines.ts';
import { terminalJson } from '../terminal-text.ts';
import type { TextSink } from '../ports.ts';
import { Hub } from '../../hub/hub.ts';
import { type HubServer, type HubServerParts, startHubServer } from '../../hub/http/hub-server.ts';
import { createLog } from '../../engine/log/log.ts';
import { Metrics } from '../../engine/metrics/metrics.ts';
import { openDatabase, openMemoryDatabase } from '../../engine/storage/database.ts';
import type { OpenedDatabase } from '../../engine/storage/database.ts';
import type { Clock } from '../../../core/clock.ts';
import { AppEvents } from '../../engine/events.ts';
import { lockHubProfile } from './hub-lock.ts';
import { hubNote } from './hub-note.ts';
import { learnRests } from './learned-rests.ts';
import { alteredLogText, logFaultText } from './team-log.ts';
import { logDefects } from '../../engine/log/log-defects.ts';
import { mostOpenFiles, placesWithin } from '../../hub/open-files.ts';
import type { Group } from '../../engine/run.ts';
import {
  connectionPart,
  interruptionCode,
  metricsPart,
  runUntil,
  webhookOptions,
  webhooksPart,
} from '../run-parts.ts';
import { createServices } from '../../engine/services.ts';
import { signsOfLife } from '../../engine/signs-of-life.ts';
import { type OpenedLog, openTeamLog } from '../../hub/log/open-team-log.ts';
import { readTlsFiles, TlsFileError } from '../../hub/tls-files.ts';

/** What `waybell hub` gets from the process that it runs in. */
export interface HubSurroundings {
  readonly clock: Clock;
  readonly version: string;
  readonly policy: Policy;
  readonly stdout: Pick<TextSink, 'write'>;
  /** Writes to standard error. */
  readonly say: (text: string) => void;
  /** Aborted with the exit code when the program is to end. */
  readonly interrupted: AbortSignal;
}

/** A line of standard output. */
type HubLine =
  | { readonly event: 'hub'; readonly url: string; readonly hubId: string }
  | {
      readonly event: 'desk';
      readonly state: 'here' | 'away';
      readonly name: string;
      readonly at: string;
    }
  | ServiceHealthLine;

const inUseText = 'Another Waybell is using this profile. End it first, or give this hub its own.';

/** Watches orders for the desks of a team. @returns the exit code */
export async function runHub(options: HubOptions, surroundings: HubSurroundings): Promise<number> {
  const { clock, say } = surroundings;
  const { profileDir } = options;
  const lock = profileDir === null ? null : lockHubProfile(profileDir, inUseText, say);
  if (profileDir !== null && lock === null) return exitCodes.usage;
  try {
    const database =
      profileDir === null
        ? openMemoryDatabase()
        : openDatabase(profileDir, { wallMs: () => clock.wallMs() });
    try {
      const fault = startFault(database);
      if (fault !== null) say(`${startFaultText(fault, 'en')}\n`);
      return await runOn(database, options, surroundings);
    } finally {
      database.close();
    }
  } finally {
    lock?.release();
  }
}

async function runOn(
  database: OpenedDatabase,
  options: HubOptions,
  surroundings: HubSurroundings,
): Promise<number> {
  const { clock, say } = surroundings;
  let tls: HubServerParts['tls'];
  try {
    tls = options.tls && readTlsFiles(options.tls);
  } catch (error) {
    const isOpen = error instanceof TlsFileError && error.fault === 'openKey';
    say(
      isOpen
        ? 'Every user of this computer may do something with the file of --tls-key: take that right away (chmod o-rwx).\n'
        : 'The files of --tls-cert and --tls-key cannot be read.\n',
    );
    return exitCodes.usage;
  }
  let opened: OpenedLog;
  try {
    opened = await openTeamLog(options.store, clock);
  } catch (error) {
    say(`${logFaultText(error)}\n`);
    return exitCodes.unreachable;
  }
  if (opened.isAltered) say(`${alteredLogText}\n`);
  try {
    return await serve(database, opened, tls, options, surroundings);
  } finally {
    await opened.close();
  }
}

async function serve(
  database: OpenedDatabase,
  { log: teamLog, leases }: OpenedLog,
  tls: HubServerParts['tls'],
  options: HubOptions,
  { clock, interrupted, policy, say, stdout, version }: HubSurroundings,
): Promise<number> {
  const wallMs = () => clock.wallMs();
  const log = createLog('info', [say], wallMs);
  logDefects(log);
  // A reader that is gone or behind does not end a hub: these lines are beside the point of it.
  const print = (line: HubLine): void =>
    void stdout.write(`${terminalJson(JSON.stringify(line))}\n`);

  const hubId = `hub-${randomBytes(6).toString('hex')}`;
  const hub = new Hub({
    log: teamLog,
    leases,
    clock,
    isClockBelieved: () => services.ageClock.isBelieved,
    hubId,
    version,
    settings: {
      get current() {
        return settings.current;
      },
      get lockedNames() {
        return hubSettingNames.filter(
          (name) => settings.lockedNames.includes(name) || options.overlay[name] !== undefined,
        );
      },
      change: (change) => void settings.change(change),
    },
    limitChanged(requestsPerMinute) {
      watcher.checks?.setLimits({ ...settings.current, requestsPerMinute });
    },
    reportDefect: (error) => log.defect('hubDefect', error),
  });
  const events = new AppEvents();
  const metrics = new Metrics();
  const services = createServices({
    clock,
    log,
    events,
    database,
    version,
    isSessionOnly: false,
    overlay: options.overlay,
    policy,
    store: hub.store,
    guarded: (source) => hub.guarded(source),
    isAttended: true,
    // Each desk decides what it tells its dispatcher.
    notifies: false,
    metrics,
    webhooks: {
      ...webhookOptions(options, options.publicUrl),
      passOn: (id, webhook) => hub.passWebhookOn(id, webhook),
    },
  });
  const { housekeeping, retention, settings, waitAlarm, watcher, webhooks } = services;
  hub.attach(watcher, webhooks.inbox);

  const { checks } = watcher;
  const learned = checks && learnRests({ clock, hub, checks, settings: () => settings.current });
  const stateLines = new StateLines((line) => {
    if (line.event === 'serviceHealth') print(line);
  }, wallMs);
  events.on('ordersChanged', (ids) => hub.ordersChanged(ids));
  events.on('orderUpdated', (update) => {
    metrics.orderUpdated(update);
    learned?.orderUpdated(update);
  });
  events.on('serviceHealthChanged', (health) => stateLines.serviceHealthChanged(health));

  const metricsText = () => metrics.text({ clock, version, watch: watcher });
  const listens = async (): Promise<HubServer> => {
    try {
      return await startHubServer({
        board: hub.board,
        desks: hub.desks,
        listen: options.listen,
        tls,
        behindProxy: options.isBehindProxy,
        mostConnections: placesWithin(mostOpenFiles()),
        publicUrl: options.publicUrl,
        clock,
        log,
        metricsText,
      });
    } catch {
      say('The hub cannot listen there: name another --listen, or a certificate and its key.\n');
      throw new EarlyEnd(exitCodes.usage);
    }
  };
  const note =
    options.profileDir === null
      ? null
      : hubNote(options.profileDir, clock, () => {
          const { pace } = hub.board.status();
          return { hubId, version, url: hub.url, pace };
        });
  let server: HubServer | null = null;
  const groups: readonly Group[] = [
    [{ start: () => housekeeping.start() }],
    [connectionPart(options, services, { interrupted, say })],
    [{ stop: () => hub.stop() }],
    [{ start: () => watcher.start(), stop: () => watcher.stop() }],
    [
      {
        async start() {
          try {
            await hub.start();
          } catch (error) {
            say(`${logFaultText(error)}\n`);
            throw new EarlyEnd(exitCodes.unreachable);
          }
        },
      },
      { start: () => retention.sweep() },
    ],
    [webhooksPart(webhooks, say)],
    [metricsPart(options.metrics, metricsText, say)],
    [
      {
        async start() {
          server = await listens();
          const url = options.publicUrl ?? server.url;
          hub.url = options.publicUrl ?? deskUrl(server.url, options);
          void note?.start();
          print({ event: 'hub', url, hubId });
          hub.board.onStatus(deskLines(print, wallMs));
        },
        stop() {
          void note?.stop();
          return server?.close();
        },
      },
    ],
    [
      { stop: () => housekeeping.stop() },
      { stop: () => waitAlarm.stop() },
      { stop: () => retention.stop() },
    ],
    signsOfLife({
      options,
      clock,
      log,
      events,
      database,
      version,
      services,
      async isHandedOn() {
        await hub.board.reachLog();
        return true;
      },
      isStandingBy: () => !hub.isChecking,
      endsOnPurpose: () => interrupted.aborted,
    }),
  ];
  return runUntil(groups, clock, () => untilAborted(interrupted));
}

/** Where desks reach a hub that listens there; null for everywhere, and behind a proxy, whose address is not said. */
function deskUrl(url: string, { isBehindProxy }: HubOptions): string | null {
  return isBehindProxy || ['0.0.0.0', '[::]'].includes(new URL(url).hostname) ? null : url;
}

/** Prints which desks come and go. */
function deskLines(
  print: (line: HubLine) => void,
  wallMs: () => number,
): (status: { readonly desks: readonly TeamDesk[] }) => void {
  let here = new Map<string, string>();
  return ({ desks }) => {
    const now = new Map(desks.flatMap(({ id, isHere, name }) => (isHere ? [[id, name]] : [])));
    const at = isoTime(wallMs());
    for (const [id, name] of now)
      if (!here.has(id)) print({ event: 'desk', state: 'here', name, at });
    for (const [id, name] of here)
      if (!now.has(id)) print({ event: 'desk', state: 'away', name, at });
    here = now;
  };
}

function untilAborted(interrupted: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const end = (): void => resolve(interruptionCode(interrupted));
    if (interrupted.aborted) end();
    else interrupted.addEventListener('abort', end, { once: true });
  });
}
