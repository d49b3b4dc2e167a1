import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import { type OrderEvent, orderEventSchema } from '../../../core/team/team-event.ts';
import { openEtcdLog } from '../../../main/hub/log/etcd/open-etcd-log.ts';
import type { TeamLog } from '../../../main/hub/log/ports.ts';
import { SqliteTeamLog } from '../../../main/hub/log/sqlite-team-log.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CheckAnswer } from '../../../main/engine/watch/ports.ts';
import { HttpBench } from '../../support/hub/http-bench.ts';
import { ana, HubBench, mei } from '../../support/hub/hub-bench.ts';
import { sendJson } from '../../support/service/little-service.ts';
import { servedOrders, id } from '../../support/service/served-orders.ts';
import { benchDesk, type BenchDesk } from '../../support/team/desk-bench.ts';
import { emptyEtcd, EtcdCluster } from '../../support/team-log/etcd-cluster.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';
import { wireOrder } from '../../support/wire-orders.ts';

/** An engine of the log. */
interface Engine {
  /** How many stops of the longer kind an entry has room for. */
  readonly stopCount: number;
  readonly begin?: () => Promise<void>;
  readonly end?: () => Promise<void>;
  readonly open: (clock: Clock) => Promise<TeamLog>;
}

function etcd(): Engine {
  let cluster: EtcdCluster | null = null;
  return {
    stopCount: 12,
    begin: async () => {
      cluster = await EtcdCluster.start(1);
    },
    end: async () => {
      await cluster?.stop();
    },
    open: async (clock) => {
      const members = cluster?.members ?? [];
      await emptyEtcd(members);
      const access = { members, login: null, certificate: null };
      return (await openEtcdLog(access, ':memory:', clock)).log;
    },
  };
}

const sqlite: Engine = {
  stopCount: 100,
  open: (clock) =>
    Promise.resolve(new SqliteTeamLog(join(temporaryFolder(), 'team-log.db'), clock)),
};

const engines: readonly (readonly [string, Engine])[] = [
  ['SQLite', sqlite],
  ['etcd', etcd()],
];

/** A hub before a real service, with a desk, and what the log has of its one order. */
interface Story {
  readonly http: HttpBench;
  readonly desk: BenchDesk;
  /** What the service answers from now on. */
  readonly answers: (body: object) => void;
  readonly events: () => Promise<readonly OrderEvent[]>;
  /** Lets time pass until this holds. */
  readonly until: (holds: () => boolean) => Promise<void>;
}

async function story(engine: Engine): Promise<Story> {
  let body: object = wireOrder(id);
  const client = await servedOrders((_request, response) => sendJson(response, 200, body));
  const opened = await engine.open(client.clock);
  // Registered before the hub, so that the log is closed after it: a hub that stops waits for its last write.
  onTestFinished(() => opened.close());
  const http = await HttpBench.start({}, (bench) =>
    bench.hub(true, { log: opened, source: client.orders }),
  );
  const { clock } = http.bench;
  const desk = benchDesk(clock, ana, () => http.hub.board);
  desk.watch.start();
  onTestFinished(() => desk.watch.stop());
  const until = async (holds: () => boolean): Promise<void> => {
    await vi.waitUntil(
      async () => {
        await clock.advance(50);
        return holds();
      },
      { timeout: 30_000, interval: 2 },
    );
  };
  await http.hub.board.add(mei, [{ id }], 'k1');
  await until(() => desk.watch.get(id)?.order != null);
  return {
    http,
    desk,
    until,
    answers: (next) => {
      body = next;
      http.one.watcher.checkNow([id]);
    },
    events: async () => {
      const part = await opened.readSince(0, 1000);
      return part.kind === 'gap'
        ? []
        : part.entries
            .filter(({ key }) => key === `order.${id}`)
            .map((entry) => orderEventSchema.parse(JSON.parse(entry.body)));
    },
  };
}

const quotes = '"'.repeat(400);

/** Stops with quotes in their address, which take twice as many bytes wherever they are written. */
function stops(mark: string, length: number, more: object = {}): object[] {
  return Array.from({ length }, (_, index) => ({
    name: `${mark} ${index} ${quotes.slice(0, 120)}`,
    street_address: `${quotes} ${mark}`,
    location: { lat: 22.3, lng: 114.1 + index / 1000 },
    ...more,
  }));
}

/** A stop of which a hundred are more than an entry of the log may have. */
const endless = {
  name: quotes,
  floor_or_unit_number: quotes,
  contact: { name: quotes, phone_number: quotes, phone_extension: quotes },
};

describe.each(engines)('a hub whose log is in %s', (_name, engine) => {
  beforeAll(() => engine.begin?.());
  afterAll(() => engine.end?.());

  it('accepts an answer of 600 kB with a photo in it, without the raw answer', async () => {
    const { answers, desk, events, http, until } = await story(engine);
    answers(wireOrder(id, { status: 'completed', photo: 'x'.repeat(600_000) }));
    await until(() => desk.watch.get(id)?.order?.status.phase === 'done');
    expect(desk.watch.get(id)?.problem).toBeNull();
    expect(desk.updates.at(-1)?.kinds).toContain('order_completed');
    expect((await events()).at(-1)).toMatchObject({ change: 'updated', rawJson: '' });
    // The log may show an entry to its readers before the hub that wrote it hears so.
    await until(() => http.hub.board.logMetrics.waiting === 0);
    expect(http.hub.board.logMetrics).toEqual({ waiting: 0, longestWaitMs: 0, refused: 0 });
    expect(http.one.defects).toEqual([]);
  });

  it.each([
    ['1.2 kB', {}],
    ['2.8 kB', { floor_or_unit_number: quotes, contact: { name: quotes } }],
  ])(
    'takes up an answer whose many stops of %s change, and a desk sees that each did',
    async (_size, more) => {
      const { answers, desk, events, until } = await story(engine);
      const { stopCount } = engine;
      const pending = (mark: string): object => {
        const destinations = stops(mark, stopCount, more);
        return wireOrder(id, { status: 'pending', courier: null, destinations });
      };
      answers(pending('one'));
      await until(() => desk.watch.get(id)?.order?.destinations.length === stopCount);
      answers(pending('two'));
      await until(() => {
        const last = desk.watch.get(id)?.order?.destinations.at(-1);
        return last?.name?.startsWith(`two ${stopCount - 1}`) === true;
      });
      const event = (await events()).at(-1);
      expect(event?.order?.order?.destinations[0]?.streetAddress).toBe(`${quotes} two`);
      const change = desk.updates.at(-1)?.changes.find(({ field }) => field === 'destinations');
      if (change?.field !== 'destinations') throw new Error('no stops changed');
      change.before.forEach((stop, index) => {
        expect(stop.name).toMatch(`one ${index} "`);
        expect(change.after[index]?.name).toMatch(`two ${index} "`);
        expect(stop.streetAddress).not.toBe(change.after[index]?.streetAddress);
      });
    },
  );

  it('says what is wrong with an order that no entry holds, and goes on once it is smaller', async () => {
    const { answers, desk, http, until } = await story(engine);
    const token = await http.desk('Mei');
    const confirmedAtMs = desk.watch.get(id)?.observedAtMs;
    answers(wireOrder(id, { destinations: stops('one', 100, endless) }));
    await until(() => desk.watch.get(id)?.problem?.code === 'answer-too-large');
    await until(() => (desk.watch.get(id)?.problem?.failureCount ?? 0) > 1);
    expect(desk.watch.get(id)).toMatchObject({
      order: { destinations: [{ name: 'Home' }] },
      observedAtMs: confirmedAtMs,
    });
    await until(() => http.hub.board.logMetrics.waiting === 0);
    expect(await http.figure('too_large_answers_total')).toBeGreaterThan(1);
    expect((await http.ask('GET', '/healthz')).status).toBe(200);
    const orders = await http.ask('GET', '/v1/orders', { token });
    expect(orders.json).toMatchObject({ orders: [{ problem: { code: 'answer-too-large' } }] });
    answers(wireOrder(id, { status: 'completed' }));
    await until(() => desk.watch.get(id)?.problem === null);
    expect(desk.watch.get(id)?.order?.status.phase).toBe('done');
    expect(http.one.defects).toEqual([]);
  });
});

describe('twenty orders whose answers are too large', () => {
  const ids = Array.from({ length: 20 }, (_, index) => orderIdAt(index + 1));
  const photo = 'x'.repeat(600_000);
  const tooMuch = 'x'.repeat(6000);

  /** An answer with a photo, or one of which no entry holds the order, one time in four. */
  function answer(order: OrderId, round: number): CheckAnswer {
    const destination = someOrder(order).destinations[0];
    if (destination === undefined) throw new Error('the sample has a destination');
    const isPhoto = round % 4 !== 1;
    const large = { ...destination, streetAddress: tooMuch };
    return {
      kind: 'observed',
      order: someOrder(order, {
        noteToCourier: `round ${round}`,
        ...(!isPhoto && { destinations: Array.from({ length: 100 }, () => large) }),
      }),
      rawJson: isPhoto ? photo : '{}',
    };
  }

  it.each(['there', 'away'])(
    'wait two at most for a log that is %s, in 60 answers each',
    async (log) => {
      const bench = new HubBench();
      let round = 0;
      const source = {
        check: (order: OrderId) => Promise.resolve(answer(order, round)),
        forget: () => undefined,
      };
      const one = bench.hub(true, { source });
      await one.start();
      onTestFinished(one.stop);
      await one.hub.board.add(
        mei,
        ids.map((order) => ({ id: order })),
        'k1',
      );
      await bench.clock.advance(5000);
      one.log.isAway = log === 'away';
      let most = 0;
      for (round = 1; round <= 60; round += 1) {
        one.watcher.checkNow(ids);
        await bench.clock.advance(250);
        most = Math.max(most, one.hub.board.logMetrics.waiting);
      }
      expect(most).toBe(log === 'away' ? 2 * ids.length : 0);
      one.log.comeBack();
      await bench.clock.advance(3000);
      expect(one.hub.board.logMetrics).toMatchObject({ waiting: 0, longestWaitMs: 0 });
      for (const order of ids) {
        expect(one.hub.board.order(order)).toMatchObject({ order: { noteToCourier: 'round 60' } });
      }
    },
  );
});
