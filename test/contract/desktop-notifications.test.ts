import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { BusNotifications } from '../../main/desktop/notifications/bus-notifications.ts';
import { NotificationDaemon } from '../../main/desktop/notifications/notification-daemon.ts';
import { SystemNotifications } from '../../main/desktop/notifications/system-notifications.ts';
import { daemonCapabilities } from '../../main/engine/session-bus/desktop-services.ts';
import { DbusSessionBus } from '../../main/engine/session-bus/dbus-session-bus.ts';
import type { SessionBus } from '../../main/engine/session-bus/session-bus.ts';
import type { DesktopNotification, DesktopNotifications } from '../../main/engine/notify/ports.ts';
import type { Clock } from '../../core/clock.ts';
import { SystemClock } from '../../main/engine/watch/system-clock.ts';
import {
  type DaemonDesktop,
  type DaemonName,
  startDaemonDesktop,
} from '../support/desktop/daemon-desktop.ts';
import { FakeNotificationDaemon } from '../support/desktop/fake-notification-daemon.ts';
import { FakeNotificationMaker } from '../support/desktop/fake-notification-maker.ts';
import { FakeSessionBus } from '../support/desktop/fake-session-bus.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RecordingNotifications } from '../support/notify/recording-notifications.ts';
import { RecordingSounds } from '../support/notify/recording-sounds.ts';
import { orderIdAt } from '../support/watched-orders.ts';

/** Notifications with the desktop behind them. */
interface Subject {
  readonly desktop: DesktopNotifications;
  /** The desktop accepts no notification any more. */
  readonly refuse: () => void | Promise<void>;
  readonly click: () => void | Promise<void>;
  readonly pressFirstButton: () => void | Promise<void>;
}

/** A subject whose desktop can say later that the last one did not appear. */
interface Belated extends Subject {
  readonly refuseLate: (reason: string) => void;
}

function recorded(): Belated {
  const desktop = new RecordingNotifications();
  return {
    desktop,
    refuse: () => void (desktop.daemon = 'failing'),
    refuseLate: (reason) => desktop.failLast(reason),
    click: () => desktop.clickLast(),
    pressFirstButton: () => desktop.actOnLast('open'),
  };
}

function ofTheSystem(): Belated {
  const maker = new FakeNotificationMaker();
  maker.isShownAtOnce = true;
  const last = () => maker.made.at(-1)?.events;
  return {
    desktop: new SystemNotifications(maker, new FakeClock(), new RecordingSounds()),
    refuse: () => void (maker.hasDaemon = false),
    refuseLate: (reason) => last()?.failed(reason),
    click: () => last()?.clicked(),
    pressFirstButton: () => last()?.acted(0),
  };
}

/** The notifications of the product on a bus, without Electron's behind them. */
function onBus(bus: SessionBus, clock: Clock): SystemNotifications {
  const fallback = new FakeNotificationMaker();
  fallback.hasDaemon = false;
  const maker = new BusNotifications({
    bus,
    clock,
    daemon: new NotificationDaemon({ ask: () => daemonCapabilities(bus), clock }),
    fallback,
    picture: () => ({ widthPx: 1, heightPx: 1, rgba: new Uint8Array(4) }),
    activated: (_token, act) => act(),
  });
  return new SystemNotifications(maker, clock, new RecordingSounds());
}

function onFakeBus(): Subject {
  const clock = new FakeClock();
  const bus = new FakeSessionBus(clock);
  const daemon = new FakeNotificationDaemon(bus);
  return {
    desktop: onBus(bus, clock),
    refuse: () => void (daemon.refusal = 'org.freedesktop.DBus.Error.Failed'),
    click: () => daemon.click(daemon.last?.id ?? 0),
    pressFirstButton: () => daemon.click(daemon.last?.id ?? 0, '0'),
  };
}

function onRealBus(address: string): SystemNotifications {
  const clock = new SystemClock();
  const bus = new DbusSessionBus({
    address,
    clock,
    failed: (error) => {
      throw error;
    },
  });
  const desktop = onBus(bus, clock);
  onTestFinished(async () => {
    desktop.programEnds();
    await desktop.settled();
    bus.close();
  });
  return desktop;
}

function about(index: number): DesktopNotification {
  return {
    key: `key ${index}`,
    tag: orderIdAt(index),
    orderId: orderIdAt(index),
    title: 'Now on the way',
    body: 'Sheung Wan florist.',
    isCritical: false,
    sound: 'none',
    actions: [],
  };
}

const withButton = (index: number): DesktopNotification => ({
  ...about(index),
  actions: [{ action: 'open', text: 'Open' }],
});

type Reported = readonly [what: string, ...of: (string | null)[]];

/** Shows on a desktop and writes down what it told. */
function listener(desktop: DesktopNotifications) {
  const reported: Reported[] = [];
  const show = (notification: DesktopNotification): void =>
    desktop.show(notification, {
      shown: (key) => reported.push(['shown', key]),
      failed: (key, reason) => reported.push(['failed', key, reason]),
      clicked: (orderId) => reported.push(['clicked', orderId]),
      acted: (action, orderId) => reported.push([action, orderId]),
    });
  return { show, reported };
}

function contract(open: () => Subject): void {
  function subject() {
    const { desktop, ...hands } = open();
    return { desktop, ...listener(desktop), ...hands };
  }

  test('say of each that it was shown', async () => {
    const { show, reported } = subject();
    show(about(1));
    show(about(2));
    await expect
      .poll(() => reported)
      .toEqual([
        ['shown', 'key 1'],
        ['shown', 'key 2'],
      ]);
  });

  test('name the order that was clicked', async () => {
    const { click, show, reported } = subject();
    show(about(7));
    await expect.poll(() => reported).toEqual([['shown', 'key 7']]);
    await click();
    await expect
      .poll(() => reported)
      .toEqual([
        ['shown', 'key 7'],
        ['clicked', orderIdAt(7)],
      ]);
  });

  test('name the button that was pressed, and its order', async () => {
    const { pressFirstButton, show, reported } = subject();
    show(withButton(7));
    await expect.poll(() => reported).toEqual([['shown', 'key 7']]);
    await pressFirstButton();
    await expect
      .poll(() => reported)
      .toEqual([
        ['shown', 'key 7'],
        ['open', orderIdAt(7)],
      ]);
  });

  test('close what is there and what is not, and show the same again afterwards', async () => {
    const { desktop, show, reported } = subject();
    show(about(1));
    await expect.poll(() => reported).toEqual([['shown', 'key 1']]);
    desktop.close(orderIdAt(1));
    desktop.close(orderIdAt(1));
    desktop.programEnds();
    show(about(1));
    await expect
      .poll(() => reported)
      .toEqual([
        ['shown', 'key 1'],
        ['shown', 'key 1'],
      ]);
  });

  test('say of one that the desktop refuses that it failed, with the reason', async () => {
    const { refuse, show, reported } = subject();
    await refuse();
    show(about(1));
    await expect.poll(() => reported).toEqual([['failed', 'key 1', expect.stringMatching(/\w/)]]);
  });
}

describe.each([
  ['in a list', recorded],
  ['of the system', ofTheSystem],
  ['on the bus', onFakeBus],
])('notifications %s', (_where, open) => {
  contract(open);
});

test.each([
  ['in a list', recorded],
  ['of the system', ofTheSystem],
])('notifications %s say also later that one failed', async (_where, open) => {
  const { desktop, refuseLate } = open();
  const { show, reported } = listener(desktop);
  show(about(1));
  refuseLate('dismissed by policy');
  await expect
    .poll(() => reported)
    .toEqual([
      ['shown', 'key 1'],
      ['failed', 'key 1', 'dismissed by policy'],
    ]);
});

describe.each<[DaemonName]>([['dunst'], ['xfce4-notifyd'], ['notification-daemon']])(
  'notifications on %s',
  (name) => {
    let real: DaemonDesktop;

    beforeAll(async () => {
      real = await startDaemonDesktop(name);
    });

    beforeEach(() => real.restartDaemon());

    afterAll(() => real?.stop());

    contract(() => ({
      desktop: onRealBus(real.address),
      click: () => real.click(),
      pressFirstButton: () => real.press(),
      refuse: () => real.endDaemon(),
    }));
  },
);
