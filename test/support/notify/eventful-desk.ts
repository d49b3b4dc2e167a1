import { expect, onTestFinished } from 'vitest';
import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import { FakeClock } from '../fake-clock.ts';
import { seeded } from '../seeded.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { ScriptedOutcome } from '../watch/scripted-source.ts';
import { orderIdAt, someOrder } from '../watched-orders.ts';
import { RunningDesk } from './running-desk.ts';

const minuteMs = 60_000;
const orderCount = 10;
/** Between two things that happen. */
const stepMs = 75_000;
const steps = 150;

/** Some hours of a desk over an eventful service. It is stopped when the test ends. */
export async function eventfulHours(seed: number): Promise<{
  readonly desk: RunningDesk;
  readonly fromMs: number;
  readonly untilMs: number;
}> {
  const eventful = new EventfulDesk(seed);
  onTestFinished(() => eventful.desk.stop());
  const { clock } = eventful;
  const fromMs = clock.wallMs();
  await eventful.desk.watcher.add(eventful.ids.map((id) => ({ id, label: null })));
  await clock.advance(minuteMs);
  for (let step = 0; step < steps; step += 1) {
    await eventful.happen();
    await clock.advance(stepMs);
  }
  return { desk: eventful.desk, fromMs, untilMs: clock.wallMs() };
}

/** A desk over an eventful service, by chance from a seed. */
class EventfulDesk {
  readonly clock = new FakeClock();
  readonly #random: () => number;
  readonly #orders = new Map<OrderId, Order>();
  readonly #service: { outcome: ScriptedOutcome } = { outcome: null };
  desk: RunningDesk;

  constructor(seed: number) {
    this.#random = seeded(seed);
    for (let index = 1; index <= orderCount; index += 1) {
      const id = orderIdAt(index);
      this.#orders.set(id, someOrder(id));
    }
    this.desk = new RunningDesk({
      folder: temporaryFolder(),
      clock: this.clock,
      orders: this.#orders,
      outcome: () => this.#service.outcome,
      settings: { lockedScreen: 'hold', digestMinutes: 1 },
      defect: (error) => expect.unreachable(String(error)),
    });
  }

  get ids(): readonly OrderId[] {
    return [...this.#orders.keys()];
  }

  /** Something happens at the service or at the desk. */
  async happen(): Promise<void> {
    const id = this.ids[this.#below(orderCount)] ?? orderIdAt(1);
    const { desk } = this;
    const { watcher, notifications } = desk;
    const acts: readonly (() => unknown)[] = [
      () => this.#answer(id, { status: { raw: 'active', phase: 'assigned' }, ...this.#courier() }),
      () => this.#answer(id, this.#courier()),
      () => this.#answer(id, this.#courier()),
      () => this.#answer(id, { status: { raw: 'pending', phase: 'searching' }, courier: null }),
      () => this.#answer(id, { price: { amount: this.#below(500), currency: 'HKD' } }),
      () => this.#answer(id, { status: { raw: 'completed', phase: 'done' } }),
      () => {
        for (const each of this.ids.slice(0, 7)) {
          this.#answer(each, { status: { raw: 'active', phase: 'assigned' }, ...this.#courier() });
        }
      },
      () => watcher.mute([id], this.#below(2) === 0),
      () =>
        notifications.handlers['orders:set-preferences']({
          ids: [id],
          change: { snoozedUntilMs: this.clock.wallMs() + 15 * minuteMs },
        }),
      () =>
        notifications.handlers['orders:set-preferences']({
          ids: [id],
          change: { promisedAtMs: this.clock.wallMs() + 12 * minuteMs },
        }),
      () => desk.seenOrders.markSeen([id]),
      () => notifications.act('snooze', id),
      () => desk.open(this.#below(2) === 0 ? id : null),
      () => desk.lock(this.#below(2) === 0),
      () =>
        desk.choose({ everyMove: { isTold: this.#below(2) === 0, meters: 200, everySeconds: 60 } }),
      () =>
        desk.choose({
          quietHours: {
            ...defaultSettings.quietHours,
            isOn: this.#below(2) === 0,
            timeZone: 'UTC',
          },
        }),
      () => {
        this.#service.outcome = this.#below(2) === 0 ? new DeliveryError('unreachable') : null;
      },
      () => {
        desk.recorder.fellAsleep();
        this.clock.sleepMachine(20 * minuteMs);
        desk.woke();
      },
      async () => {
        this.desk = await desk.restart();
      },
    ];
    await acts[this.#below(acts.length)]?.();
  }

  #answer(id: OrderId, parts: Partial<Order>): void {
    const before = this.#orders.get(id);
    if (before?.status.phase !== 'done')
      this.#orders.set(id, { ...someOrder(id), ...before, ...parts });
  }

  #courier(): Partial<Order> {
    const fix = {
      latitudeDeg: 22.28 + this.#below(200) / 10_000,
      longitudeDeg: 114.15,
      reportedAtMs: this.clock.wallMs() - 2000,
    };
    const name = `Courier ${this.#below(2)}`;
    return { courier: { name, phoneNumber: null, fix } };
  }

  #below(most: number): number {
    return Math.floor(this.#random() * most);
  }
}
