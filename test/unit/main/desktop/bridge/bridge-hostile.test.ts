import { describe, expect, test } from 'vitest';
import type { RequestInput } from '../../../../../core/bridge/bridge.ts';
import type { RequestChannel } from '../../../../../core/bridge/channels.ts';
import { requestSchemas } from '../../../../../core/bridge/bridge.ts';
import { defaultConnectionOptions } from '../../../../../core/delivery/connection-options.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import type {
  BridgeHandlers,
  BridgeSender,
} from '../../../../../main/desktop/bridge/bridge-server.ts';
import { BridgeServer } from '../../../../../main/desktop/bridge/bridge-server.ts';
import { orderIdOf } from '../../../../support/order-id-of.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';

const id = orderIdOf('3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418');

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
  'connection:options': undefined,
  'connection:try-demo': undefined,
  'connection:forget': undefined,
  'connection:retry': undefined,
  'checking:resume': undefined,
  'contract-notes:list': undefined,
  'clipboard:offer': undefined,
  'computer:state': undefined,
  'update:state': undefined,
  'update:look': undefined,
  'update:restart': undefined,
  'privacy:erase-everything': undefined,
  'privacy:ledger': undefined,
  'transfer:open': undefined,
  'transfer:accept': undefined,
  'diagnosis:run': undefined,
  'diagnosis:save': undefined,
  'notifications:test': undefined,
  'notifications:history': undefined,
  'window:recall': undefined,
  'orders:groups': undefined,
  'webhooks:address': undefined,
  'webhooks:new-path': undefined,
  'webhooks:forget-older': undefined,
  'webhooks:test': undefined,
  'webhooks:dismiss-offered': undefined,
  'connection:test': draft,
  'connection:save': draft,
  'watch-list:add': { orders: [{ id, label: 'Florist' }] },
  'watch-list:remove': { ids: [id] },
  'order:detail': { id },
  'order:relabel': { id, label: 'Florist' },
  'order:note': { id, note: 'Call first' },
  'order:reveal-phone': { id, owner: 1 },
  'orders:mute': { ids: [id], isMuted: true },
  'orders:archive': { ids: [id], isArchived: true },
  'orders:pin': { ids: [id], isPinned: true },
  'orders:mark-seen': { ids: [id] },
  'orders:mark-unseen': { ids: [id] },
  'orders:check-now': { ids: [id] },
  'checking:pause': { untilMs: 1 },
  'contract-notes:export': { form: 'text' },
  'settings:change': { ...defaultSettings, windowShortcut: 'Control+Alt+W' },
  'clipboard:write': { text: 'a', isPersonal: true },
  'computer:start-at-login': { isOn: true },
  'orders:erase': { ids: [id] },
  'transfer:save': { what: 'handOver', withPersonalData: false },
  'transfer:offer': { text: '{}' },
  'orders:wish': { ids: [id], change: { group: 'Morning', promisedAtMs: 1 } },
  'webhooks:add-secret': { secret: 'hush', keepsOlder: true },
  'window:open-order': { id },
  'window:remember': {
    view: {
      view: 'all',
      filter: '',
      sort: 'latest',
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

const ourWindow: BridgeSender = {
  sender: { id: 1 },
  senderFrame: { url: 'app://waybell/index.html', origin: 'app://waybell', parent: null },
};

const channels = Object.keys(requestSchemas) as RequestChannel[];

/** Which handlers ran, and what the window got. */
function serve() {
  const ran: string[] = [];
  const listeners = new Map<
    string,
    (event: BridgeSender, ...args: unknown[]) => Promise<unknown>
  >();
  new BridgeServer({
    door: {
      handle: (channel, listener) => void listeners.set(channel, listener),
      removeHandler: (channel) => void listeners.delete(channel),
    },
    handlers: Object.fromEntries(
      channels.map((channel) => [
        channel,
        () => {
          ran.push(channel);
          return { ok: true, value: null };
        },
      ]),
    ) as unknown as BridgeHandlers, // fromEntries forgets which channel has which handler
    trustedContentsId: () => 1,
    log: new RecordingLog(),
  }).start();
  return {
    ran,
    send: async (channel: RequestChannel, ...args: unknown[]) =>
      listeners.get(channel)?.(ourWindow, ...structuredClone(args)),
  };
}

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

/** Places that take any short text: what stands there is judged where it is used. */
const freeText = new Set([
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
]);

/** Tables whose keys are the dispatcher's own words. */
const freeTables = new Set(['extraHeaders', 'statusMeanings']);

describe.each(channels)('%s', (channel) => {
  const places = placesOf(whole[channel]);

  test('a whole request reaches its handler', async () => {
    const { ran, send } = serve();
    expect(await send(channel, ...(whole[channel] === undefined ? [] : [whole[channel]]))).toEqual({
      ok: true,
      value: null,
    });
    expect(ran).toEqual([channel]);
  });

  test('hostile values in each of its places run no handler', async () => {
    const { ran, send } = serve();
    for (const path of places) {
      for (const [name, value] of hostile) {
        const place = String(path.at(-1));
        if (typeof value === 'string' && freeText.has(place)) continue;
        await send(channel, withValue(whole[channel], path, value));
        expect(ran, `${name} at ${channel} ${path.join(' ')}`).toEqual([]);
      }
    }
  });

  test('a key too many, at any depth, runs no handler', async () => {
    const { ran, send } = serve();
    for (const path of places) {
      const inner = at(whole[channel], path);
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
      if (freeTables.has(String(path.at(-1)))) continue;
      const more = { ...inner, path: '/etc/passwd' };
      await send(channel, withValue(whole[channel], path, more));
      expect(ran, `a key too many in ${channel} ${path.join(' ')}`).toEqual([]);
    }
  });

  test('a second argument runs no handler', async () => {
    const { ran, send } = serve();
    await send(channel, whole[channel], { isAdmin: true });
    expect(ran).toEqual([]);
  });
});
