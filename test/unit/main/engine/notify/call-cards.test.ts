import { describe, expect, test } from 'vitest';
import type { Notification } from '../../../../../core/notification/notification.ts';
import { notifierBench, type NotifierBench } from '../../../../support/notify/notifier-bench.ts';
import { orderIdAt, somePreferences } from '../../../../support/watched-orders.ts';

const released: Partial<Notification> = { event: 'released', isCritical: true, sound: 'system' };
const cancelled: Partial<Notification> = { event: 'cancelled', isCritical: true, sound: 'system' };
const silent: Partial<Notification> = { event: 'courierSilent' };
const lost: Partial<Notification> = { event: 'courierLost' };
const staying: Partial<Notification> = { event: 'arrivedWaiting' };

/** The names on each card that stands for several, in the order in which they came. */
function named(bodies: readonly string[]): readonly string[] {
  return bodies.flatMap((body) => body.match(/Order [0-9a-f]{2}/g) ?? []);
}

/** Eight calls on one card, which has named three of them. */
function naming(): NotifierBench {
  const made = notifierBench();
  for (let index = 1; index <= 8; index += 1) made.decide(index, { event: 'failed' });
  made.notifier.notificationsStored();
  return made;
}

/** The names on the cards that came after the first ones. */
function namesAfter({ desktop }: NotifierBench, count: number): ReadonlySet<string> {
  return new Set(named(desktop.shown.slice(count).map(({ body }) => body)));
}

describe('a call for help', () => {
  test('comes at once and by itself, however much news waits and however often its order changed', async () => {
    const { clock, desktop, tell } = notifierBench();
    for (let turn = 0; turn < 5; turn += 1) {
      tell(1, { event: 'statusChanged' });
      await clock.advance(1000);
    }
    tell(1, released);
    expect(desktop.shown.at(-1)).toMatchObject({
      tag: orderIdAt(1),
      orderId: orderIdAt(1),
      isCritical: true,
      sound: 'system',
    });
  });

  test('takes the place of news of its order that waits', async () => {
    const made = notifierBench();
    made.areManyLive = true;
    const news = made.tell(1, { event: 'matched' });
    made.tell(1, released);
    expect(made.outbox.outcomes.get(news.key)).toEqual({ kind: 'suppressed', reason: 'overtaken' });
    await made.clock.advance(600_000);
    expect(made.desktop.shown).toHaveLength(1);
  });

  test('stays first on the card of its order; what is less serious stands below', () => {
    const { desktop, tell } = notifierBench();
    const first = tell(1, released);
    const second = tell(1, silent);
    expect(desktop.shown.at(-1)?.title).toBe(first.texts.full.title);
    expect(desktop.shown.at(-1)?.body).toContain(second.texts.full.title);
    const news = tell(1, { event: 'addressChanged' });
    expect(desktop.shown.at(-1)?.title).toBe(first.texts.full.title);
    expect(desktop.shown.at(-1)?.body).toContain(news.texts.full.title);
    expect(new Set(desktop.shown.map(({ tag }) => tag))).toEqual(new Set([orderIdAt(1)]));
  });

  test('that is more serious than the one that stands comes first', () => {
    const { desktop, tell } = notifierBench();
    const first = tell(1, silent);
    const second = tell(1, released);
    expect(desktop.shown.at(-1)).toMatchObject({ title: second.texts.full.title });
    expect(desktop.shown.at(-1)?.body).toContain(first.texts.full.title);
  });

  test('is heard at most once a minute for each order', async () => {
    const { clock, desktop, tell } = notifierBench();
    tell(1, released);
    await clock.advance(30_000);
    tell(1, cancelled);
    tell(2, cancelled);
    await clock.advance(30_000);
    tell(1, released);
    expect(desktop.shown.map(({ sound }) => sound)).toEqual(['system', 'none', 'system', 'system']);
  });

  test('closes its card when its cause is over, and says no more what is over', () => {
    const made = notifierBench();
    made.tell(1, released);
    made.over.add(orderIdAt(1));
    made.notifier.ordersChanged([orderIdAt(1)]);
    expect(made.desktop.closed).toEqual([orderIdAt(1)]);
  });

  test('that was over before it could be shown is not shown', async () => {
    const made = notifierBench();
    made.settings = { notificationsMutedUntilMs: made.clock.wallMs() + 60_000 };
    const call = made.tell(1, released);
    made.over.add(orderIdAt(1));
    await made.clock.advance(60_000);
    expect(made.desktop.shown).toEqual([]);
    expect(made.outbox.outcomes.get(call.key)).toEqual({ kind: 'suppressed', reason: 'over' });
  });

  test('that is in doubt is not said anew with news, and is once it is sure', () => {
    const made = notifierBench();
    const call = made.tell(1, staying);
    made.doubted.add('arrivedWaiting');
    const news = made.tell(1, { event: 'statusChanged' });
    expect(made.desktop.shown.at(-1)).toMatchObject({ title: news.texts.full.title });
    expect(made.desktop.shown.at(-1)?.body).not.toContain(call.texts.full.title);
    made.notifier.ordersChanged([orderIdAt(1)]);
    expect(made.desktop.shown).toHaveLength(2);
    made.doubted.clear();
    made.notifier.ordersChanged([orderIdAt(1)]);
    expect(made.desktop.shown.at(-1)).toMatchObject({
      title: call.texts.full.title,
      sound: 'none',
    });
  });

  test('of an earlier run waits until its order was read', () => {
    const before = notifierBench();
    before.notifier.stop();
    before.decide(1, released);
    const made = notifierBench(before.outbox, before.clock);
    expect(made.desktop.shown).toHaveLength(1);
    const later = notifierBench(before.outbox, before.clock);
    later.unread.add(orderIdAt(2));
    later.tell(2, released);
    expect(later.desktop.shown).toEqual([]);
    later.unread.clear();
    later.notifier.notificationsStored();
    expect(later.desktop.shown).toHaveLength(1);
  });
});

describe('many calls', () => {
  test('leave one that is in doubt off their card, and name it once it is sure', async () => {
    const made = notifierBench();
    for (const index of [1, 2, 3]) made.tell(index, cancelled);
    made.tell(4, released);
    made.tell(5, staying);
    made.doubted.add('arrivedWaiting');
    await made.clock.advance(5000);
    expect(named(made.desktop.shown.slice(4).map(({ body }) => body))).toEqual([]);
    made.over.add(orderIdAt(4));
    made.notifier.ordersChanged([orderIdAt(4)]);
    const { length } = made.desktop.shown;
    await made.clock.advance(10_000);
    expect(made.desktop.shown).toHaveLength(length);
    made.doubted.clear();
    made.notifier.ordersChanged([orderIdAt(5)]);
    await made.clock.advance(5000);
    expect(made.desktop.shown.slice(length).map(({ orderId }) => orderId)).toEqual([orderIdAt(5)]);
  });

  test('three come alone, more within ten seconds on one card that names the most serious first', async () => {
    const { clock, desktop, tell } = notifierBench();
    for (const index of [1, 2, 3]) tell(index, cancelled);
    const fourth = tell(4, silent);
    expect(desktop.titles.at(-1)).toBe(fourth.texts.full.title);
    tell(5, released);
    await clock.advance(5000);
    expect(desktop.shown).toHaveLength(5);
    expect(desktop.shown.slice(0, 3).map(({ orderId }) => orderId)).toEqual(
      [1, 2, 3].map(orderIdAt),
    );
    expect(desktop.shown.at(-1)).toMatchObject({
      orderId: null,
      title: '2\u00A0orders need you',
      body: 'Order 05 (released) and Order 04 (with a silent courier).',
      isCritical: true,
    });
    expect(new Set(desktop.closed)).toEqual(new Set([4, 5].map(orderIdAt)));
  });

  test('that come on one card leave no earlier news of their orders on the screen', () => {
    const { desktop, tell } = notifierBench();
    tell(4, { event: 'statusChanged' });
    for (const index of [1, 2, 3]) tell(index, cancelled);
    tell(4, { event: 'failed' });
    expect(desktop.shown.at(-1)).toMatchObject({ tag: expect.stringMatching(/^calls:/) });
    expect(desktop.closed).toEqual([orderIdAt(4)]);
  });

  test('are all named, three every five seconds, and only once', async () => {
    const { clock, decide, desktop, notifier } = notifierBench();
    for (let index = 1; index <= 11; index += 1) decide(index, cancelled);
    notifier.notificationsStored();
    expect(desktop.shown).toHaveLength(1);
    await clock.advance(60_000);
    expect(desktop.shown).toHaveLength(4);
    const names = named(desktop.shown.map(({ body }) => body));
    expect(new Set(names).size).toBe(11);
    expect(names).toHaveLength(12);
    expect(desktop.shown.map(({ sound }) => sound)).toEqual(['system', 'none', 'none', 'none']);
    expect(new Set(desktop.shown.map(({ tag }) => tag)).size).toBe(1);
  });

  test('that come while their card names others are counted by it, and named after them', async () => {
    const made = naming();
    const names = made.desktop.shown.at(-1)?.body.match(/Order [0-9a-f]{2}/g);
    await made.clock.advance(1000);
    made.tell(9, { event: 'failed' });
    await made.clock.advance(1000);
    expect(made.desktop.shown.at(-1)?.title).toMatch(/^9/);
    expect(made.desktop.shown.at(-1)?.body.match(/Order [0-9a-f]{2}/g)).toEqual(names);
    await made.clock.advance(15_000);
    expect(namesAfter(made, 0).size).toBe(9);
  });

  test('far apart come alone each', async () => {
    const { clock, desktop, tell } = notifierBench();
    for (let index = 1; index <= 8; index += 1) {
      tell(index, cancelled);
      await clock.advance(5000);
    }
    expect(desktop.shown.map(({ orderId }) => orderId)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map(orderIdAt),
    );
  });

  test('their card opens exactly the orders that it stands for', () => {
    const { decide, desktop, notifier, opened } = notifierBench();
    for (const index of [1, 2, 3, 4]) decide(index, cancelled);
    notifier.notificationsStored();
    desktop.clickLast();
    expect(opened).toEqual([{ ids: [1, 2, 3, 4].map(orderIdAt), topic: { kind: 'calls' } }]);
  });

  test('their card says no more what is over, and closes with the last', async () => {
    const made = notifierBench();
    for (const index of [1, 2, 3, 4]) made.decide(index, cancelled);
    made.notifier.notificationsStored();
    await made.clock.advance(10_000);
    made.over.add(orderIdAt(2));
    made.notifier.ordersChanged([orderIdAt(2)]);
    await made.clock.advance(10_000);
    expect(made.desktop.shown.at(-1)).toMatchObject({
      title: '3\u00A0orders need you',
      sound: 'none',
    });
    expect(made.desktop.shown.at(-1)?.body).not.toContain('Order 02');
    for (const index of [1, 3, 4]) made.notifier.seen(orderIdAt(index));
    expect(made.desktop.closed).toContain(made.desktop.shown.at(-1)?.tag);
  });

  test('whose card was closed by the dispatcher bring it back for a new one, not for one that is over', async () => {
    const made = notifierBench();
    for (const index of [1, 2, 3, 4, 5]) made.decide(index, cancelled);
    made.notifier.notificationsStored();
    await made.clock.advance(10_000);
    const shownBefore = made.desktop.shown.length;
    made.desktop.closeLast();
    made.over.add(orderIdAt(1));
    made.notifier.ordersChanged([orderIdAt(1)]);
    await made.clock.advance(10_000);
    expect(made.desktop.shown).toHaveLength(shownBefore);
    made.tell(2, released);
    await made.clock.advance(10_000);
    expect(made.desktop.shown).toHaveLength(shownBefore + 1);
  });

  test('say a count alone where names are not shown, once, and count as shown', async () => {
    const made = notifierBench();
    made.privacy = 'countOnly';
    for (const index of [1, 2, 3, 4]) made.decide(index, cancelled);
    made.notifier.notificationsStored();
    await made.clock.advance(60_000);
    expect(made.desktop.shown.map(({ body, title }) => [title, body])).toEqual([
      ['4\u00A0orders need you', ''],
    ]);
    expect(made.outbox.pending()).toEqual([]);
  });
});

describe('one cause', () => {
  test('is one call: couriers who fall silent within a minute are named on one card', async () => {
    const { clock, desktop, tell } = notifierBench();
    tell(1, silent);
    await clock.advance(20_000);
    tell(2, silent);
    expect(desktop.closed).toEqual([1, 2].map(orderIdAt));
    expect(desktop.shown.at(-1)).toMatchObject({ title: '2 orders with a silent courier' });
    await clock.advance(30_000);
    tell(3, silent);
    expect(desktop.shown.at(-1)?.title).toBe('3 orders with a silent courier');
    expect(named([desktop.shown.at(-1)?.body ?? ''])).toContain('Order 03');
  });

  test('that is another, or comes later, is another call', async () => {
    const { clock, desktop, tell } = notifierBench();
    tell(1, silent);
    tell(2, lost);
    await clock.advance(60_000);
    tell(3, silent);
    expect(desktop.shown.map(({ orderId }) => orderId)).toEqual([1, 2, 3].map(orderIdAt));
  });

  test('an order on its card that calls for something else gets a card of its own', () => {
    const { decide, desktop, notifier, tell } = notifierBench();
    for (const index of [1, 2]) decide(index, silent);
    notifier.notificationsStored();
    tell(2, released);
    expect(desktop.shown.at(-1)).toMatchObject({ orderId: orderIdAt(2), tag: orderIdAt(2) });
  });

  test('that a card of its own has just shown is not shown again by the common card', () => {
    const { decide, notifier, repeatable, tell } = notifierBench();
    tell(1, silent);
    const again = decide(1, silent);
    decide(2, silent);
    notifier.notificationsStored();
    expect(repeatable.filter(({ key }) => key === again.key)).toHaveLength(1);
  });

  test('that waited for its card counts as shown by the card of its own that the order gets', async () => {
    const { clock, desktop, outbox, tell } = notifierBench();
    for (const index of [1, 2]) tell(index, silent);
    const third = tell(3, silent);
    tell(3, released);
    await clock.advance(10_000);
    expect(desktop.shown.findLast(({ tag }) => tag === orderIdAt(3))?.body).toContain(
      third.texts.full.title,
    );
    expect(outbox.outcomes.get(third.key)).toEqual({ kind: 'shown' });
  });
});

describe('what is held back while cards stand', () => {
  test.each<readonly [string, (made: NotifierBench) => void, (made: NotifierBench) => void]>([
    [
      'by a locked screen that shall show nothing',
      (made) => {
        made.settings = { lockedScreen: 'hold' };
        made.isLocked = true;
      },
      (made) => {
        made.isLocked = false;
      },
    ],
    [
      'by muting from the tray',
      (made) => {
        made.settings = { notificationsMutedUntilMs: made.clock.wallMs() + 600_000 };
      },
      (made) => {
        made.settings = {};
      },
    ],
  ])('is not named, and is when that ends: %s', async (_how, begin, end) => {
    const made = naming();
    begin(made);
    made.notifier.situationChanged();
    const before = made.desktop.shown.length;
    await made.clock.advance(60_000);
    expect(made.desktop.shown).toHaveLength(before);
    end(made);
    made.notifier.situationChanged();
    await made.clock.advance(60_000);
    const others = [4, 5, 6, 7, 8].map((index) => `Order 0${index}`);
    expect([...namesAfter(made, before)]).toEqual(expect.arrayContaining(others));
  });

  test('is left out for an order that is snoozed or muted, while the others are named', async () => {
    const made = naming();
    const before = made.desktop.shown.length;
    made.muted.add(orderIdAt(7));
    const snoozedUntilMs = made.clock.wallMs() + 600_000;
    made.preferences.set(orderIdAt(8), somePreferences({ snoozedUntilMs }));
    await made.clock.advance(60_000);
    expect(namesAfter(made, before)).not.toContain('Order 07');
    expect(namesAfter(made, before)).not.toContain('Order 08');
    expect(made.desktop.titles.at(-1)).toBe('6\u00A0orders need you');
    await made.clock.advance(600_000);
    expect(namesAfter(made, before)).not.toContain('Order 07');
    expect(namesAfter(made, before)).toContain('Order 08');
  });

  test('closes a card that would say what is over, and brings back the rest later', async () => {
    const made = notifierBench();
    const stays = made.tell(1, silent);
    made.tell(1, released);
    made.settings = { notificationsMutedUntilMs: made.clock.wallMs() + 60_000 };
    const shownBefore = made.desktop.shown.length;
    made.overEvents.add('released');
    made.notifier.ordersChanged([orderIdAt(1)]);
    expect(made.desktop.isHeld(orderIdAt(1))).toBe(false);
    await made.clock.advance(60_000);
    expect(made.desktop.titles.slice(shownBefore)).toEqual([stays.texts.full.title]);
  });
});
