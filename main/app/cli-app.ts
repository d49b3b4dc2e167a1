import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import {
  type ConnectionOptions,
  defaultConnectionOptions,
} from '../../core/delivery/connection-options.ts';
import { optionFaultText } from '../../core/delivery/option-fault.ts';
import { shortId } from '../../core/order/format.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Policy } from '../../core/settings/policy.ts';
import { english } from '../../core/text/language.ts';
import type { Result } from '../../core/text/result.ts';
import { startFault, startFaultText } from '../board/start-fault.ts';
import { exitCodes } from '../cli/exit-codes.ts';
import {
  journalLines,
  type ProblemLine,
  type ServiceHealthLine,
  type WaitLine,
} from '../cli/line-event.ts';
import { LinePrinter } from '../cli/line-printer.ts';
import { LiveTable } from '../cli/live-table.ts';
import type { LiveTerminal } from '../cli/live-table.ts';
import { PassingLines } from '../cli/passing-lines.ts';
import { plainLine, plainPassingLine } from '../cli/plain-line.ts';
import type { TextSink } from '../cli/ports.ts';
import type { WatchOptions } from '../cli/watch-arguments.ts';
import { WaitLines } from '../cli/wait-lines.ts';
import { WatchEnd } from '../cli/watch-end.ts';
import type { ConnectionProfile } from '../connection/ports.ts';
import { keychainFault } from '../credentials/credential-store.ts';
import { readCaFile } from '../delivery/http/trusted-authorities.ts';
import {
  noFigures,
  secretVariable,
  webhookPathVariable,
  webhookSecretVariable,
} from '../launch/arguments.ts';
import type { NamedOrder } from '../launch/named-orders.ts';
import { createLog } from '../log/log.ts';
import { Metrics } from '../metrics/metrics.ts';
import { type MetricsServer, startMetricsServer } from '../metrics/metrics-server.ts';
import { LearnedRules } from '../notify/learned-rules.ts';
import { openDatabase, openMemoryDatabase } from '../storage/database.ts';
import type { OpenedDatabase } from '../storage/database.ts';
import { LineRepository } from '../storage/line-repository.ts';
import { lockProfile } from '../storage/profile-folder.ts';
import { WatchRepository } from '../storage/watch-repository.ts';
import type { Clock } from '../watch/clock.ts';
import type { WatchStore } from '../watch/ports.ts';
import type { WebhookReceiver } from '../webhooks/receiver.ts';
import { newPath } from '../webhooks/secrets.ts';
import { AppEvents } from './events.ts';
import { logDefects, settledWithin } from './lifecycle.ts';
import { createServices, type Services, type WebhookOptions } from './services.ts';

/** What `waybell watch` gets from the process that it runs in. */
export interface WatchSurroundings {
  readonly clock: Clock;
  readonly version: string;
  readonly policy: Policy;
  readonly orders: readonly NamedOrder[];
  readonly stdout: TextSink;
  /** The terminal that the table is drawn on; null when lines are printed instead. */
  readonly terminal: LiveTerminal | null;
  /** Writes to standard error. */
  readonly say: (text: string) => void;
  /** Aborted with the exit code when the program is to end. */
  readonly interrupted: AbortSignal;
}

/** How long the end waits for a reader to take the last lines. */
const printWithinMs = 2000;

/** Watches orders without a window. @returns the exit code */
export async function watchOrders(
  options: WatchOptions,
  surroundings: WatchSurroundings,
): Promise<number> {
  const { clock, say } = surroundings;
  const { profileDir } = options;
  if (profileDir === null) return watchIn(openMemoryDatabase(), options, surroundings);
  const lock = lockProfile(profileDir);
  if (lock.kind === 'taken') {
    say('Another Waybell is using this profile. End it first, or give this one its own.\n');
    return exitCodes.usage;
  }
  try {
    const database = openDatabase(profileDir, { wallMs: () => clock.wallMs() });
    const fault = startFault(database);
    if (fault !== null) say(`${startFaultText(fault, 'en')}\n`);
    return await watchIn(database, options, surroundings);
  } finally {
    if (lock.kind === 'held') lock.release();
  }
}

async function watchIn(
  database: OpenedDatabase,
  options: WatchOptions,
  surroundings: WatchSurroundings,
): Promise<number> {
  const { clock, interrupted, orders, terminal } = surroundings;
  const wallMs = () => clock.wallMs();
  const table = options.isJson || terminal === null ? null : new LiveTable({ terminal, clock });
  const say = (text: string): void => {
    if (table !== null && terminal?.sharesStderr === true) table.above(text);
    else surroundings.say(text);
  };
  const log = createLog(options.isJson ? 'info' : 'warn', [say], wallMs);
  logDefects(log);

  const box = new LineRepository(database.sql);
  const journal = journalLines(box, { showsPhones: options.showsPhones });
  const repository = new WatchRepository(database.sql, wallMs, journal);
  const events = new AppEvents();
  const metrics = new Metrics();
  const services = createServices({
    clock,
    log,
    events,
    database,
    version: surroundings.version,
    isSessionOnly: false,
    overlay: options.overlay,
    policy: surroundings.policy,
    store: orders.length === 0 ? repository : onlyNamed(repository, orders),
    // Only the window shows notifications; the command line prints every change.
    notifies: false,
    ...(options.metrics === null ? {} : { metrics }),
    webhooks: webhookOptions(options),
  });
  const { connection, contractNotes, housekeeping, retention, watcher, webhooks } = services;
  const { promiseAlarm } = services;

  const ended = Promise.withResolvers<number>();
  const finish = (code: number | null): void => {
    if (code !== null) ended.resolve(code);
  };
  // The command line speaks English, whatever the system's language is.
  const time = new Intl.DateTimeFormat(english.locale, { timeStyle: 'medium', hourCycle: 'h23' });
  const words = {
    nameOf: (id: OrderId) => watcher.get(id)?.label ?? shortId(id),
    timeText: (at: string | null) => time.format(at === null ? wallMs() : Date.parse(at)),
  };
  const printer = new LinePrinter({
    box,
    sink: table ?? surroundings.stdout,
    render: options.isJson ? (json) => `${json}\n` : (json) => plainLine(json, words),
    isWatched: (id) => watcher.get(id) !== undefined,
    closed: () => finish(exitCodes.asAsked),
    boxFailed: () => log.warn('lineNotSettled'),
    schedule: (run, delayMs) => void clock.schedule(run, delayMs),
  });
  const print = (line: ServiceHealthLine | ProblemLine | WaitLine): void =>
    printer.print(options.isJson ? `${JSON.stringify(line)}\n` : plainPassingLine(line, words));
  const passing = new PassingLines(print, wallMs);
  const learned = new LearnedRules(clock, services.history, () => services.settings.current);
  const waits = new WaitLines({
    clock,
    watch: watcher,
    rules: (watched) => learned.rulesFor(watched),
    print(line) {
      if (line.state === 'begun') metrics.waitBegun(line.reason);
      print(line);
    },
  });
  let end: WatchEnd | null = null;
  let metricsServer: MetricsServer | null = null;
  let isStorageFailing = false;

  events.on('ordersChanged', (ids) => {
    if (end === null) return;
    for (const id of ids) passing.orderChanged(id, watcher.get(id)?.problem ?? null);
    printer.pump();
    waits.ordersChanged(ids);
    table?.changed();
    finish(end.ordersChanged(ids));
  });
  events.on('orderUpdated', (update) => {
    learned.orderUpdated(update);
    metrics.orderUpdated(update);
    printer.pump();
  });
  events.on('serviceHealthChanged', (serviceHealth) => {
    passing.serviceHealthChanged(serviceHealth);
    table?.changed();
    finish(end?.serviceHealthChanged(serviceHealth) ?? null);
  });
  events.on('watchStateChanged', () => {
    const isFailing = watcher.storageFault !== null;
    if (isFailing && !isStorageFailing) log.error('stateNotKept');
    isStorageFailing = isFailing;
  });
  interrupted.addEventListener('abort', () => finish(interruptionCode(interrupted)));

  const follow = async (): Promise<number> => {
    const secret = await credentials(options, services);
    if (!secret.ok) {
      say(`${secret.failure}\n`);
      return exitCodes.usage;
    }
    if (interrupted.aborted) return interruptionCode(interrupted);
    await connection.useSession(secret.value.profile, secret.value.clientSecret);
    watcher.start();
    retention.sweep();
    await watcher.add(orders, 'kept', { kind: 'commandLine' });
    const watched = watcher.list();
    if (watched.length === 0) {
      say('This profile watches no orders yet. Name at least one.\n');
      return exitCodes.usage;
    }
    const ids = watched.map(({ id }) => id);
    if (options.mode === 'once') box.forgetFirstAnswers(ids);
    for (const { id, problem } of watched) passing.known(id, problem);
    end = new WatchEnd({ mode: options.mode, watch: watcher }, watched);
    // First the lines that an earlier run could not print, then the changes since.
    printer.pump();
    waits.start();
    table?.start(watcher);
    watcher.checkNow(ids);
    const refusal = await receiveWebhooks(webhooks, say);
    if (refusal !== null) {
      say(`${refusal}\n`);
      return exitCodes.usage;
    }
    if (options.metrics !== null) {
      const { address, port } = options.metrics;
      const parts = { clock, version: surroundings.version, watch: watcher };
      try {
        metricsServer = await startMetricsServer(address, port, () => metrics.text(parts));
      } catch {
        say(noFigures);
        return exitCodes.usage;
      }
      say(`Giving figures at ${metricsServer.url}\n`);
    }
    return await ended.promise;
  };
  const close = async (): Promise<boolean> => {
    housekeeping.stop();
    promiseAlarm.stop();
    retention.stop();
    waits.stop();
    await webhooks.stop();
    await metricsServer?.close();
    await watcher.stop();
    printer.pump();
    const isPrinted = await settledWithin(printWithinMs, printer.idle(), clock);
    table?.end();
    await connection.stop();
    contractNotes.flush();
    database.close();
    return isPrinted;
  };
  housekeeping.start();
  let code: number;
  try {
    code = await follow();
  } catch (error) {
    await close();
    throw error;
  }
  const isPrinted = await close();
  if (isPrinted || code !== exitCodes.asAsked) return code;
  say('Standard output took not everything that was to be printed.\n');
  return exitCodes.notPrinted;
}

/** The service, the client ID and the secret: from the command line, else the profile and the keychain. */
async function credentials(
  options: WatchOptions,
  { profiles, readBaseUrl, secrets }: Services,
): Promise<Result<{ profile: ConnectionProfile; clientSecret: string }, string>> {
  const { clientSecret, service } = options;
  const stored = profiles.load();
  let profile = stored;
  if (service !== null) {
    const { clientId } = service;
    const parsed = readBaseUrl(service.baseUrl);
    if (!parsed.ok) return { ok: false, failure: parsed.failure.message };
    const isStored = stored?.baseUrl === parsed.value && stored.clientId === clientId;
    // The stored profile also holds the connection's options: paths, proxy, certificates.
    profile = isStored ? stored : { baseUrl: parsed.value, clientId };
  }
  const hint = `Put the client secret into ${secretVariable}.`;
  if (profile === null) {
    const failure = 'This profile is not connected. Give --base-url and --client-id.';
    return { ok: false, failure };
  }
  const sameService = stored?.baseUrl === profile.baseUrl ? stored : null;
  const chosen = chosenOptions(options.connectionOptions, sameService?.options);
  if (!chosen.ok) return chosen;
  profile = { ...profile, options: chosen.value };
  if (clientSecret !== null) return { ok: true, value: { profile, clientSecret } };
  try {
    const kept = await secrets.read(profile);
    if (kept !== null) return { ok: true, value: { profile, clientSecret: kept } };
    const failure = `The keychain holds no secret for this base URL and client ID. ${hint}`;
    return { ok: false, failure };
  } catch (error) {
    return {
      ok: false,
      failure: `${refusalWordsIn.en.keychain[keychainFault(error)]} ${hint}`,
    };
  }
}

/** The stored options, or the contract's own, with those of the command line in their place. */
function chosenOptions(
  given: Partial<ConnectionOptions>,
  stored: ConnectionOptions = defaultConnectionOptions,
): Result<ConnectionOptions, string> {
  const options = { ...stored, ...given };
  const header = Object.keys(options.extraHeaders).find(
    (name) => name.toLowerCase() === options.tokenHeader.toLowerCase(),
  );
  const isNew = given.extraHeaders !== undefined || given.tokenHeader !== undefined;
  if (header !== undefined && isNew) {
    return { ok: false, failure: optionFaultText({ code: 'headerTwice', subject: header }, 'en') };
  }
  const file = given.caFile == null ? null : readCaFile(given.caFile);
  if (file?.ok === false) return { ok: false, failure: refusalWordsIn.en.caFile[file.failure] };
  return { ok: true, value: options };
}

/** The named orders of a watch list; the others stay in it, unwatched by this run. */
function onlyNamed(store: WatchStore, orders: readonly NamedOrder[]): WatchStore {
  const named = new Set(orders.map(({ id }) => id));
  return {
    *loadInParts() {
      for (const part of store.loadInParts()) yield part.filter(({ id }) => named.has(id));
    },
    save: (records) => store.save(records),
    remove: (ids) => store.remove(ids),
    archived: (ids) => store.archived(ids.filter((id) => named.has(id))),
    archivedAmong: (ids) => store.archivedAmong(ids.filter((id) => named.has(id))),
    archivedCount: () => 0,
    archivedSince: () => [],
    putAway: (atRest) => store.putAway(atRest),
    takeOut: (ids) => store.takeOut(ids.filter((id) => named.has(id))),
  };
}

/** The exit code for the signal that ended the program. */
export function interruptionCode(interrupted: AbortSignal): number {
  return typeof interrupted.reason === 'number' ? interrupted.reason : exitCodes.interrupted;
}

/** How the command line receives webhooks: only if it was asked to, on loopback, in this run alone. */
function webhookOptions({ webhooks, profileDir }: WatchOptions): WebhookOptions {
  if (webhooks === null) return { overlay: { isOn: false } };
  const { port, path, secret } = webhooks;
  return {
    overlay: { isOn: true, port, address: '127.0.0.1', publicUrl: null },
    // Without a profile no path is kept, so one is drawn for this run.
    given: { path: path ?? (profileDir === null ? newPath() : null), proof: secret },
  };
}

/**
 * Begins to receive webhooks.
 *
 * @param say writes to standard error: the address holds the secret path and is in no log
 * @returns why it cannot be done, in a sentence; null when all is well or nothing was asked for
 */
async function receiveWebhooks(
  receiver: WebhookReceiver,
  say: (text: string) => void,
): Promise<string | null> {
  await receiver.apply();
  const { listening } = receiver.state;
  switch (listening.kind) {
    case 'off':
    case 'starting':
      return null;
    case 'listening':
      say(`Receiving webhooks at ${receiver.address ?? ''}\n`);
      return null;
    case 'failed':
      return faultTexts[listening.fault];
    default:
      return listening satisfies never;
  }
}

const faultTexts = {
  'port-taken': 'The port for webhooks is in use. Name another one with --webhook-port.',
  'address-unavailable': 'This computer has no address to receive webhooks at.',
  keychain: `The keychain does not give the path and the secret for webhooks. Put them into ${webhookPathVariable} and ${webhookSecretVariable}.`,
  'no-proof': `This profile takes only webhooks with a proof, but there is no secret to check them with. Put it into ${webhookSecretVariable}, or store it in the settings of the window.`,
  failed: 'Webhooks cannot be received.',
} as const;
