import { createClient, type Message, type MessageBus } from 'dbus-native';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { BusNotifications } from '../../../main/desktop/notifications/bus-notifications.ts';
import { NotificationDaemon } from '../../../main/desktop/notifications/notification-daemon.ts';
import type { NativeNotificationOptions } from '../../../main/desktop/notifications/system-notifications.ts';
import { DbusSessionBus } from '../../../main/engine/session-bus/dbus-session-bus.ts';
import {
  daemonCapabilities,
  daemonIdentity,
  notificationDaemon,
} from '../../../main/engine/session-bus/desktop-services.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import {
  type AnsweredNotification,
  overhearNotifications,
} from '../../../tools/desktop/notification-log.ts';
import {
  type DaemonDesktop,
  type DaemonName,
  startDaemonDesktop,
} from '../../support/desktop/daemon-desktop.ts';
import { FakeNotificationMaker } from '../../support/desktop/fake-notification-maker.ts';

/*
 * Cards on the notification daemons that people have, over a real bus. What can be clicked without a person is said in
 * test/support/desktop/daemon-desktop.ts.
 */

function maker(address: string) {
  const clock = new SystemClock();
  const failures: unknown[] = [];
  const bus = new DbusSessionBus({ address, clock, failed: (error) => failures.push(error) });
  const fallback = new FakeNotificationMaker();
  const reported: string[] = [];
  const cards = new BusNotifications({
    bus,
    clock,
    daemon: new NotificationDaemon({ ask: () => daemonCapabilities(bus), clock }),
    fallback,
    picture: () => ({ widthPx: 2, heightPx: 2, rgba: new Uint8Array(16).fill(255) }),
    activated: (_token, act) => act(),
  });
  onTestFinished(async () => {
    await cards.settled();
    bus.close();
    expect(failures).toEqual([]);
  });
  const show = (title: string, options: Partial<NativeNotificationOptions> = {}) => {
    const card = cards.make({
      id: 'order-1',
      title,
      body: 'Sheung Wan florist.',
      silent: false,
      urgency: 'normal',
      timeoutType: 'default',
      actions: ['Open'],
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
  return { bus, cards, fallback, show, reported };
}

describe.each<[DaemonName]>([['dunst'], ['xfce4-notifyd'], ['notification-daemon']])(
  'cards on %s',
  (name) => {
    let real: DaemonDesktop;
    const heard: AnsweredNotification[] = [];
    const closed: (readonly unknown[])[] = [];
    /** Why each card of this test that is gone is gone, in the order of their showing. */
    const reasons = (): readonly unknown[] =>
      heard.flatMap(({ id }) => closed.filter(([gone]) => gone === id).map(([, why]) => why));
    let stopHearing: (() => Promise<void>) | null = null;

    beforeAll(async () => {
      real = await startDaemonDesktop(name);
      stopHearing = await overhearNotifications(real.address, (one) => heard.push(one));
      const rule = `type='signal',interface='${notificationDaemon.interface}',eavesdrop='true'`;
      await real.other.addMatch(rule);
      real.other.connection.on('message', ({ body, member }: Message) => {
        if (member === 'NotificationClosed') closed.push(body ?? []);
      });
    });

    beforeEach(async () => {
      await real.restartDaemon();
      heard.length = 0;
      closed.length = 0;
    });

    afterAll(async () => {
      await stopHearing?.();
      await real?.stop();
    });

    test('the daemon shows buttons', async () => {
      const { bus } = maker(real.address);
      expect(await daemonIdentity(bus)).toMatch(/\d+\.\d+/);
      expect(await daemonCapabilities(bus)).toContain('actions');
    });

    test('the next card of an order takes the place of the one before: its number stays', async () => {
      const { show, reported } = maker(real.address);
      show('one', { silent: true });
      await expect.poll(() => reported).toEqual(['shown one']);
      show('two');
      await expect.poll(() => reported).toEqual(['shown one', 'shown two']);
      await expect.poll(() => heard.map(({ summary }) => summary)).toEqual(['one', 'two']);
      const [one, two] = heard;
      expect(two?.id).toBe(one?.id);
      expect([one?.isSilent, two?.isSilent]).toEqual([true, false]);
      expect(two?.actions).toEqual([
        { key: 'default', label: '' },
        { key: '0', label: 'Open' },
      ]);
      expect(reasons()).toEqual([]);
    });

    test('cards of two orders stand beside each other, and one is closed alone', async () => {
      const { show, reported } = maker(real.address);
      show('one', { id: 'a' });
      const two = show('two', { id: 'b' });
      await expect.poll(() => reported).toEqual(['shown one', 'shown two']);
      two.close();
      await expect.poll(reasons).toEqual([3]);
      await expect.poll(() => reported).toEqual(['shown one', 'shown two', 'closed two true']);
    });

    test('a card that a person sends away is gone', async () => {
      const { show, reported } = maker(real.address);
      show('one');
      await expect.poll(() => reported).toEqual(['shown one']);
      await real.dismiss();
      await expect.poll(() => reported).toEqual(['shown one', 'closed one true']);
      await expect.poll(reasons).toEqual([2]);
    });

    test('a text with characters that D-Bus forbids is shown without them', async () => {
      const { show, reported } = maker(real.address);
      show('a\0b\uD800c', { body: '早晨 \uDFFF <b>&\0', actions: ['\0\uD800'] });
      await expect.poll(() => reported).toEqual(['shown a\0b\uD800c']);
      await expect.poll(() => heard.map(({ summary }) => summary)).toEqual(['ab\uFFFDc']);
      show('two', { id: 'b' });
      await expect.poll(() => reported).toEqual(['shown a\0b\uD800c', 'shown two']);
    });

    test('another program on the bus can neither click a card nor take it away', async () => {
      const { show, reported } = maker(real.address);
      show('one');
      await expect.poll(() => reported).toEqual(['shown one']);
      await expect.poll(() => heard.length).toBe(1);
      const { interface: of, path } = notificationDaemon;
      const [{ id } = { id: 0 }] = heard;
      const ours = await uniqueNames(real.other);
      for (const destination of ours) {
        for (const [member, signature, value] of [
          ['ActivationToken', 'us', 'a-token'],
          ['ActionInvoked', 'us', 'default'],
          ['NotificationClosed', 'uu', 2],
        ] as const) {
          real.other.connection.message({
            type: 4,
            serial: 1_000_000,
            destination,
            path,
            interface: of,
            member,
            signature,
            body: [id, value],
          });
        }
      }
      real.other.sendSignal(path, of, 'ActionInvoked', 'us', [id, 'default']);
      await real.press();
      // What the stranger said would have been heard before the button.
      await expect.poll(() => reported.slice(0, 2)).toEqual(['shown one', 'acted one 0']);
    });

    test('another program cannot part a card from its order, whatever it sends us', async () => {
      const { show, reported } = maker(real.address);
      show('one');
      await expect.poll(() => reported).toEqual(['shown one']);
      const { interface: of, path } = notificationDaemon;
      const texts = ['\u0002()', '()'.repeat(100_000), 'x'.repeat(2 ** 21)];
      for (const destination of await uniqueNames(real.other)) {
        for (const text of texts) {
          const signal = { type: 4, serial: 1_000_000, path, interface: of, member: 'Said' };
          real.other.connection.message({ ...signal, destination, signature: 's', body: [text] });
        }
      }
      // The bus lets the answer through behind these.
      await uniqueNames(real.other);
      show('two');
      await expect.poll(() => reported).toEqual(['shown one', 'shown two']);
      await expect.poll(() => heard.length).toBe(2);
      expect(heard[1]?.id).toBe(heard[0]?.id);
    });

    test('after a new connection to the bus a card is replaced as before', async () => {
      const { bus, show, reported } = maker(real.address);
      show('one');
      await expect.poll(() => reported).toEqual(['shown one']);
      bus.close();
      show('two');
      await expect.poll(() => reported).toEqual(['shown one', 'shown two']);
      await expect.poll(() => heard.length).toBe(2);
      expect(heard[1]?.id).toBe(heard[0]?.id);
    });

    test('a daemon that starts anew voids its cards; their numbers are not used towards it', async () => {
      const { show, reported } = maker(real.address);
      const one = show('one');
      await expect.poll(() => reported).toEqual(['shown one']);
      await real.endDaemon();
      await expect.poll(() => reported).toEqual(['shown one', 'closed one true']);
      await real.startDaemon();
      // It counts from the same number again, and this one is of another program.
      const stranger = maker(real.address);
      stranger.show('of a stranger');
      await expect.poll(() => stranger.reported).toEqual(['shown of a stranger']);
      one.close();
      show('two');
      await expect.poll(() => reported).toEqual(['shown one', 'closed one true', 'shown two']);
      await expect.poll(() => heard.length).toBe(3);
      const ids = heard.slice(1).map(({ id }) => id);
      expect(new Set(ids).size).toBe(2);
      expect(closed.filter(([id]) => ids.some((given) => given === id))).toEqual([]);
      await expect.poll(() => stranger.reported).toEqual(['shown of a stranger']);
    });

    test('cards are gone when the program may end', async () => {
      const { cards, show, reported } = maker(real.address);
      show('one', { id: 'a' });
      await expect.poll(() => reported).toEqual(['shown one']);
      show('on its way', { id: 'b' }).close();
      await cards.settled();
      await expect.poll(() => reasons().length).toBe(heard.length);
      expect(heard.length).toBeGreaterThan(0);
    });
  },
);

/** The unique names of all programs on the bus. */
async function uniqueNames(bus: MessageBus): Promise<readonly string[]> {
  const names: unknown = await bus.listNames();
  if (!Array.isArray(names)) return [];
  return names.filter((one) => typeof one === 'string' && one.startsWith(':'));
}

describe('a daemon of another kind', () => {
  let real: DaemonDesktop;
  let daemon: MessageBus;

  /** Puts a program in the daemon's place that can do this much. */
  async function daemonWith(
    capabilities: readonly string[],
    notify: (...args: readonly unknown[]) => unknown,
  ): Promise<void> {
    const { destination, interface: of, path } = notificationDaemon;
    daemon = createClient({ busAddress: real.address });
    daemon.connection.on('error', () => undefined);
    await daemon.requestName(destination, 0);
    daemon.setMethodCallHandler(path, of, 'GetCapabilities', [() => capabilities, 'as']);
    daemon.setMethodCallHandler(path, of, 'Notify', [notify, 'u']);
    onTestFinished(() => daemon.close());
  }

  beforeAll(async () => {
    real = await startDaemonDesktop('dunst');
    await real.endDaemon();
  });

  afterAll(() => real?.stop());

  test('that shows no buttons is given none, and a text without markup as it is', async () => {
    const got: (readonly unknown[])[] = [];
    await daemonWith(['body'], (...args) => {
      got.push(args);
      return 1;
    });
    const { show, reported } = maker(real.address);
    show('one', { body: 'a < b & c' });
    await expect.poll(() => reported).toEqual(['shown one']);
    expect(got[0]?.slice(0, 6)).toEqual(['Waybell', 0, '', 'one', 'a < b & c', []]);
  });

  test('that refuses has shown nothing, and is not asked a second time', async () => {
    let asked = 0;
    await daemonWith(['actions'], () => {
      asked += 1;
      throw new Error('too many');
    });
    const { fallback, show, reported } = maker(real.address);
    show('one');
    await expect.poll(() => reported).toEqual(['failed one: system-refused']);
    expect([asked, fallback.made.length]).toEqual([1, 0]);
  });

  test('that ends while it shows a card leaves open whether it did', async () => {
    await daemonWith(['actions'], () => {
      void daemon.close();
      return new Promise(() => undefined);
    });
    const { fallback, show, reported } = maker(real.address);
    show('one');
    await expect.poll(() => reported).toEqual(['failed one: system-silent']);
    expect(fallback.made).toEqual([]);
  });

  test('that is missing leaves the card to Electron', async () => {
    const { fallback, show } = maker(real.address);
    show('one');
    await expect.poll(() => fallback.journal).toEqual(['show one']);
  });
});
