import { expect, it, onTestFinished, vi } from 'vitest';
import {
  endLine,
  exportedOrder,
  headLine,
  orderLine,
} from '../../../core/transfer/order-list-file.ts';
import { handled } from '../../../core/watch/attention.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { HttpHubLink } from '../../../main/engine/team/http-hub-link.ts';
import type { HubLink } from '../../../main/engine/team/ports.ts';
import { TeamWatch } from '../../../main/engine/team/team-watch.ts';
import { importOrders, readTransfer } from '../../../main/engine/transfer/import-orders.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { HttpBench } from '../../support/hub/http-bench.ts';
import { MemoryWatchStore } from '../../support/storage/memory-watch-store.ts';
import { MemoryTeamStore } from '../../support/team/memory-team-store.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someWatched,
} from '../../support/watched-orders.ts';

/*
 * A dispatcher of a team imports what a predecessor, who was alone, handed over: real HTTP between desk and hub.
 */

const over = orderIdAt(1);
const running = orderIdAt(2);
const released = orderIdAt(3);
const startedMs = Date.UTC(2026, 2, 2, 9);
const endedAtMs = startedMs - 50 * 60_000;
const activeSinceMs = startedMs - 12 * 60_000;
const releasedAtMs = startedMs - 9 * 60_000;
const calledAtMs = startedMs - 7 * 60_000;
const courier = { name: 'Sam', phoneNumber: null, fix: null };

/** What the predecessor knew, the oldest first. */
const theirs: readonly WatchedOrder[] = [
  someWatched(over, {
    label: 'Lunch',
    order: someOrder(over, { status: { raw: 'completed', phase: 'done' }, courier }),
    observedAtMs: endedAtMs,
    statusSinceMs: endedAtMs,
    changedAtMs: endedAtMs,
    preferences: somePreferences({ note: 'Signed at the desk', group: 'North' }),
  }),
  someWatched(running, {
    order: someOrder(running, { status: { raw: 'active', phase: 'assigned' }, courier }),
    observedAtMs: startedMs,
    statusSinceMs: activeSinceMs,
    changedAtMs: activeSinceMs,
  }),
  someWatched(released, {
    order: someOrder(released),
    observedAtMs: startedMs,
    statusSinceMs: releasedAtMs,
    changedAtMs: releasedAtMs,
    flags: {
      releasedAtMs,
      courierSwappedAtMs: null,
      amendedAtMs: null,
      amountBeforeAmendment: null,
      turnover: null,
    },
    acknowledged: [{ reason: 'released', causeAtMs: releasedAtMs, atMs: calledAtMs }],
    calls: [{ atMs: calledAtMs, word: 'new courier promised' }],
  }),
];

const file = [
  headLine(startedMs),
  theirs.map((watched) => orderLine(exportedOrder(watched, false))).join(',\n'),
  `\n${endLine}`,
].join('');

const nothing = (): void => undefined;

/** A team at a real hub, with a desk for each name. */
class Team {
  readonly http: HttpBench;

  constructor(http: HttpBench) {
    this.http = http;
    const { orders } = http.bench;
    for (const { id, order } of theirs) orders.set(id, order ?? someOrder(id));
  }

  async desk(
    name: string,
    passes: (link: HubLink) => HubLink = (link) => link,
  ): Promise<TeamWatch> {
    const { bench, server } = this.http;
    const token = await this.http.desk(name);
    const link = new HttpHubLink({
      hubUrl: server.url,
      token: () => Promise.resolve(token),
      clock: new SystemClock(),
      random: () => 0,
      opens: () => Promise.resolve({}),
      reportDefect: () => undefined,
    });
    const watch = new TeamWatch({
      link: passes(link),
      membership: { hubUrl: server.url, deskId: name, deskName: name, role: 'dispatcher' },
      store: new MemoryWatchStore(),
      teamStore: new MemoryTeamStore(),
      clock: bench.clock,
      decideNotifications: () => ({ notifications: [] }),
      events: {
        ordersChanged: nothing,
        ordersRemoved: nothing,
        orderUpdated: nothing,
        serviceHealthChanged: nothing,
        notificationsStored: nothing,
        stateChanged: nothing,
      },
      reportDefect: nothing,
    });
    watch.start();
    onTestFinished(() => watch.stop());
    let isUpToDate = false;
    void watch.upToDate.then(() => {
      isUpToDate = true;
    });
    await this.until(() => isUpToDate);
    return watch;
  }

  /** Lets time pass until this holds. */
  async until(holds: () => boolean): Promise<void> {
    const look = async (): Promise<void> => {
      await this.http.bench.clock.advance(100);
      expect(holds()).toBe(true);
    };
    await vi.waitFor(look, { timeout: 60_000, interval: 10 });
  }

  /** The dispatcher imports the file, and all of it is what the hub has. */
  async import(watch: TeamWatch): Promise<void> {
    const { clock } = this.http.bench;
    const read = await readTransfer({ pieces: () => [file] }, clock, async (orders) => {
      await importOrders(watch, orders, clock.wallMs());
    });
    if (!read.ok) throw new Error(`the file is refused: ${read.failure}`);
    await this.until(
      () => watch.state.queuedEdits === 0 && watch.find(running)?.observedAtMs != null,
    );
  }
}

it('what a hand-over says of times and of who did what holds at every desk of the team that imports it', async () => {
  const team = new Team(await HttpBench.start());
  const mei = await team.desk('Mei');
  const ana = await team.desk('Ana');
  await team.import(mei);
  await team.until(() => ana.find(running)?.observedAtMs != null);
  for (const watch of [mei, ana]) {
    expect(watch.find(over)).toMatchObject({
      label: 'Lunch',
      preferences: { note: 'Signed at the desk', group: 'North' },
      order: { status: { phase: 'done' } },
      statusSinceMs: endedAtMs,
      isStatusSinceBefore: false,
      origin: { kind: 'handOver' },
      // Mei brought it, and wrote nothing of it.
      team: { addedBy: 'Mei', writers: {} },
    });
    expect(watch.find(running)).toMatchObject({ statusSinceMs: activeSinceMs });
    const watched = watch.find(released);
    const nowMs = team.http.bench.clock.wallMs();
    expect(watched && handled(watched, nowMs)).toMatchObject({
      reason: 'released',
      atMs: calledAtMs,
      call: { word: 'new courier promised' },
      desk: null,
    });
  }
  expect(mei.find(released)?.calls).toMatchObject([{ isHandedOver: true }]);
  // The service is not asked about what is over.
  expect(team.http.one.source.requests.map(({ id }) => id)).not.toContain(over);
});

it('what a dispatcher does about an imported order is told as theirs, without the calls of who had it before', async () => {
  const team = new Team(await HttpBench.start());
  const mei = await team.desk('Mei');
  await team.import(mei);
  const before = mei.find(released)?.acknowledged ?? [];
  const nowMs = team.http.bench.clock.wallMs();
  const more = { reason: 'notMoving', causeAtMs: nowMs, atMs: nowMs } as const;
  const seen = (acknowledged: WatchedOrder['acknowledged']) =>
    mei.changeSeen([released], ({ calls, lastLookedAtMs, unseenCount }) => {
      return { acknowledged, calls, lastLookedAtMs, unseenCount };
    });
  const handledNow = () => team.http.hub.board.order(released)?.team.handled ?? null;
  expect(handledNow()?.call).toEqual({ word: 'new courier promised' });
  seen([...before, more]);
  await team.until(() => handledNow()?.desk === 'Mei');
  expect(handledNow()).toMatchObject({ call: null, atMs: nowMs });
  seen(before);
  await team.until(() => mei.state.queuedEdits === 0);
  expect(handledNow()?.call).toBeNull();
});

it('a hub that knows nothing of hand-overs gets the orders with their words, and keeps them', async () => {
  const team = new Team(await HttpBench.start());
  const mei = await team.desk('Mei', (link) => ({
    follow: (from, listener) => link.follow(from, listener),
    retryNow: () => link.retryNow(),
    send: (command) =>
      JSON.stringify(command.body ?? null).includes('handedOver')
        ? Promise.resolve({
            kind: 'refused',
            httpStatus: 400,
            code: 'badRequest',
            message: 'The request cannot be read.',
          })
        : link.send(command),
  }));
  await team.import(mei);
  expect(team.http.hub.board.order(over)).toMatchObject({
    label: 'Lunch',
    group: 'North',
    note: 'Signed at the desk',
  });
  expect(team.http.hub.board.orders()).toHaveLength(3);
});
