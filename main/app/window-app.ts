import { join } from 'node:path';
import { localisedNotifications } from '../../core/notification/localised-words.ts';
import type { NotificationEvent } from '../../core/notification/notification.ts';
import type { NotificationFault } from '../../core/notification/notification-fault.ts';
import type { RevealedOrders } from '../../core/bridge/bridge.ts';
import { parseOrderId, type OrderId } from '../../core/order/order-id.ts';
import type { PhoneOwner } from '../../core/privacy/privacy-ledger.ts';
import { isTakenByOther } from '../../core/watch/claim.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { ArchivePages } from '../board/archive.ts';
import { AttentionIndex } from '../board/attention-index.ts';
import { BoardFeed } from '../board/board-feed.ts';
import { DaySummaries } from '../board/day-summaries.ts';
import { boardHandlers } from '../board/board-handlers.ts';
import type { DecisionsOf } from '../board/ports.ts';
import { rewindHandlers } from '../board/rewind-handlers.ts';
import { OrderSearch } from '../board/order-search.ts';
import { SeenOrders } from '../board/seen-orders.ts';
import { WordChanges } from '../board/word-changes.ts';
import { connectAtLaunch } from '../connection/connect-at-launch.ts';
import { connectionHandlers } from '../connection/connection-handlers.ts';
import { ContactRetry } from '../connection/contact-retry.ts';
import { KeychainWait } from '../connection/keychain-wait.ts';
import { InMemoryCredentialStore } from '../credentials/in-memory-credential-store.ts';
import { KeychainCredentialStore } from '../credentials/keychain-credential-store.ts';
import { type Launch, startAgain, startWithToken } from '../desktop/application.ts';
import { nothingToOpen } from '../desktop/second-instance.ts';
import { BridgeServer, joinedHandlers } from '../desktop/bridge/bridge-server.ts';
import { startDemoService } from '../desktop/demo-service.ts';
import { forkDemo } from '../desktop/electron-demo.ts';
import * as desktop from '../desktop/electron-desktop.ts';
import type { Program } from '../desktop/lifecycle.ts';
import {
  desktopNotifications,
  listenToEarlierNotifications,
} from '../desktop/notifications/electron-notifications.ts';
import { openElectronSoundPage } from '../desktop/notifications/electron-sound-page.ts';
import { OwnSoundPlayer } from '../desktop/notifications/sound-player.ts';
import { DbusSessionBus } from '../desktop/session-bus/dbus-session-bus.ts';
import { isKeyringLocked, isTrayThere } from '../desktop/session-bus/desktop-services.ts';
import { ClipboardService } from '../desktop/system/clipboard.ts';
import { ComputerIntegration } from '../desktop/system/computer.ts';
import * as system from '../desktop/system/electron-computer.ts';
import { GpuDeaths } from '../desktop/system/gpu-deaths.ts';
import { IdleReturn } from '../desktop/system/idle-return.ts';
import { packedFeed } from '../desktop/system/electron-updates.ts';
import { ScreenLock } from '../desktop/system/screen-lock.ts';
import { Activation } from '../desktop/window/activation.ts';
import { Attendance } from '../desktop/window/attendance.ts';
import { openElectronWindow } from '../desktop/window/electron-window.ts';
import { MainWindow } from '../desktop/window/main-window.ts';
import { FileWindowMemoryStore } from '../desktop/window/window-place.ts';
import { diagnosisHandlers } from '../diagnosis/diagnosis-handlers.ts';
import { intakeHandlers } from '../intake/intake-handlers.ts';
import { noMetrics } from '../launch/arguments.ts';
import { Metrics } from '../metrics/metrics.ts';
import { type MetricsServer, startMetricsServer } from '../metrics/metrics-server.ts';
import { Notifications } from '../notify/notifications.ts';
import { notificationActions } from '../notify/ports.ts';
import { Erasure, privacyHandlers } from '../privacy/erasure.ts';
import { recordedSources } from '../recorder/recorded-reads.ts';
import { Rewind } from '../recorder/rewind.ts';
import { decisionsOf } from '../recorder/why.ts';
import { whatIfHandlers } from '../replay/what-if.ts';
import { PrivacyLedgerRepository } from '../storage/privacy-ledger-repository.ts';
import { ProfileFiles } from '../storage/profile-files.ts';
import { WatchRepository } from '../storage/watch-repository.ts';
import { heldToTeam, teamHandlers, teamRefusal, teamRefusalSaid } from '../team/team-handlers.ts';
import { TransferService } from '../transfer/transfer-service.ts';
import { UpdateService } from '../updates/update-service.ts';
import { NetworkReturn } from '../watch/network-return.ts';
import { SystemClock } from '../watch/system-clock.ts';
import { webhookHandlers } from '../webhooks/webhook-handlers.ts';
import { makeDiagnosis } from './diagnosis.ts';
import { savedRecording } from './saved-recording.ts';
import { AppEvents } from './events.ts';
import { logDefects, ProgramLifecycle } from './lifecycle.ts';
import { outliveReaders } from './profile-commands.ts';
import { openProfile } from './open-profile.ts';
import { createServices } from './services.ts';
import { reactToSettings } from './settings-reactions.ts';
import { teamMembership, withinTeam } from './team.ts';
import { createTray } from './tray.ts';

/** What the demo plays: a dozen orders, fast enough that something happens while one looks. */
const demoArguments = ['--orders', '12', '--spread-minutes', '20', '--speed', '10'];

/**
 * Builds the desktop program: first the services, then what shows them, then what happens at which
 * announcement. Nothing is watched or shown before `start`.
 */
export function createWindowApp(options: Launch): Program {
  const place = desktop.surroundings();
  const { platform, profileDir, version } = place;
  desktop.prepareDesktop(place);
  const clock = new SystemClock();
  const profile = openProfile(profileDir, clock, toStderr);
  const { database, log } = profile;
  const bus = new DbusSessionBus({
    address: platform === 'linux' ? process.env['DBUS_SESSION_BUS_ADDRESS'] : undefined,
    clock,
    failed: (error) => log.defect('sessionBus', error),
  });
  const { sql } = database;
  outliveReaders();
  logDefects(log);

  const events = new AppEvents();
  const attention = new AttentionIndex(clock);
  const isKeychainLocked = async () => (platform === 'linux' ? isKeyringLocked(bus) : null);
  const metrics = new Metrics();
  const membership = teamMembership(sql, {
    secrets: options.isSessionOnly
      ? new InMemoryCredentialStore()
      : new KeychainCredentialStore({ clock }),
    clock,
  });
  const services = createServices({
    ...withinTeam(membership.current, () => membership.token(), { clock, log }),
    clock,
    log,
    events,
    database,
    version,
    systemLocale: place.locale,
    isSessionOnly: options.isSessionOnly,
    overlay: options.overlay,
    policy: options.policy,
    isKeychainLocked,
    startDemoService: () =>
      startDemoService(() => forkDemo(place.simulatorPath, demoArguments), clock),
    resolveProxy: desktop.resolveProxy,
    notifies: true,
    records: true,
    ...(options.metrics === null ? {} : { metrics }),
    showsOffers: true,
    needsAttention: (id) => attention.has(id),
  });
  const {
    archive,
    archived,
    connection,
    contractNotes,
    history,
    recorder,
    localisation,
    retention,
    settings,
  } = services;
  const { orderFolder, team, watcher, webhooks } = services;
  const language = () => localisation.current.language;
  desktop.followSettings(settings.current, platform, language());

  // What the dispatcher sees and hears.
  const activation = new Activation({
    isNeeded: desktop.isOnWayland(),
    clock,
    startAgain: (token, ended) => startWithToken(options.profileDir, token, ended),
    failed: () => window.show(),
  });
  const window = new MainWindow({
    open: (bounds) =>
      openElectronWindow(
        { ...place, ...settings.current, bounds, allowsDevTools: !place.isPackaged },
        language,
      ),
    workAreas: desktop.workAreas,
    memory: new FileWindowMemoryStore(join(profileDir, 'window.json')),
    clock,
    log,
    isTrayThere: () => isTrayThere(platform, bus),
    isActivatedSoon: () => activation.handOver(),
    shown: () => void events.emit('windowShown'),
    keptInTray: () => void events.emit('windowHidden'),
    stoppedListening: () => void events.emit('pageGone'),
  });
  const sounds = new OwnSoundPlayer({
    open: openElectronSoundPage,
    clock,
    failed: () => log.warn('soundNotPlayed'),
  });
  const systemNotifications = desktopNotifications({
    sounds,
    platform,
    iconPath: place.iconPath,
    clock,
    bus,
    daemonFound: (isThere) => void events.emit('notificationDaemonFound', isThere),
    activated: (token, act) => activation.during(token, act),
  });
  const screenLock = new ScreenLock({ source: desktop.powerMonitor, bus, clock });
  const attendance = new Attendance(window, desktop.powerMonitor, clock);
  const idleReturn = new IdleReturn({
    input: desktop.powerMonitor,
    clock,
    isAnythingWatched: () => watcher.count > 0,
    returned() {
      recorder.returned();
      notifications.notifier.dispatcherIsBack();
    },
  });
  const clipboard = new ClipboardService(desktop.clipboard, settings, clock, log);
  // What decides on notifications reads through the recorder, so that nothing it saw is missing in the recording.
  const recorded = recordedSources(recorder, {
    screenLock,
    watch: watcher,
    window: {
      get orderInFront() {
        return window.orderInFront;
      },
      get isAttended() {
        return attendance.isAttended;
      },
    },
    desktop: systemNotifications,
  });
  const deskId = membership.current?.deskId ?? null;
  const isTaken = (watched: WatchedOrder, nowMs: number): boolean =>
    deskId !== null && isTakenByOther(watched, deskId, nowMs);
  const notifications = new Notifications({
    isTaken,
    clock,
    outbox: services.outbox,
    desktop: recorded.desktop,
    sounds,
    watch: recorded.watch,
    liveOrders: services.liveOrders,
    teamIsRead: services.team?.upToDate,
    listedCount: () => attention.listedCount,
    archivedGroups: () => archived.groups(),
    history,
    settings: services.recorded.settings,
    localisation: services.recorded.localisation,
    window: {
      get orderInFront() {
        return recorded.orderInFront();
      },
      get isAttended() {
        return recorded.isAtWindow();
      },
      get wasAttendedLately() {
        return attendance.wasAttendedLately;
      },
      show: () => window.show(),
      sendIfListening: (channel, value) => window.sendIfListening(channel, value),
    },
    screenLock: recorded.screenLock,
    lockHasAnswered: screenLock.hasAnswered,
    clipboard,
    reveal: (ids, topic) => void events.emit('ordersRequested', { ids, topic }),
    snoozedAtCard: (id) => recorder.snoozedAtCard(id),
    healthChanged: () => void events.emit('notificationHealthChanged'),
    historyChanged: () => void events.emit('notificationsChanged'),
    settled: (outcome, count) => metrics.notificationsSettled(outcome, count),
  });
  const { contact, learned, notifier } = notifications;
  services.waitAlarm.judgeBy((watched) => learned.rulesFor(watched));
  attention.attach({
    isTaken,
    watch: watcher,
    archiveChoice: (id) => archive.choiceOf(id),
    waitRules: (watched) => learned.rulesFor(watched),
    // Later, because the tray is being drawn.
    archived: (ids) => void clock.schedule(() => watcher.putAway(ids), 0),
    judged: (watched, nowMs) => notifications.waits.look(watched, nowMs),
  });
  const seenOrders = new SeenOrders({
    watch: watcher,
    clock,
    waitRules: (watched) => learned.rulesFor(watched),
    seen: (ids) => notifications.seen(ids),
  });
  const wordChanges = new WordChanges({ watch: watcher, clock });
  const ledger = new PrivacyLedgerRepository(sql);
  const erasure = new Erasure({
    store: services.erasure,
    files: new ProfileFiles(profileDir),
    ledger,
    watch: watcher,
    connection,
    webhooks,
    intake: {
      forget() {
        services.intake.forget();
        orderFolder.forget();
        archive.ordersGone([]);
        feed.stateChanged();
      },
    },
    async leaveTeam() {
      await team?.detach();
      await membership.leave();
    },
    settings,
    clearWindowData: desktop.clearWindowData,
    progressed: () => void events.emit('erasureProgressed'),
    clock,
    localisation,
    reportDefect: (error) => log.defect('notErased', error),
  });
  const feed = new BoardFeed(
    {
      watch: watcher,
      archiveChoice: (id) => archive.choiceOf(id),
      putAwayCount: () => archive.putAwayCount,
      connection: () => connection.state,
      ...(team === null ? {} : { team: () => team.state }),
      settings,
      localisation,
      webhooks: () => webhooks.state,
      orderFolder: () => orderFolder.state,
      notifications: () => notifier.health,
      longWait: () => learned.longWait,
      erasing: () => erasure.progress,
      waitRules: (watched) => learned.rulesFor(watched),
      startFault: profile.fault,
      lockedBaseUrl: options.policy.baseUrl,
      platform,
      version,
    },
    clock,
  );
  const search = new OrderSearch(watcher, clock);
  const archivePages = new ArchivePages({ store: archived, watch: watcher, clock });
  const restart = (): void => {
    startAgain(options.profileDir, nothingToOpen);
    desktop.quit();
  };
  const computer = new ComputerIntegration({
    system: system.computerSystem,
    loginItem: system.loginItem(platform, options.profileDir),
    shortcuts: system.shortcutRegistrar,
    clipboard,
    watch: watcher,
    window,
    settings,
    profileDir,
    openFolder: system.openFolder,
    localisation,
    log,
  });
  const keychainWait = new KeychainWait({ clock, connection, isLocked: isKeychainLocked });
  const contactRetry = new ContactRetry({ connection, watch: watcher });
  const tray = createTray({
    place,
    services,
    events,
    attention,
    computer,
    window,
    seenOrders,
    waitRules: (watched) => learned.rulesFor(watched),
    areNotificationsFailing: () => notifier.health.kind === 'failing',
    contactRetry,
    clock,
    log,
  });

  // What goes on beside the watching.
  const updates = new UpdateService({
    feed: packedFeed(),
    isAnythingWatched: () => watcher.count > 0,
    looksByItself: () => settings.current.looksForUpdates,
    changed: (update) => window.sendIfListening('update:changed', update),
    clock,
    log,
  });
  const networkReturn = new NetworkReturn({
    clock,
    isOnline: () => desktop.net.isOnline(),
    returned() {
      log.info('networkReturned');
      watcher.noticeWake();
    },
  });

  // What the window may ask for.
  const receivesWebhooks = (): void => {
    // The hub receives them for the team.
    if (team === null) void webhooks.apply();
  };
  const phoneShown = (orderId: OrderId, owner: PhoneOwner): void => {
    try {
      ledger.add({ atMs: clock.wallMs(), act: 'phoneShown', orderId, owner });
    } catch (error) {
      // The courier must be reached all the same; the log says that the ledger has a gap.
      log.defect('phoneShownNotLogged', error);
    }
    team?.revealed(orderId, String(owner));
  };
  const dialogs = system.fileDialogs(platform, () => window.contentsId);
  const transfer = new TransferService({
    watch: watcher,
    wordChanges,
    stored: new WatchRepository(sql, () => clock.wallMs()),
    settings,
    dialogs,
    profileDir,
    clock,
    log,
    ordersRefused() {
      const why = teamRefusal(team?.state ?? null);
      return why && teamRefusalSaid(why, localisation);
    },
    localisation,
  });
  const days = new DaySummaries({
    history,
    watch: watcher,
    settings,
    clock,
    localisation,
    save: (suggestedName, text) => transfer.save(suggestedName, text),
  });
  const diagnose = () => {
    const used = connection.profile;
    const stored = services.profiles.load();
    return makeDiagnosis({
      ...place,
      clock,
      language: language(),
      runtime: desktop.runtimeName(),
      env: process.env,
      profile: used,
      secrets: services.secrets,
      clientSecret: null,
      isStored: used?.baseUrl === stored?.baseUrl && used?.clientId === stored?.clientId,
      order: watcher.list()[0]?.id ?? null,
      contractNotes: contractNotes.entries,
      resolveProxy: desktop.resolveProxy,
    });
  };
  const whyOf: DecisionsOf = (id) =>
    decisionsOf(id, { recording: services.recording, notifications: services.outbox });
  const past = new Rewind({
    recording: services.recording,
    history,
    notifications: services.outbox,
    privacy: () => settings.current.notificationPrivacy,
    clock,
  });
  const board = boardHandlers({
    watch: watcher,
    contactRetry,
    feed,
    search,
    ordersChanged(ids) {
      recorder.archiveChosen(ids.flatMap((id) => watcher.find(id) ?? []));
      events.emit('ordersChanged', ids);
    },
    history,
    decisionsOf: whyOf,
    archive,
    archived: archivePages,
    seenOrders,
    wordChanges,
    settings,
    window,
    phoneShown,
    localisation,
    log,
  });
  const bridge = new BridgeServer({
    door: desktop.requestDoor,
    trustedContentsId: () => window.contentsId,
    acts: watcher,
    localisation,
    log,
    handlers: heldToTeam(
      joinedHandlers([
        board,
        rewindHandlers({ past, history, decisionsOf: whyOf }),
        connectionHandlers({
          connection,
          contractNotes,
          watch: watcher,
          contactRetry,
          chooseCaFile: () => dialogs.chooseCaFile(),
          testProgressed: (test) => window.sendIfListening('connection:test-progressed', test),
          localisation,
        }),
        notifications.handlers,
        whatIfHandlers({
          recording: services.recording,
          notifications: services.outbox,
          history,
          settings,
          clock,
        }),
        clipboard.handlers,
        computer.handlers,
        updates.handlers,
        privacyHandlers(erasure, ledger, archivePages),
        transfer.handlers,
        days.handlers,
        teamHandlers({
          membership,
          team,
          restart,
          localisation,
        }),
        diagnosisHandlers({
          diagnose,
          recording: () => {
            const sources = {
              recording: services.recording,
              history,
              notifications: services.outbox,
            };
            return savedRecording(sources, version, clock.wallMs());
          },
          files: transfer,
          localisation,
        }),
        webhookHandlers(webhooks, services.intake, localisation),
        intakeHandlers({
          folder: orderFolder,
          choosePlace: (what) => dialogs.chooseOrderPlace(what),
          localisation,
          log,
        }),
      ]),
      team,
      localisation,
    ),
  });

  // What happens at which announcement.
  const boardChanged = (): void => {
    feed.stateChanged();
    tray.changed();
  };
  const reveal = (orders: RevealedOrders): void => {
    feed.flush();
    window.reveal(orders);
  };
  const revealOne = (id: OrderId): void => reveal({ ids: [id], topic: null });
  events.on('ordersChanged', (ids) => {
    feed.ordersChanged(ids);
    search.ordersChanged(ids);
    recorded.look();
    if (attention.ordersChanged(ids)) tray.changed();
    notifications.ordersChanged(ids);
    idleReturn.ordersChanged();
    updates.ordersChanged();
  });
  events.on('ordersRemoved', (ids) => {
    feed.ordersRemoved(ids);
    search.ordersRemoved(ids);
    attention.ordersGone(ids);
    notifications.ordersRemoved(ids);
    tray.changed();
  });
  events.on('ordersPutAway', (ids) => {
    feed.ordersPutAway(ids);
    search.ordersRemoved(ids);
    attention.ordersGone(ids);
    notifications.ordersPutAway(ids);
  });
  events.on('ordersTakenOut', (ids) => feed.ordersTakenOut(ids));
  events.on('orderUpdated', (update) => {
    notifications.orderUpdated(update);
    metrics.orderUpdated(update);
  });
  events.on('notificationsStored', () => notifications.stored());
  events.on('notificationsChanged', () => {
    window.sendIfListening('notifications:changed', null);
    tray.menuChanged();
  });
  events.on('serviceHealthChanged', (serviceHealth) => {
    networkReturn.serviceHealthChanged(serviceHealth);
    // Before a connection is set up there is no contact to lose.
    if (connection.state.kind === 'none' && team === null) notifier.seesAgain();
    else contact.serviceHealthChanged(serviceHealth);
    boardChanged();
  });
  reactToSettings(events, {
    watcher,
    notifier,
    computer,
    receivesWebhooks,
    followDesktop: (current) => desktop.followSettings(current, platform, language()),
    trayChanged: () => tray.changed(),
    boardChanged: () => feed.stateChanged(),
  });
  events.on('watchStateChanged', boardChanged);
  events.on('connectionChanged', (state) => {
    keychainWait.connectionChanged(state);
    boardChanged();
  });
  events.on('windowShown', () => void keychainWait.lookNow());
  events.on('notificationHealthChanged', boardChanged);
  events.on('webhooksChanged', () => feed.stateChanged());
  events.on('erasureProgressed', () => feed.stateChanged());
  events.on('fileTaken', (taking) => window.sendIfListening('intake:taken', taking));
  events.on('notificationDaemonFound', (isThere) =>
    notifier.daemonFound(isThere, 'no-daemon' satisfies NotificationFault),
  );
  events.on('ordersRequested', reveal);
  events.on('pageGone', () => {
    feed.silence();
    search.silence();
    watcher.setInView([]);
    watcher.setOpen(null);
  });
  events.on('windowHidden', () => {
    // Shown without the outbox: it is about this moment, and after a restart it would come too late.
    const { keptInTray } = localisedNotifications(localisation.current).program;
    const tag = 'keptInTray' satisfies NotificationEvent;
    const card = { key: tag, tag, orderId: null, isCritical: false, sound: 'none' } as const;
    systemNotifications.show(
      { ...card, ...keptInTray, actions: [] },
      { shown: ignored, failed: ignored, clicked: () => window.show(), acted: ignored },
    );
  });
  const notificationClicked = (tag: string | null): void => {
    const id = parseOrderId(tag ?? '');
    if (id === null) window.show();
    else revealOne(id);
  };
  desktop.whenThemeChanged(() => tray.changed());
  // A secret that is in memory alone would be lost with the restart.
  if (!options.isSessionOnly) {
    const { isDrawnBySoftware } = desktop;
    const gpuDeaths = new GpuDeaths({ clock, log, isDrawnBySoftware, restart });
    system.computerSystem.whenHelperGone((kind) => gpuDeaths.helperGone(kind));
  }
  desktop.whenScreensChanged(() => window.screensChanged());
  desktop.whenSuspended(() => recorder.fellAsleep());
  const lookAround = (): void => {
    watcher.noticeWake();
    services.waitAlarm.lookNow();
    void keychainWait.lookNow();
  };
  desktop.whenWoken(() => {
    recorder.woke();
    lookAround();
    notifications.woke();
  });
  screenLock.listen({
    unlocked() {
      recorder.unlocked();
      lookAround();
      notifications.unlocked();
    },
    // What was held back meanwhile, if anything, is told.
    foundUnlocked: () => notifier.situationChanged(),
  });

  listenToEarlierNotifications(platform, {
    isHeld: (tag) => systemNotifications.isHeld(tag),
    clicked: notificationClicked,
    acted(tag, index) {
      const id = parseOrderId(tag);
      const action = notificationActions[index];
      if (id === null || action === undefined) notificationClicked(tag);
      else notifications.act(action, id);
    },
  });

  return new ProgramLifecycle({
    log,
    clock,
    bridge,
    async connect() {
      // The hub asks the service; this desk has no credentials.
      if (team !== null) return;
      if (options.connection === null) return connection.start();
      return connectAtLaunch(options.connection, {
        connection,
        parseBaseUrl: services.readBaseUrl,
        isSessionOnly: options.isSessionOnly,
        log,
        say: (sentence) => toStderr(`${sentence}\n`),
      });
    },
    async disconnect() {
      await connection.stop();
      contractNotes.flush();
    },
    watcher,
    mayAdd: () => teamRefusal(team?.state ?? null) === null,
    services: [
      notifications,
      // After it: cards that go with the program are closed when the daemon was told so.
      { stop: () => systemNotifications.settled() },
      recorder,
      idleReturn,
      keychainWait,
      networkReturn,
      computer,
      clipboard,
      updates,
      services.housekeeping,
      services.waitAlarm,
      retention,
      erasure,
      orderFolder,
      { start: receivesWebhooks, stop: () => webhooks.stop() },
      serveMetrics(options.metrics, () => metrics.text({ clock, version, watch: watcher })),
    ],
    tray,
    window,
    reveal: revealOne,
    closeStorage: () => profile.close(),
    launch: {
      ...options,
      // On macOS a login item gets no arguments.
      isHidden: options.isHidden || system.wasOpenedAtLogin(platform),
    },
  });
}

/** Gives the metrics where the start asked for it. Where they cannot be given, that is said and all else goes on. */
function serveMetrics(place: Launch['metrics'], text: () => string) {
  let server: Promise<MetricsServer | null> = Promise.resolve(null);
  return {
    start() {
      if (place === null) return;
      server = startMetricsServer(place.address, place.port, text).catch(() => null);
      void server.then((started) =>
        toStderr(started === null ? noMetrics : `Giving figures at ${started.url}\n`),
      );
    },
    stop: async () => (await server)?.close(),
  };
}

function ignored(): void {}

function toStderr(text: string): void {
  process.stderr.write(text);
}
