import { expect, test } from 'vitest';
import type { NotificationTest } from '../../../../../core/notification/notification-fault.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import { inEnglish } from '../../../../../core/text/language.ts';
import { wordingOptions } from '../../../../../main/engine/notify/notifications.ts';
import { NotificationSelfTest } from '../../../../../main/engine/notify/self-test.ts';
import { RetryingOutbox } from '../../../../../main/engine/notify/retrying-outbox.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { FailingOutbox } from '../../../../support/storage/failing-outbox.ts';
import { plainNotifier, plainSpeech } from '../../../../support/notify/plain-notifier.ts';
import { RecordingNotifications } from '../../../../support/notify/recording-notifications.ts';

function bench(daemon: RecordingNotifications['daemon'] = 'working') {
  const clock = new FakeClock();
  const outbox = new FailingOutbox();
  const desktop = new RecordingNotifications();
  desktop.daemon = daemon;
  const seen: NotificationTest[] = [];
  const notifier = plainNotifier({
    outbox: new RetryingOutbox(outbox, clock),
    desktop,
    clock,
    decision: () => ({ kind: 'show', isQuiet: false }),
    speech: () => ({ ...plainSpeech, privacy: 'noNames' }),
  });
  const selfTest = new NotificationSelfTest({
    clock,
    outbox,
    notifier,
    progressed: (each) => seen.push(each),
    options: () => wordingOptions(defaultSettings, inEnglish.current),
  });
  notifier.start();
  return { clock, outbox, desktop, seen, selfTest };
}

function states(one: NotificationTest | undefined): string {
  return (one?.hops ?? []).map(({ name, state }) => `${name} ${state}`).join(', ');
}

test('a test goes through every hop, the click last, each with its time', async () => {
  const { clock, desktop, seen, selfTest } = bench();
  expect(states(selfTest.run())).toBe(
    'update passed, policy passed, outbox passed, system passed, shown passed, click waiting',
  );
  await clock.advance(3000);
  desktop.clickLast();
  expect(states(seen.at(-1))).toMatch(/click passed$/);
  expect(seen.at(-1)).toMatchObject({ isOver: true });
  expect(seen.at(-1)?.hops.at(-1)).toMatchObject({ afterMs: 3000 });
  expect(clock.waitingTimers).toBe(0);
});

test('a system that refuses is named with its own words', () => {
  const { selfTest } = bench('failing');
  const found = selfTest.run();
  expect(states(found)).toMatch(/system passed, shown failed, click waiting$/);
  expect(found.hops[4]?.reason).toBe('refused by the system');
  expect(found.isOver).toBe(true);
});

test('a system that says nothing for five seconds did not show it', async () => {
  const { clock, seen, selfTest } = bench('silent');
  selfTest.run();
  await clock.advance(5000);
  expect(states(seen.at(-1))).toMatch(/shown failed/);
  expect(seen.at(-1)?.hops[4]?.reason).toBe('system-silent');
});

test('a disk that refuses ends it at the outbox', () => {
  const { outbox, desktop, selfTest } = bench();
  outbox.isBroken = true;
  expect(states(selfTest.run())).toMatch(/outbox failed, system waiting/);
  expect(desktop.shown).toEqual([]);
});

test('the test also ends without a click', async () => {
  const { clock, seen, selfTest } = bench();
  selfTest.run();
  await clock.advance(5 * 60_000);
  expect(states(seen.at(-1))).toMatch(/shown passed, click waiting$/);
  expect(seen.at(-1)?.isOver).toBe(true);
});

test('its notification belongs to no order and is settled like any other', () => {
  const { desktop, outbox, selfTest } = bench();
  selfTest.run();
  expect(desktop.shown[0]).toMatchObject({
    orderId: null,
    title: 'Test notification',
    tag: 'selfTest',
  });
  expect([...outbox.outcomes.values()]).toEqual([{ kind: 'shown' }]);
});
