import { describe, expect, onTestFinished, test } from 'vitest';
import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order, OrderStatus } from '../../../core/order/order.ts';
import type { OrderRow } from '../../../core/board/board.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { finishedGraceMs } from '../../../core/watch/cadence.ts';
import {
  type AttentionReason,
  attentionReasons,
  isNews,
} from '../../../core/watch/attention-reasons.ts';
import { SystemNotifications } from '../../../main/desktop/notifications/system-notifications.ts';
import { FakeNotificationMaker } from '../../support/desktop/fake-notification-maker.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { DeskWindow } from '../../support/notify/desk-window.ts';
import { RecordingSounds } from '../../support/notify/recording-sounds.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import type { ScriptedOutcome } from '../../support/watch/scripted-source.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { journeysUntil } from '../../support/watch/finished-journeys.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const secondMs = 1000;
const minuteMs = 60_000;
const id = orderIdAt(1);
const other = orderIdAt(2);

const pending: OrderStatus = { raw: 'pending', phase: 'searching' };
const active: OrderStatus = { raw: 'active', phase: 'assigned' };
const completed: OrderStatus = { raw: 'completed', phase: 'done' };
const unknown = (raw: string): OrderStatus => ({ raw, phase: 'unknown' });

/** A desk with a window, whose orders and service a test moves along. */
class Desk {
  readonly clock = new FakeClock();
  readonly orders = new Map<OrderId, Order>();
  /** The cards of a system as Electron makes them. */
  readonly cards = new FakeNotificationMaker();
  outcome: ScriptedOutcome = null;
  #settings: Partial<Settings> = {};
  desk: RunningDesk;
  window: DeskWindow;

  constructor() {
    this.change({});
    this.orders.set(other, someOrder(other, { status: completed }));
    this.desk = new RunningDesk({
      folder: temporaryFolder(),
      clock: this.clock,
      orders: this.orders,
      desktop: new SystemNotifications(this.cards, this.clock, new RecordingSounds()),
      journeys: journeysUntil(this.clock.wallMs()),
      outcome: (asked) => (asked === id ? this.outcome : null),
    });
    this.window = new DeskWindow(this.desk, this.clock);
    onTestFinished(async () => {
      this.window.close();
      await this.desk.stop();
    });
  }

  async watch(): Promise<void> {
    await this.desk.watcher.add([id, other].map((each) => ({ id: each, label: null })));
    await this.pass(minuteMs);
  }

  /** The service's order from now on. */
  change(parts: Partial<Order>): void {
    this.orders.set(id, { ...(this.orders.get(id) ?? someOrder(id)), ...parts });
  }

  /** The service's order changes, and a check sees it. */
  async becomes(parts: Partial<Order>): Promise<void> {
    this.change(parts);
    this.desk.watcher.checkNow([id]);
    await this.pass(minuteMs);
  }

  async fails(outcome: ScriptedOutcome): Promise<void> {
    this.outcome = outcome;
    for (let check = 0; check < 3; check += 1) {
      this.desk.watcher.checkNow([id]);
      await this.pass(minuteMs);
    }
  }

  /** Checks of this order fail while those of many others are answered. */
  async failsAlone(outcome: ScriptedOutcome): Promise<void> {
    const others = Array.from({ length: 40 }, (_, index) => orderIdAt(10 + index));
    await this.desk.watcher.add(others.map((each) => ({ id: each, label: null })));
    await this.pass(minuteMs);
    this.outcome = outcome;
    await this.pass(minuteMs);
  }

  /** The titles of the cards on the screen. */
  get onScreen(): readonly string[] {
    return this.cards.made.filter(({ isClosed }) => !isClosed).map(({ options }) => options.title);
  }

  /** The courier reports this position, away from the stops, `agoMs` ago. */
  courierAt(latitudeDeg: number, agoMs = 0): void {
    const fix = { latitudeDeg, longitudeDeg: 114.2, reportedAtMs: this.clock.wallMs() - agoMs };
    this.change({ status: active, courier: { name: 'Lau', phoneNumber: '+852 1', fix } });
  }

  /** The courier stands at one place and goes on reporting it. */
  async stands(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      this.courierAt(22.4);
      await this.pass(minuteMs);
    }
  }

  /** The order is promised in so many minutes, and a minute passes. */
  async promised(minutes: number): Promise<void> {
    const promisedAtMs = this.clock.wallMs() + minutes * minuteMs;
    this.desk.watcher.setPreferences([id], { promisedAtMs });
    await this.pass(minuteMs);
  }

  /** The dispatcher mutes all notifications for so many minutes. */
  mute(minutes: number): void {
    this.choose({ notificationsMutedUntilMs: this.clock.wallMs() + minutes * minuteMs });
  }

  choose(settings: Partial<Settings>): void {
    this.#settings = settings;
    this.desk.choose(settings);
  }

  async pass(ms: number): Promise<void> {
    await this.clock.advance(ms);
  }

  get reason(): AttentionReason | null {
    return (
      this.desk.attention.top(10).find(({ watched }) => watched.id === id)?.attention.reason ?? null
    );
  }

  /** Whether it needs attention no more, or all of it was seen. */
  get isSeen(): boolean {
    const needy = this.desk.attention.top(10).find(({ watched }) => watched.id === id);
    return needy === undefined || needy.attention.isSeen === true;
  }

  /** The row in the window. */
  get row(): OrderRow | undefined {
    return this.window.model.board.getState().rows.get(id);
  }

  /** The dispatcher opens the order and looks at it. */
  async look(ms = 2 * secondMs): Promise<void> {
    this.window.model.detail.open(id);
    await this.pass(ms);
    this.window.model.detail.close();
    await this.pass(secondMs);
  }

  async restart(): Promise<void> {
    this.window.close();
    this.desk = await this.desk.restart({ settings: this.#settings });
    this.window = new DeskWindow(this.desk, this.clock);
    await this.pass(minuteMs);
  }
}

interface Case {
  readonly begins: (desk: Desk) => Promise<void>;
  /** What brings it back, and as which reason. */
  readonly back: string;
  readonly returns: (desk: Desk) => Promise<void>;
  readonly as?: AttentionReason;
}

const notFound = (): ScriptedOutcome => new DeliveryError('order-not-found', { httpStatus: 404 });
const failing = (): ScriptedOutcome => new DeliveryError('service-failing', { httpStatus: 500 });

/** All reasons: one that is new does not compile until it has its case. */
const cases: Readonly<Record<AttentionReason, Case>> = {
  released: {
    begins: async (desk) => {
      await desk.becomes({ status: active });
      await desk.becomes({ status: pending });
    },
    back: 'the next courier releases it',
    as: 'courierTurnover',
    returns: async (desk) => {
      await desk.becomes({ status: active });
      await desk.becomes({ status: pending });
    },
  },
  cancelled: {
    begins: (desk) => desk.becomes({ status: { raw: 'cancelled', phase: 'cancelled' } }),
    back: 'it is open again and cancelled again',
    returns: async (desk) => {
      await desk.becomes({ status: active });
      await desk.becomes({ status: { raw: 'cancelled', phase: 'cancelled' } });
    },
  },
  unknownStatus: {
    begins: (desk) => desk.becomes({ status: unknown('handover_review') }),
    back: 'another unknown status comes',
    returns: (desk) => desk.becomes({ status: unknown('customs') }),
  },
  notFound: {
    begins: (desk) => desk.fails(notFound()),
    back: 'it is not found again after a good check',
    returns: async (desk) => {
      await desk.fails(null);
      await desk.fails(notFound());
    },
  },
  refused: {
    begins: (desk) => desk.fails(new DeliveryError('order-forbidden', { httpStatus: 403 })),
    back: 'it is not found any more',
    returns: (desk) => desk.fails(notFound()),
    as: 'notFound',
  },
  courierSilent: {
    begins: async (desk) => {
      desk.courierAt(22.4);
      await desk.pass(5 * minuteMs);
    },
    back: 'the position is lost',
    returns: (desk) => desk.pass(6 * minuteMs),
    as: 'courierLost',
  },
  courierLost: {
    begins: async (desk) => {
      desk.courierAt(22.4);
      await desk.pass(12 * minuteMs);
    },
    back: 'the courier is heard of and silent again',
    returns: async (desk) => {
      desk.courierAt(22.41);
      await desk.pass(5 * minuteMs);
    },
    as: 'courierSilent',
  },
  notMoving: {
    begins: (desk) => desk.stands(12),
    back: 'the courier stands twice as long',
    returns: (desk) => desk.stands(13),
  },
  probablyLate: {
    begins: async (desk) => {
      await desk.becomes({ status: active });
      await desk.promised(16);
    },
    back: 'the promise passes',
    returns: (desk) => desk.pass(17 * minuteMs),
    as: 'promisePassed',
  },
  promiseAhead: {
    begins: async (desk) => {
      await desk.promised(11);
      await desk.pass(2 * minuteMs);
    },
    back: 'the promise passes',
    returns: (desk) => desk.pass(9 * minuteMs),
    as: 'promisePassed',
  },
  promisePassed: {
    begins: async (desk) => {
      await desk.promised(2);
      await desk.pass(2 * minuteMs);
    },
    back: 'another time is promised and passes',
    returns: async (desk) => {
      await desk.promised(2);
      await desk.pass(2 * minuteMs);
    },
  },
  longWait: {
    begins: (desk) => desk.pass(21 * minuteMs),
    back: 'it has waited twice as long',
    returns: (desk) => desk.pass(22 * minuteMs),
  },
  optionEnds: {
    begins: async (desk) => {
      desk.choose({ freeCancelMinutes: 10 });
      await desk.becomes({ status: active });
      await desk.pass(8 * minuteMs);
    },
    back: 'the service grants more time, which comes to its end',
    returns: async (desk) => {
      desk.choose({ freeCancelMinutes: 20 });
      await desk.pass(8 * minuteMs);
    },
  },
  arrivedWaiting: {
    begins: async (desk) => {
      await desk.becomes({ status: { raw: 'arrived', phase: 'atPickup' } });
      await desk.pass(20 * minuteMs);
    },
    back: 'the courier has waited twice as long',
    returns: (desk) => desk.pass(22 * minuteMs),
  },
  priceChanged: {
    begins: async (desk) => {
      await desk.becomes({ status: completed });
      await desk.becomes({ price: { amount: 98, currency: 'HKD' } });
    },
    back: 'the price changes again',
    returns: (desk) => desk.becomes({ price: { amount: 99, currency: 'HKD' } }),
  },
  courierSwapped: {
    begins: async (desk) => {
      await desk.becomes({ status: active, courier: { name: 'Lau', phoneNumber: '1', fix: null } });
      await desk.becomes({ courier: { name: 'Ho', phoneNumber: '2', fix: null } });
    },
    back: 'another courier takes over',
    as: 'courierTurnover',
    returns: (desk) => desk.becomes({ courier: { name: 'Ng', phoneNumber: '3', fix: null } }),
  },
  failed: {
    begins: (desk) => desk.becomes({ status: { raw: 'failed', phase: 'failed' } }),
    back: 'it is open again and not delivered again',
    returns: async (desk) => {
      await desk.becomes({ status: active });
      await desk.becomes({ status: { raw: 'failed', phase: 'failed' } });
    },
  },
  checksFailing: {
    begins: (desk) => desk.failsAlone(failing()),
    back: 'a check works and others fail again',
    returns: async (desk) => {
      await desk.failsAlone(null);
      await desk.failsAlone(failing());
    },
  },
  courierTurnover: {
    begins: async (desk) => {
      for (const status of [active, pending, active, pending]) await desk.becomes({ status });
    },
    back: 'one more courier releases it',
    returns: async (desk) => {
      await desk.becomes({ status: active });
      await desk.becomes({ status: pending });
    },
  },
};

describe('what was handled stays away until it begins anew or gets worse; only looked at, it stays as seen', () => {
  test.each(attentionReasons.map((reason) => ({ reason, ...cases[reason] })))(
    '$reason comes back when $back',
    async ({ reason, begins, returns, as }) => {
      const desk = new Desk();
      await desk.watch();
      await begins(desk);
      expect(desk.reason).toBe(reason);
      await desk.look(1.9 * secondMs);
      expect(desk.isSeen).toBe(false);
      await desk.look();
      // News asks for no more than a look.
      expect(desk.reason).toBe(isNews(reason) ? null : reason);
      expect(desk.isSeen).toBe(true);
      await desk.window.model.actions.handled([id]);
      await desk.pass(secondMs);
      expect(desk.reason).toBeNull();
      await desk.restart();
      expect(desk.reason).toBeNull();
      await returns(desk);
      expect(desk.reason).toBe(as ?? reason);
      expect(desk.isSeen).toBe(false);
    },
  );
});

describe('what was only seen ends with its cause', () => {
  test('a released order says so, seen, over a restart and until it is matched again', async () => {
    const desk = new Desk();
    await desk.watch();
    await cases.released.begins(desk);
    await desk.look();
    await desk.restart();
    await desk.pass(10 * minuteMs);
    expect([desk.reason, desk.isSeen]).toEqual(['released', true]);
    await desk.becomes({ status: active });
    expect(desk.reason).toBeNull();
  });

  test('a cancelled order that was seen leaves the list with the end of its checks', async () => {
    const desk = new Desk();
    await desk.watch();
    await cases.cancelled.begins(desk);
    await desk.look();
    await desk.pass(finishedGraceMs - 10 * minuteMs);
    expect(desk.reason).toBe('cancelled');
    await desk.pass(20 * minuteMs);
    expect(desk.reason).toBeNull();
    expect(desk.desk.attention.listedCount).toBe(0);
  });

  test('undo brings back what needed attention, as it was', async () => {
    const desk = new Desk();
    await desk.watch();
    await cases.released.begins(desk);
    await desk.look();
    await desk.window.model.actions.called([id], 'waiting for a call back');
    await desk.pass(secondMs);
    expect(desk.row?.handled?.call).toEqual({ word: 'waiting for a call back' });
    await desk.window.model.actions.reverse('undo');
    await desk.pass(secondMs);
    expect([desk.reason, desk.isSeen]).toEqual(['released', true]);
    expect(desk.row?.handled).toBeUndefined();
  });
});

describe('the card of an order that was dealt with leaves the screen, and that of another stays', () => {
  test.each<readonly [string, (desk: Desk) => Promise<void>]>([
    ['by a look of two seconds', (desk) => desk.look()],
    ['by Space', ({ window }) => window.model.actions.markSeen([id])],
    ['by V', ({ window }) => window.model.actions.handled([id])],
    ['by “Done, I called”', ({ window }) => window.model.actions.called([id], 'Left a message')],
  ])('%s', async (_, dealWith) => {
    const desk = new Desk();
    desk.orders.set(other, someOrder(other, { status: active }));
    await desk.watch();
    await desk.becomes({ status: { raw: 'cancelled', phase: 'cancelled' } });
    desk.orders.set(other, someOrder(other, { status: { raw: 'failed', phase: 'failed' } }));
    desk.desk.watcher.checkNow([other]);
    await desk.pass(minuteMs);
    expect(desk.onScreen).toEqual(['Order cancelled', 'Now failed']);
    await dealWith(desk);
    await desk.pass(secondMs);
    expect(desk.onScreen).toEqual(['Now failed']);
  });
});

describe('what was dealt with while notifications were held back does not notify when that ends', () => {
  test.each<readonly [string, (desk: Desk) => Promise<void>]>([
    ['by a look of two seconds', (desk) => desk.look()],
    ['by Space', ({ window }) => window.model.actions.markSeen([id])],
    ['by V', ({ window }) => window.model.actions.handled([id])],
    ['by “Done, I called”', ({ window }) => window.model.actions.called([id], 'Left a message')],
    [
      'by a look before a restart',
      async (desk) => {
        await desk.look();
        await desk.restart();
      },
    ],
    ['by being released and matched again', (desk) => desk.becomes({ status: active })],
  ])('%s', async (_, dealWith) => {
    const desk = new Desk();
    desk.orders.set(other, someOrder(other, { status: active }));
    await desk.watch();
    desk.mute(20);
    await cases.released.begins(desk);
    desk.orders.set(other, someOrder(other, { status: { raw: 'failed', phase: 'failed' } }));
    desk.desk.watcher.checkNow([other]);
    await desk.pass(minuteMs);
    await dealWith(desk);
    await desk.pass(15 * minuteMs);
    expect(desk.onScreen).toEqual([]);
    await desk.pass(5 * minuteMs);
    expect(desk.onScreen).not.toContain('Courier released the order');
    expect(desk.onScreen).toContain('Now failed');
  });

  test('nor is news of an order that was looked at', async () => {
    const desk = new Desk();
    await desk.watch();
    desk.mute(20);
    await desk.becomes({ status: completed });
    await desk.look();
    await desk.pass(30 * minuteMs);
    expect(desk.cards.made).toEqual([]);
  });

  test('but what came after the look notifies', async () => {
    const desk = new Desk();
    await desk.watch();
    desk.mute(20);
    await desk.becomes({ status: active });
    await desk.look();
    await desk.becomes({ status: pending });
    await desk.pass(20 * minuteMs);
    expect(desk.onScreen).toEqual(['Courier released the order']);
  });

  test('and a snoozed order notifies, although it was looked at: its snooze asks for that', async () => {
    const desk = new Desk();
    await desk.watch();
    await cases.released.begins(desk);
    desk.desk.notifications.act('snooze', id);
    await desk.pass(minuteMs);
    await desk.look();
    expect(desk.onScreen).toEqual([]);
    await desk.pass(15 * minuteMs);
    expect(desk.onScreen).toEqual(['Courier released the order']);
  });
});
