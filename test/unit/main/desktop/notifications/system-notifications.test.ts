import { describe, expect, test } from 'vitest';
import { parseOrderId } from '../../../../../core/order/order-id.ts';
import {
  type NotificationSound,
  notificationSounds,
} from '../../../../../core/notification/notification-sound.ts';
import { SystemNotifications } from '../../../../../main/desktop/notifications/system-notifications.ts';
import type { DesktopNotification } from '../../../../../main/engine/notify/ports.ts';
import { FakeNotificationMaker } from '../../../../support/desktop/fake-notification-maker.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { RecordingSounds } from '../../../../support/notify/recording-sounds.ts';

const order = parseOrderId('3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418');

function notification(title: string, tag = 'order-1'): DesktopNotification {
  return {
    key: `key ${title}`,
    tag,
    orderId: order,
    title,
    body: 'Sheung Wan florist.',
    isCritical: false,
    sound: 'none',
    actions: [{ action: 'open', text: 'Open' }],
  };
}

function notificationSystem(setUp: (maker: FakeNotificationMaker) => void = () => undefined) {
  const maker = new FakeNotificationMaker();
  setUp(maker);
  const clock = new FakeClock();
  const sounds = new RecordingSounds();
  const reported: string[] = [];
  const events = {
    shown: (key: string) => reported.push(`shown ${key}`),
    failed: (key: string, reason: string) => reported.push(`failed ${key}: ${reason}`),
    clicked: (id: string | null) => reported.push(`clicked ${id}`),
    acted: (action: string, id: string | null) => reported.push(`${action} ${id}`),
  };
  const system = new SystemNotifications(maker, clock, sounds);
  return { system, maker, clock, sounds, reported, events };
}

describe('system notifications', () => {
  test('a notification is held until it is closed', () => {
    const { system, maker, events } = notificationSystem();
    system.show(notification('Now on the way'), events);
    expect(system.liveCount).toBe(1);
    maker.made[0]?.events?.closed(true);
    expect(system.liveCount).toBe(0);
  });

  test('a click tells which order, also after it left the screen', () => {
    const { system, maker, reported, events } = notificationSystem();
    system.show(notification('Now on the way'), events);
    maker.made[0]?.events?.closed(false);
    maker.made[0]?.events?.clicked();
    expect(reported).toEqual([`clicked ${order}`]);
    expect(system.liveCount).toBe(1);
  });

  test('where the system cannot replace, the older one is closed before the newer is shown', () => {
    const { system, maker, events } = notificationSystem();
    system.show(notification('first'), events);
    system.show(notification('second'), events);
    expect(maker.journal).toEqual(['show first', 'close first', 'show second']);
    expect(system.liveCount).toBe(1);
  });

  test('where the system replaces by id, the newer one takes the place', () => {
    const { system, maker, events } = notificationSystem((fake) => (fake.replacesById = true));
    system.show(notification('first'), events);
    system.show(notification('second'), events);
    expect(maker.journal).toEqual(['show first', 'show second']);
    expect(maker.made.map((made) => made.options.id)).toEqual(['order-1', 'order-1']);
    expect(system.liveCount).toBe(1);
  });

  test('a replaced handle is closed only when the newest goes, not while it is on the screen', () => {
    const { system, maker, events, clock } = notificationSystem(
      (fake) => (fake.replacesById = true),
    );
    for (const title of ['first', 'second', 'third']) system.show(notification(title), events);
    expect(maker.journal).toEqual(['show first', 'show second', 'show third']);
    maker.made[2]?.events?.closed(true);
    expect(maker.journal.slice(3)).toEqual(['close first', 'close second']);
    expect([system.liveCount, clock.waitingTimers]).toEqual([0, 0]);
  });

  test('a place in which one follows the other all day holds no more than fifty handles', () => {
    const { system, maker, events } = notificationSystem((fake) => (fake.replacesById = true));
    for (let turn = 0; turn < 500; turn += 1) system.show(notification(`turn ${turn}`), events);
    const open = maker.made.filter(({ isClosed }) => !isClosed);
    expect(open.length).toBeLessThanOrEqual(51);
    expect(open.at(-1)?.options.title).toBe('turn 499');
    expect(maker.journal.at(-1)).toBe('show turn 499');
  });

  test('a late close of a replaced notification does not let the newer one go', () => {
    const { system, maker, events } = notificationSystem((fake) => (fake.replacesById = true));
    system.show(notification('first'), events);
    system.show(notification('second'), events);
    maker.made[0]?.events?.closed(true);
    expect(system.liveCount).toBe(1);
  });

  test('notifications of different orders live side by side', () => {
    const { system, events } = notificationSystem();
    system.show(notification('first', 'a'), events);
    system.show(notification('second', 'b'), events);
    expect(system.liveCount).toBe(2);
    system.close('a');
    expect(system.liveCount).toBe(1);
    system.programEnds();
    expect(system.liveCount).toBe(0);
  });

  test('what a later run could answer stays when the program ends', () => {
    const { system, maker, events } = notificationSystem((fake) => (fake.outlivesProgram = true));
    system.show(notification('first'), events);
    system.programEnds();
    expect(maker.journal).toEqual(['show first']);
  });

  test('one that is not closed is let go after a day', async () => {
    const { system, clock, events } = notificationSystem();
    system.show(notification('first'), events);
    await clock.advance(24 * 3_600_000 - 1);
    expect(system.liveCount).toBe(1);
    await clock.advance(1);
    expect(system.liveCount).toBe(0);
    expect(clock.waitingTimers).toBe(0);
  });

  test('ten thousand shown and closed leave nothing behind', () => {
    const { system, maker, clock, events } = notificationSystem();
    for (let n = 0; n < 10_000; n += 1) system.show(notification('again', `order-${n}`), events);
    expect(system.liveCount).toBe(10_000);
    for (const made of maker.made) made.events?.closed(true);
    expect([system.liveCount, clock.waitingTimers]).toEqual([0, 0]);
  });

  test('what the system reports reaches the one who asked', () => {
    const { system, maker, reported, events } = notificationSystem();
    system.show(notification('first'), events);
    maker.made[0]?.events?.shown();
    system.show(notification('second'), events);
    maker.made[1]?.events?.shown();
    system.show(notification('third'), events);
    maker.made[2]?.events?.failed('not signed');
    expect(reported).toEqual([
      'shown key first',
      'shown key second',
      'failed key third: not signed',
    ]);
    expect(system.liveCount).toBe(0);
  });

  test('a desktop without notifications is reported and nothing is made', () => {
    const { system, maker, reported, events } = notificationSystem(
      (fake) => (fake.hasDaemon = false),
    );
    system.show(notification('first'), events);
    expect(maker.made).toEqual([]);
    expect(reported).toEqual(['failed key first: this desktop offers none']);
  });

  test('a critical one stays until a person acts, and only asked-for ones make a sound', () => {
    const { system, maker, events } = notificationSystem();
    system.show(notification('calm', 'a'), events);
    system.show({ ...notification('loud', 'b'), isCritical: true, sound: 'system' }, events);
    const shownWith = maker.made.map(({ options }) => [
      options.urgency,
      options.timeoutType,
      options.silent,
    ]);
    expect(shownWith).toEqual([
      ['normal', 'default', true],
      ['critical', 'never', false],
    ]);
  });
});

function heard(sound: NotificationSound): DesktopNotification {
  return { ...notification('first'), sound };
}

describe('a sound of Waybell’s own', () => {
  test('is played once for its card, which is silent; the system’s comes with the card', async () => {
    const { system, maker, clock, sounds, events } = notificationSystem();
    for (const sound of notificationSounds) system.show(heard(sound), events);
    await clock.advance(0);
    expect(sounds.played).toEqual(['soft', 'rising', 'falling']);
    expect(maker.made.map(({ options }) => options.silent)).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
  });

  test('that cannot be played gives way to the system’s, on the same card raised once more', async () => {
    const { system, maker, clock, sounds, reported, events } = notificationSystem();
    sounds.canPlay = false;
    system.show(heard('falling'), events);
    expect(maker.made.map(({ options }) => options.silent)).toEqual([true]);
    await clock.advance(0);
    expect(maker.journal).toEqual(['show first', 'close first', 'show first']);
    expect(maker.made.map(({ options }) => options.silent)).toEqual([true, false]);
    expect([system.liveCount, sounds.played]).toEqual([1, ['falling']]);
    maker.made[1]?.events?.clicked();
    expect(reported).toEqual([`clicked ${order}`]);
  });

  test('that cannot be played raises no card that was closed, replaced or failed, and none at the end', async () => {
    const ends: readonly ((bench: ReturnType<typeof notificationSystem>) => void)[] = [
      ({ system }) => system.close('order-1'),
      ({ maker }) => maker.made[0]?.events?.closed(true),
      ({ maker }) => maker.made[0]?.events?.failed('refused'),
      ({ system, events }) => system.show(notification('second'), events),
      ({ system }) => system.programEnds(),
    ];
    for (const end of ends) {
      const bench = notificationSystem((fake) => (fake.outlivesProgram = true));
      bench.sounds.canPlay = false;
      bench.system.show(heard('soft'), bench.events);
      end(bench);
      await bench.clock.advance(0);
      expect(bench.maker.journal.filter((line) => line === 'show first')).toHaveLength(1);
    }
  });

  test('is not played where the desktop offers no notifications: that is said in another way', async () => {
    const { system, clock, sounds, events } = notificationSystem(
      (fake) => (fake.hasDaemon = false),
    );
    system.show(heard('soft'), events);
    await clock.advance(0);
    expect(sounds.played).toEqual([]);
  });
});
