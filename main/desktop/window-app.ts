import { AppEvents } from '../engine/events.ts';
import { outliveReaders } from '../engine/launch/standard-streams.ts';
import { createHeartbeat } from '../engine/make-desk-heartbeat.ts';
import { createPast } from '../engine/recorded-past.ts';
import { serveMetrics } from '../engine/serve-metrics.ts';
import { heldToTeam, teamHandlers, teamRefusal } from '../engine/team/team-handlers.ts';
import { SystemClock } from '../engine/watch/system-clock.ts';
import { createTray } from './app-tray.ts';
import { type Launch, startAgain } from './application.ts';
import { createBoard } from './board.ts';
import { BridgeServer, joinedHandlers } from './bridge/bridge-server.ts';
import { createDeskServices } from './desk-services.ts';
import * as desktop from './electron-desktop.ts';
import { createFiles } from './files.ts';
import type { Program } from './lifecycle.ts';
import { createNotifying } from './notifying.ts';
import { createPresentation } from './presentation.ts';
import { createPrivacy } from './privacy.ts';
import { ProgramLifecycle } from './program-lifecycle.ts';
import { nothingToOpen } from './second-instance.ts';
import { createServiceContact } from './service-contact.ts';
import { reactToSettings } from './settings-reactions.ts';
import * as system from './system/electron-computer.ts';
import { GpuDeaths } from './system/gpu-deaths.ts';
import { packedFeed } from './updates/electron-updates.ts';
import { UpdateService } from './updates/update-service.ts';

/**
 * Builds the desktop program: first the services, then what shows them, then what happens at which
 * announcement. Nothing is watched or shown before `start`.
 */
export function createWindowApp(options: Launch): Program {
  const place = desktop.surroundings();
  const { platform, profileDir, version } = place;
  desktop.prepareDesktop(place);
  outliveReaders();
  const clock = new SystemClock();
  const events = new AppEvents();
  const desk = createDeskServices({ launch: options, place, events, clock, say: toStderr });
  const { attention, membership, metrics, profile, services } = desk;
  const { log } = profile;
  const { sql } = profile.database;
  const common = { clock, events, log };
  const { localisation, settings, team, watcher } = services;
  const restart = (): void => {
    startAgain(options.profileDir, nothingToOpen);
    desktop.quit();
  };

  const presentation = createPresentation({
    ...common,
    place,
    namedProfileDir: options.profileDir,
    services,
    bus: desk.bus,
  });
  const { computer, dialogs, window } = presentation;
  const contact = createServiceContact({
    ...common,
    launch: options,
    services,
    presentation,
    isKeychainLocked: desk.isKeychainLocked,
    say: toStderr,
  });
  const { contactRetry, receivesWebhooks } = contact;
  const notifying = createNotifying({
    clock,
    events,
    services,
    presentation,
    attention,
    metrics,
    deskId: membership.current?.deskId ?? null,
    lookAround: contact.lookAround,
    platform,
  });
  const { notifier } = notifying;
  const heartbeat = createHeartbeat({
    ...common,
    services,
    database: profile.database,
    version,
    resolveProxy: desktop.resolveProxy,
    isKeychainLocked: desk.isKeychainLocked,
  });
  desktop.whenSuspended(() => heartbeat.fellAsleep());
  const privacy = createPrivacy({ ...common, services, membership, profileDir, sql, heartbeat });
  const past = createPast({ services, version, clock });
  const board = createBoard({
    ...common,
    services,
    past,
    window,
    contactRetry,
    notifying,
    privacy,
    start: {
      startFault: profile.fault,
      lockedBaseUrl: options.policy.baseUrl,
      platform,
      version,
    },
  });
  const { annotationChanges } = board;
  const files = createFiles({ clock, log, services, past, place, sql, dialogs, annotationChanges });
  const trayIcon = createTray({
    ...common,
    place,
    services,
    attention,
    computer,
    window,
    seenOrders: notifying.seenOrders,
    waitRules: notifying.waitRules,
    areNotificationsFailing: () => notifier.health.kind === 'failing',
    contactRetry,
  });
  const { tray } = trayIcon;
  const updates = new UpdateService({
    feed: packedFeed(),
    isAnythingWatched: () => watcher.count > 0,
    looksByItself: () => settings.current.looksForUpdates,
    changed: (update) => window.sendIfListening('update:changed', update),
    clock,
    log,
  });
  const metricsServer = serveMetrics(
    options.metrics,
    () => metrics.text({ clock, version, watch: watcher }),
    toStderr,
  );

  const bridge = new BridgeServer({
    door: desktop.requestDoor,
    trustedContentsId: () => window.contentsId,
    acts: watcher,
    localisation,
    log,
    handlers: heldToTeam(
      joinedHandlers([
        ...board.handlers,
        ...past.handlers,
        ...contact.handlers,
        ...notifying.handlers,
        ...presentation.handlers,
        ...files.handlers,
        updates.handlers,
        heartbeat.handlers,
        privacy.handlers(board.archivePages),
        teamHandlers({ membership, team, restart, localisation }),
      ]),
      team,
      localisation,
    ),
  });

  // An announcement is heard in this order; the window and the tray show the state when all know of it.
  contact.subscribe();
  board.subscribe();
  notifying.subscribe();
  presentation.subscribe();
  trayIcon.subscribe();
  events.on('ordersChanged', () => updates.ordersChanged());
  events.on('orderUpdated', (update) => metrics.orderUpdated(update));
  const stateChanged = (): void => {
    board.stateChanged();
    tray.changed();
  };
  events.on('serviceHealthChanged', stateChanged);
  events.on('watchStateChanged', stateChanged);
  events.on('connectionChanged', stateChanged);
  events.on('notificationHealthChanged', stateChanged);
  reactToSettings(events, {
    watcher,
    notifier,
    computer,
    receivesWebhooks,
    followDesktop: presentation.followSettings,
    trayChanged: () => tray.changed(),
    boardChanged: () => board.stateChanged(),
  });
  notifying.followComputer();
  // A secret that is in memory alone would be lost with the restart.
  if (!options.isSessionOnly) {
    const { isDrawnBySoftware } = desktop;
    const gpuDeaths = new GpuDeaths({ clock, log, isDrawnBySoftware, restart });
    system.computerSystem.whenHelperGone((kind) => gpuDeaths.helperGone(kind));
  }

  return new ProgramLifecycle({
    log,
    clock,
    bridge,
    connect: contact.connect,
    disconnect: () => services.disconnect(),
    watcher,
    mayAdd: () => teamRefusal(team?.state ?? null) === null,
    services: [
      ...notifying.parts,
      ...presentation.parts,
      updates,
      services.housekeeping,
      services.waitAlarm,
      services.retention,
      privacy.erasure,
      ...contact.parts,
      heartbeat,
      { start: () => void metricsServer.start(), stop: () => metricsServer.stop() },
    ],
    tray,
    window,
    reveal: (id) => void events.emit('ordersRequested', { ids: [id], topic: null }),
    closeStorage: () => profile.close(),
    launch: {
      ...options,
      // On macOS a login item gets no arguments.
      isHidden: options.isHidden || system.wasOpenedAtLogin(platform),
    },
  });
}

function toStderr(text: string): void {
  process.stderr.write(text);
}
