import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startDeliveryService } from '../../delivery-service.ts';
import { type Happening, reasonTexts } from '../../orders/story.ts';
import { matched, WebhookCollector } from '../support/webhook-collector.ts';

/*
 * The sending side of webhooks against the contract (seeds/contract.md, 2.6, 6 and 8), taken in by a
 * receiver that shares nothing with it, and what can go wrong with them by the simulator's rules.
 */

let collector: WebhookCollector;

beforeEach(async () => {
  collector = await WebhookCollector.open();
});

afterEach(() => collector.close());

describe('what is sent', () => {
  test('all six events come with the reason texts of the contract, in a day that is played', async () => {
    await collector.service.close();
    const { scenarioNamed } = await import('../../orders/scenario-library.ts');
    collector.service = await startDeliveryService({
      clock: 'manual',
      speed: 100,
      scenarios: [await scenarioNamed('day')],
      webhooks: { url: collector.url },
    });
    // The orders of the day are there before it begins.
    collector.service.addOrder();
    await collector.pass(4 * 36_000, 1000);
    const reasonsOf = new Map<string, string>();
    for (const { kinds, reasons } of collector.bodies()) {
      expect(reasons.length).toBe(kinds.length);
      for (const [at, kind] of kinds.entries()) reasonsOf.set(kind, reasons[at] ?? '');
    }
    expect([...reasonsOf.keys()].toSorted()).toStrictEqual([
      'amendment_added',
      'order_cancelled',
      'order_completed',
      'order_created',
      'order_matched',
      'order_released',
    ]);
    expect(reasonsOf.get('order_created')).toBe('Order Available on Platform');
    expect(reasonsOf.get('order_matched')).toBe('Order Matched');
    expect(reasonsOf.get('order_completed')).toBe('Order Completed');
    expect(reasonsOf.get('order_released')).toMatch(/^Order was released because: \S/);
    expect(reasonsOf.get('amendment_added')).toMatch(
      /^Price amendment added for: \S.* \(price: \S+ \d+(?:\.\d+)?\)\.$/,
    );
    expect(collector.service.webhooks.counts).toMatchObject({
      delivered: collector.collected.length,
      givenUp: 0,
    });
    // Every one once: those after the start, and the creation at it.
    expect(collector.collected.length).toBe(
      collector.service.eventsBetween(0, collector.service.storyMs()).length + 1,
    );
  });

  test('several kinds at once come in one webhook with one reason each and the order as it is then', async () => {
    const uuid = collector.service.addOrder({ status: 'active' });
    collector.service.webhooks.sendTo({ url: collector.url });
    const both: readonly Happening[] = [
      { kind: 'order_completed', reason: reasonTexts.completed },
      { kind: 'amendment_added', reason: reasonTexts.amended('waiting', 'HKD 20') },
    ];
    await collector.pass(5000);
    collector.service.setOrder(uuid, { status: 'completed' }, both);
    const truth = collector.service.orderNow(uuid);
    await collector.service.webhooks.settled();
    expect(collector.collected).toHaveLength(1);
    expect(JSON.parse(collector.collected[0]?.text ?? '')).toStrictEqual({
      kinds: ['order_completed', 'amendment_added'],
      reasons: ['Order Completed', 'Price amendment added for: waiting (price: HKD 20).'],
      created_at: Date.UTC(2026, 2, 2, 1) / 1000 + 5,
      data: truth,
    });
    expect(collector.collected[0]?.headers['content-type']).toBe('application/json');
  });

  test('what happened before a listener came, or after, is not sent', async () => {
    const uuid = collector.service.addOrder();
    collector.service.setOrder(uuid, {}, [matched]);
    collector.service.webhooks.sendTo({ url: collector.url });
    await collector.pass(2000);
    collector.service.webhooks.sendTo(null);
    collector.service.setOrder(uuid, {}, [matched]);
    await collector.pass(2000);
    expect(collector.collected).toStrictEqual([]);
  });

  test('a new order is told as created', async () => {
    collector.service.webhooks.sendTo({ url: collector.url });
    const uuid = collector.service.addOrder({ note_to_courier: 'Ring twice' });
    await collector.pass(1);
    expect(collector.collected.map(({ text }) => JSON.parse(text) as unknown)).toMatchObject([
      {
        kinds: ['order_created'],
        reasons: ['Order Available on Platform'],
        data: { uuid, status: 'pending', note_to_courier: 'Ring twice' },
      },
    ]);
  });
});

describe('how it is repeated (8)', () => {
  test('what is not delivered comes again after 1, 2, 4 … 512 s, ten times, and never after', async () => {
    collector.answers = [500, 'hangUp', 301, 404, 503];
    await collector.sent();
    await collector.pass(1_100_000);
    expect(collector.collected.map(({ atMs }) => atMs / 1000)).toStrictEqual([
      0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023,
    ]);
    expect(new Set(collector.collected.map(({ text }) => text)).size).toBe(1);
    expect(collector.service.webhooks.deliveries()).toMatchObject([
      { outcome: 'given-up', attempts: 11, status: 503 },
    ]);
    await collector.pass(5_000_000, 100_000);
    expect(collector.collected).toHaveLength(11);
  });

  test('any 2xx ends it, and no listener is as good as a refusal', async () => {
    collector.answers = [503, 204];
    const uuid = await collector.sent();
    await collector.pass(60_000);
    expect(collector.collected).toHaveLength(2);
    collector.leave();
    collector.service.setOrder(uuid, {}, [matched]);
    await collector.service.webhooks.settled();
    await collector.pass(3000);
    expect(collector.service.webhooks.deliveries()).toMatchObject([
      { outcome: 'delivered', attempts: 2, status: 204 },
      { outcome: 'waiting', attempts: 3, status: null },
    ]);
  });
});

describe('how it is signed', () => {
  test('an HMAC over the bytes, over time and bytes, or a fixed header', async () => {
    const secret = 'portal secret';
    await collector.sent([], { form: 'hmac', secret });
    await collector.sent([], { form: 'hmac', secret, header: 'x-sig', timestampHeader: 'x-time' });
    await collector.sent([], { form: 'header', secret, header: 'api-key' });
    const [plain, timed, fixed] = collector.collected;
    const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
    expect(plain?.headers['x-signature']).toBe(`sha256=${hmac(plain?.text ?? '')}`);
    const stamp = timed?.headers['x-time'];
    expect(timed?.headers['x-sig']).toBe(`sha256=${hmac(`${String(stamp)}.${timed?.text}`)}`);
    expect(fixed?.headers['api-key']).toBe(secret);
  });

  test('wrongSignature: a forged one does not fit', async () => {
    const secret = 'portal secret';
    await collector.sent([{ action: { do: 'wrongSignature' } }], { form: 'hmac', secret });
    const { text = '', headers = {} } = collector.collected[0] ?? {};
    const right = createHmac('sha256', secret).update(text).digest('hex');
    expect(Object.entries(headers)).not.toContainEqual(['x-signature', `sha256=${right}`]);
    expect(headers).toHaveProperty('x-signature');
  });
});

describe('what goes wrong with its content', () => {
  test.each([
    ['fewer', 0],
    ['none', 0],
    ['more', 2],
  ] as const)('lengths: %s reasons than kinds', async (reasons, length) => {
    await collector.sent([{ action: { do: 'lengths', reasons } }]);
    expect(collector.bodies()[0]).toMatchObject({ kinds: ['order_matched'] });
    expect(collector.bodies()[0]?.reasons).toHaveLength(length);
  });

  test('unknownKind: a kind of a later version behind the others', async () => {
    await collector.sent([
      { action: { do: 'unknownKind', kind: 'order_polished', reason: 'Shiny' } },
    ]);
    expect(collector.bodies()[0]).toMatchObject({
      kinds: ['order_matched', 'order_polished'],
      reasons: ['Order Matched', 'Shiny'],
    });
  });

  test.each([
    ['iso', '2026-03-02T01:00:00.000Z'],
    ['milliseconds', Date.UTC(2026, 2, 2, 1)],
    ['text', String(Date.UTC(2026, 2, 2, 1) / 1000)],
    ['null', null],
    ['absent', undefined],
  ] as const)('createdAt: %s', async (form, expected) => {
    await collector.sent([{ action: { do: 'createdAt', form } }]);
    expect(
      (JSON.parse(collector.collected[0]?.text ?? '') as Record<string, unknown>)['created_at'],
    ).toBe(expected);
  });

  test.each(['absent', 'null', 'text', 'uuid-only', 'partial'] as const)(
    'data: %s',
    async (form) => {
      const uuid = await collector.sent([{ action: { do: 'data', form } }]);
      const { data } = JSON.parse(collector.collected[0]?.text ?? '') as { data?: unknown };
      const whole = collector.service.orderNow(uuid);
      const {
        courier: _c,
        price: _p,
        destinations: _d,
        ...partial
      } = z.record(z.string(), z.unknown()).parse(whole);
      const expected = {
        absent: undefined,
        null: null,
        text: JSON.stringify(whole),
        'uuid-only': { uuid },
        partial,
      };
      expect(data).toStrictEqual(expected[form]);
    },
  );

  test('patch and body: anything else', async () => {
    await collector.sent([
      { action: { do: 'patch', patch: { kinds: 'order_matched', extra: [1] } } },
    ]);
    expect(JSON.parse(collector.collected[0]?.text ?? '')).toMatchObject({
      kinds: 'order_matched',
      extra: [1],
    });
    await collector.sent([{ action: { do: 'body', text: '<html>' } }]);
    expect(collector.collected[1]?.text).toBe('<html>');
  });
});

describe('what goes wrong on the way', () => {
  test('drop: it never comes, and its retries neither', async () => {
    await collector.sent([{ when: { times: 1 }, action: { do: 'drop' } }]);
    await collector.pass(1_100_000, 50_000);
    expect(collector.collected).toStrictEqual([]);
    expect(collector.service.webhooks.deliveries()).toMatchObject([
      { outcome: 'dropped', attempts: 0 },
    ]);
  });

  test('late: one is overtaken by the next', async () => {
    const uuid = await collector.sent([
      { when: { times: 1 }, action: { do: 'late', afterMs: 30_000 } },
    ]);
    await collector.pass(10_000);
    collector.service.setOrder(uuid, { status: 'completed' }, [
      { kind: 'order_completed', reason: reasonTexts.completed },
    ]);
    await collector.pass(30_000);
    expect(collector.bodies().map(({ kinds }) => kinds[0])).toStrictEqual([
      'order_completed',
      'order_matched',
    ]);
    const [completed, matchedLater] = collector.bodies();
    expect(matchedLater?.created_at).toBeLessThan(completed?.created_at ?? 0);
  });

  test('duplicate: the same bytes again', async () => {
    await collector.sent([{ action: { do: 'duplicate', times: 3, everyMs: 1000 } }]);
    await collector.pass(10_000);
    expect(collector.collected).toHaveLength(4);
    expect(new Set(collector.collected.map(({ text }) => text)).size).toBe(1);
  });

  test('unheard: accepted, and sent again all the same', async () => {
    await collector.sent([{ when: { times: 2 }, action: { do: 'unheard' } }]);
    await collector.pass(60_000);
    expect(collector.collected).toHaveLength(3);
    expect(collector.service.webhooks.deliveries()).toMatchObject([
      { outcome: 'delivered', attempts: 3 },
    ]);
  });

  test.each(['connection', 'head', 'body'] as const)(
    'broken: the connection ends at the %s, and the retry arrives',
    async (at) => {
      await collector.sent([{ when: { times: 1 }, action: { do: 'broken', at } }]);
      expect(collector.collected).toStrictEqual([]);
      await collector.pass(2000);
      expect(collector.bodies()).toHaveLength(1);
    },
  );

  test('slow: the body drips', async () => {
    const uuid = collector.service.addOrder();
    collector.service.webhooks.faults.add({ action: { do: 'slow', bytesPerSecond: 1000 } });
    collector.service.webhooks.sendTo({ url: collector.url });
    collector.service.setOrder(uuid, {}, [matched]);
    const done = collector.service.webhooks.settled().then(() => true);
    expect(collector.collected).toStrictEqual([]);
    while (!(await Promise.race([done, tick()]))) collector.service.advance(100);
    expect(collector.bodies()).toHaveLength(1);
    expect(collector.service.networkMs()).toBeGreaterThan(500);
  });

  test('rules look at uuids and kinds', async () => {
    const uuid = await collector.sent([
      { name: 'gone', match: { kinds: ['order_completed'] }, action: { do: 'drop' } },
      { match: { uuids: ['ffffffff-ffff-4fff-8fff-ffffffffffff'] }, action: { do: 'drop' } },
    ]);
    const completed: Happening = { kind: 'order_completed', reason: reasonTexts.completed };
    collector.service.setOrder(uuid, {}, [completed]);
    collector.service.webhooks.faults.clear('gone');
    collector.service.setOrder(uuid, {}, [completed]);
    await collector.service.webhooks.settled();
    expect(collector.bodies().map(({ kinds }) => kinds)).toStrictEqual([
      ['order_matched'],
      ['order_completed'],
    ]);
  });
});

/** Lets what is on its way arrive. */
async function tick(): Promise<false> {
  await new Promise((resolve) => setImmediate(resolve));
  return false;
}
