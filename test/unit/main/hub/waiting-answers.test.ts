import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../../../core/order/order.ts';
import { sharedOrder } from '../../../../core/team/shared-order.ts';
import { orderEventSchema, type OrderEvent } from '../../../../core/team/team-event.ts';
import type { BenchHub } from '../../../support/hub/hub-bench.ts';
import { ana, HubBench, mei } from '../../../support/hub/hub-bench.ts';
import { benchDesk, type BenchDesk } from '../../../support/team/desk-bench.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

/*
 * What a hub found and the log does not have: it waits while the log cannot be reached, and is given up where the
 * log never accepts it. No desk is told that it was checked.
 */

const id = orderIdAt(1);
const courier = { name: 'Lau Chi Keung', phoneNumber: '+852 5555 0147', fix: null };
const waiting = someOrder(id);
const assigned = someOrder(id, { status: { raw: 'active', phase: 'assigned' }, courier });

let bench: HubBench;
let hub: BenchHub;
let desk: BenchDesk;

beforeEach(async () => {
  bench = new HubBench();
  hub = bench.hub();
  await hub.start();
  desk = benchDesk(bench.clock, ana, () => hub.hub.board);
  desk.watch.start();
  await hub.hub.board.add(mei, [{ id }], 'k1');
  await bench.clock.advance(5000);
});

function events(): readonly OrderEvent[] {
  return bench.engine.entries
    .filter(({ key }) => key === `order.${id}`)
    .map(({ body }) => orderEventSchema.parse(JSON.parse(body)));
}

/** The service answers so, and the hub asks. */
async function answers(order: Order): Promise<void> {
  bench.orders.set(id, order);
  hub.watcher.checkNow([id]);
  await bench.clock.advance(1000);
}

describe('while the log cannot be reached', () => {
  it('what happens is told afterwards from what the log had, also what is over by then', async () => {
    await answers(assigned);
    hub.log.isAway = true;
    await answers({ ...assigned, vehicleType: 'truck' });
    await answers(waiting);
    await answers(assigned);
    await answers({ ...assigned, noteToCourier: 'Knock' });
    expect(hub.hub.board.logMetrics.waiting).toBe(2);
    hub.log.comeBack();
    await bench.clock.advance(5000);
    expect(hub.hub.board.logMetrics.waiting).toBe(0);
    const [first, second, ...others] = events().slice(-2);
    expect(others).toEqual([]);
    expect(first?.update?.kinds).toEqual(['order_edited']);
    expect(second?.update).toMatchObject({
      kinds: ['order_released', 'order_edited', 'order_matched'],
      changes: [
        { field: 'note_to_courier', before: 'Ring the bell', after: 'Knock' },
        { field: 'vehicle_type', before: 'truck', after: 'van' },
      ],
    });
    expect(desk.updates.at(-1)?.kinds).toContain('order_released');
    expect(desk.watch.get(id)?.order).toEqual({ ...assigned, noteToCourier: 'Knock' });
  });

  it('an answer whose reply was lost is not told a second time with what came after it', async () => {
    hub.log.losesAnswers = 1;
    bench.orders.set(id, assigned);
    hub.watcher.checkNow([id]);
    await bench.clock.advance(300);
    hub.log.isAway = true;
    await answers({ ...assigned, noteToCourier: 'Knock' });
    hub.log.comeBack();
    await bench.clock.advance(5000);
    const kinds = events().flatMap(({ update }) => update?.kinds ?? []);
    expect(kinds).toEqual(['order_matched', 'order_edited']);
  });

  it('an answer that waits is not said to be checked, and is once the log has it', async () => {
    await answers(assigned);
    const confirmed: number[] = [];
    hub.hub.board.onStatus(({ checked }) => confirmed.push(...checked.map(([, atMs]) => atMs)));
    const before = desk.watch.get(id)?.observedAtMs ?? 0;
    hub.log.isFull = true;
    bench.orders.set(id, { ...assigned, noteToCourier: 'Knock' });
    await bench.clock.advance(60_000);
    expect(Math.max(...confirmed)).toBeLessThan(before + 16_000);
    expect(desk.watch.get(id)?.order?.noteToCourier).toBe('Ring the bell');
    expect(desk.watch.get(id)?.observedAtMs).toBeLessThan(before + 16_000);
    hub.log.isFull = false;
    await bench.clock.advance(20_000);
    expect(desk.watch.get(id)?.order?.noteToCourier).toBe('Knock');
    expect(bench.clock.wallMs() - (desk.watch.get(id)?.observedAtMs ?? 0)).toBeLessThan(16_000);
  });

  it('a large answer is written down once, not at every try', async () => {
    hub.log.isFull = true;
    let times = 0;
    const order = someOrder(id, { noteToCourier: 'x'.repeat(400_000) });
    const value = (): Order => {
      times += 1;
      return { ...order };
    };
    await answers(Object.defineProperty(order, 'toJSON', { value }));
    await hub.watcher.stop();
    expect(hub.hub.board.logMetrics.waiting).toBe(1);
    times = 0;
    await bench.clock.advance(30_000);
    expect(times).toBe(0);
    await hub.hub.board.edit(mei, id, { label: 'florist' }, 'k2').catch(() => undefined);
    hub.log.isFull = false;
    expect(await hub.hub.board.edit(mei, id, { label: 'florist' }, 'k2')).toMatchObject({
      kind: 'done',
    });
    await bench.clock.advance(5000);
    expect(hub.hub.board.order(id)).toMatchObject({
      label: 'florist',
      order: { noteToCourier: order.noteToCourier },
    });
  });

  it('the hub says so, though the log can be read', async () => {
    hub.log.isFull = true;
    await answers(assigned);
    await expect(hub.hub.board.reachLog()).resolves.toBeUndefined();
    await bench.clock.advance(6000);
    await expect(hub.hub.board.reachLog()).rejects.toThrow('waits for the team log');
    expect(hub.hub.board.logMetrics.longestWaitMs).toBeGreaterThan(5000);
    expect(hub.defects).toHaveLength(1);
    hub.log.isFull = false;
    await bench.clock.advance(2000);
    await expect(hub.hub.board.reachLog()).resolves.toBeUndefined();
  });

  it('people who were erased leave the log, also where others came since', async () => {
    await answers(assigned);
    hub.log.isAway = true;
    await answers({ ...assigned, vehicleType: 'truck' });
    hub.watcher.rewrite([id], (watched) => ({
      ...watched,
      order: watched.order && { ...waiting, courier: null, pickup: null, destinations: [] },
    }));
    await bench.clock.advance(300);
    await answers({ ...assigned, courier: { ...courier, name: 'Wong Siu Ming' } });
    hub.log.comeBack();
    await bench.clock.advance(5000);
    expect(events()).toHaveLength(1);
    expect(JSON.stringify(events())).not.toContain('Lau Chi Keung');
  });
});

describe('what the log never accepts', () => {
  const refused = { ...assigned, noteToCourier: 'refused' };

  beforeEach(() => {
    hub.log.refuses = ({ body }) => body.includes('"refused"');
  });

  it('is given up at once, and each desk sees what is wrong beside the last state', async () => {
    await answers(refused);
    expect(hub.hub.board.logMetrics).toEqual({ waiting: 0, longestWaitMs: 0, refused: 1 });
    expect(hub.defects).toMatchObject([{ name: 'EntryRefused' }]);
    expect(desk.watch.get(id)).toMatchObject({
      order: waiting,
      problem: { code: 'answer-too-large' },
    });
  });

  it('is given up the same way where the hub could not read it again after its next start', async () => {
    await answers({ ...assigned, price: { amount: Infinity, currency: 'HKD' } });
    expect(hub.defects).toMatchObject([{ name: 'EntryRefused', fault: 'unreadable' }]);
    expect(desk.watch.get(id)).toMatchObject({
      order: waiting,
      problem: { code: 'answer-unreadable' },
    });
    const again = bench.hub();
    await again.start();
    expect(again.hub.board.order(id)).toMatchObject({ order: waiting });
    expect(again.defects).toEqual([]);
  });

  it('is over with the next answer that the log accepts, and what happened is announced', async () => {
    await answers(refused);
    await answers(assigned);
    expect(desk.watch.get(id)).toMatchObject({ order: assigned, problem: null });
    expect(desk.updates.at(-1)?.kinds).toEqual(['order_matched']);
  });

  it('adds nothing to the log again and again', async () => {
    await answers(refused);
    const { length } = events();
    const since = desk.watch.get(id)?.problem?.sinceMs;
    await bench.clock.advance(120_000);
    expect(hub.hub.board.logMetrics.refused).toBeGreaterThan(3);
    expect(events()).toHaveLength(length);
    expect(desk.watch.get(id)?.problem?.sinceMs).toBe(since);
  });

  it('is told with the answer that came after it', async () => {
    hub.log.isAway = true;
    await answers({ ...assigned, vehicleType: 'truck' });
    await answers({ ...waiting, noteToCourier: 'refused' });
    await answers(assigned);
    hub.log.refuses = ({ body }) => body.includes('"truck"');
    hub.log.comeBack();
    await bench.clock.advance(5000);
    expect(events().at(-1)?.update?.kinds).toEqual([
      'order_matched',
      'order_edited',
      'order_released',
    ]);
    expect(desk.watch.get(id)).toMatchObject({ order: assigned, problem: null });
  });

  it('ends also where not even the problem can be said', async () => {
    hub.log.refuses = ({ key }) => key === `order.${id}`;
    await answers(assigned);
    await bench.clock.advance(60_000);
    expect(hub.hub.board.logMetrics.waiting).toBe(0);
    expect(hub.hub.board.logMetrics.refused).toBeLessThan(20);
  });
});

/** An entry as another hub wrote it, of about so many bytes. */
async function large(bytes: number): Promise<void> {
  const order = sharedOrder(someWatched(id, { order: waiting }));
  const event = (more: number): string =>
    JSON.stringify({
      change: 'observed',
      id,
      atMs: 1,
      hub: 'another',
      by: null,
      order: { ...order, order: { ...waiting, noteToCourier: 'x'.repeat(more) } },
    } satisfies OrderEvent);
  const body = event(bytes - event(0).length);
  const key = `order.${id}`;
  const expectedSequence = (await hub.log.last(key))?.sequence ?? 0;
  await hub.log.append({ key, body, dedupeKey: `large ${bytes}`, expectedSequence });
  await bench.clock.advance(100);
}

/** The state of an order that leaves so many bytes of the 448 kB. */
function nearlyAll(leftBytes: number): Order {
  const shared = sharedOrder(someWatched(id, { order: { ...waiting, noteToCourier: '' } }));
  const most = 448 * 1024 - Buffer.byteLength(JSON.stringify(shared)) - leftBytes;
  return { ...waiting, noteToCourier: 'x'.repeat(most) };
}

describe('an order that takes up nearly all that an answer may', () => {
  const annotations = { label: '外'.repeat(200), group: '外'.repeat(80), note: '外'.repeat(2000) };

  it.each([600, 9000])(
    'is followed to its end after any edit, with %i bytes left',
    async (left) => {
      const order = nearlyAll(left);
      await answers(order);
      expect(hub.hub.board.order(id)?.order).toEqual(order);
      expect(await hub.hub.board.edit(mei, id, annotations, 'k2')).toMatchObject({ kind: 'done' });
      await answers({ ...order, vehicleType: 'truck' });
      expect(hub.hub.board.order(id)).toMatchObject({
        ...annotations,
        order: { vehicleType: 'truck' },
      });
      await answers({ ...order, status: { raw: 'completed', phase: 'done' } });
      expect(hub.hub.board.order(id)).toMatchObject({
        ...annotations,
        order: { status: { phase: 'done' } },
        problem: null,
      });
      expect(hub.defects).toEqual([]);
    },
  );

  it('refuses words that would take the room of answers, also while the order is small', async () => {
    const note = '👨‍👩‍👧‍👦'.repeat(2000);
    expect(await hub.hub.board.edit(mei, id, { note }, 'k2')).toMatchObject({
      kind: 'orderTooLarge',
    });
  });
});

describe('an order that takes up the whole of an entry', () => {
  const other = orderIdAt(2);

  beforeEach(async () => {
    await hub.watcher.stop();
  });

  it('refuses a label in words, which a desk does not send again', async () => {
    await large(511 * 1024);
    const label = 'x'.repeat(200);
    expect(await hub.hub.board.edit(mei, id, { label }, 'k2')).toEqual({ kind: 'orderTooLarge' });
    desk.watch.relabel(id, label);
    desk.watch.relabel(id, null);
    await bench.clock.advance(10_000);
    expect(desk.watch.state.queuedEdits).toBe(0);
    expect(desk.watch.get(id)?.label).toBeNull();
  });

  it('can be claimed, let go and removed', async () => {
    await large(511 * 1024);
    expect(await hub.hub.board.claim(mei, id, {}, 'k2')).toMatchObject({ kind: 'done' });
    expect(await hub.hub.board.release(mei, id, null, 'k3')).toMatchObject({ kind: 'done' });
    expect(await hub.hub.board.remove(mei, id, 'k4')).toMatchObject({ kind: 'done' });
  });

  it('does not keep the hub from the house of the others', async () => {
    await hub.hub.board.add(mei, [{ id: other }], 'k2');
    hub.log.refuses = ({ key }) => key === `order.${id}`;
    bench.clock.sleepMachine(4 * 24 * 3_600_000);
    await bench.clock.advance(61_000);
    const kept = bench.engine.entries.filter(({ body }) => body.includes('"kept"'));
    expect(kept.map(({ key }) => key)).toContain(`order.${other}`);
  });
});

it('an order that no desk asked for comes back after it was removed', async () => {
  const own = orderIdAt(3);
  for (let times = 0; times < 2; times += 1) {
    await hub.watcher.add([{ id: own, label: null }]);
    await bench.clock.advance(3000);
    expect(hub.hub.board.order(own)?.order).toMatchObject({ id: own });
    await hub.hub.board.remove(mei, own, `gone ${times}`);
    await bench.clock.advance(1000);
    expect(hub.hub.board.order(own)).toBeUndefined();
  }
});
