import { expect, test } from 'vitest';
import { updateNotification } from '../../../../../core/notification/update-notification.ts';
import { notifierBench } from '../../../../support/notify/notifier-bench.ts';
import {
  orderIdAt,
  someOrder,
  someUpdate,
  someWatched,
} from '../../../../support/watched-orders.ts';

const reason = 'Order was released because: Lau Chi Keung +852 9123 4567 crashed';

function releaseOf(index: number) {
  const id = orderIdAt(index);
  const draft = updateNotification(
    someUpdate(id, { kinds: ['order_released'], reasons: [reason] }),
    someWatched(id, { label: 'Florist', order: { ...someOrder(id), courier: null } }),
    { priceUnit: 'major', locale: 'en' },
  );
  if (draft === null) throw new Error('a release is told');
  return draft;
}

test.each(['noNames', 'countOnly'] as const)(
  'a free reason is on no card at the level %s: alone, on a card that grows, in a summary after a hold',
  async (privacy) => {
    const bench = notifierBench();
    bench.privacy = privacy;
    for (let index = 1; index <= 12; index += 1) bench.tell(index, releaseOf(index));
    await bench.clock.advance(60_000);
    bench.settings = { notificationsMutedUntilMs: bench.clock.wallMs() + 60_000 };
    for (let index = 1; index <= 12; index += 1) bench.tell(index, releaseOf(index));
    await bench.clock.advance(180_000);
    const { shown } = bench.desktop;
    expect(shown.map(({ tag }) => tag)).toContain(orderIdAt(1));
    expect(shown.some(({ orderId }) => orderId === null)).toBe(true);
    expect(JSON.stringify(shown)).not.toMatch(/Lau|crashed|9123/);
  },
);
