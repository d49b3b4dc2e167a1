import { describe, expect, test } from 'vitest';
import type { BridgeHandlers, RequestInput } from '../../../../../core/bridge/bridge.ts';
import { mostWhatIfs } from '../../../../../core/board/what-if.ts';
import { requestSchemas } from '../../../../../core/bridge/bridge.ts';
import type { RequestChannel } from '../../../../../core/bridge/channels.ts';
import { defaultConnectionOptions } from '../../../../../core/delivery/connection-options.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import type {
  ActsOnDisk,
  BridgeSender,
  RequestDoor,
} from '../../../../../main/desktop/bridge/bridge-server.ts';
import { BridgeServer, joinedHandlers } from '../../../../../main/desktop/bridge/bridge-server.ts';
import { settle } from '../../../../support/fake-clock.ts';
import { orderIdOf } from '../../../../support/order-id-of.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';

const id = orderIdOf('3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418');
const channels = Object.keys(requestSchemas) as RequestChannel[];
const contentsId = 7;

const ourWindow: BridgeSender = {
  sender: { id: contentsId },
  senderFrame: { url: 'app://waybell/index.html', origin: 'app://waybell', parent: null },
};

/** The wire between window and main: what crosses it is cloned both ways, as Electron does. */
class CloningDoor implements RequestDoor {
  readonly #listeners = new Map<string, Parameters<RequestDoor['handle']>[1]>();

  get channels(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  handle(channel: string, listener: Parameters<RequestDoor['handle']>[1]): void {
    this.#listeners.set(channel, listener);
  }

  removeHandler(channel: string): void {
    this.#listeners.delete(channel);
  }

  async request(channel: string, args: readonly unknown[], sender = ourWindow): Promise<unknown> {
    const listener = this.#listeners.get(channel);
    if (listener === undefined) throw new Error(`no handler of ${channel}`);
    return structuredClone(await listener(sender, ...structuredClone(args)));
  }
}

const trustedContentsId = () => contentsId;

/** Nothing is done to an order. */
const noActs: ActsOnDisk = { actCount: 0, actsKept: async () => undefined };

/** A handler for every channel that does this. */
function handlersThat(act: (channel: RequestChannel, input: unknown) => unknown): BridgeHandlers {
  return Object.fromEntries(
    channels.map((channel) => [channel, (input: unknown) => act(channel, input)]),
  ) as unknown as BridgeHandlers; // fromEntries forgets which channel has which handler
}

function serve(
  answer: (channel: RequestChannel) => unknown = () => ({ ok: true, value: null }),
  acts = noActs,
) {
  const calls: [RequestChannel, unknown][] = [];
  const door = new CloningDoor();
  const log = new RecordingLog();
  const handlers = handlersThat((channel, input) => {
    calls.push([channel, input]);
    return answer(channel);
  });
  const server = new BridgeServer({ door, handlers, trustedContentsId, acts, log });
  server.start();
  return { door, calls, log, server };
}

const draft = {
  baseUrl: 'https://api.example.com',
  clientId: 'desk-7',
  clientSecret: 'hush',
  isSessionOnly: true,
  options: defaultConnectionOptions,
};

/**
 * One whole request for every channel. The table is as complete as the contract: a new channel does
 * not compile until it has a line, and every line is made hostile in each of its places.
 */
const whole: { readonly [Channel in RequestChannel]: RequestInput<Channel> } = {
  'board:snapshot': undefined,
  'board:recent-changes': { sinceMs: 1_000 },
  'board:search': { text: '4567' },
  'connection:options': undefined,
  'connection:choose-ca-file': undefined,
  'connection:try-demo': undefined,
  'connection:forget': undefined,
  'connection:retry': undefined,
  'connection:treat-status': { word: 'handover_review', meaning: 'done' },
  'checking:resume': undefined,
  'contract-notes:list': undefined,
  'clipboard:offer': undefined,
  'computer:state': undefined,
  'heartbeat:state': undefined,
  'heartbeat:turn-on': { address: 'https://monitor.example/ping' },
  'heartbeat:turn-off': undefined,
  'computer:show-folder': undefined,
  'update:state': undefined,
  'update:look': undefined,
  'update:restart': undefined,
  'privacy:erase-everything': undefined,
  'privacy:ledger': undefined,
  'transfer:open': undefined,
  'transfer:accept': undefined,
  'diagnosis:run': undefined,
  'diagnosis:save': undefined,
  'diagnosis:save-recording': undefined,
  'notifications:test': undefined,
  'rewind:range': undefined,
  'rewind:board': { atMs: 1_000 },
  'rewind:order': { id, atMs: 1_000 },
  'window:recall': undefined,
  'orders:groups': undefined,
  'order:call-phone': { id, owner: 'courier' },
  'orders:claim': { ids: [id], desk: 'Ana', reason: 'on the phone', takesOver: true },
  'orders:release': { ids: [id], reason: null },
  'team:join': { address: 'https://hub.example.com', code: 'ABCD-EFGH-JKMN' },
  'team:leave': undefined,
  'team:hub-settings': undefined,
  'team:change-hub-settings': { change: { archiveDays: 3 } },
  'intake:stop': undefined,
  'webhooks:address': undefined,
  'webhooks:new-path': undefined,
  'webhooks:forget-older': undefined,
  'webhooks:test': undefined,
  'webhooks:dismiss-offered': undefined,
  'notifications:try': { kind: 'released' },
  'notifications:play': { sound: 'soft' },
  'notifications:what-if': { changes: [{ remindEveryMinutes: 5 }] },
  'connection:test': draft,
  'connection:save': draft,
  'watch-list:add': { orders: [{ id, label: 'Florist' }] },
  'watch-list:restore-words': { change: 1, isBack: true },
  'watch-list:remove': { ids: [id] },
  'order:detail': { id },
  'order:last-answer': { id },
  'order:relabel': { id, label: 'Florist' },
  'order:note': { id, note: 'Call first' },
  'order:reveal-phone': { id, owner: 1 },
  'orders:mute': { ids: [id], isMuted: true },
  'orders:archive': { ids: [id], isArchived: true },
  'orders:pin': { ids: [id], isPinned: true },
  'orders:mark-seen': { ids: [id], shownAtMs: 1, call: { word: 'Left at the door' } },
  'orders:mark-unseen': { mark: 1 },
  'orders:archived': { query: { sort: 'named' }, after: { key: 'a', no: 1 }, limit: 200 },
  'orders:find': { ids: [id] },
  'orders:unarchive': { mark: 1 },
  'orders:check-now': { ids: [id] },
  'checking:pause': { untilMs: 1 },
  'contract-notes:export': { form: 'text' },
  'settings:change': { ...defaultSettings, windowShortcut: 'Control+Alt+W' },
  'notifications:history': { kind: 'released', order: id, fate: 'notShown', beforeNo: 7 },
  'settings:defaults': { page: 'checking' },
  'clipboard:write': { text: 'a', isPersonal: true },
  'computer:start-at-login': { isOn: true },
  'orders:erase': { ids: [id] },
  'transfer:save': { what: 'orderList', withPersonalData: false },
  'transfer:offer': { text: '{}' },
  'forecasts:grade': undefined,
  'day:summary': { day: 'today' },
  'day:save-csv': { day: 'yesterday' },
  'orders:set-preferences': { ids: [id], change: { group: 'Morning', promisedAtMs: 1 } },
  'intake:choose': { what: 'folder' },
  'webhooks:choose-unknown': { choice: 'watch' },
  'webhooks:add-secret': { secret: 'hush', keepsOlder: true },
  'window:open-order': { id },
  'window:remember': {
    view: {
      view: 'all',
      filter: '',
      detailWidthPx: 400,
      activeId: id,
      selectedIds: [id],
      openId: id,
      top: null,
    },
    isLeaving: true,
  },
  'window:look-at': { ids: [id] },
};

function draftWith(options: object): object {
  return { ...draft, options: { ...defaultConnectionOptions, ...options } };
}

describe('bridge server', () => {
  test('answers every channel of the contract and none after it stopped', () => {
    const { door, server } = serve();
    expect(new Set(door.channels)).toEqual(new Set(channels));
    server.stop();
    expect(door.channels).toEqual([]);
  });

  test('a request that fits reaches its handler with what the schema made of it', async () => {
    const { door, calls } = serve();
    const answer = await door.request('watch-list:add', [
      { orders: [{ id, label: '  Sheung Wan florist ' }] },
    ]);
    expect(answer).toEqual({ ok: true, value: null });
    expect(calls).toEqual([['watch-list:add', { orders: [{ id, label: 'Sheung Wan florist' }] }]]);
  });

  test('a handler’s refusal crosses as it is', async () => {
    const failure = { code: 'keychain-failed', message: 'The keychain is locked.' };
    const { door } = serve(() => ({ ok: false, failure }));
    expect(await door.request('connection:forget', [])).toEqual({ ok: false, failure });
  });

  test('a handler that throws is an internal error without a word of it', async () => {
    const { door, log } = serve(() => {
      throw new Error('/home/desk/waybell.db: token eyJhbGciOi was refused');
    });
    const answer = await door.request('board:snapshot', []);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'internal-error' } });
    expect(JSON.stringify(answer)).not.toMatch(/waybell\.db|eyJ|stack|at /);
    expect(log.events('error')).toEqual(['bridgeHandlerFailed']);
  });

  /** What is missing, empty, too much or out of its bounds; any other kind of value is tried below. */
  const malformed: readonly (readonly [RequestChannel, readonly unknown[]])[] = [
    ['connection:test', []],
    ['connection:test', [{ ...draft, baseUrl: '' }]],
    ['connection:test', [{ baseUrl: 'https://a.example', clientId: 'a' }]],
    ['connection:save', [draftWith({ orderPath: '//evil.example/{uuid}' })]],
    ['connection:save', [draftWith({ tokenHeader: 'Host' })]],
    ['connection:test', [draftWith({ tokenScheme: { kind: 'fixed', scheme: 'A\r\nB' } })]],
    ['connection:test', [draftWith({ proxy: { kind: 'fixed', url: 'http://a:b@proxy:1' } })]],
    ['watch-list:add', [{ orders: [] }]],
    ['watch-list:add', [{ orders: [{ id: id.toUpperCase(), label: null }] }]],
    ['watch-list:add', [{ orders: [{ id, label: 'x'.repeat(201) }] }]],
    ['watch-list:add', [{ orders: Array.from({ length: 50_001 }, () => ({ id, label: null })) }]],
    ['order:relabel', [{ id }]],
    ['order:relabel', [{ id, label: '   ' }]],
    ['order:reveal-phone', [{ id, owner: -1 }]],
    ['order:reveal-phone', [{ id, owner: 1.5 }]],
    ['orders:archive', [{ ids: [], isArchived: true }]],
    ['orders:pin', [{ ids: [], isPinned: true }]],
    ['orders:set-preferences', [{ ids: [], change: {} }]],
    ['orders:set-preferences', [{ ids: [id], change: { group: '' } }]],
    ['orders:set-preferences', [{ ids: [id], change: { promisedAtMs: -1 } }]],
    ['orders:mark-seen', [{ ids: [id], shownAtMs: 0 }]],
    ['orders:mark-seen', [{ ids: [id], shownAtMs: 1, call: { word: ' ' } }]],
    ['orders:mark-seen', [{ ids: [id], shownAtMs: 1, call: { word: 'x'.repeat(201) } }]],
    ['orders:mark-unseen', [{ mark: 0 }]],
    ['orders:unarchive', [{ mark: 0 }]],
    [
      'orders:archived',
      [
        { query: { sort: 'named' }, after: null, limit: 501 },
        { query: { sort: 'colour' }, after: null, limit: 1 },
        { query: { sort: 'named', text: ' ' }, after: null, limit: 1 },
        { query: { sort: 'named' }, after: { key: 'a' }, limit: 1 },
      ],
    ],
    ['orders:find', [{ ids: [] }]],
    ['orders:claim', [{ ids: [] }, { ids: [id], desk: ' ' }]],
    ['orders:claim', [{ ids: [id], reason: 'x'.repeat(201) }]],
    ['orders:release', [{ ids: [id], reason: ' ' }]],
    ['team:join', [{ address: ' ', code: 'ABCD' }]],
    ['orders:erase', [{ ids: [] }]],
    ['checking:pause', [{ untilMs: -1 }]],
    ['checking:pause', [{ untilMs: Number.POSITIVE_INFINITY }]],
    ['intake:choose', [{ what: 'folder', path: '/etc' }]],
    ['webhooks:choose-unknown', [{ choice: 'steal' }]],
    ['webhooks:add-secret', [{ secret: '', keepsOlder: true }]],
    ['webhooks:add-secret', [{ secret: 'x'.repeat(5000), keepsOlder: true }]],
    ['webhooks:add-secret', [{ secret: 'x' }]],
    ['settings:change', [{ personalDataDays: 91 }]],
    ['settings:change', [{ archiveDays: 0 }]],
    ['settings:change', [{ historyDays: 0 }]],
    ['settings:change', [{ requestsPerMinute: 1_000_000 }]],
    ['notifications:what-if', [{ changes: [] }]],
    ['notifications:what-if', [{ changes: Array.from({ length: mostWhatIfs + 1 }, () => ({})) }]],
    ['clipboard:write', [{ text: 'x'.repeat(2_000_001) }]],
    ['window:remember', [{ isLeaving: true }]],
  ];

  test.each(malformed)(
    '%s refuses malformed payload %$ before any handler runs',
    async (channel, args) => {
      const { door, calls } = serve();
      const answer = await door.request(channel, args);
      expect(answer).toMatchObject({ ok: false, failure: { code: 'malformed-request' } });
      expect(calls).toEqual([]);
    },
  );

  const top = { url: 'app://waybell/index.html', origin: 'app://waybell', parent: null };
  const evil = 'https://evil.example';
  const lookalike = 'app://waybell.evil.example';
  const strangers: readonly (readonly [string, Partial<BridgeSender>])[] = [
    ['another window', { sender: { id: 8 } }],
    ['a frame that is gone', { senderFrame: null }],
    ['a frame inside the page', { senderFrame: { ...top, parent: {} } }],
    ['a page from elsewhere', { senderFrame: { ...top, url: `${evil}/`, origin: evil } }],
    [
      'an address that only begins like ours',
      { senderFrame: { ...top, url: `${lookalike}/`, origin: lookalike } },
    ],
    ['a sandboxed document at our address', { senderFrame: { ...top, origin: 'null' } }],
    ['an empty document', { senderFrame: { ...top, url: 'about:blank' } }],
  ];

  test.each(strangers)('%s is refused on every channel', async (_name, stranger) => {
    const { door, calls } = serve();
    for (const channel of channels) {
      const answer = await door.request(channel, [{ id }], { ...ourWindow, ...stranger });
      expect(answer).toMatchObject({ ok: false, failure: { code: 'untrusted-sender' } });
    }
    expect(calls).toEqual([]);
  });

  test('no sender is trusted while there is no window', async () => {
    const { door, calls, log } = serve();
    const server = new BridgeServer({
      door,
      handlers: {} as BridgeHandlers,
      trustedContentsId: () => null,
      acts: noActs,
      log,
    });
    server.start();
    const answer = await door.request('board:snapshot', []);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'untrusted-sender' } });
    expect(calls).toEqual([]);
  });
});

/** A window's wire to a disk that is slow to accept what is done to orders. */
function onSlowDisk() {
  const disk = Promise.withResolvers<void>();
  const acts = { actCount: 0, actsKept: () => disk.promise };
  const { door } = serve((channel) => {
    if (channel === 'order:relabel') acts.actCount += 1;
    return { ok: true, value: null };
  }, acts);
  return { disk, door };
}

describe('an answer confirms', () => {
  test('what was done to an order is on the disk before the window hears of it', async () => {
    const { disk, door } = onSlowDisk();
    let isAnswered = false;
    const answer = door.request('order:relabel', [{ id, label: 'Lunch' }]);
    void answer.then(() => {
      isAnswered = true;
    });
    await settle();
    expect(isAnswered).toBe(false);
    disk.resolve();
    expect(await answer).toEqual({ ok: true, value: null });
  });

  test('a request that does nothing to an order does not wait for those that did', async () => {
    const { door } = onSlowDisk();
    void door.request('order:relabel', [{ id, label: 'Lunch' }]);
    expect(await door.request('order:detail', [{ id }])).toEqual({ ok: true, value: null });
  });
});

type Path = readonly (string | number)[];

/** Every place in a value that holds something, the value itself first. */
function placesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key])),
  ];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : null),
    value,
  );
}

/** A copy with another value in one place. */
function withValue(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === key ? withValue(item, rest, put) : item));
  }
  const entries = Object.entries(value as object);
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === key ? withValue(inner, rest, put) : inner]),
  );
}

const nested = Array.from({ length: 2000 }).reduce<unknown>((inner) => [inner], 0);
const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

/** What nothing of the contract is, whatever its place. */
const hostile: readonly (readonly [string, unknown])[] = [
  ['a path', '../../../etc/passwd\0.json'],
  ['an address of a script', 'javascript:alert(1)//'.padEnd(4000, 'x')],
  ['not a number', Number.NaN],
  ['endless', Number.NEGATIVE_INFINITY],
  ['a big integer', 10n ** 40n],
  ['a date', new Date(0)],
  ['a map', new Map([['id', id]])],
  ['bytes', new Uint8Array(9)],
  ['two thousand lists in each other', nested],
  ['an object that holds itself', cyclic],
  ['the prototype by name', JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown],
  ['an error', new Error('x')],
];

/** Places that accept any short text: what stands there is judged where it is used. */
const freeText = new Set([
  'desk',
  'reason',
  'address',
  'code',
  'word',
  'label',
  'note',
  'group',
  'clientId',
  'clientSecret',
  'secret',
  'baseUrl',
  'text',
  'filter',
  'view',
  'word',
  'key',
]);

/** Tables whose keys are the dispatcher's own words. */
const freeTables = new Set(['extraHeaders', 'statusMeanings']);

describe.each(channels)('%s', (channel) => {
  const places = placesOf(whole[channel]);

  test('a whole request reaches its handler', async () => {
    const { calls, door } = serve();
    expect(
      await door.request(channel, whole[channel] === undefined ? [] : [whole[channel]]),
    ).toEqual({
      ok: true,
      value: null,
    });
    expect(calls.map(([called]) => called)).toEqual([channel]);
  });

  test('hostile values in each of its places run no handler', async () => {
    const { calls, door } = serve();
    for (const path of places) {
      for (const [name, value] of hostile) {
        const place = String(path.at(-1));
        if (typeof value === 'string' && freeText.has(place)) continue;
        await door.request(channel, [withValue(whole[channel], path, value)]);
        expect(calls, `${name} at ${channel} ${path.join(' ')}`).toEqual([]);
      }
    }
  });

  test('a key too many, at any depth, runs no handler', async () => {
    const { calls, door } = serve();
    for (const path of places) {
      const inner = at(whole[channel], path);
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
      if (freeTables.has(String(path.at(-1)))) continue;
      const more = { ...inner, path: '/etc/passwd' };
      await door.request(channel, [withValue(whole[channel], path, more)]);
      expect(calls, `a key too many in ${channel} ${path.join(' ')}`).toEqual([]);
    }
  });

  test('a second argument runs no handler', async () => {
    const { calls, door } = serve();
    await door.request(channel, [whole[channel], { isAdmin: true }]);
    expect(calls).toEqual([]);
  });
});

test.each(channels.filter((channel) => whole[channel] === undefined))(
  '%s takes no input at all',
  async (channel) => {
    const { calls, door } = serve();
    for (const input of [null, {}, [], false, 0, 10, ['https://a.example']]) {
      await door.request(channel, [input]);
    }
    expect(calls).toEqual([]);
  },
);

test('a channel has one handler: two, or none, are an error at the start, and do not compile', () => {
  const all = handlersThat((channel) => channel);
  const { 'board:snapshot': snapshot, ...others } = all;
  expect(joinedHandlers([{ 'board:snapshot': snapshot }, others])).toEqual(all);
  // The type asks for the second argument, which the program never gives: the channel that is wrong.
  expect(() => joinedHandlers([all, { 'board:snapshot': snapshot }], 'board:snapshot')).toThrow(
    '2 handlers answer board:snapshot',
  );
  expect(() => joinedHandlers([others], 'board:snapshot')).toThrow(
    '0 handlers answer board:snapshot',
  );
});
