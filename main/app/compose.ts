import { join } from 'node:path';
import { speechOf } from '../../core/text/language.ts';
import type { NotificationFault } from '../../core/notification/notification-fault.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { localisedNotifications } from '../../core/notification/localised-words.ts';
import type { Settings, SettingsChange } from '../../core/settings/settings.ts';
import { AttentionIndex } from '../board/attention-index.ts';
import { BoardFeed } from '../board/board-feed.ts';
import { composeArchive } from './compose-archive.ts';
import { composeAwake } from './compose-awake.ts';
import { composeBridge } from './compose-bridge.ts';
import { composeComputer, isHiddenStart } from './compose-computer.ts';
import { composeDesktop } from './compose-desktop.ts';
import { composeNotification, wordingOptions } from './compose-notifications.ts';
import { composePrivacy } from './compose-privacy.ts';
import { composeServices } from './compose-services.ts';
import { composeTray } from './compose-tray.ts';
import { composeUpdates } from './compose-updates.ts';
import { composeSupport } from './compose-support.ts';
import { composeWindow } from './compose-window.ts';
import { connectAtLaunch } from './connect-at-launch.ts';
import { parseBaseUrl } from '../delivery/http/base-url.ts';
import type { Launch } from '../desktop/application.ts';
import type { Program } from '../desktop/lifecycle.ts';
import { startDemoService } from '../desktop/demo-service.ts';
import { forkDemo } from '../desktop/electron-demo.ts';
import * as desktop from '../desktop/electron-desktop.ts';
import { electronNotifications } from '../desktop/notifications/electron-notifications.ts';
import { ScreenLock } from '../desktop/system/screen-lock.ts';
import { Housekeeping } from './housekeeping.ts';
import { decideProblemNotifications, decideNotifications } from '../notify/policy.ts';
import { openProfile } from './open-profile.ts';
import { ProgramLife } from './program-life.ts';
import { PrivacyLedgerRepository } from '../storage/privacy-ledger-repository.ts';
import { SystemClock } from '../watch/system-clock.ts';
import { webhookHandlers } from './webhook-handlers.ts';

/** What the demo plays: a dozen orders, fast enough that something happens while one looks. */
const demoArguments = ['--orders', '12', '--spread-minutes', '20', '--speed', '10'];

/**
 * Builds every service and joins them: the only place that knows all of them. Nothing runs before
 * `start`. Arrows point one way: the watcher announces; notifier, board and tray listen.
 */
export function compose(options: Launch): Program {
  const place = desktop.surroundings();
  const clock = new SystemClock();
  const wallMs = () => clock.wallMs();
  const profile = openProfile(place.profileDir, clock, desktop.writeToStderr);
  const { database, fault, log } = profile;
  desktop.reportDefects((error) => log.defect('defect', error));
  const { sql } = database;
  const speech = () => speechOf(settings.current.language, place.locale);
  const language = () => speech().language;

  const services = composeServices({
    clock,
    log,
    database,
    version: place.version,
    isSessionOnly: options.isSessionOnly,
    overlay: {
      activeEverySeconds: options.activeEverySeconds ?? undefined,
      requestsPerMinute: options.requestsPerMinute ?? undefined,
    },
    startDemoService: () =>
      startDemoService(() => forkDemo(place.simulatorPath, demoArguments), clock),
    resolveProxy: desktop.resolveProxy,
    connectionChanged: () => deskChanged(),
    decideNotifications: decideNotifications(() => wordingOptions(settings.current, speech())),
    decideProblemNotifications: (watched, nowMs) =>
      decideProblemNotifications(watched, nowMs, localisedNotifications(speech())),
    needsAttention: (id) => attention.has(id),
    watchEvents: {
      ordersChanged(ids) {
        feed.ordersChanged(ids);
        if (attention.ordersChanged(ids)) tray.changed();
        housekeeping.ordersChanged();
        updates.service.ordersChanged();
      },
      ordersRemoved(ids) {
        feed.ordersRemoved(ids);
        archive.choices.ordersRemoved(ids);
        attention.ordersRemoved(ids);
        notification.forget(ids);
        tray.changed();
      },
      orderUpdated(update, watched) {
        notification.contact.orderUpdated(update.orderId);
        notification.learned.orderUpdated(update, watched);
      },
      notificationsStored: () => notifier.notificationsStored(),
      sightChanged(sight) {
        awake.sightChanged(sight);
        deskChanged();
      },
      deskChanged: () => deskChanged(),
    },
    webhooks: { changed: () => feed.deskChanged() },
    language,
  });
  const { settings, outbox, connection, contractNotes, history, watcher, retention, webhooks } =
    services;
  const housekeeping = new Housekeeping({
    clock,
    prune: services.prune,
    isAnythingWatched: () => watcher.count > 0,
    log,
  });
  const archive = composeArchive({
    sql,
    watch: watcher,
    log,
    language,
    changed: (ids) => feed.ordersChanged(ids),
  });
  const attention = new AttentionIndex(
    // Those that are not read yet are judged once they are.
    { get: (id) => watcher.get(id), list: () => watcher.known() },
    clock,
    (watched) => notification.learned.rulesFor(watched),
    (watched, nowMs) => notification.waits.look(watched, nowMs),
  );
  const feed = new BoardFeed(
    {
      watch: watcher,
      archiveChoice: (id) => archive.choices.choiceOf(id),
      connection: () => connection.state,
      settings: () => settings.current,
      speech,
      webhooks: () => webhooks.state,
      notifications: () => notifier.health,
      waitRules: (watched) => notification.learned.rulesFor(watched),
      startFault: fault,
      platform: place.platform,
      version: place.version,
    },
    clock,
  );

  const iconPath = join(place.assetsDir, 'icons/256x256.png');
  const window = composeWindow({
    place,
    iconPath,
    settings: () => settings.current,
    speech,
    clock,
    log,
    notifications: () => notifications,
    stoppedListening() {
      feed.silence();
      watcher.setInView([]);
    },
  });
  const notifications = electronNotifications({
    platform: place.platform,
    iconPath,
    clock,
    askDaemon: desktop.notificationCapabilities,
    daemonFound: (isThere) =>
      notifier.daemonFound(isThere, 'no-daemon' satisfies NotificationFault),
  });
  const screenLock = new ScreenLock(desktop.powerMonitor, () => notifier.situationChanged());
  const notification = composeNotification({
    clock,
    outbox,
    desktop: notifications,
    window,
    watch: watcher,
    settings: () => settings.current,
    isLocked: () => screenLock.isLocked,
    healthChanged: () => deskChanged(),
    reveal,
    copyUuid: (id) => void computer.copy(id),
    matchesSince: services.matchesSince,
    speech,
  });
  const { contact, notifier } = notification;
  const awake = composeAwake({ clock, log, watcher, connection, notifier, contact });
  const tray = composeTray({
    place,
    speech,
    clock,
    watch: watcher,
    connection,
    attention,
    settings: () => settings.current,
    changeSettings,
    areNotificationsFailing: () => notifier.health.kind === 'failing',
    reportDefect: (error) => log.defect('settingsNotWritten', error),
    showWindow: () => window.show(),
    reveal,
    retry: () => void retry(),
    dropped: (read) => computer.dropped(read),
  });
  function deskChanged(): void {
    feed.deskChanged();
    tray.changed();
  }
  function reveal(id: OrderId): void {
    feed.flush();
    window.reveal(id);
  }
  async function retry(): Promise<void> {
    await connection.retry();
    watcher.retryNow();
  }

  const surface = composeDesktop({
    place,
    settings: () => settings.current,
    language,
    notifications,
    showWindow: () => window.show(),
    reveal,
    act: notification.act,
  });
  const computer = composeComputer({
    platform: place.platform,
    launch: options,
    window,
    watcher,
    settings: () => settings.current,
    clock,
    log,
  });

  const updates = composeUpdates({
    isAnythingWatched: () => watcher.count > 0,
    looksByItself: () => settings.current.looksForUpdates,
    changed: (update) => window.sendIfListening('update:changed', update),
    clock,
    log,
  });
  const support = composeSupport({
    place,
    speech,
    services,
    settings: () => settings.current,
    changeSettings,
    clock,
    log,
  });

  function changeSettings(change: SettingsChange): Settings {
    const current = settings.change(change);
    watcher.setLimits(current);
    surface.settingsChanged(current);
    computer.settingsChanged();
    notifier.situationChanged();
    void webhooks.apply();
    retention.sweep();
    deskChanged();
    return current;
  }
  const privacy = composePrivacy({
    profileDir: place.profileDir,
    store: services.erasure,
    ledger: new PrivacyLedgerRepository(sql),
    watcher,
    connection,
    webhooks,
    ordersSettled: notification.seen,
    changeSettings,
    clearWindowData: desktop.clearWindowData,
    wallMs,
    speech,
    log,
  });

  const bridge = composeBridge({
    window,
    feed,
    watch: watcher,
    connection,
    contractNotes,
    history,
    retry,
    changeSettings,
    others: {
      ...computer.handlers,
      ...updates.handlers,
      ...privacy.handlers,
      ...archive.handlers,
      ...support,
      ...notification.handlers,
      ...webhookHandlers(webhooks, language),
    },
    phoneShown: privacy.phoneShown,
    ordersSettled: notification.seen,
    language,
    log,
  });

  return new ProgramLife({
    log,
    clock,
    prepareDesktop: surface.prepare,
    bridge,
    connect: () =>
      options.connection === null
        ? connection.start()
        : connectAtLaunch(options.connection, {
            connection,
            parseBaseUrl,
            isSessionOnly: options.isSessionOnly,
            log,
            say: (sentence) => desktop.writeToStderr(`${sentence}\n`),
          }),
    async disconnect() {
      await Promise.all([connection.stop(), webhooks.stop()]);
      contractNotes.flush();
    },
    watcher,
    tellers: [
      ...notification.lives,
      awake,
      computer,
      updates.service,
      housekeeping,
      retention,
      webhooks,
    ],
    tray,
    window,
    reveal,
    listen: () => [
      screenLock.listen(),
      desktop.whenThemeChanged(() => tray.changed()),
      awake.listen(),
    ],
    closeStorage: profile.close,
    launch: { ...options, isHidden: isHiddenStart(options, place.platform) },
  });
}
