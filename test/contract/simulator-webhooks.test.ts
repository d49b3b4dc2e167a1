import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DeliveryService, startDeliveryService } from '../../simulator/delivery-service.ts';
import { reasonTexts, type Happening } from '../../simulator/orders/story.ts';
import type { WebhookRuleSource } from '../../simulator/webhooks/webhook-fault.ts';
import type { WebhookSigning } from '../../simulator/webhooks/webhook-signing.ts';

/*
 * The sending side of webhooks against the contract (seeds/contract.md, 2.6, 6 and 8), taken in by a
 * receiver that shares nothing with it.
 */

interface Taken {
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  readonly atMs: number;
}

const notification = z.strictObject({
  kinds: z.array(z.string()),
  reasons: z.array(z.string()),
  created_at: z.int(),
  data: z.object({ uuid: z.uuid(), status: z.string() }),
});

let service: DeliveryService;
let server: Server;
let url = '';
let taken: Taken[] = [];
/** What the receiver answers, in turn; the last one for good. */
let answers: (number | 'hangUp')[] = [200];
let hungUp = 0;

beforeEach(async () => {
  [taken, answers, hungUp] = [[], [200], 0];
  service = await startDeliveryService({ clock: 'manual' });
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => (hungUp += 1));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      taken.push({ text, headers: request.headers, atMs: service.networkMs() });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (typeof answer === 'number') response.writeHead(answer).end();
      else request.socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hooks/here`;
});

afterEach(async () => {
  await service.close();
  server.closeAllConnections();
  server.close();
});

async function pass(byMs: number, stepMs = 1000): Promise<void> {
  for (let passedMs = 0; passedMs < byMs; passedMs += stepMs) {
    service.advance(Math.min(stepMs, byMs - passedMs));
    await service.webhooks.settled();
  }
}

const matched: Happening = { kind: 'order_matched', reason: reasonTexts.matched };

/** One event of one order, told under these rules. */
async function sent(
  rules: readonly WebhookRuleSource[] = [],
  signing?: WebhookSigning,
): Promise<string> {
  service.webhooks.faults.add(...rules);
  // Created before anybody listens: its creation is not told.
  const uuid = service.addOrder();
  service.webhooks.sendTo({ url, signing });
  service.setOrder(uuid, { status: 'active' }, [matched]);
  await service.webhooks.settled();
  return uuid;
}

function bodies(): readonly z.output<typeof notification>[] {
  return taken.map(({ text }) => notification.parse(JSON.parse(text)));
}

describe('what is sent', () => {
  test('all six events come with the reason texts of the contract, in a day that is played', async () => {
    await service.close();
    const { scenarioNamed } = await import('../../simulator/orders/scenario-library.ts');
    service = await startDeliveryService({
      clock: 'manual',
      speed: 100,
      scenarios: [await scenarioNamed('day')],
      webhooks: { url },
    });
    // The orders of the day are there before it begins.
    service.addOrder();
    await pass(4 * 36_000, 1000);
    const reasonsOf = new Map<string, string>();
    for (const { kinds, reasons } of bodies()) {
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
    expect(service.webhooks.counts).toMatchObject({ delivered: taken.length, givenUp: 0 });
    // Every one once: those after the start, and the creation at it.
    expect(taken.length).toBe(service.eventsBetween(0, service.storyMs()).length + 1);
  });

  test('several kinds at once come in one webhook with one reason each and the order as it is then', async () => {
    const uuid = service.addOrder({ status: 'active' });
    service.webhooks.sendTo({ url });
    const both: readonly Happening[] = [
      { kind: 'order_completed', reason: reasonTexts.completed },
      { kind: 'amendment_added', reason: reasonTexts.amended('waiting', 'HKD 20') },
    ];
    await pass(5000);
    service.setOrder(uuid, { status: 'completed' }, both);
    const truth = service.orderNow(uuid);
    await service.webhooks.settled();
    expect(taken).toHaveLength(1);
    expect(JSON.parse(taken[0]?.text ?? '')).toStrictEqual({
      kinds: ['order_completed', 'amendment_added'],
      reasons: ['Order Completed', 'Price amendment added for: waiting (price: HKD 20).'],
      created_at: Date.UTC(2026, 2, 2, 1) / 1000 + 5,
      data: truth,
    });
    expect(taken[0]?.headers['content-type']).toBe('application/json');
  });

  test('what happened before anybody listened, or after, is not sent', async () => {
    const uuid = service.addOrder();
    service.setOrder(uuid, {}, [matched]);
    service.webhooks.sendTo({ url });
    await pass(2000);
    service.webhooks.sendTo(null);
    service.setOrder(uuid, {}, [matched]);
    await pass(2000);
    expect(taken).toStrictEqual([]);
  });

  test('a new order is told as created', async () => {
    service.webhooks.sendTo({ url });
    const uuid = service.addOrder({ note_to_courier: 'Ring twice' });
    await pass(1);
    expect(taken.map(({ text }) => JSON.parse(text) as unknown)).toMatchObject([
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
    answers = [500, 'hangUp', 301, 404, 503];
    await sent();
    await pass(1_100_000);
    expect(taken.map(({ atMs }) => atMs / 1000)).toStrictEqual([
      0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023,
    ]);
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1);
    expect(service.webhooks.deliveries()).toMatchObject([
      { outcome: 'given-up', attempts: 11, status: 503 },
    ]);
    await pass(5_000_000, 100_000);
    expect(taken).toHaveLength(11);
  });

  test('any 2xx ends it, and nobody who listens is as good as a refusal', async () => {
    answers = [503, 204];
    const uuid = await sent();
    await pass(60_000);
    expect(taken).toHaveLength(2);
    server.closeAllConnections();
    server.close();
    service.setOrder(uuid, {}, [matched]);
    await service.webhooks.settled();
    await pass(3000);
    expect(service.webhooks.deliveries()).toMatchObject([
      { outcome: 'delivered', attempts: 2, status: 204 },
      { outcome: 'waiting', attempts: 3, status: null },
    ]);
  });
});

describe('how it is signed', () => {
  test('an HMAC over the bytes, over time and bytes, or a fixed header', async () => {
    const secret = 'portal secret';
    await sent([], { form: 'hmac', secret });
    await sent([], { form: 'hmac', secret, header: 'x-sig', timestampHeader: 'x-time' });
    await sent([], { form: 'header', secret, header: 'api-key' });
    const [plain, timed, fixed] = taken;
    const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
    expect(plain?.headers['x-signature']).toBe(`sha256=${hmac(plain?.text ?? '')}`);
    const stamp = timed?.headers['x-time'];
    expect(timed?.headers['x-sig']).toBe(`sha256=${hmac(`${String(stamp)}.${timed?.text}`)}`);
    expect(fixed?.headers['api-key']).toBe(secret);
  });

  test('wrongSignature: a forged one does not fit', async () => {
    const secret = 'portal secret';
    await sent([{ action: { do: 'wrongSignature' } }], { form: 'hmac', secret });
    const { text = '', headers = {} } = taken[0] ?? {};
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
    await sent([{ action: { do: 'lengths', reasons } }]);
    expect(bodies()[0]).toMatchObject({ kinds: ['order_matched'] });
    expect(bodies()[0]?.reasons).toHaveLength(length);
  });

  test('unknownKind: a kind of a later version behind the others', async () => {
    await sent([{ action: { do: 'unknownKind', kind: 'order_polished', reason: 'Shiny' } }]);
    expect(bodies()[0]).toMatchObject({
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
    await sent([{ action: { do: 'createdAt', form } }]);
    expect((JSON.parse(taken[0]?.text ?? '') as Record<string, unknown>)['created_at']).toBe(
      expected,
    );
  });

  test.each(['absent', 'null', 'text', 'uuid-only', 'partial'] as const)(
    'data: %s',
    async (form) => {
      const uuid = await sent([{ action: { do: 'data', form } }]);
      const { data } = JSON.parse(taken[0]?.text ?? '') as { data?: unknown };
      const whole = service.orderNow(uuid);
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
    await sent([{ action: { do: 'patch', patch: { kinds: 'order_matched', extra: [1] } } }]);
    expect(JSON.parse(taken[0]?.text ?? '')).toMatchObject({ kinds: 'order_matched', extra: [1] });
    await sent([{ action: { do: 'body', text: '<html>' } }]);
    expect(taken[1]?.text).toBe('<html>');
  });
});

describe('what goes wrong on the way', () => {
  test('drop: it never comes, and its retries neither', async () => {
    await sent([{ when: { times: 1 }, action: { do: 'drop' } }]);
    await pass(1_100_000, 50_000);
    expect(taken).toStrictEqual([]);
    expect(service.webhooks.deliveries()).toMatchObject([{ outcome: 'dropped', attempts: 0 }]);
  });

  test('late: one is overtaken by the next', async () => {
    const uuid = await sent([{ when: { times: 1 }, action: { do: 'late', afterMs: 30_000 } }]);
    await pass(10_000);
    service.setOrder(uuid, { status: 'completed' }, [
      { kind: 'order_completed', reason: reasonTexts.completed },
    ]);
    await pass(30_000);
    expect(bodies().map(({ kinds }) => kinds[0])).toStrictEqual([
      'order_completed',
      'order_matched',
    ]);
    const [completed, matchedLater] = bodies();
    expect(matchedLater?.created_at).toBeLessThan(completed?.created_at ?? 0);
  });

  test('duplicate: the same bytes again', async () => {
    await sent([{ action: { do: 'duplicate', times: 3, everyMs: 1000 } }]);
    await pass(10_000);
    expect(taken).toHaveLength(4);
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1);
  });

  test('unheard: taken in, and sent again all the same', async () => {
    await sent([{ when: { times: 2 }, action: { do: 'unheard' } }]);
    await pass(60_000);
    expect(taken).toHaveLength(3);
    expect(service.webhooks.deliveries()).toMatchObject([{ outcome: 'delivered', attempts: 3 }]);
  });

  test.each(['connection', 'head', 'body'] as const)(
    'broken: the connection ends at the %s, and the retry arrives',
    async (at) => {
      await sent([{ when: { times: 1 }, action: { do: 'broken', at } }]);
      expect(taken).toStrictEqual([]);
      await pass(2000);
      expect(bodies()).toHaveLength(1);
    },
  );

  test('slow: the body drips', async () => {
    const uuid = service.addOrder();
    service.webhooks.faults.add({ action: { do: 'slow', bytesPerSecond: 1000 } });
    service.webhooks.sendTo({ url });
    service.setOrder(uuid, {}, [matched]);
    const done = service.webhooks.settled().then(() => true);
    expect(taken).toStrictEqual([]);
    while (!(await Promise.race([done, tick()]))) service.advance(100);
    expect(bodies()).toHaveLength(1);
    expect(service.networkMs()).toBeGreaterThan(500);
  });

  test('rules look at uuids and kinds', async () => {
    const uuid = await sent([
      { name: 'gone', match: { kinds: ['order_completed'] }, action: { do: 'drop' } },
      { match: { uuids: ['ffffffff-ffff-4fff-8fff-ffffffffffff'] }, action: { do: 'drop' } },
    ]);
    const completed: Happening = { kind: 'order_completed', reason: reasonTexts.completed };
    service.setOrder(uuid, {}, [completed]);
    service.webhooks.faults.clear('gone');
    service.setOrder(uuid, {}, [completed]);
    await service.webhooks.settled();
    expect(bodies().map(({ kinds }) => kinds)).toStrictEqual([
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
