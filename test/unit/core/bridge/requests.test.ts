import { describe, expect, test } from 'vitest';
import { requestSchemas } from '../../../../core/bridge/bridge.ts';
import { refusalTextsIn } from '../../../../core/bridge/refusal-texts.ts';
import type { RequestChannel } from '../../../../core/bridge/channels.ts';
import { longestNote } from '../../../../core/watch/order-preferences.ts';
import { longestOffered } from '../../../../core/transfer/transfer.ts';
import { longestWebhookSecret } from '../../../../core/webhook/webhook-limits.ts';
import { sampleId as id } from '../order/order-samples.ts';

const fits = (channel: RequestChannel, input: unknown): boolean =>
  requestSchemas[channel].safeParse(input).success;

const parsed = (channel: RequestChannel, input: unknown): unknown =>
  requestSchemas[channel].parse(input);

const text = (length: number): string => 'x'.repeat(length);
const ids = (count: number): readonly string[] => Array.from({ length: count }, () => id);

const pasted = (count: number): readonly object[] =>
  ids(count).map((each) => ({ id: each, label: null }));

const draft = { baseUrl: 'https://a.example', clientId: 'desk', clientSecret: 'hush' };

/** A text of a request: the shortest and the longest that are accepted. */
describe.each<[string, RequestChannel, (value: string) => object, number]>([
  ['a label', 'order:relabel', (label) => ({ id, label }), 200],
  ['a note', 'order:note', (note) => ({ id, note }), longestNote],
  ['a group', 'orders:set-preferences', (group) => ({ ids: [id], change: { group } }), 80],
  ['a base URL', 'connection:test', (baseUrl) => ({ ...draft, baseUrl }), 2000],
  ['a client ID', 'connection:save', (clientId) => ({ ...draft, clientId }), 1200],
  ['a client secret', 'connection:save', (clientSecret) => ({ ...draft, clientSecret }), 1200],
  [
    'a webhook secret',
    'webhooks:add-secret',
    (secret) => ({ secret, keepsOlder: false }),
    longestWebhookSecret,
  ],
])('%s', (_name, channel, request, longest) => {
  test(`has from one to ${longest} characters`, () => {
    expect(
      [0, 1, longest, longest + 1].map((length) => fits(channel, request(text(length)))),
    ).toEqual([false, true, true, false]);
  });
});

test.each<[string, RequestChannel, (value: string) => object]>([
  ['a label', 'order:relabel', (label) => ({ id, label })],
  ['a note', 'order:note', (note) => ({ id, note })],
  ['a group', 'orders:set-preferences', (group) => ({ ids: [id], change: { group } })],
  ['a base URL', 'connection:test', (baseUrl) => ({ ...draft, baseUrl })],
  ['a client ID', 'connection:save', (clientId) => ({ ...draft, clientId })],
])('%s of blanks alone is none', (_name, channel, request) => {
  expect(fits(channel, request('  '))).toBe(false);
});

test('blanks around a label, a note, a group and a base URL go; those of a secret stay', () => {
  expect(parsed('order:relabel', { id, label: ' Van ' })).toEqual({ id, label: 'Van' });
  expect(parsed('order:note', { id, note: ' Ring ' })).toEqual({ id, note: 'Ring' });
  expect(parsed('orders:set-preferences', { ids: [id], change: { group: ' A ' } })).toEqual({
    ids: [id],
    change: { group: 'A' },
  });
  const given = { ...draft, baseUrl: ' https://a.example ', clientId: ' d ', clientSecret: ' h ' };
  expect(parsed('connection:save', given)).toEqual({ ...given, baseUrl: 'https://a.example' });
});

test.each<[string, RequestChannel, object]>([
  ['label', 'order:relabel', { id, label: null }],
  ['note', 'order:note', { id, note: null }],
  ['group', 'orders:set-preferences', { ids: [id], change: { group: null } }],
  ['new secret', 'connection:save', { ...draft, clientSecret: null }],
  ['open order', 'window:open-order', { id: null }],
  ['end of a pause', 'checking:pause', { untilMs: null }],
])('null says that there is no %s', (_name, channel, request) => {
  expect(fits(channel, request)).toBe(true);
});

test.each<RequestChannel>(['watch-list:remove', 'orders:check-now'])(
  '%s names from one to fifty thousand orders',
  (channel) => {
    expect([0, 1, 50_000, 50_001].map((count) => fits(channel, { ids: ids(count) }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  },
);

test('the orders of a query are erased without a name', () => {
  expect(fits('orders:erase', { ids: [], archived: { sort: 'attention' } })).toBe(true);
});

test('one request erases all orders of a view, also two hundred thousand', () => {
  expect([0, 1, 200_000].map((count) => fits('orders:erase', { ids: ids(count) }))).toEqual([
    false,
    true,
    true,
  ]);
});

test('a paste names from one to fifty thousand orders', () => {
  expect(
    [0, 1, 50_000, 50_001].map((count) => fits('watch-list:add', { orders: pasted(count) })),
  ).toEqual([false, true, true, false]);
});

test('the window looks at five hundred rows at most, and at none when it is out of sight', () => {
  expect([0, 500, 501].map((count) => fits('window:look-at', { ids: ids(count) }))).toEqual([
    true,
    true,
    false,
  ]);
});

test('times are whole milliseconds after 1970', () => {
  const channels: readonly [RequestChannel, (atMs: unknown) => object][] = [
    ['board:recent-changes', (sinceMs) => ({ sinceMs })],
    ['checking:pause', (untilMs) => ({ untilMs })],
    ['orders:set-preferences', (promisedAtMs) => ({ ids: [id], change: { promisedAtMs } })],
    ['orders:set-preferences', (snoozedUntilMs) => ({ ids: [id], change: { snoozedUntilMs } })],
    ['orders:set-preferences', (remindAtMs) => ({ ids: [id], change: { remindAtMs } })],
  ];
  for (const [channel, request] of channels) {
    expect([1, 0, -1, 1.5, '1'].map((atMs) => fits(channel, request(atMs)))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  }
});

test('a number is revealed of the courier, of the pickup or of one of a thousand stops', () => {
  const owners = ['courier', 'pickup', 1, 1000, 0, 1001, 1.5, 'stop'];
  expect(owners.map((owner) => fits('order:reveal-phone', { id, owner }))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('what is copied and what is dropped have a largest size', () => {
  expect(
    [0, 2_000_000, 2_000_001].map((length) => fits('clipboard:write', { text: text(length) })),
  ).toEqual([true, true, false]);
  expect(
    [longestOffered, longestOffered + 1].map((length) =>
      fits('transfer:offer', { text: text(length) }),
    ),
  ).toEqual([true, false]);
});

test('what is not named in the contract is refused, not passed on', () => {
  expect(fits('order:relabel', { id, label: 'Van', more: 1 })).toBe(false);
  expect(fits('connection:save', { ...draft, more: 1 })).toBe(false);
  expect(fits('orders:set-preferences', { ids: [id], change: { more: 1 } })).toBe(false);
  expect(fits('watch-list:add', { orders: [{ id, label: null, more: 1 }] })).toBe(false);
  expect(fits('board:snapshot', {})).toBe(false);
});

const view = {
  view: 'all',
  filter: '',
  detailWidthPx: null,
  activeId: null,
  selectedIds: [],
  openId: null,
  top: null,
};

test.each<[string, object, boolean]>([
  ['nothing chosen', {}, true],
  ['all chosen', { detailWidthPx: 100, activeId: id, selectedIds: [id], openId: id }, true],
  ['the longest names', { view: text(100), filter: text(500) }, true],
  ['too long a view', { view: text(101) }, false],
  ['too long a filter', { filter: text(501) }, false],
  ['too narrow details', { detailWidthPx: 99 }, false],
  ['the widest details', { detailWidthPx: 4000 }, true],
  ['too wide details', { detailWidthPx: 4001 }, false],
  ['a place in the list', { top: { id, offsetPx: -1e7 } }, true],
  ['the last place in the list', { top: { id, offsetPx: 1e7 } }, true],
  ['a place before the list', { top: { id, offsetPx: -1e7 - 1 } }, false],
  ['a place behind the list', { top: { id, offsetPx: 1e7 + 1 } }, false],
  ['a place without an order', { top: { offsetPx: 0 } }, false],
  ['something else', { more: 1 }, false],
])('a window that closes remembers %s', (_what, change, isAccepted) => {
  const request = { view: { ...view, ...change }, isLeaving: true };
  expect(fits('window:remember', request)).toBe(isAccepted);
});

test('fifty thousand orders can be selected when a window closes', () => {
  const accepted = [50_000, 50_001].map((count) =>
    fits('window:remember', { view: { ...view, selectedIds: ids(count) }, isLeaving: true }),
  );
  expect(accepted).toEqual([true, false]);
});

/** Every sentence of a table of words, by its name; one that names a thing is said of the number 2. */
function sentences(words: object): readonly (readonly [name: string, text: unknown])[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? sentences(value).map(([inner, each]) => [`${name}.${inner}`, each] as const)
      : [[name, typeof value === 'function' ? Reflect.apply(value, null, [2]) : value] as const],
  );
}

test('one entry and one setting that are left out are one', () => {
  const { entriesLeftOut, settingsLeftOut } = refusalTextsIn.en;
  expect([1, 2, 1204].map(entriesLeftOut)).toEqual([
    '1 entry does not fit and is left out.',
    '2 entries do not fit and are left out.',
    '1,204 entries do not fit and are left out.',
  ]);
  expect([1, 2].map(settingsLeftOut)).toEqual([
    'Leaves one setting out, because your company set it.',
    'Leaves 2 settings out, because your company set them.',
  ]);
});

test('orders are claimed and let go five hundred at most at once', () => {
  for (const channel of ['orders:claim', 'orders:release'] as const) {
    const request = channel === 'orders:claim' ? { takesOver: false } : { reason: null };
    expect(
      [0, 1, 2, 500, 501].map((count) => fits(channel, { ids: ids(count), ...request })),
    ).toEqual([false, true, true, true, false]);
  }
});

test('both languages refuse the same things, each in a sentence', () => {
  const [english, chinese] = [sentences(refusalTextsIn.en), sentences(refusalTextsIn['zh-Hant'])];
  expect(english.map(([name]) => name)).toEqual(chinese.map(([name]) => name));
  expect(english.length).toBeGreaterThanOrEqual(40);
  for (const [, sentence] of [...english, ...chinese]) expect(sentence).toMatch(/^.+[.。]$/u);
});

const place = { key: 5, no: 7 };

test.each<[string, query: object, after: object | null, boolean]>([
  ['all of it', {}, null, true],
  ['the longest text', { text: text(500) }, null, true],
  ['too long a text', { text: text(501) }, null, false],
  ['no text', { text: ' ' }, null, false],
  ['the longest group', { group: text(80) }, null, true],
  ['too long a group', { group: text(81) }, null, false],
  ['no group', { group: null }, null, true],
  ['a day of promises', { promised: { fromMs: 1, untilMs: 2 } }, null, true],
  ['half a day of promises', { promised: { fromMs: 1 } }, null, false],
  ['parts of a millisecond', { promised: { fromMs: 1.5, untilMs: 2 } }, null, false],
  ['an unknown sort', { sort: 'weight' }, null, false],
  ['something else', { more: 1 }, null, false],
  ['the next page', {}, place, true],
  ['the next page by name', {}, { ...place, key: text(1000) }, true],
  ['too long a place', {}, { ...place, key: text(1001) }, false],
  ['a place between two', {}, { ...place, no: 7.5 }, false],
  ['a place with more in it', {}, { ...place, more: 1 }, false],
])('the window asks for %s of the archive', (_what, query, after, isAccepted) => {
  const request = { query: { sort: 'attention', ...query }, limit: 9, after };
  expect(fits('orders:archived', request)).toBe(isAccepted);
});
