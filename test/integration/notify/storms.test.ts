import { expect, test } from 'vitest';
import { everyNotification } from '../../../core/notification/notification.ts';
import type { NotificationEvent } from '../../../core/notification/notification.ts';
import { defaultWaitRules } from '../../../core/watch/order-waits.ts';
import { shortId } from '../../../core/order/format.ts';
import { FaultBench } from '../../support/faults/fault-bench.ts';

/*
 * What a dispatcher sees and hears when many orders have one trouble at the same time: few cards, which name
 * them all three at a time, and one sound at most. The orders are at the simulated service, and only the clock is not real.
 */

const minuteMs = 60_000;

/** Pastes orders together. */
async function pasted(orderCount: number): Promise<FaultBench> {
  const bench = await FaultBench.started({ orderCount: 0, waitRules: defaultWaitRules });
  for (let count = 0; count < orderCount; count += 1) bench.add();
  return bench;
}

/** The cards that say so, each counted once however often it is shown again with other names. */
function cardsThat({ desktop }: FaultBench, say: string): ReadonlySet<string> {
  return new Set(desktop.shown.filter(({ title }) => title.includes(say)).map(({ tag }) => tag));
}

/** How the notifications of an event ended that are in the history and were not left out. */
function endsOf({ outbox }: FaultBench, event: NotificationEvent): readonly string[] {
  return outbox
    .page(everyNotification, null, 1000)
    .filter(({ notification }) => notification.event === event)
    .flatMap(({ outcome }) => outcome?.kind ?? [])
    .filter((kind) => kind === 'shown' || kind === 'digested');
}

test('sixty orders that were pasted together and wait too long are shown by a few cards', async () => {
  const bench = await pasted(60);
  await bench.advance(24 * minuteMs);
  expect(cardsThat(bench, 'waiting long').size).toBe(1);
  expect(bench.desktop.titles.at(-1)).toBe('60 orders waiting long');
  const bodies = bench.desktop.shown.map(({ body }) => body).join(' ');
  expect(bench.ids.filter((id) => !bodies.includes(shortId(id)))).toEqual([]);
  expect(endsOf(bench, 'longWait')).toHaveLength(60);
});

test('couriers whose positions stand still together are shown by a few cards', async () => {
  const bench = await pasted(110);
  await bench.advance(30_000);
  const location = { latitude: 22.3, longitude: 114.17 };
  const location_updated_at = Math.floor(bench.clock.wallMs() / 1000);
  bench.changeAll({
    status: 'active',
    courier: { name: 'Chan', location: { ...location, location_updated_at } },
  });
  await bench.advance(9 * minuteMs);
  expect(cardsThat(bench, 'with a silent courier').size).toBeLessThanOrEqual(2);
  expect(bench.desktop.titles).toContain('110 orders matched');
  expect(bench.desktop.titles.at(-1)).toBe('110 orders with a silent courier');
  expect(bench.desktop.shown.filter(({ sound }) => sound !== 'none')).toEqual([]);
  expect(endsOf(bench, 'courierSilent')).toHaveLength(110);
});
