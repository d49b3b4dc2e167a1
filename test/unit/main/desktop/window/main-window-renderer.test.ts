import { describe, expect, test } from 'vitest';
import { shown } from '../../../../support/desktop/main-window-bench.ts';

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
    const { window, first, clock, told } = shown();
    window.listens();
    first().events?.rendererGone('crashed');
    await clock.advance(0);
    expect(told).toEqual(['stopped listening']);
    window.sendIfListening('board:patched', {
      sequence: 1,
      desk: null,
      upserted: [],
      removed: [],
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
