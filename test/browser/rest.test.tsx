import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { inEnglish } from '../../core/text/language.ts';
import { BoardFeed } from '../../main/engine/board/board-feed.ts';
import { FakeBoardWatch } from '../support/watch/fake-board-watch.ts';
import { noWebhooks } from '../support/webhooks/no-webhooks.ts';
import { orderIdAt, someOrder, someWatched } from '../support/watched-orders.ts';
import { FakeWindowTime, settled } from '../unit/renderer/support/fake-window-time.ts';
import { drawn } from './support/drawn.tsx';
import { FakeBridge } from './support/fake-bridge.ts';
import { sampleApp } from './support/sample-board.ts';

/* The window with the feed of main behind it, on one clock: orders are checked, and nothing happens. */

const minute = 60_000;
const many = 500;
/** Five checks a second, as the usual cap allows. */
const checkEveryMs = 200;

async function boardAtRest() {
  const time = new FakeWindowTime();
  const app = sampleApp(time.nowMs());
  const watch = new FakeBoardWatch(0);
  const feed = new BoardFeed(
    {
      watch,
      archiveChoice: () => null,
      connection: () => app.connection,
      settings: { current: app.settings, lockedNames: [] },
      localisation: inEnglish,
      webhooks: () => noWebhooks,
      notifications: () => app.notifications,
      longWait: () => app.longWait,
      restLimits: () => app.restLimits,
      erasing: () => app.erasing,
      startFault: null,
      platform: 'linux',
      version: app.version,
    },
    {
      monotonicMs: time.nowMs,
      wallMs: time.nowMs,
      schedule: (run, delayMs) => time.after(delayMs, run),
      nextTurn: settled,
    },
  );
  /** A check of an order begins, or ends without news. */
  const checked = (index: number, isChecking: boolean, isAwaited = false) => {
    const id = orderIdAt(index);
    const nowMs = time.nowMs();
    watch.put(
      someWatched(id, {
        order: someOrder(id),
        statusSinceMs: Date.UTC(2026, 10, 21, 6),
        observedAtMs: nowMs,
      }),
    );
    const nextCheckAtMs = isChecking ? nowMs : nowMs + many * checkEveryMs;
    watch.plans.set(id, {
      nextCheckAtMs,
      checkEveryMs: many * checkEveryMs,
      isChecking,
      isAwaited,
    });
    watch.pace = { ...watch.pace, lastAnswerAtMs: nowMs, nextCheckAtMs: nowMs + checkEveryMs };
    feed.ordersChanged([id]);
    feed.stateChanged();
  };
  for (let index = 1; index <= many; index += 1) checked(index, false);
  const fake = new FakeBridge(time.nowMs);
  const bridge = {
    ...fake.bridge,
    snapshot: async () => ({ ok: true as const, value: feed.snapshot() }),
    onBoardPatched: (listener: Parameters<typeof feed.listen>[0]) => {
      feed.listen(listener);
      return () => feed.silence();
    },
  };
  await drawn({ bridge }, time);
  await expect.element(page.getByRole('button', { name: `All ${many}` })).toBeVisible();
  return { time, checked };
}

test('while hundreds of orders are checked and nothing happens, the window is seldom drawn', async () => {
  const { time, checked } = await boardAtRest();
  let drawings = 0;
  let isDrawn = false;
  const observer = new MutationObserver(() => {
    isDrawn = true;
  });
  const whole = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document, whole);
  onTestFinished(() => observer.disconnect());
  for (let passedMs = 0; passedMs < minute; passedMs += checkEveryMs) {
    // The first rows, which are in view, and all others in turn.
    const index = 1 + ((passedMs / checkEveryMs) % 20);
    checked(index, true);
    time.pass(checkEveryMs / 2);
    await settled();
    checked(index, false);
    time.pass(checkEveryMs / 2);
    await settled();
    if (isDrawn) drawings += 1;
    isDrawn = false;
  }
  expect(drawings).toBeLessThanOrEqual(30);
});

test('nothing turns for ever, not even while a check is under way that a person asked for', async () => {
  const { time, checked } = await boardAtRest();
  checked(1, true, true);
  time.pass(1000);
  await expect.poll(() => document.querySelectorAll('.ring.busy').length).toBe(1);
  const endless = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations === Infinity);
  expect(endless).toEqual([]);
});
