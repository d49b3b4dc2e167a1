import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import { shortId } from '../../../core/order/format.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Policy } from '../../../core/settings/policy.ts';
import { english } from '../../../core/text/language.ts';
import { startFault, startFaultText } from '../../engine/board/start-fault.ts';
import { EarlyEnd, exitCodes } from '../exit-codes.ts';
import {
  journalLines,
  type ProblemLine,
  type ServiceHealthLine,
  type WaitLine,
} from '../../engine/lines/line-event.ts';
import { LinePrinter } from '../line-printer.ts';
import { LiveTable, type LiveTerminal } from '../live-table.ts';
import { teamOf } from '../run-team.ts';
import { StateLines } from '../state-lines.ts';
import { terminalJson } from '../terminal-text.ts';
import { plainLine, plainStateLine } from '../plain-line.ts';
import type { TextSink } from '../ports.ts';
import type { WatchOptions } from '../watch-arguments.ts';
import { WaitLines } from '../wait-lines.ts';
import { signsOfLife } from '../../engine/signs-of-life.ts';
import { WatchEnd } from '../watch-end.ts';
import type { NamedOrder } from '../../engine/launch/named-orders.ts';
import { createLog } from '../../engine/log/log.ts';
import { Metrics } from '../../engine/metrics/metrics.ts';
import { LearnedRules } from '../../engine/notify/learned-rules.ts';
import {
  openDatabase,
  type OpenedDatabase,
  openMemoryDatabase,
} from '../../engine/storage/database.ts';
import { LineRepository } from '../../engine/storage/line-repository.ts';
import { lockProfile } from '../../engine/storage/profile-folder.ts';
import { WatchRepository } from '../../engine/storage/watch-repository.ts';
import type { Watch, WatchStore } from '../../engine/watch/ports.ts';
import { AppEvents } from '../../engine/events.ts';
import { type Clock, settledWithin } from '../../../core/clock.ts';
import { logDefects } from '../../engine/log/log-defects.ts';
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
  const team = teamOf(options, database.sql, { clock, log });
  if (!team.ok) {
    say(`${team.failure}\n`);
    database.close();
    return exitCodes.usage;
  }
  const named = new Set(orders.map(({ id }) => id));
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
    // A desk of a team knows all of the team's orders; which of them are printed is decided below.
    store:
      orders.length === 0 || team.value.team !== undefined
        ? repository
        : onlyNamed(repository, named),
    ...team.value,
    // Only the window shows notifications; the command line prints every change.
    notifies: false,
    ...(options.metrics === null ? {} : { metrics }),
    webhooks: webhookOptions(options),
  });
  const { housekeeping, retention, waitAlarm, watcher, webhooks } = services;
  const shown = shownOf(watcher, named);

  const ended = Promise.withResolvers<number>();
  const finish = (code: number | null): void => {
    if (code !== null) ended.resolve(code);
  };
  // The command line speaks English, whatever the system's language is.
  const time = new Intl.DateTimeFormat(english.locale, { timeStyle: 'medium', hourCycle: 'h23' });
  const texts = {
    nameOf: (id: OrderId) => watcher.get(id)?.label ?? shortId(id),
    timeText: (at: string | null) => time.format(at === null ? wallMs() : Date.parse(at)),
  };
  const printer = new LinePrinter({
    box,
    sink: table ?? surroundings.stdout,
    render: options.isJson ? (json) => `${terminalJson(json)}\n` : (json) => plainLine(json, texts),
    isWatched: (id) => shown.get(id) !== undefined,
    closed: () => finish(exitCodes.asAsked),
    boxFailed: () => log.warn('lineNotSettled'),
    clock,
  });
  const print = (line: ServiceHealthLine | ProblemLine | WaitLine): void =>
    printer.print(options.isJson ? `${JSON.stringify(line)}\n` : plainStateLine(line, texts));
  const stateLines = new StateLines(print, wallMs);
  const learned = new LearnedRules(
    clock,
    services.history,
    () => services.settings.current,
    services.forecasts,
  );
  const rules = (watched: WatchedOrder) => learned.rulesFor(watched);
  watcher.checks?.judgeRestsBy(rules);
  const waits = new WaitLines({
    clock,
    contact: watcher,
    watch: shown,
    rules,
    print(line) {
      if (line.state === 'begun') metrics.waitBegun(line.reason);
      print(line);
    },
    ...(options.isJson && {
      forecast: (line) => printer.print(`${JSON.stringify(line)}\n`),
    }),
  });
  const { mode } = options;
  /** Before the orders are known, only the way to them can end the run. */
  const beforeOrders = new WatchEnd({ mode, watch: watcher, clock }, []);
  let end: WatchEnd | null = null;
  let isStorageFailing = false;

  events.on('ordersChanged', (ids) => {
    if (end === null) return;
    for (const id of ids) stateLines.orderChanged(id, shown.get(id)?.problem ?? null);
    printer.pump();
    waits.ordersChanged(ids);
    table?.changed();
    finish(end.ordersChanged(ids));
  });
  events.on('ordersRemoved', (ids) => {
    waits.ordersRemoved(ids);
    const gone = ids.filter((id) => named.size === 0 || named.has(id));
    if (end !== null && gone.length > 0) finish(end.ordersRemoved(gone));
  });
  events.on('addRefused', (ids, code) => {
    const many = ids.length === 1 ? 'an order' : `${ids.length} orders`;
    const why = code === 'viewerMayNot' ? refusalTextsIn.en.team.viewer : `(${code})`;
    say(`The hub did not take ${many}. ${why}\n`);
  });
  events.on('orderUpdated', (update) => {
    learned.orderUpdated(update);
    metrics.orderUpdated(update);
    printer.pump();
  });
  events.on('serviceHealthChanged', (serviceHealth) => {
    stateLines.serviceHealthChanged(serviceHealth);
    table?.changed();
    finish((end ?? beforeOrders).serviceHealthChanged(serviceHealth));
  });
  events.on('watchStateChanged', () => {
    const isFailing = watcher.storageFault !== null;
    if (isFailing && !isStorageFailing) log.error('stateNotKept');
    isStorageFailing = isFailing;
  });
  interrupted.addEventListener('abort', () => finish(interruptionCode(interrupted)));

  /** Whether standard output accepted all that was to be printed. */
  let isPrinted = true;
  const acceptOrders = async (): Promise<void> => {
    const early = await Promise.race([services.team?.upToDate, ended.promise]);
    if (typeof early === 'number') throw new EarlyEnd(early);
    await watcher.add(orders, 'filledIn', { kind: 'commandLine' });
    const watched = shown.list();
    if (watched.length === 0) {
      say('This profile watches no orders yet. Name at least one.\n');
      throw new EarlyEnd(exitCodes.usage);
    }
    const ids = watched.map(({ id }) => id);
    // A hub's log told the first answers just now, and tells none of an order that did not change.
    if (mode === 'once' && services.team === null) box.forgetFirstAnswers(ids);
    for (const { id, problem } of watched) stateLines.known(id, problem);
    end = new WatchEnd({ mode, watch: watcher, clock }, watched);
    // First the lines that an earlier run could not print, then the changes since.
    printer.pump();
    waits.start();
    table?.start(shown);
    watcher.checkNow(ids);
  };
  const printRest = async (): Promise<void> => {
    printer.pump();
    isPrinted = await settledWithin(printWithinMs, printer.idle(), clock);
    printer.end();
  };
  const metricsText = () => metrics.text({ clock, version: surroundings.version, watch: watcher });
  const groups: readonly Group[] = [
    [{ stop: () => database.close() }],
    [{ start: () => housekeeping.start() }],
    [connectionPart(options, services, { interrupted, say })],
    [{ stop: () => table?.end() }],
    [{ stop: printRest }],
    [{ start: () => watcher.start(), stop: () => watcher.stop() }],
    [{ start: () => retention.sweep() }, { start: acceptOrders }],
    [webhooksPart(webhooks, say)],
    [metricsPart(options.metrics, metricsText, say)],
    [
      { stop: () => housekeeping.stop() },
      { stop: () => waitAlarm.stop() },
      { stop: () => retention.stop() },
      { stop: () => waits.stop() },
    ],
    signsOfLife({
      options,
      clock,
      log,
      events,
      database,
      version: surroundings.version,
      services,
      isHandedOn: () => !printer.isStuck,
      endsOnPurpose: () => interrupted.aborted || mode !== 'follow',
    }),
  ];
  const code = await runUntil(groups, clock, () => ended.promise);
  if (isPrinted || code !== exitCodes.asAsked) return code;
  say('Standard output took not everything that was to be printed.\n');
  return exitCodes.notPrinted;
}

/** The named orders of a watch list; the others stay in it, unwatched by this run. */
function onlyNamed(store: WatchRepository, named: ReadonlySet<OrderId>): WatchStore {
  return {
    *loadInParts() {
      for (const part of store.loadInParts()) yield part.filter(({ id }) => named.has(id));
    },
    save: (records) => store.save(records),
    remove: (ids) => store.remove(ids),
    archived: (ids) => store.archived(ids.filter((id) => named.has(id))),
    archivedAmong: (ids) => store.archivedAmong(ids.filter((id) => named.has(id))),
    loadEvicted: (ids) => store.loadEvicted(ids.filter((id) => named.has(id))),
  };
}

/** What of a watch list is printed: the named orders, or all where none is named. */
function shownOf(
  watch: Watch,
  named: ReadonlySet<OrderId>,
): Pick<Watch, 'get' | 'list' | 'plan' | 'count' | 'pace' | 'serviceHealth'> {
  if (named.size === 0) return watch;
  return {
    get: (id) => (named.has(id) ? watch.get(id) : undefined),
    list: () => watch.list().filter(({ id }) => named.has(id)),
    plan: (id) => watch.plan(id),
    get count() {
      return named.size;
    },
    get pace() {
      return watch.pace;
    },
    get serviceHealth() {
      return watch.serviceHealth;
    },
  };
}
