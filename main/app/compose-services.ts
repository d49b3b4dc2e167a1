import type { ConnectionState } from '../../core/delivery/connection.ts';
import type { Language } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { SettingsChange } from '../../core/settings/settings.ts';
import { SettingsService } from '../board/settings-service.ts';
import type { WebhookChoices } from './compose-webhooks.ts';
import { composeWebhooks } from './compose-webhooks.ts';
import { ConnectionService } from '../connection/connection-service.ts';
import { ContractNoteCounter } from '../connection/contract-note-counter.ts';
import type { StartDemoService } from '../connection/ports.ts';
import { courierMarks } from '../privacy/courier-marks.ts';
import { Retention } from '../privacy/retention.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { InMemoryCredentialStore } from '../credentials/in-memory-credential-store.ts';
import { KeychainCredentialStore } from '../credentials/keychain-credential-store.ts';
import { parseBaseUrl } from '../delivery/http/base-url.ts';
import { HttpDeliveryOpener } from '../delivery/delivery-opener.ts';
import type { ResolveProxy } from '../delivery/proxy/proxy-choice.ts';
import type { Log } from '../log/log.ts';
import { ContractNoteRepository } from '../storage/contract-note-repository.ts';
import type { OpenedDatabase } from '../storage/database.ts';
import { ErasureRepository } from '../storage/erasure-repository.ts';
import { HistoryRepository } from '../storage/history-repository.ts';
import { OutboxRepository } from '../storage/outbox-repository.ts';
import { ProfileRepository } from '../storage/profile-repository.ts';
import { RetentionRepository } from '../storage/retention-repository.ts';
import { SettingsRepository } from '../storage/settings-repository.ts';
import { WatchRepository } from '../storage/watch-repository.ts';
import type { Clock } from '../watch/clock.ts';
import type {
  DecideProblemNotifications,
  DecideNotifications,
  WatchEvents,
  WatchStore,
} from '../watch/ports.ts';
import { Watcher } from '../watch/watcher.ts';
import type { WebhookReceiver } from '../webhooks/receiver.ts';

/** In what the window and the command line differ, as far as the services below them go. */
export interface ServiceChoices {
  readonly clock: Clock;
  readonly log: Log;
  /** Whoever opened it closes it. */
  readonly database: OpenedDatabase;
  /** Waybell's own, told to the service. */
  readonly version: string;
  /** Secrets are kept in memory alone; the keychain is not touched. */
  readonly isSessionOnly: boolean;
  /** What the command line chose for this run, over the stored settings. */
  readonly overlay: SettingsChange;
  readonly startDemoService: StartDemoService;
  /** Asks the system for its proxy. Default: the environment is asked in its place. */
  readonly resolveProxy?: ResolveProxy;
  readonly connectionChanged: (state: ConnectionState) => void;
  /** Default: the database's watch list, whole. */
  readonly store?: WatchStore;
  readonly decideNotifications: DecideNotifications;
  readonly decideProblemNotifications?: DecideProblemNotifications;
  /** Orders that come before others after a sleep or an outage; none unless given. */
  readonly needsAttention?: (id: OrderId) => boolean;
  readonly watchEvents: WatchEvents;
  readonly webhooks: WebhookChoices;
  /** What refusals are worded in; English unless given. */
  readonly language?: () => Language;
}

/** What watches orders, with or without a window. */
export interface Services {
  readonly settings: SettingsService;
  readonly outbox: OutboxRepository;
  readonly matchesSince: HistoryRepository['matchesSince'];
  readonly profiles: ProfileRepository;
  readonly secrets: CredentialStore;
  readonly connection: ConnectionService;
  /** Whoever closes the database flushes it before. */
  readonly contractNotes: ContractNoteCounter;
  readonly watcher: Watcher;
  /** Lets go of the people in orders that are over. */
  readonly retention: Retention;
  readonly history: HistoryRepository;
  /** Removes some of what is too old to be kept. @returns whether there may be more */
  readonly prune: () => boolean;
  readonly erasure: ErasureRepository;
  readonly webhooks: WebhookReceiver;
}

/**
 * Builds what the window and the command line have in common: the settings, the way to the service
 * and the watcher, over one database. Nothing runs before it is started.
 */
export function composeServices(choices: ServiceChoices): Services {
  const { clock, log, database, language = () => 'en' as const } = choices;
  const { sql } = database;
  const wallMs = () => clock.wallMs();
  const settings = new SettingsService(new SettingsRepository(sql), choices.overlay);
  const profiles = new ProfileRepository(sql);
  const secrets = choices.isSessionOnly
    ? new InMemoryCredentialStore()
    : new KeychainCredentialStore({ schedule: (run, delayMs) => clock.schedule(run, delayMs) });
  const contractNotes = new ContractNoteCounter({
    store: new ContractNoteRepository(sql),
    clock,
    reportDefect: (error) => log.defect('contractNotesNotWritten', error),
  });
  const connection = new ConnectionService({
    opener: new HttpDeliveryOpener({
      clock,
      random: Math.random,
      userAgent: `Waybell/${choices.version}`,
      environment: process.env,
      ...(choices.resolveProxy === undefined ? {} : { resolveProxy: choices.resolveProxy }),
      noted: (baseUrl, notes) => contractNotes.noted(baseUrl, notes),
      language,
    }),
    profiles,
    secrets,
    parseBaseUrl: (text) => parseBaseUrl(text, language()),
    language,
    startDemoService: choices.startDemoService,
    events: {
      connectionChanged(state) {
        log.info('connectionChanged', { kind: state.kind });
        contractNotes.connectionChanged(state);
        if (state.kind === 'connected') watcher.retryNow();
        choices.connectionChanged(state);
      },
    },
  });
  const webhooks = composeWebhooks({
    clock,
    log,
    sql,
    installSeed: database.installSeed,
    settings,
    secrets,
    watch: () => watcher,
    choices: choices.webhooks,
  });
  const { decideNotifications, decideProblemNotifications, needsAttention } = choices;
  const erasure = new ErasureRepository(sql);
  const history = new HistoryRepository(sql, wallMs);
  const retention = new Retention({
    store: new RetentionRepository(sql),
    watch: () => watcher,
    clock,
    keptForDays: () => settings.current.personalDataDays,
    markOf: courierMarks(erasure.courierSalt()),
    reportDefect: (error) => log.defect('peopleNotErased', error),
  });
  const watcher: Watcher = new Watcher({
    reduceAnswer: (id, order, rawJson) => retention.reduced(id, order, rawJson),
    source: connection,
    store: choices.store ?? new WatchRepository(sql, wallMs),
    clock,
    random: Math.random,
    decideNotifications,
    ...(decideProblemNotifications === undefined ? {} : { decideProblemNotifications }),
    ...(needsAttention === undefined ? {} : { needsAttention }),
    limits: settings.current,
    installSeed: database.installSeed,
    noted: (note) => contractNotes.notedHere([note]),
    reportDefect: (error) => log.defect('watcherDefect', error),
    explainUpdate: (before, after, update) => webhooks.inbox.explain(before, after, update),
    auditPace: (watched, everyMs) => webhooks.inbox.auditPace(watched, everyMs),
    events: {
      ...choices.watchEvents,
      orderUpdated(update, watched) {
        retention.updated(watched);
        choices.watchEvents.orderUpdated(update, watched);
      },
      ordersRemoved(ids) {
        webhooks.inbox.ordersRemoved(ids);
        retention.ordersRemoved(ids);
        choices.watchEvents.ordersRemoved(ids);
      },
    },
  });
  return {
    settings,
    outbox: new OutboxRepository(sql, wallMs),
    matchesSince: (sinceMs) => history.matchesSince(sinceMs),
    profiles,
    secrets,
    connection,
    contractNotes,
    watcher,
    retention,
    history,
    prune() {
      const { historyDays, personalDataDays } = settings.current;
      const keepDays = { history: historyDays, trail: personalDataDays };
      const isMore = history.prune(wallMs(), keepDays);
      if (!isMore) retention.sweep();
      return isMore;
    },
    erasure,
    webhooks,
  };
}
