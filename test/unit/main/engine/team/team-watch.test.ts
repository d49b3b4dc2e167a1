import { beforeEach, describe, expect, it } from 'vitest';
import { isCallOpen } from '../../../../../core/notification/levels.ts';
import { type OrderEvent, orderEventSchema } from '../../../../../core/team/team-event.ts';
import { attention, handled } from '../../../../../core/watch/attention.ts';
import { defaultWaitRules } from '../../../../../core/watch/order-waits.ts';
import { SeenOrders } from '../../../../../main/engine/board/seen-orders.ts';
import { lookAt } from '../../../../support/watch/look-at.ts';
import { orderIdAt, someOrder, somePreferences } from '../../../../support/watched-orders.ts';
import type { Asker } from '../../../../../main/hub/ports.ts';
import { ana, type BenchHub, HubBench, mei } from '../../../../support/hub/hub-bench.ts';
import { benchDesk, type BenchDesk, newDisk } from '../../../../support/team/desk-bench.ts';

const id = orderIdAt(1);
const assigned = someOrder(id, { status: { raw: 'active', phase: 'assigned' } });
const pickedUp = someOrder(id, { status: { raw: 'picked_up', phase: 'pickedUp' } });

let bench: HubBench;
let hub: BenchHub;

beforeEach(async () => {
  bench = new HubBench();
  hub = bench.hub();
  await hub.start();
});

/** What it had in memory of the log is gone. */
async function restartHub(): Promise<void> {
  await hub.stop();
  hub = bench.hub();
  await hub.start();
}

function desk(asker = mei, disk = newDisk()): BenchDesk {
  const one = benchDesk(bench.clock, asker, () => hub.hub.board, disk);
  one.watch.start();
  return one;
}

/** An event as a hub writes it whose clock is ten minutes slow. */
function foundBySlowClock(event: OrderEvent): OrderEvent {
  const atMs = event.atMs - 600_000;
  return {
    ...event,
    atMs,
    ...(event.update && { update: { ...event.update, seenAtMs: atMs } }),
    order: event.order && { ...event.order, changedAtMs: atMs },
  };
}

/** A desk to hand on to: the hub knows those that joined. */
async function anaIn(): Promise<Asker> {
  const invited = await hub.hub.desks.invite('Ana', 'dispatcher');
  const joined = invited === 'taken' ? null : await hub.hub.desks.join(invited.code);
  if (joined === null) throw new Error('Ana is not in');
  return joined.desk;
}

/** Two desks that know one order. */
async function twoDesks(): Promise<readonly [BenchDesk, BenchDesk]> {
  const [one, two] = [desk(mei), desk(ana)];
  await bench.clock.advance(100);
  await one.watch.add([{ id, label: 'Lunch' }]);
  await bench.clock.advance(5000);
  return [one, two];
}

describe('desks of a team', () => {
  it('one adds an order, and all see it, its answer and who added it', async () => {
    const [one, two] = await twoDesks();
    for (const { watch } of [one, two]) {
      expect(watch.get(id)).toMatchObject({
        label: 'Lunch',
        order: { id },
        team: { addedBy: 'Mei' },
      });
    }
    expect(hub.source.requestsOf(id).length).toBeGreaterThan(0);
  });

  it('an update is in the history of each once, and notifies once', async () => {
    const [one, two] = await twoDesks();
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    for (const { store, updates, watch } of [one, two]) {
      expect(updates).toHaveLength(1);
      expect(store.updates).toHaveLength(1);
      expect(store.notifications).toHaveLength(1);
      expect(watch.get(id)).toMatchObject({
        unseenCount: 1,
        order: { status: { phase: 'assigned' } },
      });
    }
  });

  it('entries that come a second time change nothing', async () => {
    const [one] = await twoDesks();
    one.link.trouble.repeats = 1000;
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    for (const isCut of [true, false, true, false]) {
      one.link.trouble.isCut = isCut;
      await bench.clock.advance(5000);
    }
    expect(one.store.updates).toHaveLength(1);
    expect(one.store.notifications).toHaveLength(1);
    expect(one.watch.get(id)?.unseenCount).toBe(1);
  });

  it('what is one’s own stays at the desk', async () => {
    const [one, two] = await twoDesks();
    one.watch.mute([id], true);
    one.watch.setPreferences([id], { snoozedUntilMs: bench.clock.wallMs() + 60_000 });
    one.watch.changeSeen([id], (watched) => ({ ...watched, lastLookedAtMs: bench.clock.wallMs() }));
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    expect(one.watch.get(id)).toMatchObject({
      isMuted: true,
      order: { status: { phase: 'assigned' } },
    });
    expect(one.watch.get(id)?.preferences?.snoozedUntilMs).toBeGreaterThan(0);
    expect(two.watch.get(id)).toMatchObject({
      isMuted: false,
      lastLookedAtMs: null,
      preferences: null,
    });
  });

  it('label, group, note and promised time are shared, and say who wrote them', async () => {
    const [one, two] = await twoDesks();
    const promisedAtMs = bench.clock.wallMs() + 3_600_000;
    two.watch.relabel(id, 'Supper');
    two.watch.setPreferences([id], { group: 'North', note: 'ring twice', promisedAtMs });
    await bench.clock.advance(2000);
    expect(one.watch.get(id)).toMatchObject({
      label: 'Supper',
      preferences: { group: 'North', note: 'ring twice', promisedAtMs },
      team: { writers: { label: { by: 'Ana' }, note: { by: 'Ana' }, promisedAtMs: { by: 'Ana' } } },
    });
  });

  it('a promise that is at hand when one sets it is seen by that one alone', async () => {
    const [one, two] = await twoDesks();
    const promisedAtMs = bench.clock.wallMs() + 5 * 60_000;
    one.watch.setPreferences([id], { promisedAtMs });
    await bench.clock.advance(2000);
    const claims = [one, two].map(({ watch }) => {
      const watched = watch.get(id);
      return watched && attention(watched, bench.clock.wallMs());
    });
    expect(claims).toMatchObject([
      { reason: 'promiseAhead', isSeen: true },
      { reason: 'promiseAhead' },
    ]);
    expect(claims[1]?.isSeen).toBeUndefined();
  });

  it('an order that one removes is gone at all, with its history', async () => {
    const [one, two] = await twoDesks();
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    two.watch.remove([id]);
    await bench.clock.advance(2000);
    for (const { store, watch } of [one, two]) {
      expect(watch.list()).toEqual([]);
      expect(store.updates).toEqual([]);
    }
  });

  it('tell apart what the hub checked when, and what is checked next', async () => {
    const [one] = await twoDesks();
    const before = one.watch.get(id)?.observedAtMs ?? 0;
    await bench.clock.advance(120_000);
    expect(one.watch.get(id)?.observedAtMs).toBeGreaterThan(before + 60_000);
    expect(one.watch.plan(id).nextCheckAtMs).toBeGreaterThan(bench.clock.wallMs() - 5000);
    expect(one.watch.pace.requestsPerMinute).toBe(6000);
  });
});

/** The desk handles the order. @returns what undoes it */
function handle({ watch }: BenchDesk, call?: { readonly word: string }): () => void {
  const seenOrders = new SeenOrders({
    watch,
    clock: bench.clock,
    waitRules: () => defaultWaitRules,
    seen: () => undefined,
  });
  const undoToken = seenOrders.markSeen([id], { deed: 'handled', call });
  return () => seenOrders.undo(undoToken);
}

/** What the order needs attention for at a desk, and which desk handled it. */
function stands({ watch }: BenchDesk) {
  const watched = watch.get(id);
  if (watched === undefined) throw new Error('The order is watched.');
  const nowMs = bench.clock.wallMs();
  return {
    reason: attention(watched, nowMs)?.reason ?? null,
    by: handled(watched, nowMs)?.desk?.desk ?? null,
  };
}

/** Two desks with an order that its courier released. */
async function twoDesksOfReleased(): Promise<readonly [BenchDesk, BenchDesk]> {
  const desks = await twoDesks();
  for (const order of [assigned, someOrder(id)]) {
    bench.orders.set(id, order);
    await bench.clock.advance(60_000);
  }
  return desks;
}

describe('what one desk has handled', () => {
  it('is handled for all, who see which desk did it and how', async () => {
    const [one, two] = await twoDesksOfReleased();
    const atMs = bench.clock.wallMs();
    handle(one, { word: 'waiting for a call back' });
    expect(stands(one)).toEqual({ reason: null, by: 'Mei' });
    expect(stands(two)).toEqual({ reason: 'released', by: null });
    await bench.clock.advance(2000);
    expect(stands(two)).toEqual({ reason: null, by: 'Mei' });
    expect(two.watch.get(id)?.team?.handled).toMatchObject({
      desk: 'Mei',
      atMs,
      call: { word: 'waiting for a call back' },
    });
    // The next release is another cause.
    for (const order of [assigned, someOrder(id)]) {
      bench.orders.set(id, order);
      await bench.clock.advance(60_000);
    }
    expect(stands(two).reason).toBe('courierTurnover');
  });

  it('is taken back for all, but not what another desk has handled since', async () => {
    const [one, two] = await twoDesksOfReleased();
    const undo = handle(one);
    await bench.clock.advance(2000);
    undo();
    await bench.clock.advance(2000);
    expect([stands(one), stands(two)]).toEqual([
      { reason: 'released', by: null },
      { reason: 'released', by: null },
    ]);
    const undoAgain = handle(one);
    await bench.clock.advance(2000);
    handle(two);
    await bench.clock.advance(2000);
    undoAgain();
    await bench.clock.advance(2000);
    expect(stands(one)).toEqual({ reason: null, by: 'Ana' });
  });

  it('is told once the hub is back, with the time at which it was handled', async () => {
    const [one, two] = await twoDesksOfReleased();
    one.link.trouble.isCut = true;
    await bench.clock.advance(5000);
    const atMs = bench.clock.wallMs();
    handle(one);
    await bench.clock.advance(60_000);
    expect(stands(one).reason).toBeNull();
    one.link.trouble.isCut = false;
    await bench.clock.advance(10_000);
    expect(stands(two)).toEqual({ reason: null, by: 'Mei' });
    expect(two.watch.get(id)?.team?.handled?.atMs).toBe(atMs);
  });

  it('stays the desk’s own where it was only looked at, and where the hub does not know of it', async () => {
    const [one, two] = await twoDesksOfReleased();
    lookAt(one.watch, bench.clock, [id]);
    await bench.clock.advance(2000);
    expect(two.watch.get(id)?.team?.handled ?? null).toBeNull();
    const send = one.link.send.bind(one.link);
    one.link.send = async (command) =>
      command.path.endsWith('/handled')
        ? {
            kind: 'refused',
            httpStatus: 404,
            code: 'unknownPath',
            message: 'There is no such path.',
          }
        : send(command);
    handle(one);
    await bench.clock.advance(10_000);
    expect([stands(one).reason, stands(two).reason]).toEqual([null, 'released']);
    expect(one.watch.state.queuedEdits).toBe(0);
  });
});

describe('a claim', () => {
  it('whose answer comes after a newer one was heard of does not bring the older one back', async () => {
    const [one] = await twoDesks();
    await anaIn();
    const { promise: late, resolve: comes } = Promise.withResolvers<void>();
    const send = one.link.send.bind(one.link);
    one.link.send = async (command) => {
      const answer = await send(command);
      await late;
      return answer;
    };
    const handed = one.watch.claim([id], { desk: 'Ana' });
    await bench.clock.advance(1000);
    one.link.send = send;
    const claimed = one.watch.claim([id], { takesOver: true });
    await bench.clock.advance(1000);
    await claimed;
    comes();
    await handed;
    await bench.clock.advance(1000);
    expect(one.watch.get(id)?.team?.claim?.desk).toBe('Mei');
  });

  it('is never made while the hub is away, nor afterwards', async () => {
    const [one, two] = await twoDesks();
    one.link.trouble.isCut = true;
    const asked = one.watch.claim([id], {});
    await bench.clock.advance(1000);
    expect((await asked).get(id)).toEqual({ kind: 'away' });
    one.link.trouble.isCut = false;
    await bench.clock.advance(10_000);
    expect(two.watch.get(id)?.team?.claim).toBeNull();
  });

  it('is made once though its answer is lost', async () => {
    const [one, two] = await twoDesks();
    one.link.trouble.losesAnswers = 1;
    const asked = one.watch.claim([id], { reason: 'on the phone' });
    await bench.clock.advance(1000);
    expect((await asked).get(id)).toBeNull();
    expect(two.watch.get(id)?.team?.claim).toMatchObject({ desk: 'Mei', reason: 'on the phone' });
  });

  it('that is handed on notifies the desk that gets it, and its row is marked', async () => {
    const [one] = await twoDesks();
    const anas = await anaIn();
    const two = desk(anas);
    await bench.clock.advance(5000);
    const handed = one.watch.claim([id], { desk: 'Ana' });
    await bench.clock.advance(1000);
    await handed;
    expect(two.handed).toEqual([`${id} by Mei`]);
    expect(two.watch.get(id)?.unseenCount).toBe(1);
    expect(one.handed).toEqual([]);
    const own = two.watch.claim([id], { takesOver: true });
    await bench.clock.advance(1000);
    await own;
    // What one takes on oneself, and what was there when one joined, was not handed over.
    expect(two.handed).toHaveLength(1);
    const later = desk(anas);
    await bench.clock.advance(5000);
    expect(later.handed).toEqual([]);
  });

  it('that another desk ends marks the row of the desk that had it, one that it ends itself does not', async () => {
    const [one] = await twoDesks();
    const two = desk(await anaIn());
    await bench.clock.advance(5000);
    const done = async (asked: Promise<unknown>) => {
      await bench.clock.advance(1000);
      await asked;
    };
    const unseen = () => [one, two].map(({ watch }) => watch.get(id)?.unseenCount);
    await done(one.watch.claim([id], {}));
    await done(one.watch.release([id], null));
    await done(one.watch.claim([id], {}));
    expect(unseen()).toEqual([0, 0]);
    await done(two.watch.claim([id], { takesOver: true }));
    expect(unseen()).toEqual([1, 0]);
    await done(one.watch.release([id], null));
    expect(unseen()).toEqual([1, 1]);
  });

  it('is told to the desk that had it when another takes the order off the list, until it is watched again', async () => {
    const [one] = await twoDesks();
    const two = desk(await anaIn());
    await bench.clock.advance(5000);
    const claimed = one.watch.claim([id], {});
    await bench.clock.advance(1000);
    await claimed;
    two.watch.remove([id]);
    await bench.clock.advance(5000);
    const told = { id, label: 'Lunch', group: null, promisedAtMs: null, by: 'Ana' };
    expect([one, two].map(({ watch }) => watch.state.takenOff)).toEqual([[told], undefined]);
    await one.watch.add([{ id, label: 'Lunch' }]);
    expect(one.watch.state.takenOff).toBeUndefined();
    await bench.clock.advance(5000);
    expect(two.watch.get(id)?.label).toBe('Lunch');
  });

  it('is not told of what it removed itself, did not have, or was over, and no more once it is left off', async () => {
    const [one] = await twoDesks();
    const two = desk(await anaIn());
    await bench.clock.advance(5000);
    const told = () => one.watch.state.takenOff?.map((order) => order.id);
    const claim = async (on: BenchDesk) => {
      const claimed = on.watch.claim([id], {});
      await bench.clock.advance(1000);
      await claimed;
    };
    const removedBy = async (by: BenchDesk) => {
      by.watch.remove([id]);
      await bench.clock.advance(5000);
      const before = told();
      await by.watch.add([{ id, label: 'Lunch' }]);
      await bench.clock.advance(5000);
      return before;
    };
    expect(await removedBy(two)).toBeUndefined();
    await claim(two);
    expect(await removedBy(two)).toBeUndefined();
    await claim(one);
    expect(await removedBy(one)).toBeUndefined();
    await claim(one);
    expect(await removedBy(two)).toEqual([id]);
    await claim(one);
    two.watch.remove([id]);
    await bench.clock.advance(5000);
    one.watch.remove([id]);
    expect(told()).toBeUndefined();
  });

  it('that the hub ended gives no dot, also where another desk edits the order afterwards', async () => {
    const [one, two] = await twoDesks();
    const claimed = one.watch.claim([id], {});
    await bench.clock.advance(1000);
    const deskId = one.watch.get(id)?.team?.claim?.deskId;
    expect((await claimed).get(id)).toBeNull();
    one.link.trouble.isCut = true;
    await hub.hub.board.releaseByItself(id, deskId ?? '');
    two.watch.relabel(id, 'Dinner');
    await bench.clock.advance(5000);
    // Its people were erased meanwhile, and with them what said that the claim ended.
    await hub.log.eraseBefore(`order.${id}`);
    await restartHub();
    one.link.trouble.isCut = false;
    await bench.clock.advance(5000);
    expect(one.watch.get(id)).toMatchObject({
      label: 'Dinner',
      unseenCount: 0,
      team: { claim: null },
    });
  });

  it('that is handed on while the desk is away calls there, although the desk looked at it meanwhile', async () => {
    const one = desk(mei);
    const two = desk(await anaIn());
    await one.watch.add([{ id, label: 'Lunch' }]);
    await bench.clock.advance(5000);
    two.link.trouble.isCut = true;
    void one.watch.claim([id], { desk: 'Ana' });
    await bench.clock.advance(60_000);
    lookAt(two.watch, bench.clock, [id]);
    await bench.clock.advance(1000);
    two.link.trouble.isCut = false;
    await bench.clock.advance(5000);
    const [notification] = two.store.notifications.filter(({ event }) => event === 'handedToMe');
    const nowMs = bench.clock.wallMs();
    expect(two.watch.get(id)?.lastLookedAtMs).not.toBeNull();
    expect(
      notification && isCallOpen(notification, two.watch.get(id), nowMs, defaultWaitRules),
    ).toBe(true);
  });

  it('is handed on by name, refused to the others with that name, and released', async () => {
    const [one, two] = await twoDesks();
    await anaIn();
    const handed = one.watch.claim([id], { desk: 'ana' });
    await bench.clock.advance(1000);
    expect((await handed).get(id)).toBeNull();
    expect(two.watch.get(id)?.team?.claim?.desk).toBe('Ana');
    const refused = one.watch.claim([id], {});
    await bench.clock.advance(1000);
    expect((await refused).get(id)).toEqual({ kind: 'claimedBy', desk: 'Ana' });
    const released = two.watch.release([id], null);
    await bench.clock.advance(1000);
    expect((await released).get(id)).toBeNull();
    expect(one.watch.get(id)?.team?.claim).toBeNull();
  });

  it('and words that an import or its undo changes are the team’s, not this desk’s alone', async () => {
    const [one, two] = await twoDesks();
    one.watch.rewrite([id], (watched) => ({
      ...watched,
      label: 'Supper',
      preferences: somePreferences({ note: 'ring twice', snoozedUntilMs: 7 }),
    }));
    await bench.clock.advance(3000);
    for (const { watch } of [one, two]) {
      expect(watch.get(id)).toMatchObject({ label: 'Supper', preferences: { note: 'ring twice' } });
    }
    expect(two.watch.get(id)?.preferences?.snoozedUntilMs).toBeNull();
  });

  it('is not a viewer’s to make, nor is any word of the team, whatever door it comes by', async () => {
    await twoDesks();
    const viewer = desk({ id: 'desk-v', name: 'Board', role: 'viewer' });
    await bench.clock.advance(1000);
    expect((await viewer.watch.claim([id], {})).get(id)).toEqual({ kind: 'viewer' });
    viewer.watch.relabel(id, 'mine');
    viewer.watch.remove([id]);
    viewer.watch.setPreferences([id], { note: 'mine' });
    const mine = {
      label: 'mine',
      preferences: somePreferences({ note: 'mine', snoozedUntilMs: 7 }),
    };
    viewer.watch.rewrite([id], (watched) => ({ ...watched, ...mine }));
    await viewer.watch.add(
      [
        { id, label: 'mine' },
        { id: orderIdAt(99), label: 'mine' },
      ],
      'replaced',
    );
    await bench.clock.advance(1000);
    expect(viewer.watch.get(id)).toMatchObject({
      label: 'Lunch',
      preferences: { note: null, snoozedUntilMs: 7 },
    });
    expect(viewer.watch.find(orderIdAt(99))).toBeUndefined();
    // Nothing was even asked for.
    expect(bench.engine.entries.some(({ body }) => body.includes('mine'))).toBe(false);
  });
});

describe('away from the hub', () => {
  it('a desk says since when, after ten seconds, and keeps what it knew', async () => {
    const [one] = await twoDesks();
    one.link.trouble.isCut = true;
    await bench.clock.advance(2000);
    const lostAtMs = bench.clock.wallMs();
    expect(one.watch.serviceHealth.state).toBe('reachable');
    await bench.clock.advance(12_000);
    expect(one.watch.serviceHealth).toMatchObject({ state: 'unreachable', cause: 'hub-away' });
    expect(lostAtMs - (one.watch.state.awaySinceMs ?? 0)).toBeLessThan(2500);
    expect(one.watch.get(id)?.order).not.toBeNull();
    one.link.trouble.isCut = false;
    await bench.clock.advance(2000);
    expect(one.watch.serviceHealth.state).toBe('reachable');
    expect(one.watch.state.awaySinceMs).toBeNull();
  });

  it('edits wait visibly, over a restart too, and are made once the hub is back', async () => {
    const disk = newDisk();
    const one = desk(mei, disk);
    const two = desk(ana);
    await bench.clock.advance(100);
    await one.watch.add([{ id, label: 'Lunch' }]);
    await bench.clock.advance(5000);
    one.link.trouble.isCut = true;
    const other = orderIdAt(2);
    one.watch.relabel(id, 'Supper');
    one.watch.setPreferences([id], { note: 'ring twice' });
    await one.watch.add([{ id: other, label: 'Cake' }]);
    await bench.clock.advance(20_000);
    expect(one.watch.state.queuedEdits).toBe(3);
    expect(one.watch.get(id)?.label).toBe('Supper');
    await one.watch.stop();
    const again = desk(mei, disk);
    await bench.clock.advance(5000);
    expect(again.watch.state.queuedEdits).toBe(0);
    expect(two.watch.get(id)).toMatchObject({
      label: 'Supper',
      preferences: { note: 'ring twice' },
    });
    expect(two.watch.get(other)).toMatchObject({ label: 'Cake', order: { id: other } });
  });

  it('what was typed does not jump back while it waits', async () => {
    const [one, two] = await twoDesks();
    one.link.trouble.losesAnswers = 3;
    one.watch.relabel(id, 'Supper');
    two.watch.relabel(id, 'Dinner');
    await bench.clock.advance(1500);
    expect(one.watch.get(id)?.label).toBe('Supper');
    await bench.clock.advance(30_000);
    expect(one.watch.get(id)?.label).toBe(two.watch.get(id)?.label);
  });

  it('an order that another adds again while its removal waits is there again, with its history', async () => {
    const disk = newDisk();
    const [one, two] = [desk(mei, disk), desk(ana)];
    await bench.clock.advance(100);
    await one.watch.add([{ id, label: 'Lunch' }]);
    await bench.clock.advance(5000);
    one.link.trouble.losesAnswers = 20;
    one.watch.remove([id]);
    await bench.clock.advance(1000);
    await two.watch.add([{ id, label: 'Again' }]);
    await bench.clock.advance(5000);
    bench.orders.set(id, assigned);
    await bench.clock.advance(30_000);
    expect(one.watch.get(id)).toBeUndefined();
    await one.watch.stop();
    const again = desk(mei, disk);
    await bench.clock.advance(10_000);
    expect(again.watch.get(id)).toMatchObject({
      label: 'Again',
      order: { status: { phase: 'assigned' } },
    });
    expect(again.store.updates).toHaveLength(1);
  });

  it('a desk that restarts with a change on its way has what others changed after it', async () => {
    const disk = newDisk();
    const [one, two] = [desk(mei, disk), desk(ana)];
    await bench.clock.advance(100);
    await one.watch.add([{ id, label: 'Lunch' }]);
    await bench.clock.advance(5000);
    one.link.trouble.losesAnswers = 20;
    one.watch.relabel(id, 'Supper');
    await bench.clock.advance(1000);
    two.watch.relabel(id, 'Dinner');
    await bench.clock.advance(1000);
    expect(one.watch.get(id)?.label).toBe('Supper');
    await one.watch.stop();
    const again = desk(mei, disk);
    await bench.clock.advance(5000);
    expect(again.watch.get(id)?.label).toBe('Dinner');
  });

  it('what was before a removal goes, though the order is being added here', async () => {
    const [one, two] = [desk(mei), desk(ana)];
    await bench.clock.advance(100);
    const send = one.link.send.bind(one.link);
    one.link.send = () => Promise.resolve({ kind: 'away' });
    await one.watch.add([{ id, label: null }]);
    await two.watch.add([{ id, label: null }]);
    await bench.clock.advance(5000);
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    expect(one.store.updates).toHaveLength(1);
    two.watch.remove([id]);
    await bench.clock.advance(1000);
    one.link.send = send;
    await bench.clock.advance(10_000);
    expect(one.store.updates).toEqual([]);
    expect(two.watch.get(id)).toMatchObject({ team: { addedBy: 'Mei' } });
    expect(one.watch.get(id)?.order?.status.phase).toBe('assigned');
  });

  it('no more than a thousand changes wait', async () => {
    const [one] = await twoDesks();
    one.link.trouble.isCut = true;
    for (let count = 0; count < 1100; count += 1) one.watch.relabel(id, `label ${count}`);
    expect(one.watch.state.queuedEdits).toBe(1000);
    expect(one.watch.get(id)?.label).toBe('label 999');
    expect(await one.watch.add([{ id: orderIdAt(3), label: null }])).toMatchObject({ added: [] });
  });

  it('all that was missed is in the history, and the last of each order notifies', async () => {
    const [one] = await twoDesks();
    one.link.trouble.isCut = true;
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    bench.orders.set(id, pickedUp);
    await bench.clock.advance(60_000);
    one.link.trouble.isCut = false;
    await bench.clock.advance(5000);
    expect(one.store.updates).toHaveLength(2);
    expect(one.store.notifications).toHaveLength(1);
    expect(one.watch.get(id)).toMatchObject({
      unseenCount: 2,
      order: { status: { phase: 'pickedUp' } },
    });
  });

  it('more missed events than a hub has in memory are accepted without a gap', async () => {
    const [one, two] = await twoDesks();
    one.link.trouble.isCut = true;
    await bench.clock.advance(2000);
    for (let count = 0; count < 5000; count += 1) {
      const edit = hub.hub.board.edit(ana, id, { note: `note ${count}` }, `n${count}`);
      if (count % 500 === 0) await bench.clock.advance(0);
      await edit;
    }
    one.link.trouble.isCut = false;
    await bench.clock.advance(10_000);
    expect(one.watch.get(id)?.preferences?.note).toBe('note 4999');
    expect(one.watch.get(id)?.team?.sequence).toBe(two.watch.get(id)?.team?.sequence);
    expect(one.defects).toEqual([]);
  });

  it('after a gap the whole log is read again: what is gone goes, what is known is not told again', async () => {
    const [one, two] = await twoDesks();
    const other = orderIdAt(2);
    await one.watch.add([{ id: other, label: null }]);
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    one.link.trouble.isCut = true;
    two.watch.remove([other]);
    bench.orders.set(id, pickedUp);
    await bench.clock.advance(60_000);
    bench.engine.prunedThrough = bench.engine.sequence - 1;
    bench.engine.entries = bench.engine.entries.filter(({ key }) => key === `order.${id}`);
    one.link.trouble.isCut = false;
    await restartHub();
    await bench.clock.advance(10_000);
    expect(one.watch.list().map((watched) => watched.id)).toEqual([id]);
    expect(one.store.updates).toHaveLength(2);
    expect(one.watch.get(id)?.order?.status.phase).toBe('pickedUp');
  });

  it('after a gap an update counts that a hub with a slow clock found', async () => {
    const [one, two] = await twoDesks();
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    one.link.trouble.isCut = true;
    two.watch.relabel(id, 'Supper');
    await bench.clock.advance(2000);
    bench.orders.set(id, pickedUp);
    await bench.clock.advance(60_000);
    bench.engine.prunedThrough = bench.engine.sequence - 1;
    bench.engine.entries = bench.engine.entries.slice(-1).map((entry) => ({
      ...entry,
      body: JSON.stringify(foundBySlowClock(orderEventSchema.parse(JSON.parse(entry.body)))),
    }));
    await restartHub();
    one.link.trouble.isCut = false;
    await bench.clock.advance(10_000);
    expect(one.store.updates).toHaveLength(2);
    expect(one.store.notifications).toHaveLength(2);
  });

  it('an order that was removed and added again has only its new history, whatever of it is left', async () => {
    const [one, two] = await twoDesks();
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    one.watch.mute([id], true);
    one.link.trouble.isCut = true;
    two.watch.remove([id]);
    await bench.clock.advance(5000);
    await two.watch.add([{ id, label: null }]);
    await bench.clock.advance(5000);
    // Its people were erased meanwhile, and with them what said that it was removed.
    await hub.log.eraseBefore(`order.${id}`);
    await restartHub();
    one.link.trouble.isCut = false;
    await bench.clock.advance(5000);
    expect(one.watch.get(id)).toMatchObject({ isMuted: false, unseenCount: 0 });
    expect(one.store.updates).toEqual([]);
  });

  it('a log that is read again does not remove what was added again after it was removed', async () => {
    const [one, two] = await twoDesks();
    two.watch.remove([id]);
    await bench.clock.advance(5000);
    await two.watch.add([{ id, label: null }]);
    await bench.clock.advance(5000);
    one.watch.mute([id], true);
    one.link.send = () =>
      Promise.resolve({ kind: 'refused', httpStatus: 400, code: 'badRequest', message: '' });
    one.watch.relabel(id, 'refused, so that what the team has is read');
    await bench.clock.advance(10_000);
    expect(one.watch.get(id)).toMatchObject({ isMuted: true, label: null });
  });
});

describe('a desk that joins', () => {
  it('has the history of the log, and is told nothing of it', async () => {
    await twoDesks();
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    const fresh = desk({ id: 'desk-new', name: 'New', role: 'dispatcher' });
    await bench.clock.advance(5000);
    expect(fresh.store.updates).toHaveLength(1);
    expect(fresh.store.notifications).toEqual([]);
    expect(fresh.watch.get(id)).toMatchObject({ unseenCount: 0, label: 'Lunch' });
  });

  it('brings what it watched alone to the team', async () => {
    const [one] = await twoDesks();
    const disk = newDisk();
    const own = orderIdAt(9);
    const { newlyWatched } = await import('../../../../../core/watch/newly-watched.ts');
    disk.store.save([
      { watched: newlyWatched(own, 'Mine', bench.clock.wallMs()), notifications: [] },
    ]);
    desk(ana, disk);
    await bench.clock.advance(10_000);
    expect(one.watch.get(own)).toMatchObject({
      label: 'Mine',
      order: { id: own },
      team: { addedBy: 'Ana' },
    });
  });
});
