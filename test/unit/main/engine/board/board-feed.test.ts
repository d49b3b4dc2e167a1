import { inEnglish } from '../../../../../core/text/language.ts';
import { noWebhooks } from '../../../../support/webhooks/no-webhooks.ts';
import { describe, expect, it, test } from 'vitest';
import type { BoardPatch } from '../../../../../core/board/board.ts';
import { defaultSettings, type Settings } from '../../../../../core/settings/settings.ts';
import { BoardFeed } from '../../../../../main/engine/board/board-feed.ts';
import { FakeBoardWatch } from '../../../../support/watch/fake-board-watch.ts';
import { courierNumberMarks } from '../../../../../main/engine/privacy/courier-fingerprints.ts';
import { ordersOfCourier } from '../../../../../renderer/board/views.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import {
  boardHandlers,
  type BoardTargets,
} from '../../../../../main/engine/board/board-handlers.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';
import { startFault, startFaultText } from '../../../../../main/engine/board/start-fault.ts';

function board(orderCount: number) {
  const watch = new FakeBoardWatch(orderCount);
  const clock = new FakeClock();
  let settings: Settings = defaultSettings;
  const feed = new BoardFeed(
    {
      watch,
      archiveChoice: () => null,
      connection: () => ({ kind: 'none' }),
      numberMark: courierNumberMarks('salt of this profile'),
      localisation: inEnglish,
      webhooks: () => noWebhooks,
      settings: {
        get current() {
          return settings;
        },
        lockedNames: [],
      },
      notifications: () => ({ kind: 'unproven' }),
      longWait: () => ({ limitMs: 20 * 60_000, learnedFrom: 0 }),
      restLimits: () => ({
        silent: { limitMs: 3 * 60_000, learnedFrom: 0 },
        notMoving: { limitMs: 10 * 60_000, learnedFrom: 0 },
        pickupStay: { limitMs: 10 * 60_000, learnedFrom: 0 },
        destinationStay: { limitMs: 10 * 60_000, learnedFrom: 0 },
      }),
      erasing: () => null,
      startFault: null,
      platform: 'linux',
      version: '0.1.0',
    },
    clock,
  );
  const patches: BoardPatch[] = [];
  const listen = () => feed.listen((patch) => patches.push(patch));
  let labels = 0;
  /** Something of the orders changes that their rows show. */
  const change = (...indexes: readonly number[]) => {
    labels += 1;
    for (const index of indexes) {
      watch.put(someWatched(orderIdAt(index), { label: `Label ${labels}` }));
    }
    feed.ordersChanged(indexes.map(orderIdAt));
  };
  /** A check of an order came and found nothing new. */
  const confirm = (index: number) => {
    const watched = watch.get(orderIdAt(index));
    if (!watched) throw new Error('Not watched.');
    watch.put({ ...watched, observedAtMs: clock.wallMs() });
    watch.plans.set(watched.id, {
      nextCheckAtMs: clock.wallMs() + 15_000,
      checkEveryMs: 15_000,
      isChecking: false,
      isAwaited: false,
    });
    watch.pace = { ...watch.pace, lastAnswerAtMs: clock.wallMs() };
    feed.ordersChanged([watched.id]);
    feed.stateChanged();
  };
  const setTheme = (theme: Settings['theme']) => {
    settings = { ...settings, theme };
  };
  return { watch, clock, feed, patches, listen, setTheme, change, confirm };
}

const changedIds = (patch: BoardPatch | undefined) =>
  patch === undefined ? [] : patch.upserted.map(({ id }) => id);

describe('board feed', () => {
  test('a snapshot holds every row and the app state', () => {
    const snapshot = board(3).feed.snapshot();
    expect(snapshot.rows.map((row) => row.id)).toEqual([1, 2, 3].map(orderIdAt));
    expect(snapshot.app).toMatchObject({
      version: '0.1.0',
      serviceHealth: { state: 'reachable' },
    });
  });

  test('couriers of one name are told apart by their numbers, which the window does not get', () => {
    const { watch, feed } = board(0);
    const couriers: readonly (readonly [name: string, phoneNumber: string | null])[] = [
      ['Wong Ka Ming', '+852 5555 0101'],
      ['Wong Ka Ming', '+852 5555 0102'],
      ['Wong Ka Ming', '5555 0101'],
      ['K. M. Wong', '+852 5555 0101'],
      ['Wong Ka Ming', null],
      ['Wong Ka Ming', '+852 **** **01'],
      ['Lam Siu Fan', '+852 5555 0101'],
      ['Chow Mei', '+852 5555 0107'],
      ['Chow Mei', null],
      ['Ho Yan', '9123 4567'],
      ['Ho Yan', '6123 4567'],
      ['Ho Yan', '+852 9123 4567 x12'],
    ];
    for (const [at, [name, phoneNumber]] of couriers.entries()) {
      const status = { raw: 'matched', phase: 'assigned' } as const;
      const order = someOrder(orderIdAt(at), { status, courier: { name, phoneNumber, fix: null } });
      watch.put(someWatched(order.id, { order }));
    }
    const { rows } = feed.snapshot();
    const onBoard = new Map(rows.map((row) => [row.id, row]));
    const alike = (at: number) =>
      ordersOfCourier(onBoard, orderIdAt(at)).map((id) => rows.findIndex((row) => row.id === id));
    expect([alike(0), alike(1)]).toEqual([[0, 2, 3], [1]]);
    // Two bear the name, so it does not say whose an order without a number is, but for itself.
    expect([alike(4), alike(6)]).toEqual([[4], [6]]);
    expect([alike(7), alike(8)]).toEqual([
      [7, 8],
      [7, 8],
    ]);
    expect([alike(9), alike(10)]).toEqual([[9, 11], [10]]);
    expect(JSON.stringify(rows)).not.toMatch(/5555|010\d|4567/);
  });

  test('only the rows that changed are computed', async () => {
    const { feed, watch, clock, patches, listen, change } = board(1000);
    listen();
    feed.snapshot();
    watch.planned.length = 0;
    change(7, 8);
    change(7);
    await clock.advance(100);
    expect(watch.planned).toEqual([orderIdAt(7), orderIdAt(8)]);
    expect(patches.map((patch) => patch.app)).toEqual([null]);
  });

  test('a storm of changes makes at most one patch in a tenth of a second', async () => {
    const { feed, clock, patches, listen, change } = board(10);
    listen();
    feed.snapshot();
    for (let ms = 0; ms < 1000; ms += 5) {
      change(1 + (ms % 10));
      await clock.advance(5);
    }
    await clock.advance(100);
    expect(patches.length).toBeGreaterThanOrEqual(9);
    expect(patches.length).toBeLessThanOrEqual(11);
  });

  test('the sequence has no gaps however changes come', async () => {
    const { feed, clock, patches, listen, change } = board(5);
    listen();
    const { sequence } = feed.snapshot();
    for (let n = 0; n < 20; n += 1) {
      change(1 + (n % 5));
      await clock.advance(n * 13);
    }
    await clock.advance(200);
    const numbers = patches.map((patch) => patch.sequence);
    expect(numbers).toEqual(numbers.map((_, index) => sequence + 1 + index));
  });

  test('an order that left the list is removed, and one that came back is a row again', async () => {
    const { feed, watch, clock, patches, listen, change } = board(2);
    listen();
    feed.snapshot();
    change(1);
    watch.orders.delete(orderIdAt(1));
    feed.ordersRemoved([orderIdAt(1)]);
    await clock.advance(100);
    expect(patches[0]).toMatchObject({ upserted: [], removed: [orderIdAt(1)] });
    feed.ordersRemoved([orderIdAt(2)]);
    change(2);
    await clock.advance(100);
    expect(patches[1]?.removed).toEqual([]);
    expect(changedIds(patches[1])).toEqual([orderIdAt(2)]);
  });

  test('an evicted order leaves the board, and its row is there when it is asked for', async () => {
    const { feed, watch, clock, patches, listen } = board(3);
    listen();
    feed.snapshot();
    const id = orderIdAt(1);
    const watched = watch.get(id);
    if (watched === undefined) throw new Error('no order');
    watch.orders.delete(id);
    watch.archived.set(id, watched);
    feed.ordersEvicted([id]);
    await clock.advance(100);
    expect(patches[0]).toMatchObject({ upserted: [], removed: [], putAway: [id] });
    expect(feed.snapshot().rows).toHaveLength(2);
    expect(feed.archivedRows([id])).toMatchObject([{ id, isArchived: true, nextCheckAtMs: null }]);
    watch.archived.delete(id);
    watch.put(watched);
    feed.ordersEvicted([id]);
    feed.ordersLoaded([id]);
    feed.ordersChanged([id]);
    await clock.advance(100);
    expect(patches[1]).toMatchObject({ putAway: [] });
    expect(changedIds(patches[1])).toEqual([id]);
  });

  test('the app state travels whole when something in it changed, and not otherwise', async () => {
    const { feed, clock, patches, listen, setTheme } = board(1);
    listen();
    feed.snapshot();
    feed.stateChanged();
    await clock.advance(100);
    expect(patches).toEqual([]);
    setTheme('dark');
    feed.stateChanged();
    await clock.advance(100);
    expect(patches[0]?.app?.settings.theme).toBe('dark');
  });

  test('hundreds of checks that find nothing new wake the window once in five seconds', async () => {
    const { feed, clock, patches, listen, confirm } = board(500);
    listen();
    feed.snapshot();
    for (let n = 0; n < 300; n += 1) {
      confirm(1 + n);
      await clock.advance(200);
    }
    expect(patches.length).toBeGreaterThanOrEqual(11);
    expect(patches.length).toBeLessThanOrEqual(13);
    expect(patches.at(-1)?.app?.pace.lastAnswerAtMs).toBeGreaterThan(clock.wallMs() - 6000);
    await clock.advance(5000);
    const changed = patches.flatMap(changedIds);
    expect(changed).toEqual(Array.from({ length: 300 }, (_, n) => orderIdAt(1 + n)));
  });

  test('news does not wait for the checks that found none, and takes them along', async () => {
    const { feed, clock, patches, listen, change, confirm } = board(9);
    listen();
    feed.snapshot();
    change(1);
    await clock.advance(100);
    confirm(2);
    await clock.advance(1000);
    expect(patches).toHaveLength(1);
    change(3);
    await clock.advance(100);
    expect(changedIds(patches[1])).toEqual([3, 2].map(orderIdAt));
    await clock.advance(10_000);
    expect(patches).toHaveLength(2);
  });

  test('a check of the order whose details are open is told at once', async () => {
    const { feed, clock, patches, listen, change, confirm } = board(9);
    listen();
    feed.snapshot();
    feed.opened(orderIdAt(2));
    // The window missed a patch and asks for everything again; the details stay open.
    listen();
    feed.snapshot();
    change(1);
    await clock.advance(100);
    confirm(2);
    await clock.advance(100);
    expect(changedIds(patches[1])).toEqual([orderIdAt(2)]);
  });

  test('without a listener nothing is computed, sent or waited for', async () => {
    const { feed, watch, clock, patches, listen } = board(3);
    feed.ordersChanged([orderIdAt(1)]);
    feed.stateChanged();
    expect(clock.waitingTimers).toBe(0);
    listen();
    feed.snapshot();
    feed.ordersChanged([orderIdAt(1)]);
    feed.silence();
    watch.planned.length = 0;
    feed.ordersChanged([orderIdAt(2)]);
    await clock.advance(1000);
    expect([patches.length, watch.planned.length, clock.waitingTimers]).toEqual([0, 0, 0]);
  });

  test('what waits can be sent at once, and then nothing is sent twice', async () => {
    const { feed, clock, patches, listen, change } = board(1);
    listen();
    feed.snapshot();
    feed.flush();
    change(1);
    feed.flush();
    expect(patches).toHaveLength(1);
    await clock.advance(1000);
    expect(patches).toHaveLength(1);
  });

  test('a change that waits while a snapshot is made is part of it and not sent again', async () => {
    const { feed, clock, patches, listen } = board(1);
    listen();
    feed.snapshot();
    feed.ordersChanged([orderIdAt(1)]);
    feed.snapshot();
    await clock.advance(1000);
    expect(patches).toEqual([]);
  });
});

function handlersWith(
  change: BoardTargets['settings']['change'],
  unlocked: BoardTargets['settings']['unlocked'] = (wanted) => wanted,
  permitted: BoardTargets['settings']['permitted'] = (wanted) => wanted,
) {
  const log = new RecordingLog();
  const unused = new Proxy({} as BoardTargets, { get: () => undefined });
  const { watch, contactRetry, feed, ordersChanged, history, archive, window, phoneShown } = unused;
  const { archived, search, seenOrders, annotationChanges } = unused;
  const targets = {
    feed,
    search,
    history,
    archive,
    archived,
    seenOrders,
    annotationChanges,
    window,
  };
  const shown = { ...targets, ordersChanged };
  const rest = { watch, contactRetry, ...shown, phoneShown };
  const settings = {
    change,
    permitted,
    unlocked,
    current: { ...defaultSettings, historyDays: 90 },
  };
  const handlers = boardHandlers({ ...rest, settings, localisation: inEnglish, log });
  return { handlers, log };
}

it('a change of the settings is answered with all of them, or with why it was not kept', async () => {
  const dark: Settings = { ...defaultSettings, theme: 'dark' };
  const { handlers } = handlersWith(() => dark);
  expect(await handlers['settings:change']({ theme: 'dark' })).toEqual({ ok: true, value: dark });
  const full = handlersWith(() => {
    throw new Error('disk full');
  });
  expect(await full.handlers['settings:change']({ theme: 'dark' })).toMatchObject({
    ok: false,
    failure: { code: 'storage-failed' },
  });
  expect(full.log.events('error')).toEqual(['settingsNotWritten']);
});

it('a setting that the company set is refused with the whole change, and no default is offered for it', async () => {
  const { handlers } = handlersWith(
    () => {
      throw new RangeError('nothing was to be changed');
    },
    ({ historyDays: _locked, ...rest }) => rest,
    () => null,
  );
  expect(await handlers['settings:change']({ historyDays: 5, theme: 'dark' })).toEqual({
    ok: false,
    failure: {
      code: 'setting-locked',
      message: 'Your company set this, so it stays as it is.',
    },
  });
  expect(await handlers['settings:defaults']({ page: 'checking' })).toMatchObject({
    value: { change: {} },
  });
});

describe('start fault', () => {
  test('a watch list that opened as it should is no fault', () => {
    expect(startFault({ setAside: null, isAltered: false, fault: null })).toBeNull();
  });

  test.each([
    ['damaged', 'The stored watch list was damaged and could not be read.'],
    ['newer', 'The stored watch list was written by a newer Waybell and could not be read.'],
  ] as const)('a %s one is said to be kept, without the way to it', (reason, beginning) => {
    const path = '/home/lau/.config/waybell/waybell-damaged-2026-03-02.db';
    const fault = startFault({
      setAside: { reason, path, adopted: 0 },
      isAltered: false,
      fault: null,
    });
    expect(fault && startFaultText(fault, 'en')).toBe(
      `${beginning} It is kept as waybell-damaged-2026-03-02.db for seven days at most, and a new list was started.`,
    );
    expect(JSON.stringify(fault)).not.toContain('lau');
  });

  test('how many orders could be taken over is said', () => {
    const setAside = {
      reason: 'damaged',
      path: '/profile/waybell-damaged.db',
      adopted: 12,
    } as const;
    const fault = startFault({ setAside, isAltered: false, fault: null });
    expect(fault && startFaultText(fault, 'en')).toMatch(
      /a new list was started\. 12 orders could be taken over from it\.$/,
    );
  });

  test('a disk that keeps nothing is said in words, not in the system’s own', () => {
    const fault = startFault({
      setAside: null,
      isAltered: false,
      fault: 'SQLITE_READONLY: /home/lau',
    });
    expect(fault && startFaultText(fault, 'en')).toBe(
      'This computer’s disk takes nothing from Waybell.',
    );
    expect(JSON.stringify(fault)).not.toMatch(/SQLITE|lau/);
  });
});
