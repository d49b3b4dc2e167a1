import { expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const [silent, moving] = [orderIdAt(1), orderIdAt(2)];

function onTheWay(id: OrderId, northMeters: number, reportedAtMs: number): Order {
  const fix = { latitudeDeg: 22.28 + northMeters / 111_195, longitudeDeg: 114.15, reportedAtMs };
  return someOrder(id, {
    status: { raw: 'active', phase: 'assigned' },
    courier: { name: 'Ho', phoneNumber: null, fix },
  });
}

test.each([
  ['a little less', 50_000],
  ['not at all', 0],
])(
  'the card of a silent courier stays where the service’s clock, a minute ahead, is %s',
  async (_how, laterAheadMs) => {
    const clock = new FakeClock();
    const orders = new Map<OrderId, Order>();
    const desk = new RunningDesk({ folder: temporaryFolder(), clock, orders });
    onTestFinished(() => desk.stop());
    let aheadMs = 60_000;
    const startMs = clock.wallMs();
    orders.set(silent, onTheWay(silent, 1500, startMs + aheadMs));
    orders.set(moving, onTheWay(moving, 0, startMs + aheadMs));
    await desk.watcher.add([silent, moving].map((id) => ({ id, label: null })));
    const cards = () => desk.screen.shown.filter(({ orderId }) => orderId === silent);
    for (let seconds = 0; seconds < 400; seconds += 5) {
      if (cards().length > 0) aheadMs = laterAheadMs;
      orders.set(moving, onTheWay(moving, 500 + seconds * 20, clock.wallMs() + aheadMs));
      desk.watcher.checkNow([moving]);
      await clock.advance(5000);
    }
    expect(desk.notifiedOf(silent)).toEqual(['courierSilent']);
    expect(cards().map(({ tag }) => desk.screen.isHeld(tag))).toEqual([true]);
  },
);
