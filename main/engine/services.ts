import type { Clock } from '../../core/clock.ts';
import type { SettingsChange } from '../../core/settings/settings.ts';
import { inEnglish, type Localisation, speechOf } from '../../core/text/language.ts';
import { ArchiveChoices } from './board/archive.ts';
import { SettingsService } from './board/settings-service.ts';
import type { AppEvents } from './events.ts';
import { OrderFolder } from './intake/order-folder.ts';
import { OrderIntake } from './intake/order-intake.ts';
import { lineWithoutPeople } from './lines/line-event.ts';
import type { Log } from './log/log.ts';
import { Forecasts } from './notify/forecasts.ts';
import { WaitAlarm } from './notify/wait-alarm.ts';
import { AgeClock } from './privacy/age-clock.ts';
import { courierFingerprints } from './privacy/courier-fingerprints.ts';
import { Housekeeping } from './privacy/housekeeping.ts';
import { Retention } from './privacy/retention.ts';
import { recordedRead } from './recorder/recorded-reads.ts';
import { nothingRecorded, Recorder } from './recorder/recorder.ts';
import { type ConnectionChoice, createConnection } from './service-connection.ts';
import { ArchiveRepository } from './storage/archive-repository.ts';
import type { OpenedDatabase } from './storage/database.ts';
import { ErasureRepository, RetentionRepository } from './storage/privacy-repositories.ts';
import { HistoryRepository } from './storage/history-repository.ts';
import { OutboxRepository } from './storage/outbox-repository.ts';
import { ProfileFiles } from './storage/profile-files.ts';
import { RecordingRepository } from './storage/recording/recording-repository.ts';
import { SettingsRepository } from './storage/settings-repository.ts';
import { readFact, writeFact } from './storage/sql.ts';
import { IntakeRepository } from './storage/webhook-repository.ts';
import { teamRefusal } from './team/team-handlers.ts';
import { createWatching, type WatchingChoice } from './watching.ts';
import { createWebhooks, type WebhookOptions } from './webhook-receiving.ts';

/** The fact until when the clock was believed, and since when it is doubted (0: it is not). */
const believedFact = 'believed_until_ms';

/** What the window and the command line choose for themselves. */
export interface ServiceOptions extends ConnectionChoice, WatchingChoice {
  readonly clock: Clock;
  readonly log: Log;
  readonly events: AppEvents;
  /** Opened and closed by the caller. */
  readonly database: OpenedDatabase;
  /** The system's locale; without one everything is in English. */
  readonly systemLocale?: string;
  /** What the command line chose for this run, over the stored settings. */
  readonly overlay: SettingsChange;
  /** Records what decisions depend on. Default: nothing is recorded. */
  readonly records?: boolean;
  readonly webhooks?: WebhookOptions;
  /** Whether a window shows what webhooks and files offer; without one unknown orders are ignored. */
  readonly showsOffers?: boolean;
}

/** What watches orders, with or without a window. */
export type Services = ReturnType<typeof createServices>;

/**
 * Builds what the window and the command line have in common over one database: the settings, the way
 * to the service, the webhooks and the watcher. Nothing runs before it is started.
 */
export function createServices(options: ServiceOptions) {
  const { clock, database, events, log, systemLocale } = options;
  const { sql } = database;
  const wallMs = () => clock.wallMs();

  const settings = new SettingsService(
    new SettingsRepository(sql),
    options.overlay,
    (current, names) => void events.emit('settingsChanged', current, names),
    options.policy?.settings,
  );
  const retired = options.policy?.retired ?? [];
  if (retired.length > 0) log.warn('policyNamesRetiredSettings', { names: retired.join(', ') });
  const localisation: Localisation =
    systemLocale === undefined
      ? inEnglish
      : {
          get current() {
            return speechOf(settings.current.language, systemLocale);
          },
        };

  const ageClock = new AgeClock({
    clock,
    facts: {
      read() {
        const [believedMs, doubtedMs] = (readFact(sql, believedFact) ?? '').split(' ').map(Number);
        return believedMs ? { believedMs, doubtedMs: doubtedMs || null } : null;
      },
      write({ believedMs, doubtedMs }) {
        writeFact(sql, believedFact, `${believedMs} ${doubtedMs ?? 0}`);
      },
    },
    doubtChanged: () => {
      if (ageClock.aheadMs !== null) log.warn('clockAhead', { aheadMs: ageClock.aheadMs });
      events.emit('watchStateChanged');
    },
  });
  const way = createConnection({
    ...options,
    localisation,
    sql,
    dated: (date) => ageClock.heard(date),
  });
  const { connection, contractNotes, secrets } = way;

  const files = database.folder === null ? null : new ProfileFiles(database.folder);
  const erasure = new ErasureRepository(sql);
  const history = new HistoryRepository(sql, wallMs);
  const forecasts = new Forecasts(history);
  const archived = new ArchiveRepository(sql);
  const archive = new ArchiveChoices(archived);
  const retention = new Retention({
    store: new RetentionRepository(sql, lineWithoutPeople),
    files: {
      removeCopies: (nowMs, keptForMs) => files?.removeCopies(nowMs, keptForMs),
      eraseFromLog: (ids) => files?.eraseFromLog(ids),
    },
    isKept: database.fault === null,
    clock,
    isClockBelieved: () => ageClock.isBelieved,
    keptForDays: () => settings.current.personalDataDays,
    // What leaves the archive of a team leaves it for all; its hub says when.
    archiveDays: () =>
      options.team === undefined ? settings.current.archiveDays : Number.POSITIVE_INFINITY,
    archiveChoice: (id) => archive.choiceOf(id),
    fingerprintOf: courierFingerprints(erasure.courierSalt()),
    reportDefect: (error) => log.defect('peopleNotErased', error),
  });
  const intakeStore = new IntakeRepository(sql, erasure.courierSalt());
  const intake = new OrderIntake({
    store: intakeStore,
    clock,
    log,
    baseUrl: () => connection.profile?.baseUrl ?? null,
    isShown: options.showsOffers ?? false,
    changed: () => void events.emit('webhooksChanged'),
  });
  const orderFolder = new OrderFolder({
    clock,
    log,
    store: intakeStore,
    intake,
    mayAccept: () => teamRefusal(team?.state ?? null) === null,
    changed: () => void events.emit('webhooksChanged'),
    considered: (fileIntake) => void events.emit('fileAccepted', fileIntake),
  });
  const webhooks = createWebhooks({
    ...options,
    settings,
    secrets,
    unknown: intake,
    noted: (notes) => contractNotes.noted(notes),
  });

  const recording = new RecordingRepository(sql);
  const recorder = new Recorder(
    {
      store: options.records === true ? recording : nothingRecorded,
      clock,
      reportDefect: (error) => log.defect('notRecorded', error),
      archiveChoice: (id) => archive.choiceOf(id),
    },
    {
      activity: 'running',
      settings: settings.current,
      speech: localisation.current,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      serviceHealth: { state: 'reachable' },
      pause: { kind: 'running' },
      isScreenLocked: false,
      isAtWindow: false,
      deskId: options.team?.membership.deskId ?? null,
      startedAtMs: wallMs(),
      wokeAtMs: null,
      unlockedAtMs: null,
      returnedAtMs: null,
      passedOn: [],
    },
  );
  const recorded = {
    settings: recordedRead(recorder, 'settings', () => settings.current),
    localisation: recordedRead(recorder, 'speech', () => localisation.current),
  };
  const { everyMove, liveOrders, team, watcher } = createWatching({
    choice: options,
    clock,
    events,
    log,
    database,
    source: connection,
    inbox: webhooks.inbox,
    recorder,
    recorded,
    settings,
    retention,
    noted: (notes) => contractNotes.noted(notes),
  });
  retention.attach(watcher);
  webhooks.inbox.attach(watcher);
  intake.attach(watcher);
  const waitAlarm = new WaitAlarm({
    clock,
    watch: watcher,
    due: (ids) => void events.emit('ordersChanged', ids),
  });

  const prune = (): boolean => {
    const { historyDays, personalDataDays } = settings.current;
    const keepDays = { history: historyDays, people: personalDataDays };
    webhooks.inbox.prune();
    const isMore = ageClock.isBelieved && (history.prune(wallMs(), keepDays) || recorder.prune());
    if (!isMore) retention.sweep();
    ageClock.keep();
    return isMore;
  };
  const isAnythingKept = (): boolean =>
    watcher.count + archive.evictedCount > 0 || files?.hasCopies === true;
  const housekeeping = new Housekeeping(prune, isAnythingKept, clock, log);

  events.on('connectionChanged', (state) => {
    log.info('connectionChanged', { kind: state.kind });
    contractNotes.connectionChanged(state);
    if (state.kind === 'connected') watcher.checks?.connected(state.baseUrl);
  });
  events.on('serviceHealthChanged', (serviceHealth) => {
    recorder.read('serviceHealth', serviceHealth);
    const { state } = serviceHealth;
    const cause = state === 'unreachable' ? serviceHealth.cause : null;
    log.info('serviceHealthChanged', { state, cause });
  });
  events.on('settingsChanged', (current) => void recorder.read('settings', current));
  events.onSettings(['personalDataDays', 'archiveDays'], () => retention.sweep());
  events.on('watchStateChanged', () => recorder.read('pause', watcher.pauseState));
  events.on('ordersChanged', (ids) => {
    housekeeping.ordersChanged();
    waitAlarm.ordersChanged(ids);
  });
  events.on('orderUpdated', (_update, watched) => {
    retention.updated(watched);
    forecasts.orderUpdated(watched);
  });
  events.on('ordersRemoved', (ids) => {
    everyMove.forget(ids);
    archive.ordersGone(ids);
    intake.ordersRemoved(ids);
    orderFolder.ordersRemoved(ids);
    webhooks.inbox.ordersRemoved(ids);
    retention.ordersRemoved(ids);
    waitAlarm.ordersRemoved(ids);
    recorder.forget(ids);
    forecasts.ordersErased(ids);
  });
  events.on('ordersEvicted', (ids) => {
    everyMove.forget(ids);
    archive.ordersGone(ids);
    retention.ordersRemoved(ids);
    waitAlarm.ordersRemoved(ids);
    recorder.forget(ids);
  });
  events.on('ordersLoaded', (ids) => {
    archive.ordersLoaded(ids);
    retention.ordersLoaded(ids);
  });

  return {
    settings,
    localisation,
    ...way,
    archive,
    /** The orders in it that are evicted. */
    archived,
    erasure,
    history,
    forecasts,
    outbox: new OutboxRepository(sql, wallMs),
    retention,
    /** The time by which it is judged what is too old to be kept. */
    ageClock,
    intake,
    orderFolder,
    webhooks,
    watcher,
    /** The team whose desk this is; null where there is none. */
    team,
    liveOrders,
    waitAlarm,
    housekeeping,
    recorder,
    /** The settings and the language as decisions read them. */
    recorded,
    recording,
  };
}
