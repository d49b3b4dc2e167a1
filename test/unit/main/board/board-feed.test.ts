import { inEnglish } from '../../../../core/text/language.ts';
import { noWebhooks } from '../../../../core/webhook/webhook-state.ts';
import { describe, expect, test } from 'vitest';
import type { BoardPatch } from '../../../../core/bridge/board.ts';
import type { Settings } from '../../../../core/settings/settings.ts';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import { BoardFeed } from '../../../../main/board/board-feed.ts';
import { FakeBoardWatch, orderIdOf } from '../../../support/watch/fake-board-watch.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

function board(orderCount: number) {
  const watch = new FakeBoardWatch(orderCount);
  const clock = new FakeClock();
  let settings: Settings = defaultSettings;
  const feed = new BoardFeed(
    {
      watch,
      archiveChoice: () => null,
      connection: () => ({ kind: 'none' }),
      localisation: inEnglish,
      webhooks: () => noWebhooks,
      settings: {
        get current() {
          return settings;
        },
      },
      notifications: () => ({ kind: 'unproven' }),
      startFault: null,
      platform: 'linux',
      version: '0.1.0',
    },
    clock,
  );
  const patches: BoardPatch[] = [];
  const listen = () => feed.listen((patch) => patches.push(patch));
  const setTheme = (theme: Settings['theme']) => {
    settings = { ...settings, theme };
  };
  return { watch, clock, feed, patches, listen, setTheme };
}

const changedIds = (patch: BoardPatch | undefined) =>
  patch === undefined ? [] : patch.upserted.map(({ id }) => id);

describe('board feed', () => {
  test('a snapshot holds every row and the desk, and patches count on from it', async () => {
    const { feed, clock, patches, listen } = board(3);
    listen();
    const snapshot = feed.snapshot();
    expect(snapshot.rows.map((row) => row.id)).toEqual([1, 2, 3].map(orderIdOf));
    expect(snapshot.desk).toMatchObject({
      version: '0.1.0',
      serviceHealth: { state: 'reachable' },
    });
    feed.ordersChanged([orderIdOf(2)]);
    await clock.advance(100);
    feed.ordersChanged([orderIdOf(3)]);
    await clock.advance(100);
    const numbers = patches.map((patch) => patch.sequence - snapshot.sequence);
    expect(numbers).toEqual([1, 2]);
  });

  test('only the rows that changed are computed', async () => {
    const { feed, watch, clock, patches, listen } = board(1000);
    listen();
    feed.snapshot();
    watch.planned.length = 0;
    feed.ordersChanged([orderIdOf(7), orderIdOf(8)]);
    feed.ordersChanged([orderIdOf(7)]);
    await clock.advance(100);
    expect(watch.planned).toEqual([orderIdOf(7), orderIdOf(8)]);
    expect(patches.map((patch) => patch.desk)).toEqual([null]);
  });

  test('a storm of changes makes at most one patch in a tenth of a second', async () => {
    const { feed, clock, patches, listen } = board(10);
    listen();
    feed.snapshot();
    for (let ms = 0; ms < 1000; ms += 5) {
      feed.ordersChanged([orderIdOf(1 + (ms % 10))]);
      await clock.advance(5);
    }
    await clock.advance(100);
    expect(patches.length).toBeGreaterThanOrEqual(9);
    expect(patches.length).toBeLessThanOrEqual(11);
  });

  test('the sequence has no gaps however changes come', async () => {
    const { feed, clock, patches, listen } = board(5);
    listen();
    const { sequence } = feed.snapshot();
    for (let n = 0; n < 20; n += 1) {
      feed.ordersChanged([orderIdOf(1 + (n % 5))]);
      await clock.advance(n * 13);
    }
    await clock.advance(200);
    const numbers = patches.map((patch) => patch.sequence);
    expect(numbers).toEqual(numbers.map((_, index) => sequence + 1 + index));
  });

  test('an order that left the list is removed, and one that came back is a row again', async () => {
    const { feed, watch, clock, patches, listen } = board(2);
    listen();
    feed.snapshot();
    feed.ordersChanged([orderIdOf(1)]);
    watch.orders.delete(orderIdOf(1));
    feed.ordersRemoved([orderIdOf(1)]);
    await clock.advance(100);
    expect(patches[0]).toMatchObject({ upserted: [], removed: [orderIdOf(1)] });
    feed.ordersRemoved([orderIdOf(2)]);
    feed.ordersChanged([orderIdOf(2)]);
    await clock.advance(100);
    expect(patches[1]?.removed).toEqual([]);
    expect(changedIds(patches[1])).toEqual([orderIdOf(2)]);
  });

  test('the desk travels whole when something in it changed, and not otherwise', async () => {
    const { feed, clock, patches, listen, setTheme } = board(1);
    listen();
    feed.snapshot();
    feed.stateChanged();
    await clock.advance(100);
    expect(patches).toEqual([]);
    setTheme('dark');
    feed.stateChanged();
    await clock.advance(100);
    expect(patches[0]?.desk?.settings.theme).toBe('dark');
  });

  test('while nobody listens nothing is computed, sent or waited for', async () => {
    const { feed, watch, clock, patches, listen } = board(3);
    feed.ordersChanged([orderIdOf(1)]);
    feed.stateChanged();
    expect(clock.waitingTimers).toBe(0);
    listen();
    feed.snapshot();
    feed.ordersChanged([orderIdOf(1)]);
    feed.silence();
    watch.planned.length = 0;
    feed.ordersChanged([orderIdOf(2)]);
    await clock.advance(1000);
    expect([patches.length, watch.planned.length, clock.waitingTimers]).toEqual([0, 0, 0]);
  });

  test('what waits can be sent at once, and then nothing is sent twice', async () => {
    const { feed, clock, patches, listen } = board(1);
    listen();
    feed.snapshot();
    feed.flush();
    feed.ordersChanged([orderIdOf(1)]);
    feed.flush();
    expect(patches).toHaveLength(1);
    await clock.advance(1000);
    expect(patches).toHaveLength(1);
  });

  test('a change that waits while a snapshot is made is part of it and not sent again', async () => {
    const { feed, clock, patches, listen } = board(1);
    listen();
    feed.snapshot();
    feed.ordersChanged([orderIdOf(1)]);
    feed.snapshot();
    await clock.advance(1000);
    expect(patches).toEqual([]);
  });
});
