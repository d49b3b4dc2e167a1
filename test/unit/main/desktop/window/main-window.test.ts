import { describe, expect, test } from 'vitest';
import type { WindowView } from '../../../../../core/board/window-view.ts';
import { settle } from '../../../../support/fake-clock.ts';
import {
  mainWindow,
  screen,
  shown,
  type FakeWindow,
} from '../../../../support/desktop/main-window-bench.ts';
import { orderIdOf } from '../../../../support/order-id-of.ts';

const order = orderIdOf('3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418');
const other = orderIdOf('c0ffee10-94d7-4a60-b1c5-0e7a62d9f418');

const place: WindowView = {
  view: 'waiting',
  filter: '',
  detailWidthPx: 420,
  activeId: order,
  selectedIds: [order],
  openId: order,
  top: null,
};

/** What a click on a card of several asks for. */
const asked = { ids: [order, other], topic: { kind: 'calls' } } as const;

describe('main window', () => {
  test('comes into sight once it has something to show, never before', () => {
    const { window, first } = mainWindow();
    window.show();
    expect(first().journal).toEqual(['load']);
    first().events?.readyToShow();
    expect(first().journal).toEqual(['load', 'show']);
  });

  test('there is one, however often it is asked for', () => {
    const { window, opened, first } = shown();
    window.show();
    first().isDown = true;
    window.show();
    expect(opened).toHaveLength(1);
    expect(first().journal).toEqual(['load', 'show', 'show', 'restore', 'show']);
  });

  test('that is asked for again at once, with leave to come to the front, waits for that', () => {
    const { window, first, state } = shown();
    state.isActivatedSoon = true;
    window.show();
    expect(first().journal).toEqual(['load', 'show']);
    state.isActivatedSoon = false;
    window.show();
    expect(first().journal).toEqual(['load', 'show', 'show']);
  });

  test('is brought back into sight when its screen shrinks or goes', () => {
    const { window, first, state } = shown();
    const native = first();
    native.bounds = { x: 1500, y: 100, width: 1180, height: 760 };
    state.workAreas = [screen, { x: 1440, y: 0, width: 1920, height: 1080 }];
    window.screensChanged();
    expect(native.journal).not.toContain('move');
    state.workAreas = [screen, { x: 1440, y: 0, width: 1024, height: 768 }];
    window.screensChanged();
    expect(native.bounds).toEqual({ x: 1440, y: 8, width: 1024, height: 760 });
    state.workAreas = [screen];
    window.screensChanged();
    expect(native.bounds).toEqual({ x: 208, y: 70, width: 1024, height: 760 });
  });

  test.each(['isDown', 'isLarge'] as const)(
    'is left alone by a change of the screens while it has no place of its own (%s), and looked at afterwards',
    (what) => {
      const { window, first, state } = shown();
      const native = first();
      native[what] = true;
      state.workAreas = [{ x: 0, y: 0, width: 800, height: 600 }];
      window.screensChanged();
      expect(native.journal).not.toContain('move');
      native.isLarge = false;
      window.show();
      expect(native.bounds).toEqual({ x: 0, y: 0, width: 800, height: 600 });
    },
  );

  test('that has not painted yet, or is gone, has nothing to bring back', () => {
    const { window, first, state } = mainWindow();
    window.screensChanged();
    window.show();
    state.workAreas = [{ x: 0, y: 0, width: 800, height: 600 }];
    window.screensChanged();
    expect(first().journal).toEqual(['load']);
  });

  test('closing ends it while the tray stays, and says so the first time only', async () => {
    const { window, opened, reported } = shown();
    for (let n = 0; n < 2; n += 1) {
      expect(opened[n]?.events?.closing()).toBe(true);
      await settle();
      expect(opened[n]?.isShown).toBe(false);
      expect(opened[n]?.journal.at(-1)).toBe('destroy');
      expect(window.contentsId).toBeNull();
      window.show();
      opened[n + 1]?.events?.readyToShow();
    }
    expect(opened).toHaveLength(3);
    expect(reported.filter((word) => word === 'kept in tray')).toHaveLength(1);
  });

  test('a page that listens is asked for what it holds before its renderer ends', async () => {
    const { window, first } = shown();
    window.listens();
    first().events?.closing();
    await settle();
    expect(first().isShown).toBe(false);
    expect(first().sent).toEqual([['window:leaving', null]]);
    expect(first().journal).not.toContain('destroy');
    window.remembered(place, true);
    expect(first().journal.at(-1)).toBe('destroy');
    expect(window.view).toEqual(place);
  });

  test('a page that does not answer is ended after a second', async () => {
    const { window, first, clock } = shown();
    window.listens();
    first().events?.closing();
    await settle();
    await clock.advance(999);
    expect(first().journal).not.toContain('destroy');
    await clock.advance(1);
    expect(first().journal).toContain('destroy');
    expect(clock.waitingTimers).toBe(0);
  });

  test('a window that is opened again while its page takes leave stays', async () => {
    const { window, first, clock, opened } = shown();
    window.listens();
    first().events?.closing();
    await settle();
    window.show();
    window.remembered(place, true);
    await clock.advance(5000);
    expect(first().journal).not.toContain('destroy');
    expect([opened.length, first().isShown]).toEqual([1, true]);
  });

  test('a window that has ended is asked nothing, also before its end is reported', async () => {
    const { window, opened } = shown();
    const [native] = opened;
    if (native !== undefined) native.reportsItsEnd = false;
    native?.events?.closing();
    await settle();
    window.show();
    opened[1]?.events?.readyToShow();
    native?.events?.closed();
    expect(native?.journal.at(-1)).toBe('destroy');
    expect([opened.length, opened[1]?.isShown]).toEqual([2, true]);
  });

  test('a window that is asked for while it looks for a tray to close into stays', async () => {
    const { window, first } = shown();
    first().events?.closing();
    window.show();
    await settle();
    expect(first().journal).not.toContain('hide');
  });

  test('closing minimises it where there is no tray, and says nothing', async () => {
    const { first, reported } = shown(false);
    expect(first().events?.closing()).toBe(true);
    await settle();
    expect(first().journal).toContain('minimize');
    expect(first().journal).not.toContain('hide');
    expect(reported).not.toContain('kept in tray');
  });

  test('whether there is a tray is asked at every closing', async () => {
    const { window, opened, state } = shown();
    opened[0]?.events?.closing();
    await settle();
    window.show();
    opened[1]?.events?.readyToShow();
    state.hasTray = false;
    opened[1]?.events?.closing();
    await settle();
    expect(opened[0]?.journal.at(-1)).toBe('destroy');
    expect(opened[1]?.journal.at(-1)).toBe('minimize');
  });

  test('closing closes once the app quits, and its place is remembered', () => {
    const { window, first, memory } = shown();
    first().bounds = { x: 10, y: 20, width: 800, height: 600 };
    window.prepareToQuit();
    expect(first().events?.closing()).toBe(false);
    expect(memory().places[0]?.place.bounds).toEqual({ x: 10, y: 20, width: 800, height: 600 });
    window.show();
    expect(first().isShown).toBe(false);
  });

  test('a page that crashed comes back with the order that it showed, but not twice with the same', () => {
    const { window, first } = shown();
    window.listens();
    window.orderOpened(order);
    first().events?.rendererGone('crashed');
    expect(window.view).toMatchObject({ view: 'all', activeId: order, openId: order });
    window.listens();
    window.orderOpened(order);
    first().events?.rendererGone('crashed');
    expect(window.view).toBeNull();
  });

  test('the width of the details is kept for the screens that are there, over restarts', () => {
    const { window, memory } = shown();
    expect(window.view).toBeNull();
    window.remembered(place, false);
    expect(memory().places[0]?.place.detailWidthPx).toBe(420);
    expect(window.view).toEqual(place);
    const again = mainWindow(true, memory());
    expect(again.window.view).toMatchObject({ detailWidthPx: 420, openId: null });
  });

  test('a hidden start opens nothing where there is a tray', async () => {
    const { window, opened } = mainWindow();
    await window.startHidden();
    expect(opened).toHaveLength(0);
  });

  test('a hidden start without a tray leaves a minimised window to come back to', async () => {
    const { window, first, clock } = mainWindow(false);
    const started = window.startHidden();
    await clock.advance(16_000);
    await started;
    first().events?.readyToShow();
    expect(first().journal).toEqual(['load', 'minimize']);
    window.show();
    expect(first().journal.slice(2)).toEqual(['restore', 'show']);
  });

  test('a hidden start waits for a panel that comes later at login', async () => {
    const { window, opened, clock, state } = mainWindow(false);
    const started = window.startHidden();
    await clock.advance(5000);
    state.hasTray = true;
    await clock.advance(20_000);
    await started;
    expect(opened).toHaveLength(0);
  });

  test('a window that is opened while a hidden start waits for a tray stays open', async () => {
    const { window, first, clock } = mainWindow(false);
    const started = window.startHidden();
    window.show();
    first().events?.readyToShow();
    await clock.advance(20_000);
    await started;
    expect(first().journal).not.toContain('minimize');
  });

  test('an order is revealed after the window has its snapshot, not before', async () => {
    const { window, first, clock } = mainWindow();
    window.reveal(asked);
    first().events?.readyToShow();
    expect(first().sent).toEqual([]);
    window.listens();
    await clock.advance(0);
    expect(first().sent).toEqual([['orders:revealed', asked]]);
  });

  test('patches are for a listening window only', () => {
    const { window, first } = shown();
    const patch = { sequence: 1, app: null, upserted: [], removed: [], putAway: [] };
    window.sendIfListening('board:patched', patch);
    window.listens();
    window.sendIfListening('board:patched', patch);
    expect(first().sent).toEqual([['board:patched', patch]]);
  });

  test('an order is in front only while it is open in a visible window that has the focus', () => {
    const { window, first } = shown();
    expect(window.orderInFront).toBeNull();
    window.orderOpened(order);
    expect(window.orderInFront).toBe(order);
    first().isDown = true;
    expect(window.orderInFront).toBeNull();
    first().isDown = false;
    first().isFront = false;
    expect(window.orderInFront).toBeNull();
    first().isFront = true;
    first().isShown = false;
    expect(window.orderInFront).toBeNull();
    first().isShown = true;
    expect(window.orderInFront).toBe(order);
    window.orderOpened(null);
    expect(window.orderInFront).toBeNull();
  });

  test.each([
    ['crashed', (native: FakeWindow) => native.events?.rendererGone('crashed')],
    ['was closed', (native: FakeWindow) => native.events?.closed()],
  ])('an order that was open in a page that %s is not in front', (_name, end) => {
    const { window, first } = shown();
    window.listens();
    window.orderOpened(order);
    end(first());
    expect(window.orderInFront).toBeNull();
    window.show();
    first().events?.readyToShow();
    expect(window.orderInFront).toBeNull();
  });

  test.each([
    ['hidden', (native: FakeWindow) => native.hide()],
    ['minimised', (native: FakeWindow) => native.minimize()],
  ])('a %s window comes back in front with the order that is revealed', (_name, away) => {
    const { window, first, opened } = shown();
    window.listens();
    away(first());
    window.reveal(asked);
    expect(opened).toHaveLength(1);
    expect([first().isShown, first().isDown, first().isFront]).toEqual([true, false, true]);
    expect(first().sent).toEqual([['orders:revealed', asked]]);
  });

  test('a window that was closed for good is opened anew with the order that is revealed', async () => {
    const { window, opened, clock } = shown();
    window.listens();
    opened[0]?.events?.closed();
    window.reveal(asked);
    opened[1]?.events?.readyToShow();
    window.listens();
    await clock.advance(0);
    expect(opened).toHaveLength(2);
    expect(opened[1]?.isFront).toBe(true);
    expect(opened[1]?.sent).toEqual([['orders:revealed', asked]]);
    expect(opened[0]?.sent).toEqual([]);
  });
});

describe('a renderer that fails', () => {
  test('fault 59: is loaded again, later with each crash within a minute, and never given up', async () => {
    const { first, clock, log } = shown();
    const loads = () => first().journal.filter((word) => word === 'load').length;
    const waits = [0, 500, 2000, 10_000, 30_000];
    for (const wait of waits) {
      const before = loads();
      first().events?.rendererGone('crashed');
      await clock.advance(Math.max(0, wait - 1));
      const early = loads();
      await clock.advance(1);
      expect([early, loads()]).toEqual([wait === 0 ? before + 1 : before, before + 1]);
    }
    expect(log.events('error')).toEqual(waits.map(() => 'rendererGone'));
  });

  test('a crash long ago is forgiven', async () => {
    const { first, clock } = shown();
    first().events?.rendererGone('oom');
    await clock.advance(61_000);
    first().events?.rendererGone('oom');
    await clock.advance(0);
    expect(first().journal.filter((word) => word === 'load')).toHaveLength(3);
  });

  test('hears no patches until it has a snapshot again', async () => {
    const { window, first, clock, reported } = shown();
    window.listens();
    first().events?.rendererGone('crashed');
    await clock.advance(0);
    expect(reported).toEqual(['stopped listening']);
    window.sendIfListening('board:patched', {
      sequence: 1,
      app: null,
      upserted: [],
      removed: [],
      putAway: [],
    });
    expect(first().sent).toEqual([]);
  });

  test('fault 59: one that hangs for ten seconds is ended and loaded again', async () => {
    const { first, clock } = shown();
    first().events?.unresponsive();
    first().events?.unresponsive();
    await clock.advance(9999);
    expect(first().journal).not.toContain('crash');
    await clock.advance(1);
    expect(first().journal.slice(-2)).toEqual(['crash', 'load']);
  });

  test('one that answers again in time is left alone', async () => {
    const { first, clock } = shown();
    first().events?.unresponsive();
    await clock.advance(5000);
    first().events?.responsive();
    await clock.advance(60_000);
    expect(first().journal).not.toContain('crash');
  });

  test('nothing is loaded any more once the app quits', async () => {
    const { window, first, clock } = shown();
    first().events?.rendererGone('crashed');
    window.prepareToQuit();
    first().events?.rendererGone('killed');
    await clock.advance(120_000);
    expect(first().journal.filter((word) => word === 'load')).toHaveLength(1);
    expect(clock.waitingTimers).toBe(0);
  });
});
