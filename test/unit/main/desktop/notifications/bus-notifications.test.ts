import { describe, expect, test } from 'vitest';
import {
  BusNotifications,
  rgbaOf,
} from '../../../../../main/desktop/notifications/bus-notifications.ts';
import { NotificationDaemon } from '../../../../../main/desktop/notifications/notification-daemon.ts';
import type { NativeNotificationOptions } from '../../../../../main/desktop/notifications/system-notifications.ts';
import { daemonCapabilities } from '../../../../../main/engine/session-bus/desktop-services.ts';
import { FakeNotificationDaemon } from '../../../../support/desktop/fake-notification-daemon.ts';
import { FakeNotificationMaker } from '../../../../support/desktop/fake-notification-maker.ts';
import { FakeSessionBus } from '../../../../support/desktop/fake-session-bus.ts';
import { FakeClock, settle } from '../../../../support/fake-clock.ts';

const picture = { widthPx: 1, heightPx: 1, rgba: new Uint8Array([1, 2, 3, 255]) };

function bench(setUp: (daemon: FakeNotificationDaemon) => void = () => undefined) {
  const clock = new FakeClock();
  const bus = new FakeSessionBus(clock);
  const daemon = new FakeNotificationDaemon(bus);
  setUp(daemon);
  const fallback = new FakeNotificationMaker();
  fallback.isShownAtOnce = true;
  const tokens: (string | null)[] = [];
  const reported: string[] = [];
  const maker = new BusNotifications({
    bus,
    clock,
    daemon: new NotificationDaemon({ ask: () => daemonCapabilities(bus), clock }),
    fallback,
    picture: () => picture,
    activated(token, act) {
      tokens.push(token);
      act();
    },
  });
  const show = (title: string, options: Partial<NativeNotificationOptions> = {}) => {
    const card = maker.make({
      id: 'order-1',
      title,
      body: 'Sheung Wan florist.',
      silent: false,
      urgency: 'normal',
      timeoutType: 'default',
      actions: ['Open', 'Snooze'],
      ...options,
    });
    card.listen({
      shown: () => reported.push(`shown ${title}`),
      failed: (reason) => reported.push(`failed ${title}: ${reason}`),
      clicked: () => reported.push(`clicked ${title}`),
      acted: (index) => reported.push(`acted ${title} ${index}`),
      closed: (isGone) => reported.push(`closed ${title} ${isGone}`),
    });
    card.show();
    return card;
  };
  return { bus, clock, daemon, fallback, maker, show, reported, tokens };
}

describe('a card on the session bus', () => {
  test('is handed over with buttons, urgency, picture and the program’s name', async () => {
    const { bus, daemon, show, reported } = bench();
    show('one');
    await settle();
    expect(reported).toEqual(['shown one']);
    expect(daemon.last).toMatchObject({
      title: 'one',
      actions: ['default', '', '0', 'Open', '1', 'Snooze'],
      timeoutMs: -1,
    });
    expect([...(daemon.last?.hints ?? [])]).toEqual([
      ['urgency', ['y', 1]],
      ['desktop-entry', ['s', 'waybell']],
      ['image-data', ['(iiibiiay)', [1, 1, 4, true, 8, 4, picture.rgba]]],
    ]);
    expect(bus.calls.at(-1)).toMatchObject({ member: 'Notify', signature: 'susssasa{sv}i' });
  });

  test('without buttons of its own names its click, for daemons that make a button of it', async () => {
    const { daemon, show } = bench();
    show('one', { actions: [] });
    await settle();
    expect(daemon.last?.actions).toEqual(['default', 'Waybell']);
  });

  test('asks for silence where it has no sound or one of Waybell’s own, and stays when it is critical', async () => {
    const { daemon, show } = bench();
    show('calm', { silent: true });
    await settle();
    expect(daemon.last?.hints.get('suppress-sound')).toEqual(['b', true]);
    show('loud', { urgency: 'critical', timeoutType: 'never' });
    await settle();
    expect(daemon.last?.hints.get('suppress-sound')).toBeUndefined();
    expect(daemon.last?.hints.get('urgency')).toEqual(['y', 2]);
    expect(daemon.last?.timeoutMs).toBe(0);
  });

  test('takes the place of the one before it, and its number stays', async () => {
    const { daemon, show, reported } = bench();
    const first = show('one');
    show('two');
    show('three');
    await settle();
    expect(daemon.journal).toEqual(['show 1 one', 'replace 1 two', 'replace 1 three']);
    first.close();
    await settle();
    expect(daemon.titles).toEqual(['three']);
    expect(reported).toEqual(['shown one', 'shown two', 'shown three']);
    daemon.click(1);
    expect(reported.at(-1)).toBe('clicked three');
  });

  test('stands beside those of other orders', async () => {
    const { daemon, show } = bench();
    show('one', { id: 'a' });
    const two = show('two', { id: 'b' });
    await settle();
    two.close();
    await settle();
    expect(daemon.titles).toEqual(['one']);
  });

  test('tells clicks and buttons, and nothing for a key that it did not offer', async () => {
    const { daemon, show, reported, tokens } = bench();
    show('one');
    await settle();
    daemon.click(1, '1');
    daemon.click(1, '2');
    daemon.click(1, 'constructor');
    daemon.click(1, 'default', 'a-token');
    daemon.click(1);
    expect(reported.slice(1)).toEqual(['acted one 1', 'clicked one', 'clicked one']);
    expect(tokens).toEqual([null, 'a-token', null]);
  });

  test.each(['', 'two words', 'line\nbreak', 'zero\0', 'x'.repeat(513), 7])(
    'takes no token like %j',
    async (token) => {
      const { daemon, show, tokens } = bench();
      show('one');
      await settle();
      daemon.signal('ActivationToken', 1, token);
      daemon.click(1);
      expect(tokens).toEqual([null]);
    },
  );

  test('that expired can still be clicked in the desktop’s list; one that was dismissed is gone', async () => {
    const { daemon, show, reported } = bench();
    show('one');
    await settle();
    daemon.signal('NotificationClosed', 1, 1);
    daemon.click(1);
    daemon.end(1, 2);
    daemon.click(1);
    expect(reported.slice(1)).toEqual(['closed one false', 'clicked one', 'closed one true']);
    show('two');
    await settle();
    expect(daemon.journal).toEqual(['show 1 one', 'show 2 two']);
  });

  test('that is closed while it is on its way is taken back as soon as its number is known', async () => {
    const { daemon, show, reported } = bench((it) => (it.isHolding = true));
    const one = show('one');
    await settle();
    one.close();
    daemon.release();
    await settle();
    expect(daemon.journal).toEqual(['show 1 one', 'close 1']);
    expect(reported).toEqual([]);
  });

  test('that is closed before its turn is never sent', async () => {
    const { clock, daemon, show, reported } = bench((it) => (it.isHolding = true));
    show('one');
    const two = show('two');
    await settle();
    two.close();
    daemon.release();
    await settle();
    expect(daemon.journal).toEqual(['show 1 one']);
    expect(reported).toEqual(['shown one']);
    await clock.advance(60_000);
    expect(reported).toEqual(['shown one']);
  });

  test('holds nothing that D-Bus forbids: no zero and no half of a pair', async () => {
    const { daemon, show } = bench();
    show('a\0b\uD800', { body: '\uDC00\0 c', actions: ['\0d'] });
    await settle();
    expect(daemon.last).toMatchObject({ title: 'ab\uFFFD', body: '\uFFFD c' });
    expect(daemon.last?.actions).toEqual(['default', '', '0', 'd']);
  });
});

describe('what comes from others', () => {
  test('no other program can click, dismiss or hand a token to a card', async () => {
    const { bus, daemon, show, reported, tokens } = bench();
    const stranger = bus.join(() => undefined);
    show('one');
    await settle();
    for (const sender of [stranger, 'org.freedesktop.Notifications', '']) {
      daemon.signal('ActivationToken', 1, 'a-token', sender);
      daemon.signal('ActionInvoked', 1, 'default', sender);
      daemon.signal('NotificationClosed', 1, 2, sender);
      bus.emit({
        sender,
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member: 'NameOwnerChanged',
        args: ['org.freedesktop.Notifications', daemon.name, ''],
      });
    }
    expect(reported).toEqual(['shown one']);
    daemon.click(1);
    expect(reported).toEqual(['shown one', 'clicked one']);
    expect(tokens).toEqual([null]);
  });

  test('cards of other programs are none of ours, and no form of a signal does harm', async () => {
    const { bus, daemon, show, reported } = bench();
    show('one');
    await settle();
    daemon.signal('ActionInvoked', 2, 'default');
    daemon.signal('ActionInvoked', 1, { toString: null });
    daemon.signal('NotificationClosed', Number.NaN, 2);
    const { name: sender } = daemon;
    const of = 'org.freedesktop.Notifications';
    for (const args of [[], ['1', 'default'], [null], [{}, []]]) {
      bus.emit({ sender, path: '/', interface: of, member: 'ActionInvoked', args });
    }
    expect(reported).toEqual(['shown one']);
  });
});

describe('a daemon', () => {
  test('that starts anew makes its older cards void: they count as closed, and their numbers are used no more', async () => {
    const { bus, daemon, show, reported } = bench();
    const one = show('one');
    await settle();
    daemon.quit();
    expect(reported).toEqual(['shown one', 'closed one true']);
    const next = new FakeNotificationDaemon(bus);
    next.cards.set(1, {
      id: 1,
      title: 'of a stranger',
      body: '',
      actions: [],
      hints: new Map(),
      timeoutMs: -1,
    });
    one.close();
    next.click(1);
    show('two', { id: 'order-2' });
    show('three');
    await settle();
    expect(next.journal).not.toContain('close 1');
    expect(next.journal.filter((line) => line.startsWith('replace'))).toEqual([]);
    expect(reported.slice(2)).toEqual(['shown two', 'shown three']);
  });

  test('that goes while its card is being replaced is followed by the next one', async () => {
    const { bus, daemon, show, reported } = bench();
    show('one');
    await settle();
    // The bus says so only after the call was made.
    bus.leave(daemon.name);
    const next = new FakeNotificationDaemon(bus);
    show('two');
    await settle();
    expect(next.titles).toEqual(['two']);
    expect(reported).toEqual(['shown one', 'closed one true', 'shown two']);
  });

  test('without actions gets no buttons and no click: it could not show them', async () => {
    const { daemon, show, reported } = bench((it) => (it.capabilities = ['body']));
    show('one', { body: 'a < b' });
    await settle();
    expect(daemon.last).toMatchObject({ actions: [], body: 'a < b' });
    expect(reported).toEqual(['shown one']);
  });

  test('that was exchanged is asked anew before its first card', async () => {
    const { bus, daemon, show } = bench((it) => (it.capabilities = ['body']));
    show('one');
    await settle();
    daemon.quit();
    const next = new FakeNotificationDaemon(bus);
    show('two');
    await settle();
    expect(next.last?.actions).toHaveLength(6);
  });

  test('that refuses has not shown it: said at once, and not tried in another way', async () => {
    const { daemon, fallback, show, reported } = bench();
    daemon.refusal = 'org.freedesktop.Notifications.Error.ExcessNotificationGeneration';
    show('one');
    await settle();
    expect(reported).toEqual(['failed one: system-refused']);
    expect(fallback.made).toEqual([]);
  });

  test('that refuses what should replace keeps the older card closable', async () => {
    const { daemon, show, reported } = bench();
    const one = show('one');
    await settle();
    daemon.refusal = 'org.freedesktop.DBus.Error.Failed';
    show('two');
    await settle();
    expect(reported).toEqual(['shown one', 'failed two: system-refused']);
    one.close();
    await settle();
    expect(daemon.titles).toEqual([]);
  });

  test('that does not answer has perhaps shown it: failed in ten seconds, and never shown a second time', async () => {
    const { clock, daemon, fallback, show, reported } = bench((it) => (it.isHolding = true));
    show('one');
    show('two');
    await clock.advance(9_999);
    expect(reported).toEqual([]);
    await clock.advance(1);
    expect(reported.toSorted()).toEqual(['failed one: system-silent', 'failed two: system-silent']);
    expect([fallback.made, daemon.journal]).toEqual([[], ['show 1 one']]);
    expect(clock.waitingTimers).toBe(0);
  });

  test('that answers late has shown it: it can be clicked, is replaced, and goes with the program', async () => {
    const { clock, daemon, maker, show, reported } = bench((it) => (it.isHolding = true));
    show('one');
    await clock.advance(10_000);
    daemon.release();
    daemon.click(1);
    expect(reported).toEqual(['failed one: system-silent', 'shown one', 'clicked one']);
    show('two');
    await settle();
    expect(daemon.titles).toEqual(['two']);
    await maker.settled();
    expect(daemon.titles).toEqual([]);
  });

  test('that answers late for one that was replaced or closed has it closed', async () => {
    const { clock, daemon, show, reported } = bench((it) => (it.isHolding = true));
    show('one');
    const other = show('other', { id: 'order-2' });
    await clock.advance(10_000);
    other.close();
    show('two');
    await clock.advance(0);
    daemon.release();
    await settle();
    expect(daemon.titles).toEqual(['two']);
    expect(reported.filter((line) => line.startsWith('shown'))).toEqual(['shown two']);
  });

  test('that answers without a number has accepted the card', async () => {
    const { bus, daemon, show, reported } = bench();
    daemon.quit();
    bus.join(({ member }, { answer }) => {
      if (member === 'GetCapabilities') answer('no list');
      else answer('seven');
    }, 'org.freedesktop.Notifications');
    show('one');
    await settle();
    expect(reported).toEqual(['shown one']);
  });
});

describe('without the bus', () => {
  test('Electron shows the card where no daemon is, without buttons, and closes it again', async () => {
    const { daemon, fallback, show, reported } = bench();
    daemon.quit();
    const one = show('one');
    await settle();
    expect(fallback.made[0]?.options).toMatchObject({ title: 'one', actions: [] });
    expect(fallback.made[0]?.options.id).toBeUndefined();
    fallback.made[0]?.events?.clicked();
    expect(reported).toEqual(['shown one', 'clicked one']);
    one.close();
    expect(fallback.journal).toEqual(['show one', 'close one']);
  });

  test('Electron’s card is closed before the next of its order, on whichever way that one goes', async () => {
    const { bus, daemon, fallback, show } = bench();
    bus.isThere = false;
    show('one');
    show('two');
    await settle();
    expect(fallback.journal).toEqual(['show one', 'close one', 'show two']);
    bus.isThere = true;
    show('three');
    await settle();
    expect(fallback.journal.at(-1)).toBe('close two');
    expect(daemon.titles).toEqual(['three']);
  });

  test('what Electron refuses has failed, in words of ours where it gives none', async () => {
    const { bus, fallback, show, reported } = bench();
    bus.isThere = false;
    fallback.isShownAtOnce = false;
    show('one');
    await settle();
    fallback.made[0]?.events?.failed('');
    expect(reported).toEqual(['failed one: no-daemon']);
    fallback.hasDaemon = false;
    show('two');
    await settle();
    expect(reported.at(-1)).toBe('failed two: no-daemon');
  });

  test('is supported while either way is there', () => {
    const { bus, fallback, maker } = bench();
    bus.isNamed = false;
    expect(maker.isSupported()).toBe(true);
    fallback.hasDaemon = false;
    expect(maker.isSupported()).toBe(false);
    bus.isNamed = true;
    expect(maker.isSupported()).toBe(true);
  });

  test('a connection that ends leaves the cards, and a call under way is not repeated', async () => {
    const { bus, daemon, fallback, show, reported } = bench();
    show('one');
    await settle();
    daemon.isHolding = true;
    show('two');
    await settle();
    bus.drop();
    await settle();
    expect(reported).toEqual(['shown one', 'failed two: system-silent']);
    expect(fallback.made).toEqual([]);
    daemon.isHolding = false;
    const three = show('three');
    await settle();
    expect(daemon.journal.at(-1)).toBe('replace 1 three');
    bus.drop();
    three.close();
    await settle();
    expect(daemon.titles).toEqual([]);
  });

  test('on another bus the cards are void', async () => {
    const { bus, daemon, show, reported } = bench();
    show('one');
    await settle();
    bus.dropForAnother();
    expect(reported).toEqual(['shown one', 'closed one true']);
    show('two');
    await settle();
    expect(daemon.journal.at(-1)).toBe('show 2 two');
  });
});

describe('when the program ends', () => {
  test('it waits until the daemon closed the cards, also one that was on its way', async () => {
    const { daemon, maker, show } = bench();
    const one = show('one', { id: 'a' });
    await settle();
    daemon.isHolding = true;
    const two = show('two', { id: 'b' });
    await settle();
    one.close();
    two.close();
    let isSettled = false;
    const settled = maker.settled().then(() => (isSettled = true));
    await settle();
    expect(isSettled).toBe(false);
    daemon.release();
    await settled;
    expect(daemon.titles).toEqual([]);
  });

  test('nothing is waited for when nothing is open', async () => {
    const { clock, maker } = bench();
    await maker.settled();
    expect(clock.waitingTimers).toBe(0);
  });
});

test('a picture of Electron’s is turned into the bus’s order of colours, its opacity taken out', () => {
  expect([...rgbaOf(new Uint8Array([10, 20, 30, 255, 0, 64, 128, 128, 9, 9, 9, 0]))]).toEqual([
    30, 20, 10, 255, 255, 128, 0, 128, 0, 0, 0, 0,
  ]);
});
