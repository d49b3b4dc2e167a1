import { openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request as post } from 'undici';
import { z } from 'zod';
import type { BridgeHandlers } from '../../../core/bridge/bridge.ts';
import type { RequestChannel } from '../../../core/bridge/channels.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { inEnglish } from '../../../core/text/language.ts';
import { AppEvents } from '../../../main/engine/events.ts';
import { createServices } from '../../../main/engine/services.ts';
import { withinTeam } from '../../../main/engine/team-membership.ts';
import { ArchivePages } from '../../../main/engine/board/archive.ts';
import { BoardFeed } from '../../../main/engine/board/board-feed.ts';
import { boardHandlers } from '../../../main/engine/board/board-handlers.ts';
import { OrderSearch } from '../../../main/engine/board/order-search.ts';
import { SeenOrders } from '../../../main/engine/board/seen-orders.ts';
import { AnnotationChanges } from '../../../main/engine/board/annotation-changes.ts';
import { BridgeServer } from '../../../main/desktop/bridge/bridge-server.ts';
import { createLog } from '../../../main/engine/log/log.ts';
import { FileWindowMemoryStore } from '../../../main/desktop/window/window-place.ts';
import { makeOwnFolder } from '../../../main/engine/storage/file/whole-file.ts';
import { orderListPieces } from '../../../main/engine/transfer/order-list-export.ts';
import { saveFile } from '../../../main/engine/transfer/save-file.ts';
import { Notifications } from '../../../main/engine/notify/notifications.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { PrivacyLedgerRepository } from '../../../main/engine/storage/privacy-repositories.ts';
import { TeamRepository } from '../../../main/engine/storage/team/team-repository.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { seeded } from '../seeded.ts';
import { windowMemory, windowPath } from '../interrupted/window-case.ts';
import { orderIdAt } from '../watched-orders.ts';
import { digestOf, exportPath, confirmedLine, type KeptChange } from './kept-state.ts';
import { waitForNoSync } from './no-sync.ts';

/*
 * A desk without a window and without Electron, to be traced: the services as main/engine builds them, checks of a
 * service over HTTP, notifications, and the bridge's server with its real handlers, through which a person acts.
 * After each act was answered, a line at the side says what it changed. `desk-program.ts RUN` with the run as JSON.
 */

/** What the program is to do. */
export const deskRun = z.object({
  profileDir: z.string(),
  /** Gets a line per confirmed act. */
  sidePath: z.string(),
  service: z.object({ baseUrl: z.string(), clientId: z.string(), clientSecret: z.string() }),
  orders: z.array(orderIdSchema),
  acts: z.number(),
  seed: z.number(),
  /** Whether it is a desk of a team whose hub is away. */
  isOfTeam: z.boolean(),
  /** Whether no commit waits for the disk, as none did in earlier versions: what the cuts must find then. */
  isUnsynced: z.boolean(),
});

const run = deskRun.parse(JSON.parse(process.argv[2] ?? ''));
const { isOfTeam, orders } = run;
const proof = 'known to the service';
/** What the times of promises and the like are counted from. */
const beganAtMs = Date.now();
const random = seeded(run.seed);
const side = openSync(run.sidePath, 'a');
const clock = new SystemClock();
const log = createLog('warn', [(line) => process.stderr.write(line)], () => clock.wallMs());
if (run.isUnsynced) waitForNoSync();
const database = openDatabase(run.profileDir);
if (database.fault !== null) throw new Error(database.fault);
const { sql } = database;
const membership = isOfTeam
  ? ({ hubUrl: 'http://127.0.0.1:9', deskId: 'mei', deskName: 'Mei', role: 'dispatcher' } as const)
  : null;
if (membership !== null) new TeamRepository(sql).save(membership);

const events = new AppEvents();
const services = createServices({
  ...withinTeam(membership, async () => 'token', { clock, log }),
  clock,
  log,
  events,
  database,
  version: 'cuts',
  isSessionOnly: true,
  overlay: {},
  notifies: true,
  records: true,
  showsOffers: true,
  webhooks: { overlay: { isOn: true, proof: 'header' } },
});
const { archive, history, localisation, recorder, settings, team, watcher, webhooks } = services;
const notifications = new Notifications({
  clock,
  outbox: services.outbox,
  desktop: {
    show: ({ key }, listener) => listener.shown(key),
    close: () => undefined,
    isHeld: () => true,
    programEnds: () => undefined,
  },
  sounds: { play: async () => true },
  watch: watcher,
  liveOrders: services.liveOrders,
  listedCount: () => watcher.count,
  archivedGroups: () => [],
  history,
  settings: services.recorded.settings,
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
  snoozedAtCard: (id) => recorder.snoozedAtCard(id),
  healthChanged: () => undefined,
});
events.on('orderUpdated', (update) => notifications.orderUpdated(update));
events.on('notificationsStored', () => notifications.stored());
const waitRules = notifications.learned.rulesFor.bind(notifications.learned);
const feed = new BoardFeed(
  {
    watch: watcher,
    archiveChoice: (id) => archive.choiceOf(id),
    connection: () => services.connection.state,
    settings,
    localisation,
    webhooks: () => webhooks.state,
    notifications: () => notifications.notifier.health,
    longWait: () => notifications.learned.longWait,
    restLimits: () => notifications.learned.restLimits,
    erasing: () => null,
    waitRules,
    startFault: null,
    platform: 'linux',
    version: 'cuts',
  },
  clock,
);
events.on('ordersChanged', (ids) => feed.ordersChanged(ids));
const ledger = new PrivacyLedgerRepository(sql);
const seenOrders = new SeenOrders({
  watch: watcher,
  clock,
  waitRules,
  seen: (ids) => notifications.seen(ids),
});
const board = boardHandlers({
  watch: watcher,
  contactRetry: { ifLost: () => undefined },
  feed,
  search: new OrderSearch(watcher, clock),
  ordersChanged: (ids) => {
    recorder.archiveChosen(ids.flatMap((id) => watcher.find(id) ?? []));
    events.emit('ordersChanged', ids);
  },
  history,
  archive,
  archived: new ArchivePages({ store: services.archived, watch: watcher, clock }),
  seenOrders,
  annotationChanges: new AnnotationChanges({ watch: watcher, clock }),
  settings,
  window: {
    view: null,
    listens: () => undefined,
    sendIfListening: () => undefined,
    orderOpened: () => undefined,
    remembered: () => undefined,
  },
  phoneShown: (orderId, owner) => {
    ledger.add({ atMs: clock.wallMs(), act: 'phoneShown', orderId, owner });
    team?.revealed(orderId, String(owner));
  },
  localisation,
  log,
});

const window = {
  sender: { id: 1 },
  senderFrame: { url: 'app://waybell/index.html', origin: 'app://waybell', parent: null },
};
const requests = new Map<string, (event: typeof window, input: unknown) => Promise<unknown>>();
new BridgeServer({
  door: {
    handle: (channel, listener) => void requests.set(channel, listener),
    removeHandler: (channel) => void requests.delete(channel),
  },
  // Nothing else is asked for here.
  handlers: { ...board, ...notifications.handlers } as BridgeHandlers,
  trustedContentsId: () => 1,
  acts: watcher,
  log,
}).start();
const answered = z.object({ ok: z.literal(true), value: z.unknown() });

/** Asks over the bridge, as the window does. @returns the value of the answer */
async function ask(channel: RequestChannel, input?: unknown): Promise<unknown> {
  const request = requests.get(channel);
  return answered.parse(await request?.(window, input)).value;
}

/** How often each counted thing is to be there. */
const counts = new Map<string, number>();

/** One more of something. */
function oneMore(name: string): KeptChange[number] {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  return [name, counts.get(name) ?? 0];
}

/** The change that waits for the hub where this is a desk of a team. */
function edit(method: string, path: string, body: unknown): KeptChange {
  return isOfTeam ? [oneMore(`edit ${method} /v1/orders${path} ${JSON.stringify(body)}`)] : [];
}

/** One act of a person, the n-th. @returns what it changed, once it was answered; null where it was none */
type Act = (id: OrderId, n: number) => Promise<KeptChange | null>;

const label: Act = async (id, n) => {
  await ask('order:relabel', { id, label: `label ${n}` });
  return [[`${id} label`, `label ${n}`], ...edit('PATCH', `/${id}`, { label: `label ${n}` })];
};
const note: Act = async (id, n) => {
  await ask('order:note', { id, note: `note ${n}` });
  return [[`${id} note`, `note ${n}`], ...edit('PATCH', `/${id}`, { note: `note ${n}` })];
};
const group: Act = async (id, n) => {
  await ask('orders:set-preferences', { ids: [id], change: { group: `group ${n}` } });
  return [[`${id} group`, `group ${n}`], ...edit('PATCH', `/${id}`, { group: `group ${n}` })];
};
const promise: Act = async (id, n) => {
  const promisedAtMs = beganAtMs + 3_600_000 + n * 1000;
  await ask('orders:set-preferences', { ids: [id], change: { promisedAtMs } });
  const promisedAt = new Date(promisedAtMs).toISOString();
  return [[`${id} promised`, promisedAtMs], ...edit('PATCH', `/${id}`, { promisedAt })];
};
const snooze: Act = async (id, n) => {
  const snoozedUntilMs = beganAtMs + 7_200_000 + n;
  await ask('orders:set-preferences', { ids: [id], change: { snoozedUntilMs } });
  return [[`${id} snoozed`, snoozedUntilMs]];
};
const look: Act = async (id) => {
  const shownAtMs = Date.now();
  await ask('orders:mark-seen', { ids: [id], shownAtMs });
  return [[`${id} seen`, shownAtMs]];
};
const call: Act = async (id, n) => {
  const shownAtMs = Date.now();
  await ask('orders:mark-seen', { ids: [id], shownAtMs, call: { word: `word ${n}` } });
  return [
    [`${id} seen`, shownAtMs],
    [`${id} called, word ${n}`, 1],
  ];
};
const mute: Act = async (id, n) => {
  await ask('orders:mute', { ids: [id], isMuted: n % 2 === 0 });
  return [[`${id} muted`, n % 2 === 0]];
};
/** More orders than one transaction holds. */
const muteAll: Act = async (_id, n) => {
  await ask('orders:mute', { ids: orders, isMuted: n % 2 === 0 });
  return orders.map((id) => [`${id} muted`, n % 2 === 0] as const);
};
const pin: Act = async (id, n) => {
  await ask('orders:pin', { ids: [id], isPinned: n % 2 === 0 });
  return [[`${id} pinned`, n % 2 === 0]];
};
const choose: Act = async (_id, n) => {
  const notificationsMutedUntilMs = beganAtMs + 60_000 + n;
  await ask('settings:change', { notificationsMutedUntilMs });
  return [['muted until', notificationsMutedUntilMs]];
};
/** An archived order counts as seen now, which the others are not held to. */
const putInArchive: Act = async (_id, n) => {
  const id = orders.at(-1) ?? orderIdAt(0);
  const isArchived = n % 2 === 0;
  await ask('orders:archive', { ids: [id], isArchived });
  return [[`${id} archive`, isArchived ? 'archived' : 'kept']];
};
const added: OrderId[] = [];
const add: Act = async (_id, n) => {
  const id = orderIdAt(n);
  const name = `added ${n}`;
  await ask('watch-list:add', { orders: [{ id, label: name }] });
  added.push(id);
  const changed = edit('POST', '', { uuids: [id], labels: { [id]: name } });
  return [[`${id} is watched`, 1], [`${id} label`, name], ...changed];
};
const remove: Act = async () => {
  const id = added.shift();
  if (id === undefined) return null;
  await ask('watch-list:remove', { ids: [id] });
  return [[`${id} is watched`, 0], [`${id} label`, null], ...edit('DELETE', `/${id}`, null)];
};
const reveal: Act = async (id) => {
  const shown = await ask('order:reveal-phone', { id, owner: 1 });
  return shown === null ? null : [oneMore('numbers shown')];
};
const webhook: Act = async (id, n) => {
  const answer = await post(webhooks.address ?? '', {
    method: 'POST',
    // A connection that rests may be closed just then.
    reset: true,
    headers: { 'x-signature': proof, 'content-type': 'application/json' },
    body: JSON.stringify({
      kinds: ['order_matched'],
      reasons: [`Reason ${n}`],
      created_at: Math.floor(beganAtMs / 1000) - n,
      data: { uuid: id },
    }),
  });
  if (answer.statusCode !== 202) throw new Error(`a webhook was answered ${answer.statusCode}`);
  await answer.body.dump();
  return [oneMore('webhooks')];
};
/** The window was moved. */
const move: Act = async (_id, n) => {
  new FileWindowMemoryStore(windowPath(run.profileDir)).save(windowMemory(n));
  return [['window place', n]];
};
/** The hand-over of the first orders, in place of the one before. */
const handOver: Act = async (_id, n) => {
  const choice = { withPersonalData: false, finishedSinceMs: null };
  const listed = orders.slice(0, 20).flatMap((id) => watcher.get(id) ?? []);
  const pieces = [...orderListPieces([listed], choice, beganAtMs + n, { orders: 0, leftOut: 0 })];
  const path = exportPath(run.profileDir);
  const saved = await saveFile(path, pieces, { profileDir: run.profileDir, replaces: 'any' });
  if (!saved.ok) throw new Error(`a hand-over was not saved: ${saved.failure}`);
  return [['hand-over', digestOf(pieces.join(''))]];
};

const everywhere = [
  label,
  note,
  group,
  promise,
  snooze,
  look,
  call,
  mute,
  muteAll,
  pin,
  choose,
  add,
  move,
  handOver,
];
const acts = [...everywhere, remove, putInArchive, ...(isOfTeam ? [] : [reveal, webhook])];

function confirm(changes: KeptChange): void {
  writeSync(side, `${confirmedLine(changes)}\n`);
}

function any<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

if (!isOfTeam) {
  const { baseUrl, clientId, clientSecret } = run.service;
  watcher.checks?.setLimits({ requestsPerMinute: 6000, activeEverySeconds: 2 });
  await services.connection.useSession({ baseUrl, clientId }, clientSecret);
  await webhooks.addSecret(proof, false);
}
makeOwnFolder(dirname(exportPath(run.profileDir)));
watcher.start();
notifications.start();
services.housekeeping.start();
await ask('board:snapshot');
await ask('watch-list:add', { orders: orders.map((id) => ({ id, label: null })) });
confirm([
  ...orders.map((id) => [`${id} is watched`, 1] as const),
  ...edit('POST', '', { uuids: orders }),
]);
for (let n = 1; n <= run.acts; n += 1) {
  // Checks come in between.
  await wait(random() * 20);
  const changes = await any(acts)?.(any(orders.slice(0, -1)) ?? orderIdAt(0), n);
  if (changes) confirm(changes);
}
services.housekeeping.stop();
services.waitAlarm.stop();
services.retention.stop();
notifications.stop();
await webhooks.stop();
await watcher.stop();
await services.connection.stop();
recorder.stop();
database.close();
process.exit(0);
