import { expect, onTestFinished, test } from 'vitest';
import { defaultNotificationSettings } from '../../../core/notification/notification-settings.ts';
import type { NotificationKind } from '../../../core/notification/notification.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { quietHours, toldKinds } = defaultNotificationSettings;

/** A desk on which it is always quiet, completions are off but would have a sound, and releases are silent. */
function quietDesk() {
  const clock = new FakeClock();
  const always = { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 0 };
  const desk = new RunningDesk({
    folder: temporaryFolder(),
    clock,
    orders: new Map(),
    settings: {
      quietHours: { ...quietHours, isOn: true, times: [always], letsCriticalThrough: false },
      toldKinds: {
        ...toldKinds,
        completed: { level: 'kept', sound: 'system' },
        matched: { level: 'news', sound: 'rising' },
        released: { level: 'needsYou', sound: 'none' },
      },
      remindEveryMinutes: 1,
    },
  });
  onTestFinished(() => desk.stop());
  const tried = async (kind: NotificationKind) => {
    await desk.notifications.handlers['notifications:try']({ kind });
    await clock.advance(1000);
    return desk.screen.shown.at(-1);
  };
  return { clock, desk, tried };
}

test('an example comes at once with the sound and the urgency of its kind, also while that is off or it is quiet', async () => {
  const { tried } = quietDesk();
  expect(await tried('completed')).toMatchObject({
    title: expect.stringMatching(/^Example: Completed/),
    sound: 'system',
    isCritical: false,
    actions: [],
  });
  expect(await tried('released')).toMatchObject({ sound: 'none', isCritical: true });
  expect(await tried('matched')).toMatchObject({ sound: 'rising' });
});

test('an example is about no order: it is not repeated, and a click on it opens none', async () => {
  const { clock, desk, tried } = quietDesk();
  expect((await tried('released'))?.orderId).toBeNull();
  await clock.advance(10 * 60_000);
  expect(desk.screen.shown).toHaveLength(1);
  expect(desk.notifiedOf(null)).toEqual(['selfTest']);
});

test('a sound is played at once when the window asks for it, and the window learns when that is not possible', async () => {
  const { desk } = quietDesk();
  const play = () => desk.notifications.handlers['notifications:play']({ sound: 'falling' });
  expect(await play()).toEqual({ ok: true, value: true });
  desk.sounds.canPlay = false;
  expect(await play()).toEqual({ ok: true, value: false });
  expect(desk.sounds.played).toEqual(['falling', 'falling']);
  expect(desk.screen.shown).toEqual([]);
});
