import { defaultConnectionOptions } from '../../core/delivery/connection-options.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import type { Policy } from '../../core/settings/policy.ts';
import type { SettingsChange } from '../../core/settings/settings.ts';
import { inEnglish, type Localisation, speechOf } from '../../core/text/language.ts';
import type { WebhookSettings } from '../../core/webhook/webhook-settings.ts';
import type { ContractNote } from '../../core/wire/contract-notes.ts';
import { ArchiveChoices } from './board/archive.ts';
import { SettingsService } from './board/settings-service.ts';
import { lineWithoutPeople } from './lines/line-event.ts';
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
import { OrderFolder } from './intake/order-folder.ts';
import { OrderIntake } from './intake/order-intake.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { LiveOrders } from './notify/live-orders.ts';
import { wordingOptions } from './notify/notifications.ts';
import {
  decideHandedToMe,
  decideNotifications,
  decideProblemNotifications,
  EveryMove,
} from './notify/policy.ts';
import { WaitAlarm } from './notify/wait-alarm.ts';
import { courierFingerprints } from './privacy/courier-fingerprints.ts';
import { Housekeeping } from './privacy/housekeeping.ts';
import { Retention } from './privacy/retention.ts';
import { recordedRead } from './recorder/recorded-reads.ts';
import { nothingRecorded, Recorder } from './recorder/recorder.ts';
import { ArchiveRepository } from './storage/archive-repository.ts';
import { ContractNoteRepository } from './storage/contract-note-repository.ts';
import { keepInstallSeed, type OpenedDatabase } from './storage/database.ts';
import { ErasureRepository } from './storage/erasure-repository.ts';
import { HistoryRepository } from './storage/history-repository.ts';
import { OutboxRepository } from './storage/outbox-repository.ts';
import { ProfileFiles } from './storage/profile-files.ts';
import { RecordingRepository } from './storage/recording/recording-repository.ts';
import { ProfileRepository } from './storage/profile-repository.ts';
import { RetentionRepository } from './storage/retention-repository.ts';
import { SettingsRepository } from './storage/settings-repository.ts';
import { TeamRepository } from './storage/team/team-repository.ts';
import { WatchRepository } from './storage/watch-repository.ts';
import { IntakeRepository, WebhookRepository } from './storage/webhook-repository.ts';
import type { HubLink, Membership, Team } from './team/ports.ts';
import { teamRefusal } from './team/team-handlers.ts';
import { TeamWatch } from './team/team-watch.ts';
import type { Clock } from '../../core/clock.ts';
import type { OrderSource, RunningWatch, WatchEvents, WatchStore } from './watch/ports.ts';
import { Watcher } from './watch/watcher.ts';
import type { PassWebhookOn, UnknownOrders } from './webhooks/ports.ts';
import { WebhookReceiver } from './webhooks/receiver.ts';
import type { GivenSecrets } from './webhooks/secrets.ts';
import type { AppEvents } from './events.ts';

/** What the window and the command line choose for themselves. */
export interface ServiceOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly events: AppEvents;
  /** Opened and closed by the caller. */
  readonly database: OpenedDatabase;
  /** Waybell's own version, told to the service. */
  readonly version: string;
  /** The system's locale; without one everything is in English. */
  readonly systemLocale?: string;
  /** Secrets are kept in memory alone; the keychain is not touched. */
  readonly isSessionOnly: boolean;
  /** What the command line chose for this run, over the stored settings. */
  readonly overlay: SettingsChange;
  /** What the policy of this computer sets. Default: nothing. */
  readonly policy?: Policy;
  /** Whether the keychain is locked, asked without raising a prompt. Default: it cannot be told. */
  readonly isKeychainLocked?: () => Promise<boolean | null>;
  /** Default: there is no demo. */
  readonly startDemoService?: StartDemoService;
  /** Asks the system for its proxy. Default: the environment is asked in its place. */
  readonly resolveProxy?: ResolveProxy;
  /** Records what decisions depend on. Default: nothing is recorded. */
  readonly records?: boolean;
  /** Default: the whole watch list of the database. */
  readonly store?: WatchStore;
  /** Counts the checks. Default: they are not counted. */
  readonly metrics?: Metrics;
  /** The team whose desk this is: its hub checks the orders. Default: they are checked here. */
  readonly team?: { readonly membership: Membership; readonly link: HubLink };
  /** Desks elsewhere look at what is found. Default: only a window here does, if any. */
  readonly isAttended?: boolean;
  /** What of the way to the service is used; default: all. */
  readonly guarded?: (source: OrderSource) => OrderSource;
  /** Whether changes are put into the outbox as notifications. */
  readonly notifies: boolean;
  /** Whether an order comes before others after a sleep or an outage; none does unless given. */
  readonly needsAttention?: (id: OrderId) => boolean;
  readonly webhooks?: WebhookOptions;
  /** Whether a window shows what webhooks and files offer; without one unknown orders are ignored. */
  readonly showsOffers?: boolean;
}

/** What the window and the command line choose for themselves about webhooks. */
export interface WebhookOptions {
  /** Settings for this run, laid over the stored ones; the command line turns the receiver on with them. */
  readonly overlay?: Partial<WebhookSettings>;
  /** The path and the secret for this run, each in place of the keychain's. */
  readonly given?: GivenSecrets;
  /** Hands on a webhook whose order another hub checks. Default: none does. */
  readonly passOn?: PassWebhookOn;
}

/** What watches orders, with or without a window. */
export type Services = ReturnType<typeof createServices>;

/**
 * Builds what the window and the command line have in common over one database: the settings, the way
 * to the service, the webhooks and the watcher. Nothing runs before it is started.
 */
export function createServices(options: ServiceOptions) {
  const { clock, database, events, log, systemLocale } = options;
  const { installSeed, sql } = database;
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

  const lockedBaseUrl = options.policy?.baseUrl ?? null;
  const profiles = onlyAt(lockedBaseUrl, new ProfileRepository(sql));
  const readBaseUrl = (text: string) => {
    const { language } = localisation.current;
    const parsed = parseBaseUrl(text, language);
    if (!parsed.ok || lockedBaseUrl === null || parsed.value === lockedBaseUrl) return parsed;
    const message = refusalWordsIn[language].baseUrlLocked(lockedBaseUrl);
    return { ok: false, failure: { message } } as const;
  };
  const secrets: CredentialStore = options.isSessionOnly
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
      userAgent: `Waybell/${options.version}`,
      environment: process.env,
      ...(options.resolveProxy === undefined ? {} : { resolveProxy: options.resolveProxy }),
      noted: (baseUrl, notes) => contractNotes.noted(notes, baseUrl),
      localisation,
      tokenKeeper: (profile, clientSecret) =>
        new KeychainTokenKeeper(secrets, profile, [
          clientSecret,
          (profile.options ?? defaultConnectionOptions).tokenScheme,
        ]),
    }),
    profiles,
    secrets,
    ...(options.isKeychainLocked === undefined
      ? {}
      : { isKeychainLocked: options.isKeychainLocked }),
    parseBaseUrl: readBaseUrl,
    localisation,
    startDemoService:
      options.startDemoService ?? (() => Promise.reject(new Error('there is no demo here'))),
    changed: (state) => void events.emit('connectionChanged', state),
  });

  const files = database.folder === null ? null : new ProfileFiles(database.folder);
  const erasure = new ErasureRepository(sql);
  const history = new HistoryRepository(sql, wallMs);
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
    mayTake: () => teamRefusal(teamWatch?.state ?? null) === null,
    changed: () => void events.emit('webhooksChanged'),
    took: (taking) => void events.emit('fileTaken', taking),
  });
  const webhooks = createWebhooks({
    ...options,
    settings,
    secrets,
    unknown: intake,
    noted: (notes) => contractNotes.noted(notes),
  });

  const everyMove = new EveryMove();
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
    },
  );
  const recorded = {
    settings: recordedRead(recorder, 'settings', () => settings.current),
    localisation: recordedRead(recorder, 'speech', () => localisation.current),
  };
  const store =
    options.store ??
    new WatchRepository(
      sql,
      wallMs,
      (record) => recorder.order(record),
      () => recorder.rolledBack(),
    );
  const liveOrders = new LiveOrders(() => watcher.known(), clock);
  const wording = () => ({
    ...wordingOptions(recorded.settings.current, recorded.localisation.current),
    areManyLive: () => liveOrders.areMany,
  });
  // What a local watcher and a desk of a team have in common.
  const watching = {
    store,
    clock,
    decideNotifications: options.notifies
      ? decideNotifications(wording, everyMove)
      : () => ({ notifications: [] }),
    decideProblemNotifications: options.notifies ? decideProblemNotifications(wording) : () => [],
    decideHandedToMe: options.notifies ? decideHandedToMe(wording) : () => [],
    reduceAnswer: (id: OrderId, order: Order, rawJson: string) =>
      retention.reduced(id, order, rawJson),
    events: announcedBy(events),
    reportDefect: (error: unknown) => log.defect('watcherDefect', error),
  };
  const localWatcher = (): Watcher => {
    const source = options.metrics?.counted(connection) ?? connection;
    return new Watcher({
      ...watching,
      source: options.guarded?.(source) ?? source,
      isAttended: options.isAttended ?? false,
      random: Math.random,
      ...(options.needsAttention === undefined ? {} : { needsAttention: options.needsAttention }),
      explainUpdate: (before, after, update) => webhooks.inbox.explain(before, after, update),
      auditPace: (watched, everyMs) => webhooks.inbox.auditPace(watched, everyMs),
      limits: settings.current,
      installSeed,
      noted: (note) => contractNotes.noted([note]),
    });
  };
  const teamWatch =
    options.team === undefined
      ? null
      : new TeamWatch({
          ...options.team,
          ...watching,
          teamStore: new TeamRepository(sql),
          addRefused: (ids, code) => void events.emit('addRefused', ids, code),
        });
  const watcher: RunningWatch = teamWatch ?? localWatcher();
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
    const isMore = history.prune(wallMs(), keepDays) || recorder.prune();
    if (!isMore) retention.sweep();
    return isMore;
  };
  const isAnythingKept = (): boolean =>
    watcher.count + archive.putAwayCount > 0 || files?.hasCopies === true;
  const housekeeping = new Housekeeping(prune, isAnythingKept, clock, log);

  events.on('connectionChanged', (state) => {
    log.info('connectionChanged', { kind: state.kind });
    contractNotes.connectionChanged(state);
    if (state.kind === 'connected') watcher.connected(state.baseUrl);
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
  events.on('orderUpdated', (_update, watched) => retention.updated(watched));
  events.on('ordersRemoved', (ids) => {
    everyMove.forget(ids);
    archive.ordersGone(ids);
    intake.ordersRemoved(ids);
    orderFolder.ordersRemoved(ids);
    webhooks.inbox.ordersRemoved(ids);
    retention.ordersRemoved(ids);
    waitAlarm.ordersRemoved(ids);
    recorder.forget(ids);
  });
  events.on('ordersPutAway', (ids) => {
    everyMove.forget(ids);
    archive.ordersGone(ids);
    retention.ordersRemoved(ids);
    waitAlarm.ordersRemoved(ids);
    recorder.forget(ids);
  });
  events.on('ordersTakenOut', (ids) => {
    archive.ordersTakenOut(ids);
    retention.ordersTakenOut(ids);
  });

  return {
    settings,
    localisation,
    /** Reads an address that may be connected. */
    readBaseUrl,
    profiles,
    secrets,
    connection,
    /** Ends the connection. */
    async disconnect(): Promise<void> {
      await connection.stop();
      contractNotes.flush();
    },
    contractNotes,
    archive,
    /** The orders in it that are put away. */
    archived,
    erasure,
    history,
    outbox: new OutboxRepository(sql, wallMs),
    retention,
    intake,
    orderFolder,
    webhooks,
    watcher,
    /** The team whose desk this is; null where there is none. */
    team: teamWatch satisfies Team | null,
    liveOrders,
    waitAlarm,
    housekeeping,
    recorder,
    /** The settings and the language as decisions read them. */
    recorded,
    recording,
  };
}

/** The stored connection, unless the policy names another service: then it is not taken up. */
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

/** Passes on what the watcher announces. */
function announcedBy(events: AppEvents): WatchEvents {
  return {
    ordersChanged: (ids) => void events.emit('ordersChanged', ids),
    ordersRemoved: (ids) => void events.emit('ordersRemoved', ids),
    ordersPutAway: (ids) => void events.emit('ordersPutAway', ids),
    ordersTakenOut: (ids) => void events.emit('ordersTakenOut', ids),
    orderUpdated: (update, watched) => void events.emit('orderUpdated', update, watched),
    notificationsStored: () => void events.emit('notificationsStored'),
    serviceHealthChanged: (serviceHealth) =>
      void events.emit('serviceHealthChanged', serviceHealth),
    stateChanged: () => void events.emit('watchStateChanged'),
  };
}

/** What {@link createWebhooks} joins. */
export interface WebhookParts extends Pick<
  ServiceOptions,
  'clock' | 'database' | 'events' | 'log' | 'webhooks'
> {
  readonly settings: SettingsService;
  readonly secrets: CredentialStore;
  /** Default: webhooks of orders that are not watched are ignored. */
  readonly unknown?: UnknownOrders;
  /** Default: rules of leniency are not counted. */
  readonly noted?: (notes: readonly ContractNote[]) => void;
}

/** Builds the receiving of webhooks over one database. Nothing listens before it is applied. */
export function createWebhooks(parts: WebhookParts): WebhookReceiver {
  const { clock, events, log, secrets, settings } = parts;
  const { installSeed, sql } = parts.database;
  const { given, overlay, passOn } = parts.webhooks ?? {};
  // One entry of the keychain per installation, beside those of the service's credentials.
  const key = { baseUrl: 'waybell://webhooks', clientId: String(installSeed) };
  let chosenPort = overlay?.port ?? 0;
  return new WebhookReceiver({
    clock,
    log,
    store: new WebhookRepository(sql),
    settings() {
      const stored = settings.current.webhooks;
      if (overlay === undefined) return stored;
      // A secret that is given has to be used, also where the profile asks for none.
      const isProofGiven = typeof given?.proof === 'string';
      const proof = stored.proof === 'none' && isProofGiven ? 'hmac' : stored.proof;
      return { ...stored, proof, ...overlay, port: chosenPort };
    },
    keepPort(port) {
      chosenPort = port;
      if (overlay !== undefined) return;
      settings.change({ webhooks: { ...settings.current.webhooks, port } });
    },
    given,
    ...(parts.unknown === undefined ? {} : { unknown: parts.unknown }),
    ...(passOn === undefined ? {} : { passOn }),
    ...(parts.noted === undefined ? {} : { noted: parts.noted }),
    keeper: {
      read: () => secrets.read(key),
      write(text) {
        // An erasure removes the seed; without it a later start would not find this entry.
        keepInstallSeed(sql, installSeed);
        return secrets.write(key, text);
      },
      erase: () => secrets.erase(key),
    },
    changed: () => void events.emit('webhooksChanged'),
  });
}
