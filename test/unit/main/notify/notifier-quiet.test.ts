import { expect, test } from 'vitest';
import { FakeClock } from '../../../support/fake-clock.ts';
import { MemoryOutbox } from '../../../support/storage/memory-outbox.ts';
import { notifierBench } from '../../../support/notify/notifier-bench.ts';

test('what is held is written down once, however often the reason is looked at', async () => {
  class CountingOutbox extends MemoryOutbox {
    writes = 0;

    override settle(...settled: Parameters<MemoryOutbox['settle']>): void {
      this.writes += 1;
      super.settle(...settled);
    }
  }
  const outbox = new CountingOutbox();
  const { decide, notifier, clock } = notifierBench(outbox, new FakeClock(), {
    notificationsMutedUntilMs: Date.UTC(2026, 2, 2, 12),
  });
  decide(1);
  notifier.notificationsStored();
  const before = outbox.writes;
  await clock.advance(60 * 60_000);
  expect(outbox.writes).toBe(before);
});

test('what came while it was quiet waits, and is one card when the quiet ends', async () => {
  const made = notifierBench();
  made.settings = {
    quietHours: {
      isOn: true,
      times: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 8 * 60, toMinute: 10 * 60 }],
      timeZone: 'UTC',
      letsCriticalThrough: true,
    },
  };
  const held = [1, 2, 3].map((index) => made.decide(index, { event: 'completed' }));
  const loud = made.decide(4, { event: 'released', isCritical: true });
  made.notifier.notificationsStored();
  expect(made.desktop.shown.map(({ key }) => key)).toEqual([loud.key]);
  expect(made.outbox.outcomes.get(held[0]?.key ?? '')).toEqual({
    kind: 'held',
    reason: 'quietHours',
  });
  await made.clock.advance(59 * 60_000);
  expect(made.desktop.shown).toHaveLength(1);
  await made.clock.advance(60_000);
  expect(made.desktop.shown.at(-1)).toMatchObject({
    title: '3 changes while it was quiet',
    body: '3 completed.',
  });
  expect(made.outbox.outcomes.get(held[0]?.key ?? '')).toEqual({
    kind: 'digested',
    reason: 'quiet',
  });
  expect(made.clock.waitingTimers).toBe(0);
});

test('a restart in the middle of the quiet loses nothing and doubles nothing', async () => {
  const before = notifierBench();
  const mute = { notificationsMutedUntilMs: before.clock.wallMs() + 600_000 };
  before.settings = mute;
  before.decide(1, { event: 'completed' });
  before.decide(2, { event: 'matched' });
  before.notifier.notificationsStored();
  before.notifier.stop();
  const after = notifierBench(before.outbox, before.clock, mute);
  expect(after.desktop.shown).toEqual([]);
  await before.clock.advance(600_000);
  expect(after.desktop.titles).toEqual(['2 changes while it was quiet']);
});

test('a settings change ends the quiet at once', () => {
  const made = notifierBench();
  made.settings = { notificationsMutedUntilMs: made.clock.wallMs() + 3_600_000 };
  const only = made.decide(1);
  made.notifier.notificationsStored();
  expect(made.desktop.shown).toEqual([]);
  made.settings = {};
  made.notifier.situationChanged();
  expect(made.desktop.titles).toEqual([only.texts.full.title]);
  expect(made.outbox.outcomes.get(only.key)).toEqual({ kind: 'shown' });
});

test('a locked screen that shall show nothing holds back until it is unlocked', () => {
  const made = notifierBench();
  made.settings = { lockedScreen: 'hold' };
  made.isLocked = true;
  made.decide(1);
  made.notifier.notificationsStored();
  expect(made.desktop.shown).toEqual([]);
  made.isLocked = false;
  made.notifier.situationChanged();
  expect(made.desktop.shown).toHaveLength(1);
});
