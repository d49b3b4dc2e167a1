import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings, type Settings } from '../../../../core/settings/settings.ts';
import { inEnglish } from '../../../../core/text/language.ts';
import { settingsText } from '../../../../core/transfer/transfer.ts';
import { AppEvents } from '../../../../main/engine/events.ts';
import { createServices } from '../../../../main/engine/services.ts';
import { reactToSettings } from '../../../../main/desktop/settings-reactions.ts';
import { AnnotationChanges } from '../../../../main/engine/board/annotation-changes.ts';
import { Notifications } from '../../../../main/engine/notify/notifications.ts';
import { openMemoryDatabase } from '../../../../main/engine/storage/database.ts';
import { TransferService } from '../../../../main/engine/transfer/transfer-service.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';
import { RecordingNotifications } from '../../../support/notify/recording-notifications.ts';
import { RecordingSounds } from '../../../support/notify/recording-sounds.ts';
import { RecordingLog } from '../../../support/recording-log.ts';
import { MemoryWatchStore } from '../../../support/storage/memory-watch-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);

/** What a change of settings can set going. */
type Reaction =
  | 'plans all checks'
  | 'sweeps for people'
  | 'applies the receiver'
  | 'looks through what is held'
  | 'registers keys'
  | 'themes the desktop'
  | 'draws the tray';

/** The services of a desk that watches an order, joined with what follows the settings as in the window's program. */
async function desk() {
  const clock = new FakeClock();
  const log = new RecordingLog();
  const events = new AppEvents();
  const database = openMemoryDatabase();
  const services = createServices({
    clock,
    log,
    events,
    database,
    version: '1.0.0',
    isSessionOnly: true,
    overlay: {},
    notifies: true,
  });
  const { history, outbox, retention, settings, watcher, webhooks } = services;
  const notifications = new Notifications({
    clock,
    outbox,
    desktop: new RecordingNotifications(),
    sounds: new RecordingSounds(),
    watch: watcher,
    liveOrders: services.liveOrders,
    listedCount: () => watcher.count,
    archivedGroups: () => [],
    history,
    settings,
    localisation: inEnglish,
    window: {
      orderInFront: null,
      isAttended: false,
      wasAttendedLately: false,
      show: () => undefined,
      sendIfListening: () => undefined,
    },
    screenLock: { isLocked: false },
    clipboard: { copy: async () => undefined },
    reveal: () => undefined,
    healthChanged: () => undefined,
  });
  const reactions = new Set<Reaction>();
  const shown = vi.fn<() => void>();
  const sweep = vi.spyOn(retention, 'sweep');
  const apply = vi.spyOn(webhooks, 'apply');
  const held = vi.spyOn(outbox, 'held');
  reactToSettings(events, {
    watcher,
    notifier: notifications.notifier,
    computer: { settingsChanged: () => reactions.add('registers keys') },
    receivesWebhooks: () => void webhooks.apply(),
    followDesktop: () => reactions.add('themes the desktop'),
    trayChanged: () => reactions.add('draws the tray'),
    boardChanged: shown,
  });
  watcher.start();
  await watcher.add([{ id, label: null }]);
  notifications.start();
  events.on('ordersChanged', () => reactions.add('plans all checks'));
  onTestFinished(async () => {
    notifications.stop();
    retention.stop();
    services.waitAlarm.stop();
    await webhooks.stop();
    await watcher.stop();
    database.close();
  });
  /** @returns what this set going */
  const reactionsTo = async (act: () => unknown): Promise<readonly Reaction[]> => {
    await clock.advance(1000);
    reactions.clear();
    for (const spy of [sweep, apply, held, shown]) spy.mockClear();
    await act();
    await clock.advance(1000);
    await settle();
    if (sweep.mock.calls.length > 0) reactions.add('sweeps for people');
    if (apply.mock.calls.length > 0) reactions.add('applies the receiver');
    if (held.mock.calls.length > 0) reactions.add('looks through what is held');
    // The window shows every setting.
    expect(shown).toHaveBeenCalled();
    return [...reactions].toSorted();
  };
  return { ...services, clock, log, reactionsTo };
}

/** An exported file that holds these settings alone. */
function file(named: Partial<Settings>): string {
  return JSON.stringify({ format: 'waybell-settings', version: 1, settings: named });
}

/** What a change of each setting sets going beside the window's view of it. */
const reactionsOf: Readonly<Record<keyof Settings, readonly Reaction[]>> = {
  requestsPerMinute: ['plans all checks'],
  activeEverySeconds: ['plans all checks'],
  paceSeconds: ['plans all checks'],
  fences: ['plans all checks', 'looks through what is held'],
  waitLimits: ['plans all checks', 'looks through what is held'],
  silenceLimits: ['plans all checks', 'looks through what is held'],
  stayLimits: ['looks through what is held'],
  groupRules: ['plans all checks', 'looks through what is held'],
  toldKinds: ['looks through what is held'],
  lockedScreen: ['looks through what is held'],
  quietHours: ['looks through what is held', 'draws the tray'],
  notificationsMutedUntilMs: ['looks through what is held', 'draws the tray'],
  notificationPrivacy: ['draws the tray'],
  personalDataDays: ['sweeps for people'],
  archiveDays: ['sweeps for people'],
  webhooks: ['applies the receiver'],
  windowShortcut: ['registers keys'],
  clipboardShortcut: ['registers keys'],
  slowsOnBattery: ['registers keys'],
  language: ['themes the desktop', 'draws the tray'],
  theme: ['themes the desktop'],
  zoomPercent: ['themes the desktop'],
  hidesFromCapture: ['themes the desktop'],
  density: [],
  listSort: [],
  listShow: [],
  groupColors: [],
  priceUnit: [],
  asksAboutAmounts: [],
  offersEveryChange: [],
  offersClipboard: [],
  usesLetterKeys: [],
  historyDays: [],
  looksForUpdates: [],
  everyMove: [],
  news: [],
  digestMinutes: [],
  forecastsArrivals: ['looks through what is held'],
  freeCancelMinutes: ['looks through what is held'],
  remindEveryMinutes: [],
  claimAnswerMinutes: ['looks through what is held'],
  seriousAnswerMinutes: ['looks through what is held'],
  sendsHeartbeat: [],
};

test.each(Object.entries(reactionsOf))(
  'a change of %s sets going what depends on it, and nothing else: %j',
  async (name, reactions) => {
    const { reactionsTo, settings } = await desk();
    const change = { [name]: defaultSettings[name as keyof Settings] };
    expect(await reactionsTo(() => settings.change(change))).toEqual(reactions.toSorted());
  },
);

test('an order is checked at the new interval at once, and zoom leaves its next check where it is', async () => {
  const { reactionsTo, settings, watcher } = await desk();
  await reactionsTo(() => settings.change({ activeEverySeconds: 30 }));
  const before = watcher.plan(id);
  await reactionsTo(() => settings.change({ zoomPercent: 120, listSort: 'named' }));
  expect(watcher.plan(id)).toEqual(before);
  await reactionsTo(() => settings.change({ activeEverySeconds: 60 }));
  expect(watcher.plan(id).checkEveryMs).toBe(2 * (before.checkEveryMs ?? 0));
});

test('an imported file and an erasure set going what depends on the settings that they change', async () => {
  const { clock, log, reactionsTo, settings, watcher } = await desk();
  const { handlers } = new TransferService({
    watch: watcher,
    annotationChanges: new AnnotationChanges({ watch: watcher, clock }),
    stored: new MemoryWatchStore(),
    settings,
    dialogs: { chooseFile: async () => null, chooseWhereToSave: async () => null },
    profileDir: temporaryFolder(),
    clock,
    log,
  });
  const imported = (text: string) =>
    reactionsTo(async () => {
      await handlers['transfer:offer']({ text });
      expect(await handlers['transfer:accept'](undefined)).toMatchObject({ ok: true });
    });
  expect(await imported(file({ density: 'compact' }))).toEqual([]);
  expect(await imported(file({ density: 'compact', archiveDays: 3 }))).toEqual([
    'sweeps for people',
  ]);
  const slower = settingsText({ ...defaultSettings, activeEverySeconds: 60 });
  expect(await imported(slower)).toContain('plans all checks');
  expect(await imported(slower)).toEqual([]);
  const all = [...new Set(Object.values(reactionsOf).flat())].toSorted();
  expect(await reactionsTo(() => settings.change(defaultSettings))).toEqual(all);
});
