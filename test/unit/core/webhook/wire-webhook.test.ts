import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine } from '../../../../core/text/safe-text.ts';
import { keptText, parseWebhook, parseWebhooks } from '../../../../core/webhook/wire-webhook.ts';
import type { WebhookEvent } from '../../../../core/webhook/wire-webhook.ts';
import { wireOrder } from '../../../support/wire-orders.ts';

const id = '7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201';

function notification(parts: Readonly<Record<string, unknown>> = {}): object {
  return {
    kinds: ['order_completed', 'amendment_added'],
    reasons: ['Order Completed', 'Price amendment added for: waiting (price: HKD 20).'],
    created_at: 1_772_442_000,
    data: wireOrder(id),
    ...parts,
  };
}

function read(body: unknown): WebhookEvent {
  const parsed = parseWebhook(JSON.stringify(body));
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value;
}

test('a webhook of the contract is read whole', () => {
  expect(read(notification())).toMatchObject({
    orderId: id,
    claims: [
      { kind: 'order_completed', reason: 'Order Completed' },
      {
        kind: 'amendment_added',
        reason: 'Price amendment added for: waiting (price: HKD 20).',
      },
    ],
    createdAtMs: 1_772_442_000_000,
  });
});

function form(...fields: readonly (readonly [name: string, value: string])[]): string {
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
}

describe('a body', () => {
  const text = JSON.stringify(notification());
  const other = { ...notification(), data: wireOrder('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b202') };

  test('of one event is that event', () => {
    expect(parseWebhooks(text)).toEqual([{ text, parsed: parseWebhook(text) }]);
  });

  test('of one event is kept as it was written', () => {
    expect(parseWebhooks(` ${text}\n`).map((event) => event.text)).toEqual([` ${text}\n`]);
  });

  test('may name its kind in the singular wherever it is packed', () => {
    const single = { kind: 'order_matched', data: { uuid: id } };
    for (const packed of [{ payload: single }, { events: [single] }]) {
      const [event] = parseWebhooks(JSON.stringify(packed));
      expect(event?.parsed.ok && event.parsed.value.orderId).toBe(id);
    }
  });

  test.each<[string, unknown]>([
    ['a list', [notification(), other]],
    ['events', { id: '7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b20f', events: [notification(), other] }],
    ['notifications', { notifications: [notification(), other] }],
    ['webhooks', { webhooks: [notification(), other] }],
    ['data', { data: [notification(), other] }],
    ['an object with numbers for names', { 0: notification(), 1: other }],
  ])('of several events in %s is each of them', (_name, body) => {
    const events = parseWebhooks(JSON.stringify(body));
    expect(events.map((event) => event.text)).toEqual([text, JSON.stringify(other)]);
    for (const { parsed, text: alone } of events) {
      const single = parseWebhook(alone);
      expect(single.ok && parsed.ok && parsed.value.identity === single.value.identity).toBe(true);
      expect(parsed.ok && parsed.value.notes).toEqual(['events-in-list']);
    }
  });

  const mixed = [null, { kinds: [] }, notification()];
  test.each<[string, unknown]>([
    ['a list', mixed],
    ['events', { events: mixed }],
    ['an object with numbers for names', Object.fromEntries(mixed.entries())],
  ])('of %s in which one event is none has the others', (_name, body) => {
    const events = parseWebhooks(JSON.stringify(body));
    expect(events.map(({ parsed }) => (parsed.ok ? 'read' : parsed.failure))).toEqual([
      'not-json',
      'no-order',
      'read',
    ]);
  });

  test('an event of a list that is nested too deep to be written out holds up no other', () => {
    const deep = `{"kinds":["order_matched"],"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const events = parseWebhooks(`[${deep},${JSON.stringify(notification())}]`);
    expect(events.map(({ parsed }) => parsed.ok)).toEqual([false, true]);
  });

  test.each([
    ['a form', form(['payload', text])],
    ['a form with other fields', form(['v', '1'], ['at', '[soon'], ['body', ` ${text}`])],
    ['a form without a name', encodeURIComponent(text)],
  ])('in %s is its event', (_name, body) => {
    const [event, ...others] = parseWebhooks(body);
    expect(others).toEqual([]);
    expect(event?.text).toBe(text);
    expect(event?.parsed.ok && event.parsed.value.notes).toEqual(['event-in-form']);
  });

  test.each<[string, unknown]>([
    ['a text', text],
    ['the message of a broker', { Type: 'Notification', Message: text }],
    ['the data of a CloudEvent', { specversion: '1.0', id: '7', data: notification() }],
    ['an event', { event: notification() }],
    ['a payload', { payload: text }],
    ['a body', { body: text }],
    ['a message', { message: text }],
    ['a detail', { source: 'orders', detail: notification() }],
  ])('in %s is its event', (_name, packed) => {
    const [event, ...others] = parseWebhooks(JSON.stringify(packed));
    expect(others).toEqual([]);
    expect(event?.text).toBe(text);
    expect(event?.parsed.ok && event.parsed.value.notes).toEqual(['event-packed']);
  });

  test('whose order is in a list of its own is read', () => {
    const event = read(notification({ data: [wireOrder(id)] }));
    expect([event.orderId, event.notes]).toEqual([id, ['object-in-list']]);
  });

  test('in a form may be a list', () => {
    const [one, two] = parseWebhooks(form(['payload', JSON.stringify([notification(), other])]));
    expect(one?.parsed.ok && one.parsed.value.notes).toEqual(['event-in-form', 'events-in-list']);
    expect(two?.parsed.ok && two.parsed.value.orderId).toBe('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b202');
  });

  test.each(['', 'payload=', 'payload=%7', 'payload={', 'payload=7', '[]', '7', 'null', '"x"'])(
    '%j holds no event',
    (body) => {
      expect(parseWebhooks(body).map(({ parsed }) => parsed)).toEqual([
        { ok: false, failure: 'not-json' },
      ]);
    },
  );
});

test.each([
  ['fewer reasons', { reasons: ['Order Completed'] }, [null]],
  ['no reasons', { reasons: [] }, [null]],
  ['reasons that are no texts', { reasons: [1, {}] }, [null]],
  ['more reasons', { reasons: ['a', 'b', 'c'] }, ['b']],
])('%s: read without an index gone wrong', (_name, parts, last) => {
  const event = read(notification(parts));
  expect(event.claims.map(({ kind }) => kind)).toEqual(['order_completed', 'amendment_added']);
  expect(event.claims.slice(-1).map(({ reason }) => reason)).toEqual(last);
});

test.each([
  ['texts named as the lists are', { kinds: 'order_matched', reasons: 'Order Matched' }],
  ['texts named in the singular', { kind: 'order_matched', reason: 'Order Matched' }],
  ['lists as objects', { kinds: { 0: 'order_matched' }, reasons: { 0: 'Order Matched' } }],
  ['a name in camel case', { kinds: ['OrderMatched'], reasons: ['Order Matched'] }],
  ['lists named in the singular', { kind: ['order_matched'], reason: ['Order Matched'] }],
])('one kind with its reason is read from %s', (_name, parts) => {
  const event = read({ data: { uuid: id }, ...parts });
  expect(event.claims).toEqual([{ kind: 'order_matched', reason: 'Order Matched' }]);
});

test.each([
  [1_772_442_000, 1_772_442_000_000],
  [1_772_442_000_000, 1_772_442_000_000],
  ['1772442000', 1_772_442_000_000],
  ['2026-03-02T09:00:00Z', 1_772_442_000_000],
  ['2026-03-02T17:00:00+08:00', 1_772_442_000_000],
  ['yesterday', null],
  [null, null],
  [-5, null],
])('created_at %s is %s', (created_at, createdAtMs) => {
  expect(read(notification({ created_at })).createdAtMs).toBe(createdAtMs);
});

test('a webhook of the contract needs no rule of leniency', () => {
  expect(read(notification()).notes).toEqual([]);
});

test.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
  ['a kind of its own', { kinds: ['order_completed', 'flat_tyre'] }, ['kind-unknown']],
  ['fewer reasons than kinds', { reasons: ['Order Completed'] }, ['reasons-mismatch']],
  ['reasons that are no texts', { reasons: ['Order Completed', 7] }, ['reasons-mismatch']],
  ['no time', { created_at: undefined }, ['created-at-absent']],
  ['a time in words', { created_at: 'yesterday' }, ['time-unreadable']],
  ['a time as text', { created_at: '2026-03-02T09:00:00Z' }, ['time-from-text']],
  ['a part of its order', { data: { uuid: id, price: null } }, ['order-partial']],
  ['an order without a status', { data: { ...wireOrder(id), status: null } }, ['order-partial']],
  ['several kinds of its own', { kinds: ['flat_tyre', 'rain'] }, ['kind-unknown']],
  ['its order one level deeper', { data: { order: wireOrder(id) } }, []],
  ['no order', { data: undefined, uuid: id }, ['order-partial']],
  ['its order beside its kinds', { ...wireOrder(id), data: undefined }, ['order-partial']],
  [
    'fields of its own',
    { event_id: 'canary', '+85255550147': 1, order_id: id },
    ['field-unknown webhook.event_id', 'field-unknown'],
  ],
])('a webhook with %s is read, and that is noted', (_name, parts, notes) => {
  expect(read(notification(parts)).notes).toEqual(notes);
});

test('unknown kinds are left out, and known ones count once', () => {
  const kinds = ['order_polished', ' ORDER-MATCHED\n', 'order_matched', 7, null, '__proto__'];
  const event = read(notification({ kinds, reasons: kinds.map((_, index) => `r${index}`) }));
  expect(event.claims).toEqual([{ kind: 'order_matched', reason: 'r1' }]);
});

test('reasons that belong to no known kind are kept as words, safe and bounded', () => {
  const kinds = ['flat_tyre', 'order_matched', 'ORDER_MATCHED', 7];
  const reasons = ['Flat\u0007 tyre', 'By hand', 'again', 'r3', 'x'.repeat(600), ' ', 8];
  const event = read(notification({ kinds, reasons }));
  expect(event.claims).toEqual([{ kind: 'order_matched', reason: 'By hand' }]);
  expect(event.reportedReasons).toEqual(['Flat tyre', 'again', 'r3', 'x'.repeat(500)]);
  expect(read(JSON.parse(keptText(event)))).toMatchObject({
    claims: event.claims,
    reportedReasons: event.reportedReasons,
  });
  const many = Array.from({ length: 50 }, (_, index) => `text ${index}`);
  expect(read(notification({ kinds: [], reasons: many })).reportedReasons).toHaveLength(20);
});

test('no more than twenty kinds of one webhook are read', () => {
  const unknown = Array.from({ length: 20 }, () => 'order_polished');
  const [twentieth, next] = [unknown.slice(1), unknown].map((kinds) =>
    read(notification({ kinds: [...kinds, 'order_matched'], reasons: [] })),
  );
  expect(twentieth?.claims).toEqual([{ kind: 'order_matched', reason: null }]);
  expect(next?.claims).toEqual([]);
});

test.each(['uuid', 'order_uuid', 'order_id', 'id'])(
  'the order is found by its %s, inside the order or beside it',
  (key) => {
    for (const parts of [
      { data: { [key]: id } },
      { data: { order: { [key]: id } } },
      { [key]: id },
    ]) {
      expect(read({ kinds: ['order_matched'], ...parts }).orderId).toBe(id);
    }
  },
);

test('of the order only the uuid counts', () => {
  for (const data of [{ uuid: id }, { ...wireOrder(id), price: undefined }, { order: { id } }]) {
    expect(read(notification({ data })).orderId).toBe(id);
  }
  expect(parseWebhook(JSON.stringify(notification({ data: null })))).toEqual({
    ok: false,
    failure: 'no-order',
  });
});

test('what is kept of a webhook says the same, and names no person', () => {
  const reasons = ['Order Completed', null];
  const event = read(notification({ reasons, created_at: '2026-03-02T09:00:00.5Z' }));
  const kept = keptText(event);
  expect(read(JSON.parse(kept))).toMatchObject({
    orderId: id,
    claims: event.claims,
    createdAtMs: event.createdAtMs,
  });
  expect(Object.keys(JSON.parse(kept).data)).toEqual(['uuid']);
});

function backwards(value: object): object {
  return Object.fromEntries(Object.entries(value).toReversed());
}

describe('the identity of an event', () => {
  test('is the same whatever the order of its keys, and another for another event', () => {
    const shuffled = backwards(notification({ data: backwards(wireOrder(id)) }));
    expect(read(shuffled).identity).toBe(read(notification()).identity);
    const others = [
      { kinds: ['order_completed'] },
      { created_at: 1_772_442_001 },
      { data: wireOrder(id, { status: 'completed' }) },
      { data: wireOrder('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b202') },
    ];
    const identities = others.map((parts) => read(notification(parts)).identity);
    expect(new Set([read(notification()).identity, ...identities]).size).toBe(others.length + 1);
  });

  test.each([
    ['an empty list', { kinds: [] }],
    ['null', { kinds: null }],
    ['null for the one kind', { kind: null }],
  ])('is the same for no kinds and for %s', (_name, parts) => {
    const data = { uuid: id };
    expect(read({ data, ...parts }).identity).toBe(read({ data }).identity);
  });

  test.each([
    ['lists', '[', ']'],
    ['objects', '{"x":', '}'],
  ])(
    'differs by what forty levels of %s hold, and by nothing that is deeper',
    (_name, open, end) => {
      const identity = (levels: number, inmost: string) => {
        const deep = `${open.repeat(levels)}"${inmost}"${end.repeat(levels)}`;
        return read(JSON.parse(`{"data":{"uuid":"${id}","x":${deep}}}`)).identity;
      };
      expect(identity(30, 'a')).not.toBe(identity(30, 'b'));
      expect(identity(50, 'a')).toBe(identity(50, 'b'));
    },
  );

  test.each([
    ['lists', '[', ']'],
    ['objects', '{"x":', '}'],
  ])('is found of sixty thousand levels of %s', (_name, open, end) => {
    const deep = `${open.repeat(60_000)}1${end.repeat(60_000)}`;
    const parsed = parseWebhook(`{"kinds":["order_matched"],"data":{"uuid":"${id}","x":${deep}}}`);
    expect(parsed.ok && parsed.value.identity).toContain(id);
  });
});

/** What is wild about a reading; nothing for an event within the contract, or a refusal by name. */
function wildness(text: string): readonly string[] {
  const parsed = parseWebhook(text);
  if (!parsed.ok) {
    return ['not-json', 'no-order'].includes(parsed.failure) ? [] : [parsed.failure];
  }
  const { claims, createdAtMs, orderId } = parsed.value;
  const wild: string[] = [];
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(orderId)) wild.push('uuid');
  if (new Set(claims.map(({ kind }) => kind)).size !== claims.length) wild.push('kind twice');
  for (const { reason } of claims) {
    // One line, without control characters, and not too long.
    if (reason !== null && (reason === '' || cleanLine(reason, 500) !== reason)) wild.push(reason);
  }
  if (createdAtMs !== null && !Number.isFinite(createdAtMs)) wild.push('time');
  return wild;
}

test('any text and any JSON is an event or a refusal, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(wildness(text)).toEqual([]);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (kinds, reasons, created_at) => {
      const body = JSON.stringify(notification({ kinds, reasons, created_at }));
      expect(wildness(body)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
