import { describe, expect, test } from 'vitest';
import type { RequestChannel } from '../../../../../core/bridge/channels.ts';
import { requestSchemas } from '../../../../../core/bridge/bridge.ts';
import { defaultConnectionOptions } from '../../../../../core/delivery/connection-options.ts';
import type {
  BridgeHandlers,
  BridgeSender,
  RequestDoor,
} from '../../../../../main/desktop/bridge/bridge-server.ts';
import { BridgeServer } from '../../../../../main/desktop/bridge/bridge-server.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
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
    if (listener === undefined) throw new Error(`nobody handles ${channel}`);
    return structuredClone(await listener(sender, ...structuredClone(args)));
  }
}

function serve(answer: (channel: RequestChannel) => unknown = () => ({ ok: true, value: null })) {
  const calls: [RequestChannel, unknown][] = [];
  const door = new CloningDoor();
  const log = new RecordingLog();
  const channels = Object.keys(requestSchemas) as RequestChannel[];
  const handlers = Object.fromEntries(
    channels.map((channel) => [
      channel,
      (input: unknown) => {
        calls.push([channel, input]);
        return answer(channel);
      },
    ]),
  ) as unknown as BridgeHandlers; // fromEntries forgets which channel has which handler
  const server = new BridgeServer({ door, handlers, trustedContentsId: () => contentsId, log });
  server.start();
  return { door, calls, log, server };
}

function draftWith(options: object): object {
  return {
    baseUrl: 'https://a.example',
    clientId: 'a',
    clientSecret: 'b',
    options: { ...defaultConnectionOptions, ...options },
  };
}

const wholeView = {
  view: 'all',
  filter: '',
  activeId: null,
  selectedIds: [],
  openId: null,
  top: null,
};

describe('bridge server', () => {
  test('answers every channel of the contract and none after it stopped', () => {
    const { door, server } = serve();
    expect(new Set(door.channels)).toEqual(new Set(Object.keys(requestSchemas)));
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

  const hugeText = 'x'.repeat(2_000_001);
  const malformed: readonly (readonly [RequestChannel, readonly unknown[]])[] = [
    ['board:snapshot', [{}]],
    ['board:snapshot', [null]],
    ['board:snapshot', [undefined, 'extra']],
    ['computer:state', [{}]],
    ['computer:start-at-login', [{ isOn: 'yes' }]],
    ['computer:start-at-login', [{ isOn: true, command: 'rm' }]],
    ['update:state', [{}]],
    ['update:look', ['https://feed.example']],
    ['update:restart', [{ now: true }]],
    ['orders:groups', [{ group: 'x' }]],
    ['order:note', [{ id: 'x', note: null }]],
    ['diagnosis:run', [{}]],
    ['diagnosis:save', ['/etc/passwd']],
    ['transfer:save', [{ what: 'secrets', withPersonalData: false }]],
    ['transfer:save', [{ what: 'handOver', withPersonalData: false, path: '/etc/passwd' }]],
    ['transfer:open', [{ path: '/etc/passwd' }]],
    ['transfer:offer', [{ text: 7 }]],
    ['transfer:accept', [{}]],
    ['connection:test', []],
    ['connection:test', [{ baseUrl: '', clientId: 'a', clientSecret: 'b' }]],
    ['connection:test', [{ baseUrl: 'https://a.example', clientId: 'a' }]],
    ['connection:save', [{ baseUrl: 1, clientId: 'a', clientSecret: 'b' }]],
    [
      'connection:save',
      [{ baseUrl: 'https://a.example', clientId: 'a', clientSecret: 'b', path: '/etc/passwd' }],
    ],
    ['connection:save', [draftWith({ orderPath: '//evil.example/{uuid}' })]],
    ['connection:save', [draftWith({ tokenHeader: 'Host' })]],
    ['connection:test', [draftWith({ tokenScheme: { kind: 'fixed', scheme: 'A\r\nB' } })]],
    ['connection:test', [draftWith({ proxy: { kind: 'fixed', url: 'http://a:b@proxy:1' } })]],
    ['connection:options', [null]],
    ['connection:try-demo', ['--load-extension=/tmp/x']],
    ['connection:forget', [false]],
    ['connection:retry', [0]],
    ['watch-list:add', [{ orders: [] }]],
    ['watch-list:add', [{ orders: [{ id: 'not-a-uuid', label: null }] }]],
    ['watch-list:add', [{ orders: [{ id: id.toUpperCase(), label: null }] }]],
    ['watch-list:add', [{ orders: [{ id, label: 'x'.repeat(201) }] }]],
    ['watch-list:add', [{ orders: Array.from({ length: 50_001 }, () => ({ id, label: null })) }]],
    ['watch-list:remove', [{ ids: id }]],
    ['watch-list:remove', [{ ids: [`${id}'; DROP TABLE watched; --`] }]],
    ['order:detail', [id]],
    ['order:detail', [{ id, __proto__: null, constructor: 'x' }]],
    ['order:relabel', [{ id }]],
    ['order:relabel', [{ id, label: '   ' }]],
    ['order:reveal-phone', [{ id, owner: 'everyone' }]],
    ['order:reveal-phone', [{ id, owner: -1 }]],
    ['order:reveal-phone', [{ id, owner: 1.5 }]],
    ['orders:mute', [{ ids: [id], isMuted: 'yes' }]],
    ['orders:archive', [{ ids: [], isArchived: true }]],
    ['orders:pin', [{ ids: [], isPinned: true }]],
    ['orders:wish', [{ ids: [], change: {} }]],
    ['orders:wish', [{ ids: [id], change: { group: '' } }]],
    ['orders:wish', [{ ids: [id], change: { promisedAtMs: -1 } }]],
    ['orders:wish', [{ ids: [id], change: { isMuted: true } }]],
    ['notifications:test', [{}]],
    ['notifications:history', [null]],
    ['window:look-at', [{ ids: ['order 7'] }]],
    ['orders:mark-seen', [{ ids: [null] }]],
    ['orders:mark-unseen', [{ ids: [] }]],
    ['orders:check-now', [{ ids: {} }]],
    ['checking:pause', [{ untilMs: Number.NaN }]],
    ['checking:pause', [{ untilMs: -1 }]],
    ['checking:pause', [{ untilMs: Number.POSITIVE_INFINITY }]],
    ['checking:resume', [[]]],
    ['contract-notes:list', ['https://a.example']],
    ['contract-notes:export', [{ form: 'html' }]],
    ['contract-notes:export', [{ form: 'text', path: '/etc/passwd' }]],
    ['orders:erase', [{ ids: ['everything'] }]],
    ['orders:erase', [{ ids: [] }]],
    ['privacy:erase-everything', [{ isSure: true }]],
    ['privacy:ledger', [10]],
    ['update:state', [10]],
    ['update:look', [10]],
    ['update:restart', [10]],
    ['webhooks:address', ['https://hooks.example.com']],
    ['webhooks:new-path', [{ path: 'mine' }]],
    ['webhooks:add-secret', [{ secret: '', keepsOlder: true }]],
    ['webhooks:add-secret', [{ secret: 'x'.repeat(5000), keepsOlder: true }]],
    ['webhooks:add-secret', [{ secret: 'x' }]],
    ['webhooks:forget-older', [true]],
    ['webhooks:test', [{ port: 80 }]],
    ['webhooks:dismiss-offered', [[]]],
    ['settings:change', [{ personalDataDays: 91 }]],
    ['settings:change', [{ historyDays: 0 }]],
    ['settings:change', [{ requestsPerMinute: 1_000_000 }]],
    ['settings:change', [{ theme: 'url(https://evil.example)' }]],
    ['settings:change', [{ isAdmin: true }]],
    ['settings:change', [[['theme', 'dark']]]],
    ['clipboard:write', [{ text: hugeText }]],
    ['clipboard:write', [{ text: ['a'] }]],
    ['clipboard:write', [new Date(0)]],
    ['clipboard:write', [{ text: 'a', isPersonal: 1 }]],
    ['clipboard:offer', [{}]],
    ['window:open-order', [{ id: '' }]],
    ['window:open-order', [undefined]],
    ['window:recall', [{}]],
    ['window:remember', [{ isLeaving: true }]],
    ['window:remember', [{ view: { ...wholeView, activeId: 'x' }, isLeaving: true }]],
    ['window:remember', [{ view: { ...wholeView, secret: 1 }, isLeaving: true }]],
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

  test('every channel of the contract has a malformed payload in the table', () => {
    const covered = new Set<string>(malformed.map(([channel]) => channel));
    expect(covered).toEqual(new Set(Object.keys(requestSchemas)));
  });

  const top = { url: 'app://waybell/index.html', origin: 'app://waybell', parent: null };
  const strangers: readonly (readonly [string, BridgeSender])[] = [
    ['another window', { sender: { id: 8 }, senderFrame: top }],
    ['a frame that is gone', { sender: { id: contentsId }, senderFrame: null }],
    [
      'a frame inside the page',
      { sender: { id: contentsId }, senderFrame: { ...top, parent: {} } },
    ],
    [
      'a page from elsewhere',
      {
        sender: { id: contentsId },
        senderFrame: { url: 'https://evil.example/', origin: 'https://evil.example', parent: null },
      },
    ],
    [
      'an address that only begins like ours',
      {
        sender: { id: contentsId },
        senderFrame: {
          url: 'app://waybell.evil.example/',
          origin: 'app://waybell.evil.example',
          parent: null,
        },
      },
    ],
    [
      'a sandboxed document at our address',
      { sender: { id: contentsId }, senderFrame: { ...top, origin: 'null' } },
    ],
    [
      'an empty document',
      { sender: { id: contentsId }, senderFrame: { ...top, url: 'about:blank' } },
    ],
  ];

  test.each(strangers)('%s is refused on every channel', async (_name, sender) => {
    const { door, calls } = serve();
    for (const channel of Object.keys(requestSchemas)) {
      const answer = await door.request(channel, [{ id }], sender);
      expect(answer).toMatchObject({ ok: false, failure: { code: 'untrusted-sender' } });
    }
    expect(calls).toEqual([]);
  });

  test('nobody is trusted while there is no window', async () => {
    const { door, calls, log } = serve();
    const server = new BridgeServer({
      door,
      handlers: {} as BridgeHandlers,
      trustedContentsId: () => null,
      log,
    });
    server.start();
    const answer = await door.request('board:snapshot', []);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'untrusted-sender' } });
    expect(calls).toEqual([]);
  });
});
