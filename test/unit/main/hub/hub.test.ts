import { beforeEach, describe, expect, it } from 'vitest';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { orderEventSchema, type OrderEvent } from '../../../../core/team/team-event.ts';
import { settle } from '../../../support/fake-clock.ts';
import { ana, type BenchHub, HubBench, mei } from '../../../support/hub/hub-bench.ts';
import { failure, mostWithin } from '../../../support/watch/scripted-source.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);

/** All that the log says of an order. */
function eventsOf(bench: HubBench, order: OrderId = id): readonly OrderEvent[] {
  return bench.engine.entries
    .filter(({ key }) => key === `order.${order}`)
    .map(({ body }) => orderEventSchema.parse(JSON.parse(body)));
}

/** Lets days pass with a minute awake in each. */
async function pass(bench: HubBench, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    bench.clock.sleepMachine(24 * 3_600_000);
    await bench.clock.advance(61_000);
  }
}

async function startedHub(bench: HubBench): Promise<BenchHub> {
  const one = bench.hub();
  await one.start();
  return one;
}

describe('a hub that is alone', () => {
  it('checks an order that a desk adds, and the log has the answer', async () => {
    const bench = new HubBench();
    const { hub } = await startedHub(bench);
    const added = await hub.board.add(mei, [{ id, label: 'Lunch' }], 'k1');
    expect(added).toEqual({ kind: 'done', value: { added: [id], alreadyWatched: [] } });
    await bench.clock.advance(2000);
    const [first, second] = eventsOf(bench);
    expect(first).toMatchObject({
      change: 'added',
      by: 'Mei',
      order: { label: 'Lunch', order: null },
    });
    expect(first?.order?.team).toMatchObject({ addedBy: 'Mei', writers: { label: { by: 'Mei' } } });
    expect(second).toMatchObject({
      change: 'observed',
      by: null,
      order: { label: 'Lunch', order: { id } },
    });
    expect(second?.rawJson).toBe(JSON.stringify(someOrder(id)));
  });

  it('takes the same refusal of all orders for one loss of contact, and writes none of it into the log', async () => {
    const bench = new HubBench();
    const { hub, source, watcher } = await startedHub(bench);
    const ids = [1, 2, 3, 4].map(orderIdAt);
    await hub.board.add(
      mei,
      ids.map((each) => ({ id: each })),
      'k1',
    );
    await bench.clock.advance(60_000);
    const written = ids.map((each) => eventsOf(bench, each).length);
    source.outcome = () => failure('order-not-found');
    await bench.clock.advance(90 * 60_000);
    expect(watcher.serviceHealth).toMatchObject({ state: 'unreachable', cause: 'service-failing' });
    expect(ids.map((each) => eventsOf(bench, each).length)).toEqual(written);
    source.outcome = () => null;
    await bench.clock.advance(6 * 60_000);
    expect(watcher.serviceHealth.state).toBe('reachable');
    expect(watcher.list().every(({ problem }) => problem === null)).toBe(true);
  });

  it('appends an update once, and nothing for a confirmation', async () => {
    const bench = new HubBench();
    const { hub } = await startedHub(bench);
    await hub.board.add(mei, [{ id }], 'k1');
    await bench.clock.advance(20_000);
    bench.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
    await bench.clock.advance(600_000);
    const changes = eventsOf(bench).map(({ change }) => change);
    expect(changes).toEqual(['added', 'observed', 'updated']);
    expect(eventsOf(bench).at(-1)?.update?.kinds).toContain('order_matched');
  });

  it('keeps the words of desks when an answer comes at the same time, and says who wrote them', async () => {
    const bench = new HubBench();
    const { hub } = await startedHub(bench);
    await hub.board.add(mei, [{ id }], 'k1');
    await bench.clock.advance(2000);
    bench.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
    await Promise.all([
      bench.clock.advance(60_000),
      hub.board.edit(ana, id, { note: 'ring twice', group: 'North' }, 'k2'),
    ]);
    expect(hub.board.order(id)).toMatchObject({
      note: 'ring twice',
      group: 'North',
      order: { status: { phase: 'assigned' } },
      team: { writers: { note: { by: 'Ana' }, group: { by: 'Ana' } } },
    });
  });

  it('writes a first answer though a desk changes a word before it is written', async () => {
    const bench = new HubBench();
    const { hub, watcher } = await startedHub(bench);
    await hub.board.add(mei, [{ id }], 'k1');
    while (watcher.get(id)?.order == null) await bench.clock.advance(1);
    await hub.board.edit(ana, id, { note: 'ring twice' }, 'k2');
    await bench.clock.advance(1000);
    expect(eventsOf(bench).map(({ change }) => change)).toContain('observed');
    expect(hub.board.order(id)).toMatchObject({ note: 'ring twice', order: { id } });
  });

  it('gives a claim to one desk alone, also when two ask at once', async () => {
    const bench = new HubBench();
    const { hub } = await startedHub(bench);
    await hub.board.add(mei, [{ id }], 'k1');
    const outcomes = await Promise.all([
      hub.board.claim(mei, id, {}, 'a'),
      hub.board.claim(ana, id, {}, 'b'),
    ]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['claimedBy', 'done']);
    expect(eventsOf(bench).filter(({ change }) => change === 'claimed')).toHaveLength(1);
  });

  it('lets another desk take a claim over, and release it, when it says so', async () => {
    const bench = new HubBench();
    const { hub } = await startedHub(bench);
    await hub.board.add(mei, [{ id }], 'k1');
    await hub.board.claim(mei, id, { reason: 'on the phone' }, 'a');
    await hub.board.claim(ana, id, { takesOver: true }, 'b');
    expect(hub.board.order(id)?.team.claim).toMatchObject({ desk: 'Ana', reason: null });
    await hub.board.release(mei, id, 'she went home', 'c');
    expect(hub.board.order(id)?.team.claim).toBeNull();
    expect(eventsOf(bench).at(-1)).toMatchObject({
      change: 'released',
      by: 'Mei',
      reason: 'she went home',
    });
  });

  it('erases what a hub left that died between a removal and the erasure of the past', async () => {
    const bench = new HubBench();
    const { hub, log } = await startedHub(bench);
    await hub.board.add(mei, [{ id }], 'k1');
    await bench.clock.advance(2000);
    const expectedSequence = (await log.last(`order.${id}`))?.sequence ?? 0;
    const removed: OrderEvent = {
      change: 'removed',
      id,
      atMs: 1,
      hub: 'dead',
      by: 'Mei',
      order: null,
    };
    const body = JSON.stringify(removed);
    await log.append({ key: `order.${id}`, body, dedupeKey: 'dead.1', expectedSequence });
    await bench.clock.advance(61_000);
    expect(eventsOf(bench)).toEqual([removed]);
  });

  it('refuses a change that it could not read again, and has the order after its next start', async () => {
    const bench = new HubBench();
    const { hub } = await startedHub(bench);
    await hub.board.add(mei, [{ id, label: 'Lunch' }], 'k1');
    const edited = hub.board.edit(mei, id, { promisedAtMs: 9e15 }, 'k2');
    await expect(edited).rejects.toMatchObject({ name: 'EntryRefused', fault: 'unreadable' });
    expect(eventsOf(bench).at(-1)?.change).toBe('added');
    const { hub: again } = await startedHub(bench);
    expect(again.board.order(id)).toMatchObject({ label: 'Lunch', promisedAtMs: null });
  });

  it('ends a claim with the order, and after eight hours', async () => {
    const bench = new HubBench();
    const { hub } = await startedHub(bench);
    const other = orderIdAt(2);
    await hub.board.add(mei, [{ id }, { id: other }], 'k1');
    await bench.clock.advance(2000);
    await hub.board.claim(mei, id, {}, 'a');
    await hub.board.claim(mei, other, {}, 'b');
    bench.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
    await bench.clock.advance(120_000);
    expect(hub.board.order(id)?.team.claim).toBeNull();
    expect(hub.board.order(other)?.team.claim).toMatchObject({ desk: 'Mei' });
    await bench.clock.advance(8 * 3_600_000);
    expect(hub.board.order(other)?.team.claim).toBeNull();
    expect(await hub.board.claim(mei, id, {}, 'c')).toEqual({ kind: 'over' });
  });

  it('does a change once though it is sent twice with one key', async () => {
    const bench = new HubBench();
    const { hub, log } = await startedHub(bench);
    await hub.board.add(mei, [{ id }], 'k1');
    log.losesAnswers = 1;
    await expect(hub.board.edit(mei, id, { label: 'Lunch' }, 'k2')).rejects.toThrow('lost');
    await settle();
    await hub.board.edit(ana, id, { label: 'Supper' }, 'k3');
    const again = await hub.board.edit(mei, id, { label: 'Lunch' }, 'k2');
    expect(again).toMatchObject({ kind: 'done', value: { label: 'Supper' } });
    expect(eventsOf(bench).filter(({ change }) => change === 'edited')).toHaveLength(2);
  });

  it('forgets a removed order whole: what is left of it names no person', async () => {
    const bench = new HubBench();
    const { hub, watcher } = await startedHub(bench);
    await hub.board.add(mei, [{ id, label: 'Lunch' }], 'k1');
    await bench.clock.advance(2000);
    await hub.board.remove(ana, id, 'k2');
    expect(eventsOf(bench)).toEqual([
      { change: 'removed', id, atMs: expect.any(Number), hub: 'hub-1', by: 'Ana', order: null },
    ]);
    expect(watcher.list()).toEqual([]);
    expect(hub.board.order(id)).toBeUndefined();
  });

  it('can watch a removed order again', async () => {
    const bench = new HubBench();
    const { hub, watcher } = await startedHub(bench);
    await hub.board.add(mei, [{ id }], 'k1');
    await hub.board.remove(mei, id, 'k2');
    await hub.board.add(mei, [{ id }], 'k3');
    await bench.clock.advance(2000);
    expect(watcher.get(id)?.order).not.toBeNull();
    expect(hub.board.order(id)?.order).not.toBeNull();
  });

  it('goes on where it was after a restart, and tells nothing twice', async () => {
    const bench = new HubBench();
    const first = await startedHub(bench);
    await first.hub.board.add(mei, [{ id, note: 'back door' }], 'k1');
    await bench.clock.advance(20_000);
    await first.stop();
    const second = await startedHub(bench);
    await bench.clock.advance(60_000);
    expect(second.hub.board.order(id)).toMatchObject({ note: 'back door', order: { id } });
    expect(eventsOf(bench).map(({ change }) => change)).toEqual(['added', 'observed']);
    bench.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
    await bench.clock.advance(60_000);
    expect(eventsOf(bench).filter(({ change }) => change === 'updated')).toHaveLength(1);
  });

  it('keeps what it found while the log is away, and writes it once the log is back', async () => {
    const bench = new HubBench();
    const { hub, log } = await startedHub(bench);
    await hub.board.add(mei, [{ id }], 'k1');
    await bench.clock.advance(20_000);
    log.isAway = true;
    bench.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
    await bench.clock.advance(60_000);
    log.comeBack();
    await bench.clock.advance(5000);
    expect(eventsOf(bench).map(({ change }) => change)).toEqual(['added', 'observed', 'updated']);
  });

  it('writes an order again before the log loses it by its age, and removes it when it is long over', async () => {
    const bench = new HubBench();
    const { hub } = await startedHub(bench);
    const day = 24 * 3_600_000;
    await hub.board.add(mei, [{ id }], 'k1');
    bench.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
    await bench.clock.advance(2000);
    await pass(bench, 20);
    expect(hub.board.order(id)?.order?.status.phase).toBe('done');
    expect(bench.engine.entries.every(({ atMs }) => bench.clock.wallMs() - atMs < 7 * day)).toBe(
      true,
    );
    expect(eventsOf(bench).at(-1)?.change).toBe('kept');
    await pass(bench, 11);
    expect(hub.board.order(id)).toBeUndefined();
  });

  it('tells its desks when orders were checked, and by whom it is followed', async () => {
    const bench = new HubBench();
    const { hub } = await startedHub(bench);
    const invited = await hub.desks.invite('Mei', 'dispatcher');
    const joined = invited === 'taken' ? null : await hub.desks.join(invited.code);
    hub.desks.connected(joined?.desk.id ?? '');
    await hub.board.add(mei, [{ id }], 'k1');
    const checked = new Set<string>();
    hub.board.onStatus((status) => status.checked.forEach(([order]) => checked.add(order)));
    await bench.clock.advance(5000);
    expect([...checked]).toEqual([id]);
    expect(hub.board.status().desks).toMatchObject([{ name: 'Mei', isHere: true }]);
  });
});

async function invite(hub: BenchHub['hub'], name: string): Promise<string> {
  const invited = await hub.desks.invite(name, 'dispatcher');
  if (invited === 'taken') throw new Error('taken');
  return invited.code;
}

describe('who may come in', () => {
  let bench: HubBench;
  beforeEach(() => {
    bench = new HubBench();
  });

  it('a code works once, typed in any way, and its token is the desk', async () => {
    const { hub } = await startedHub(bench);
    const code = await invite(hub, 'Mei');
    const joined = await hub.desks.join(code.toLowerCase().replaceAll('-', ' '));
    expect(hub.desks.deskOf(joined?.token ?? '')).toMatchObject({
      name: 'Mei',
      role: 'dispatcher',
    });
    expect(await hub.desks.join(code)).toBeNull();
    expect(hub.desks.deskOf(`${joined?.token}x`)).toBeNull();
  });

  it('a code is no good after ten minutes, and its name can be invited again', async () => {
    const { hub } = await startedHub(bench);
    const code = await invite(hub, 'Mei');
    expect(await hub.desks.invite('mei', 'dispatcher')).toBe('taken');
    await bench.clock.advance(10 * 60_000);
    expect(await hub.desks.join(code)).toBeNull();
    const again = await invite(hub, 'Mei');
    expect(await hub.desks.join(again)).not.toBeNull();
  });

  it('one code lets one desk in though two use it at once', async () => {
    const { hub } = await startedHub(bench);
    const code = await invite(hub, 'Mei');
    const joined = await Promise.all([hub.desks.join(code), hub.desks.join(code)]);
    expect(joined.filter((one) => one !== null)).toHaveLength(1);
  });

  it('a revoked desk is out at once, at every hub', async () => {
    const here = bench.hub(false);
    const there = bench.hub(false);
    await here.start();
    await there.start();
    const joined = await here.hub.desks.join(await invite(here.hub, 'Mei'));
    await settle();
    expect(there.hub.desks.deskOf(joined?.token ?? '')).not.toBeNull();
    const out: string[] = [];
    there.hub.desks.onRevoked((deskId) => out.push(deskId));
    expect(await here.hub.desks.revoke('MEI')).toBe(true);
    await settle();
    expect(there.hub.desks.deskOf(joined?.token ?? '')).toBeNull();
    expect(out).toEqual([joined?.desk.id]);
    expect(await here.hub.desks.revoke('Mei')).toBe(false);
  });

  it('the log holds neither codes nor tokens', async () => {
    const { hub } = await startedHub(bench);
    const code = await invite(hub, 'Mei');
    const joined = await hub.desks.join(code);
    const log = JSON.stringify([...bench.engine.entries, ...bench.engine.dedupeKeys.keys()]);
    expect(log).not.toContain(code.replaceAll('-', ''));
    expect(log).not.toContain(joined?.token);
  });
});

describe('several hubs', () => {
  const ids = Array.from({ length: 60 }, (_, index) => orderIdAt(index + 1));

  async function threeHubs(bench: HubBench): Promise<readonly [BenchHub, BenchHub, BenchHub]> {
    const hubs = [bench.hub(false), bench.hub(false), bench.hub(false)] as const;
    for (const one of hubs) await one.start();
    await bench.clock.advance(20_000);
    await hubs[0].hub.board.add(
      mei,
      ids.map((order) => ({ id: order })),
      'k1',
    );
    await bench.clock.advance(90_000);
    return hubs;
  }

  it('leave all orders to one of them', async () => {
    const bench = new HubBench();
    const hubs = await threeHubs(bench);
    const counts = hubs.map(({ watcher }) => watcher.list().length);
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, ids.length]);
  });

  it('hand a webhook to the one that checks its order', async () => {
    const bench = new HubBench();
    const hubs = await threeHubs(bench);
    const [order] = ids;
    if (order === undefined) return;
    const owner = hubs.find(({ watcher }) => watcher.get(order) !== undefined);
    const webhook = { receivedAtMs: 7, isProven: true, body: Buffer.from('{"uuid":"é"}') };
    for (const one of hubs) expect(one.hub.passWebhookOn(order, webhook)).toBe(one !== owner);
    await bench.clock.advance(100);
    for (const one of hubs) {
      const bodies = one.webhooks.map(({ body }) => String(body));
      expect(bodies).toEqual(one === owner ? ['{"uuid":"é"}', '{"uuid":"é"}'] : []);
    }
    // This one is not checked.
    expect(hubs[0].hub.passWebhookOn(orderIdAt(999), webhook)).toBe(false);
  });

  it('go on for one that dies within 15 s, lose nothing and tell nothing twice', async () => {
    const bench = new HubBench();
    const [first, second, third] = await threeHubs(bench);
    const orphans = first.watcher.list().map((watched) => watched.id);
    first.log.isAway = true;
    first.leases.isAway = true;
    for (const order of ids) {
      bench.orders.set(order, someOrder(order, { status: { raw: 'active', phase: 'assigned' } }));
    }
    await bench.clock.advance(15_000);
    const found = [...second.watcher.list(), ...third.watcher.list()].map((watched) => watched.id);
    expect(found).toEqual(expect.arrayContaining(orphans));
    await bench.clock.advance(60_000);
    for (const order of ids) {
      const updates = eventsOf(bench, order).filter(({ change }) => change === 'updated');
      expect(updates).toHaveLength(1);
    }
    // It was only cut off: what it found meanwhile is not told a second time.
    first.log.comeBack();
    first.leases.isAway = false;
    await bench.clock.advance(120_000);
    for (const order of ids) {
      const updates = eventsOf(bench, order).filter(({ change }) => change === 'updated');
      expect(updates).toHaveLength(1);
    }
  });

  it('keep an answer that waits for the log while a lease is late', async () => {
    const bench = new HubBench();
    const one = bench.hub(false);
    await one.start();
    await settle();
    await one.hub.board.add(mei, [{ id }], 'k1');
    // Right after the leases were renewed.
    await bench.clock.advance(30_100);
    one.log.isAway = true;
    one.leases.isAway = true;
    bench.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
    one.watcher.checkNow([id]);
    // A lease counts for eight seconds, and may be renewed for ten.
    await bench.clock.advance(8000);
    one.log.comeBack();
    await bench.clock.advance(850);
    one.leases.isAway = false;
    await bench.clock.advance(120_000);
    expect(eventsOf(bench).map(({ change }) => change)).toEqual(['added', 'observed', 'updated']);
  });

  it('say nothing of an order by a view that is behind', async () => {
    const bench = new HubBench();
    const [first, second] = [bench.hub(false), bench.hub(false)];
    await first.start();
    await second.start();
    second.log.isAway = true;
    await first.hub.board.add(mei, [{ id }], 'k1');
    await expect(second.hub.board.edit(ana, id, { label: 'Lunch' }, 'k2')).rejects.toThrow('log');
    await expect(second.hub.board.remove(ana, id, 'k3')).rejects.toThrow('log');
    second.log.comeBack();
    await second.hub.board.edit(ana, id, { label: 'Lunch' }, 'k2');
    expect(first.hub.board.order(id)?.label).toBe('Lunch');
    second.log.isAway = true;
    await first.hub.board.remove(mei, id, 'k4');
    await expect(second.hub.board.add(ana, [{ id }], 'k5')).rejects.toThrow('log');
  });

  it('ask for every order again within ten seconds of the end of the one that did, also at the cap', async () => {
    // Sixty orders every fifteen seconds need all of it.
    const bench = new HubBench(240);
    const hubs = await threeHubs(bench);
    await bench.clock.advance(120_000);
    const dead = hubs.find(({ watcher }) => watcher.list().length > 0);
    if (dead === undefined) throw new Error('no hub checks');
    // It is cut off right after it renewed the lease, and sends on until that ends.
    dead.leases.isAway = true;
    dead.log.isAway = true;
    const cutAtMs = bench.clock.monotonicMs();
    const others = hubs.filter((one) => one !== dead);
    for (let seconds = 0; seconds < 10; seconds += 1) {
      await bench.clock.advance(1000);
      // What desks are told is the team's, however much of it each hub may use meanwhile.
      for (const { hub } of others) expect(hub.board.status().pace.requestsPerMinute).toBe(240);
    }
    const sent = () => others.flatMap(({ source }) => source.requests);
    expect(sent().length).toBeGreaterThan(0);
    await bench.clock.advance(60_000);
    expect(new Set(sent().map((request) => request.id))).toEqual(new Set(ids));
    const all = [...sent(), ...dead.source.requests].map(({ atMs }) => atMs);
    const sorted = all.toSorted((one, other) => one - other);
    expect(mostWithin(sorted, 60_000)).toBeLessThanOrEqual(240);
    expect(sorted.some((atMs) => atMs > cutAtMs)).toBe(true);
  });

  it('go on at once after an engine that was away for longer than a lease lasts', async () => {
    const bench = new HubBench();
    const hubs = await threeHubs(bench);
    for (const { leases, log } of hubs) {
      leases.isAway = true;
      log.isAway = true;
    }
    await bench.clock.advance(15_000);
    for (const { leases, log } of hubs) {
      leases.isAway = false;
      log.comeBack();
    }
    const backAtMs = bench.clock.monotonicMs();
    await bench.clock.advance(35_000);
    const asked = hubs.flatMap(({ source }) =>
      source.requests.filter(({ atMs }) => atMs > backAtMs).map((request) => request.id),
    );
    expect(new Set(asked)).toEqual(new Set(ids));
  });

  it('never send more than the cap in any minute, whichever hubs come and go', async () => {
    const bench = new HubBench(120);
    const [first, second, third] = await threeHubs(bench);
    await first.stop();
    await bench.clock.advance(90_000);
    const fourth = bench.hub(false);
    await fourth.start();
    await bench.clock.advance(200_000);
    const sent = [first, second, third, fourth]
      .flatMap(({ source }) => source.requests.map(({ atMs }) => atMs))
      .toSorted((one, other) => one - other);
    expect(mostWithin(sent, 60_000)).toBeLessThanOrEqual(120);
    expect(sent.length).toBeGreaterThan(300);
  });
});
