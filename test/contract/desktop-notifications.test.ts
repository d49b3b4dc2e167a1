import { describe, expect, test } from 'vitest';
import { SystemNotifications } from '../../main/desktop/notifications/system-notifications.ts';
import type { DesktopNotification, DesktopNotifications } from '../../main/notify/ports.ts';
import { FakeNotificationMaker } from '../support/desktop/fake-notification-maker.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RecordingNotifications } from '../support/notify/recording-notifications.ts';
import { RecordingSounds } from '../support/notify/recording-sounds.ts';
import { orderIdAt } from '../support/watched-orders.ts';

/** Notifications with the desktop behind them. */
interface Subject {
  readonly desktop: DesktopNotifications;
  /** The desktop takes no notification any more. */
  readonly refuse: () => void;
  /** The desktop says only now that the last one did not appear. */
  readonly refuseLate: (reason: string) => void;
  readonly click: () => void;
  readonly pressFirstButton: () => void;
}

function recorded(): Subject {
  const desktop = new RecordingNotifications();
  return {
    desktop,
    refuse: () => (desktop.daemon = 'failing'),
    refuseLate: (reason) => desktop.failLast(reason),
    click: () => desktop.clickLast(),
    pressFirstButton: () => desktop.actOnLast('open'),
  };
}

function ofTheSystem(): Subject {
  const maker = new FakeNotificationMaker();
  maker.isShownAtOnce = true;
  const last = () => maker.made.at(-1)?.events;
  return {
    desktop: new SystemNotifications(maker, new FakeClock(), new RecordingSounds()),
    refuse: () => (maker.hasDaemon = false),
    refuseLate: (reason) => last()?.failed(reason),
    click: () => last()?.clicked(),
    pressFirstButton: () => last()?.acted(0),
  };
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
    actions: [{ action: 'open', text: 'Open' }],
  };
}

describe.each([
  ['in a list', recorded],
  ['of the system', ofTheSystem],
])('notifications %s', (_where, open) => {
  function subject() {
    const told: (readonly [what: string, ...of: (string | null)[]])[] = [];
    const { desktop, ...hands } = open();
    const show = (index: number): void =>
      desktop.show(about(index), {
        shown: (key) => told.push(['shown', key]),
        failed: (key, reason) => told.push(['failed', key, reason]),
        clicked: (orderId) => told.push(['clicked', orderId]),
        acted: (action, orderId) => told.push([action, orderId]),
      });
    return { desktop, show, told, ...hands };
  }

  test('say of each that it was shown', () => {
    const { show, told } = subject();
    show(1);
    show(2);
    expect(told).toEqual([
      ['shown', 'key 1'],
      ['shown', 'key 2'],
    ]);
  });

  test('say of one that the desktop refuses that it failed, with the reason', () => {
    const { refuse, show, told } = subject();
    refuse();
    show(1);
    expect(told).toEqual([['failed', 'key 1', expect.stringMatching(/\w/)]]);
  });

  test('say also later that one failed', () => {
    const { refuseLate, show, told } = subject();
    show(1);
    refuseLate('dismissed by policy');
    expect(told.slice(1)).toEqual([['failed', 'key 1', 'dismissed by policy']]);
  });

  test('name the order that was clicked, and the button that was pressed', () => {
    const { click, pressFirstButton, show, told } = subject();
    show(7);
    click();
    pressFirstButton();
    expect(told.slice(1)).toEqual([
      ['clicked', orderIdAt(7)],
      ['open', orderIdAt(7)],
    ]);
  });

  test('close what is there and what is not, and show the same again afterwards', () => {
    const { desktop, show, told } = subject();
    show(1);
    desktop.close(orderIdAt(1));
    desktop.close(orderIdAt(1));
    desktop.programEnds();
    show(1);
    expect(told).toEqual([
      ['shown', 'key 1'],
      ['shown', 'key 1'],
    ]);
  });
});
