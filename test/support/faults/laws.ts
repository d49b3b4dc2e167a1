import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import { failureScope } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { diffOrders } from '../../../core/order/order-update.ts';
import type { Order } from '../../../core/order/order.ts';
import { storedUpdate } from '../../../main/engine/storage/update-rows.ts';
import type { FaultBench } from './fault-bench.ts';
import type { SeenCheck } from './observed-source.ts';

/** What a fault may break without a defect of the product. */
export interface LawOptions {
  /** The service says something untrue, for instance a status that the order never had. */
  readonly mayLie?: boolean;
  /** The wall clock was set, so ages on it mean nothing. */
  readonly hasTornClock?: boolean;
}

/** A rule that holds in every fault. @returns in words what breaks it; empty when it holds */
type Law = (bench: FaultBench, options: LawOptions) => readonly string[];

/** Every accepted difference is stored, announced and decided on exactly once. */
const noLostChange: Law = (bench) => {
  const stored = storedUpdates(bench);
  const broken: string[] = [];
  for (const id of bench.ids) {
    const expected = acceptedPairs(bench, id).length;
    const announced = bench.records.updates.filter((update) => update.orderId === id).length;
    const kept = stored.get(id)?.length ?? 0;
    if (kept !== expected || announced !== expected) {
      broken.push(`${id}: ${expected} changes came, ${kept} stored, ${announced} announced`);
    }
    const shown = bench.watcher.get(id)?.order ?? null;
    const last = accepted(bench, id).at(-1) ?? null;
    if ((shown === null) !== (last === null)) broken.push(`${id}: shown or not, unlike accepted`);
    else if (shown !== null && last !== null && diffOrders(last, shown).length > 0) {
      broken.push(`${id}: what is shown is not what the service said last`);
    }
  }
  const decided = bench.records.decided.map(({ key }) => key);
  const rows = bench.database.sql
    .prepare('SELECT key FROM notifications')
    .all()
    .map((row) => String(row['key']));
  for (const key of decided) if (!rows.includes(key)) broken.push(`notification lost: ${key}`);
  return broken;
};

/** Everything stored or told is a difference between two states that the service really gave. */
const noPhantomChange: Law = (bench, { mayLie = false }) => {
  const broken: string[] = [];
  const stored = storedUpdates(bench);
  for (const id of bench.ids) {
    const fields = acceptedPairs(bench, id).map(([before, after]) =>
      diffOrders(before, after)
        .map(({ field }) => field)
        .join(),
    );
    const kept = stored.get(id) ?? [];
    if (kept.join(' ') !== fields.join(' ')) broken.push(`${id}: stored ${kept.join(' ')}`);
    if (mayLie) continue;
    const truths = bench.truths.get(id) ?? [];
    let at = 0;
    for (const order of accepted(bench, id)) {
      const next = truths.findIndex((truth, n) => n >= at && diffOrders(truth, order).length === 0);
      if (next < 0) broken.push(`${id}: accepted what was not true, or true before what was seen`);
      else at = next;
    }
  }
  const notified = bench.desktop.shown.map(({ key }) => key);
  const keys = new Set(bench.records.decided.map(({ key }) => key));
  for (const { key, orderId } of bench.desktop.shown) {
    // Cards of several orders that have one cause have keys of their own.
    const isKnown = orderId === null || keys.has(key) || key.startsWith('calls:');
    if (!isKnown) broken.push(`shown without a reason: ${key}`);
  }
  if (new Set(notified).size !== notified.length) broken.push('something was notified twice');
  return broken;
};

/** Rate, burst and concurrency stay within their limits in every window of time. */
const politeness: Law = (bench) => {
  const broken: string[] = [];
  const { requestsPerMinute, source, service } = bench;
  const times = source.checks.map(({ startedAtMs }) => startedAtMs);
  const burst = Math.min(Math.max(Math.floor(requestsPerMinute / 10), 1), 64);
  const inMinute = mostWithin(times, 60_000);
  const inSlot = mostWithin(times, 100);
  if (inMinute > requestsPerMinute) broken.push(`${inMinute} checks in a minute`);
  if (inSlot > burst + Math.ceil(requestsPerMinute / 600)) broken.push(`${inSlot} checks at once`);
  if (source.mostRunningPerOrder > 1) broken.push('two requests for one order at once');
  if (source.mostRunning > 64) broken.push(`${source.mostRunning} checks under way`);
  const requests = service.requests();
  const orders = requests.filter(({ target }) => target === 'order').length;
  // A request is repeated once after a refused token or on a dead kept-alive connection, never more.
  if (orders > source.checks.length * 2) broken.push(`${orders} requests for fewer checks`);
  const tokenTimes = requests.filter(({ target }) => target === 'token').map(({ atMs }) => atMs);
  const tokens = mostWithin(tokenTimes, 30_000);
  // The worst half minute: attempts at doubling pauses from a second on, in three forms each, and three
  // renewals.
  if (tokens > 20) broken.push(`${tokens} token requests in half a minute`);
  return broken;
};

/** No secret and no token is in anything that is stored, logged, told or thrown. */
const secrecy: Law = (bench) => {
  const { records, source, watcher, connection, service } = bench;
  const said = [
    ...records.log,
    ...readdirSync(bench.folder).map((name) => readFileSync(join(bench.folder, name), 'latin1')),
    ...source.checks.map(({ error }) => (error === null ? '' : printed(error))),
    printed(records),
    printed(watcher.list()),
    printed([watcher, connection]),
    printed(bench.desktop.shown),
    ...service.requests().map(({ path }) => path),
  ].join('\n');
  return [...bench.secrets, ...bench.tokens].filter((secret) => said.includes(secret)).slice(0, 1);
};

/** The window shows the true age of each state, and the service's health is right. */
const truth: Law = (bench, { hasTornClock = false }) => {
  const { clock, source, watcher } = bench;
  const broken: string[] = [];
  for (const id of bench.ids) {
    const watched = watcher.get(id);
    if (watched === undefined) continue;
    const answered = source.checks.findLast((check) => check.id === id && isAccepted(check));
    if (!hasTornClock && watched.observedAtMs !== (answered?.endedWallMs ?? null)) {
      broken.push(`${id}: says it was seen at another time than it was`);
    }
    const everyMs = watcher.plan(id).checkEveryMs;
    if (
      everyMs === null ||
      watched.problem !== null ||
      watcher.serviceHealth.state === 'unreachable'
    )
      continue;
    const ageMs = clock.monotonicMs() - (answered?.endedAtMs ?? source.checks[0]?.startedAtMs ?? 0);
    // One and a half intervals, and a minute for two checks of the longest duration and their pause.
    if (ageMs > everyMs * 1.5 + 60_000) broken.push(`${id}: ${ageMs} ms old and not shown as such`);
  }
  const ended = source.checks
    .filter(({ endedAtMs, outcome }) => endedAtMs !== null && outcome !== 'aborted')
    .toSorted((one, other) => (one.endedAtMs ?? 0) - (other.endedAtMs ?? 0));
  const latest = ended.at(-1);
  const { serviceHealth } = watcher;
  const isAnswered = latest !== undefined && showsContact(latest) && !isRefusalOfAll(ended);
  if (serviceHealth.state === 'unreachable' && isAnswered) {
    broken.push('unreachable although the last answer was about an order');
  }
  if (
    serviceHealth.state === 'reachable' &&
    ended.length >= 12 &&
    ended.slice(-12).every((c) => !showsContact(c))
  ) {
    broken.push('reachable although nothing was answered for long');
  }
  if (
    serviceHealth.state === 'unreachable' &&
    serviceHealth.sinceMs > clock.wallMs() &&
    !hasTornClock
  ) {
    broken.push('unreachable since the future');
  }
  return broken;
};

/** Connections, timers, the database and the log stay within limits. */
const boundedness: Law = (bench) => {
  const broken: string[] = [];
  const { clock, database, folder, records, service } = bench;
  const { mostOpenConnections } = service.counts();
  if (mostOpenConnections > 70) broken.push(`${mostOpenConnections} connections`);
  if (clock.waitingTimers > 12 + bench.openRequests) broken.push(`${clock.waitingTimers} timers`);
  if (records.log.length > 2000) broken.push(`${records.log.length} lines in the log`);
  const bytes = readdirSync(folder).reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  );
  if (bytes > 8_000_000) broken.push(`${bytes} bytes in the profile`);
  const raw = Number(
    database.sql.prepare('SELECT max(length(body)) AS most FROM raw_answers').get()?.['most'] ?? 0,
  );
  if (raw > 1_048_576) broken.push(`an answer of ${raw} characters was kept`);
  if (records.defects.length > 0) broken.push(`defects: ${printed(records.defects)}`);
  return broken;
};

const laws: ReadonlyMap<string, Law> = new Map([
  ['no lost change', noLostChange],
  ['no phantom change', noPhantomChange],
  ['politeness', politeness],
  ['no secret leaves', secrecy],
  ['truth', truth],
  ['boundedness', boundedness],
]);

/** @returns every law that is broken at this moment, with what breaks it */
export async function brokenLaws(
  bench: FaultBench,
  options: LawOptions = {},
): Promise<readonly string[]> {
  // Answers are stored at the end of their slot, so wait for a slot without an answer.
  for (let slot = 0; slot < 50; slot += 1) {
    await bench.advance(200);
    const quietFromMs = bench.clock.monotonicMs() - 150;
    if (bench.source.checks.every(({ endedAtMs }) => (endedAtMs ?? 0) < quietFromMs)) break;
  }
  return [...laws].flatMap(([name, law]) =>
    law(bench, options).map((breach) => `${name}: ${breach}`),
  );
}

/**
 * Liveness after the end of a fault: without any action every order is fresh again within the time that
 * the product announced, one and a half intervals and 10 s to catch up.
 *
 * @returns what is not fresh or not true by then
 */
export async function brokenLiveness(bench: FaultBench): Promise<readonly string[]> {
  const { clock, source, watcher } = bench;
  const overAtMs = clock.monotonicMs();
  // Requests that the fault still holds end with the deadline of a check at the latest.
  for (let waited = 0; source.running > 0 && waited < 21_000; waited += 500) {
    await bench.advance(500);
  }
  // A limit of the product, such as the one on new tokens, may cost one more announced attempt.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const nowMs = clock.wallMs();
    const { serviceHealth } = watcher;
    if (attempt > 0 && serviceHealth.state === 'reachable') break;
    if (serviceHealth.state === 'unreachable' && serviceHealth.retryAtMs === null)
      return ['liveness: waits for a person'];
    const announced = [
      serviceHealth.state === 'unreachable' && serviceHealth.retryAtMs !== null
        ? serviceHealth.retryAtMs
        : nowMs,
      ...bench.ids.map((id) => watcher.plan(id).nextCheckAtMs ?? nowMs),
    ];
    await bench.advance(Math.max(Math.max(...announced) - nowMs, 0) + 200);
  }
  const intervals = bench.ids.map((id) => watcher.plan(id).checkEveryMs ?? 0);
  await bench.advance(Math.max(...intervals) * 1.5 + 10_000);
  const broken: string[] = [];
  if (watcher.serviceHealth.state !== 'reachable')
    broken.push(`liveness: still unreachable, ${watcher.serviceHealth.cause}`);
  for (const id of bench.ids) {
    const watched = watcher.get(id);
    if (watched === undefined || watcher.plan(id).checkEveryMs === null) continue;
    const answered = source.checks.findLast((check) => check.id === id && isAccepted(check));
    if ((answered?.endedAtMs ?? 0) <= overAtMs) broken.push(`liveness: ${id} was not seen again`);
    if (watched.problem !== null) broken.push(`liveness: ${id} has still ${watched.problem.code}`);
    if (watched.order === null || diffOrders(watched.order, bench.truth(id)).length > 0) {
      broken.push(`liveness: ${id} is not what the service says`);
    }
  }
  return broken;
}

/** @returns the timers and checks that are left after everything was closed */
export async function brokenEnd(bench: FaultBench): Promise<readonly string[]> {
  await bench.close();
  const broken: string[] = [];
  if (bench.clock.waitingTimers > 0) broken.push(`end: ${bench.clock.waitingTimers} timers`);
  if (bench.source.running > 0) broken.push(`end: ${bench.source.running} checks`);
  return broken;
}

/** All orders that were accepted from answers about this one, in the order of the answers. */
function accepted(bench: FaultBench, id: OrderId): readonly Order[] {
  return bench.source.checks
    .filter((check) => check.id === id && check.outcome === 'observed')
    .flatMap(({ order }) => order ?? []);
}

function acceptedPairs(bench: FaultBench, id: OrderId): readonly (readonly [Order, Order])[] {
  const orders = accepted(bench, id);
  return orders
    .slice(1)
    .flatMap((after, at) => {
      const before = orders[at];
      return before === undefined ? [] : [[before, after] as const];
    })
    .filter(([before, after]) => diffOrders(before, after).length > 0);
}

/** The changed fields of each update of each order, as the database has them. */
function storedUpdates(bench: FaultBench): ReadonlyMap<string, readonly string[]> {
  const rows = bench.database.sql
    .prepare(`
      SELECT watched_orders.id, history.* FROM history
      JOIN watched_orders ON watched_orders.no = history.order_no
      ORDER BY history.order_no, history.no`)
    .all();
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const { changes } = storedUpdate(row);
    const id = String(row['id']);
    found.set(id, [...(found.get(id) ?? []), changes.map(({ field }) => field).join()]);
  }
  return found;
}

function isAccepted({ outcome }: SeenCheck): boolean {
  return outcome === 'observed' || outcome === 'unchanged';
}

/** Whether the outcome of a check shows that the service is reachable. */
function showsContact(check: SeenCheck): boolean {
  if (isAccepted(check)) return true;
  return check.error instanceof DeliveryError && failureScope(check.error.code) === 'order';
}

/** Whether the last answers refuse at least three orders alike, and none is read between. */
function isRefusalOfAll(ended: readonly SeenCheck[]): boolean {
  const since = ended.slice(ended.findLastIndex(isAccepted) + 1);
  const alike = since.filter(({ outcome }) => outcome === ended.at(-1)?.outcome);
  return new Set(alike.map(({ id }) => id)).size >= 3;
}

function mostWithin(times: readonly number[], windowMs: number): number {
  let most = 0;
  let start = 0;
  for (const [end, atMs] of times.entries()) {
    while ((times[start] ?? atMs) <= atMs - windowMs) start += 1;
    most = Math.max(most, end - start + 1);
  }
  return most;
}

function printed(value: unknown): string {
  return inspect(value, { depth: 12, maxArrayLength: 500, showHidden: true });
}
