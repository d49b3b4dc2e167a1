import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Happening, reasonTexts } from '../../simulator/orders/story.ts';
import { matched, WebhookTaker } from '../support/webhooks/webhook-taker.ts';

/* What can go wrong with webhooks, by the rules of the simulator, as a receiver of them sees it. */

let taker: WebhookTaker;

beforeEach(async () => {
  taker = await WebhookTaker.open();
});

afterEach(() => taker.close());

describe('what goes wrong with its content', () => {
  test.each([
    ['fewer', 0],
    ['none', 0],
    ['more', 2],
  ] as const)('lengths: %s reasons than kinds', async (reasons, length) => {
    await taker.sent([{ action: { do: 'lengths', reasons } }]);
    expect(taker.bodies()[0]).toMatchObject({ kinds: ['order_matched'] });
    expect(taker.bodies()[0]?.reasons).toHaveLength(length);
  });

  test('unknownKind: a kind of a later version behind the others', async () => {
    await taker.sent([{ action: { do: 'unknownKind', kind: 'order_polished', reason: 'Shiny' } }]);
    expect(taker.bodies()[0]).toMatchObject({
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
    await taker.sent([{ action: { do: 'createdAt', form } }]);
    expect((JSON.parse(taker.taken[0]?.text ?? '') as Record<string, unknown>)['created_at']).toBe(
      expected,
    );
  });

  test.each(['absent', 'null', 'text', 'uuid-only', 'partial'] as const)(
    'data: %s',
    async (form) => {
      const uuid = await taker.sent([{ action: { do: 'data', form } }]);
      const { data } = JSON.parse(taker.taken[0]?.text ?? '') as { data?: unknown };
      const whole = taker.service.orderNow(uuid);
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
    await taker.sent([{ action: { do: 'patch', patch: { kinds: 'order_matched', extra: [1] } } }]);
    expect(JSON.parse(taker.taken[0]?.text ?? '')).toMatchObject({
      kinds: 'order_matched',
      extra: [1],
    });
    await taker.sent([{ action: { do: 'body', text: '<html>' } }]);
    expect(taker.taken[1]?.text).toBe('<html>');
  });
});

describe('what goes wrong on the way', () => {
  test('drop: it never comes, and its retries neither', async () => {
    await taker.sent([{ when: { times: 1 }, action: { do: 'drop' } }]);
    await taker.pass(1_100_000, 50_000);
    expect(taker.taken).toStrictEqual([]);
    expect(taker.service.webhooks.deliveries()).toMatchObject([
      { outcome: 'dropped', attempts: 0 },
    ]);
  });

  test('late: one is overtaken by the next', async () => {
    const uuid = await taker.sent([
      { when: { times: 1 }, action: { do: 'late', afterMs: 30_000 } },
    ]);
    await taker.pass(10_000);
    taker.service.setOrder(uuid, { status: 'completed' }, [
      { kind: 'order_completed', reason: reasonTexts.completed },
    ]);
    await taker.pass(30_000);
    expect(taker.bodies().map(({ kinds }) => kinds[0])).toStrictEqual([
      'order_completed',
      'order_matched',
    ]);
    const [completed, matchedLater] = taker.bodies();
    expect(matchedLater?.created_at).toBeLessThan(completed?.created_at ?? 0);
  });

  test('duplicate: the same bytes again', async () => {
    await taker.sent([{ action: { do: 'duplicate', times: 3, everyMs: 1000 } }]);
    await taker.pass(10_000);
    expect(taker.taken).toHaveLength(4);
    expect(new Set(taker.taken.map(({ text }) => text)).size).toBe(1);
  });

  test('unheard: taken in, and sent again all the same', async () => {
    await taker.sent([{ when: { times: 2 }, action: { do: 'unheard' } }]);
    await taker.pass(60_000);
    expect(taker.taken).toHaveLength(3);
    expect(taker.service.webhooks.deliveries()).toMatchObject([
      { outcome: 'delivered', attempts: 3 },
    ]);
  });

  test.each(['connection', 'head', 'body'] as const)(
    'broken: the connection ends at the %s, and the retry arrives',
    async (at) => {
      await taker.sent([{ when: { times: 1 }, action: { do: 'broken', at } }]);
      expect(taker.taken).toStrictEqual([]);
      await taker.pass(2000);
      expect(taker.bodies()).toHaveLength(1);
    },
  );

  test('slow: the body drips', async () => {
    const uuid = taker.service.addOrder();
    taker.service.webhooks.faults.add({ action: { do: 'slow', bytesPerSecond: 1000 } });
    taker.service.webhooks.sendTo({ url: taker.url });
    taker.service.setOrder(uuid, {}, [matched]);
    const done = taker.service.webhooks.settled().then(() => true);
    expect(taker.taken).toStrictEqual([]);
    while (!(await Promise.race([done, tick()]))) taker.service.advance(100);
    expect(taker.bodies()).toHaveLength(1);
    expect(taker.service.networkMs()).toBeGreaterThan(500);
  });

  test('rules look at uuids and kinds', async () => {
    const uuid = await taker.sent([
      { name: 'gone', match: { kinds: ['order_completed'] }, action: { do: 'drop' } },
      { match: { uuids: ['ffffffff-ffff-4fff-8fff-ffffffffffff'] }, action: { do: 'drop' } },
    ]);
    const completed: Happening = { kind: 'order_completed', reason: reasonTexts.completed };
    taker.service.setOrder(uuid, {}, [completed]);
    taker.service.webhooks.faults.clear('gone');
    taker.service.setOrder(uuid, {}, [completed]);
    await taker.service.webhooks.settled();
    expect(taker.bodies().map(({ kinds }) => kinds)).toStrictEqual([
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
