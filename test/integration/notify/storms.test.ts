import { expect, test } from 'vitest';
import { everyNotification } from '../../../core/notification/notification.ts';
import type { NotificationEvent } from '../../../core/notification/notification.ts';
import { defaultWaitRules } from '../../../core/watch/order-waits.ts';
import { FaultBench } from '../../support/faults/fault-bench.ts';
import { mostWithin } from '../../support/watch/scripted-source.ts';

/*
 * What a dispatcher sees when many orders have one trouble at the same time: few cards, the last of which
 * says the whole. The orders are at the simulated service, and only the clock is not real.
 */

const minuteMs = 60_000;

/** Pastes orders together, and notes when each card is shown. */
async function pasted(orderCount: number): Promise<{ bench: FaultBench; cardsAtMs: number[] }> {
  const bench = await FaultBench.started({ orderCount: 0, waitRules: defaultWaitRules });
  const { clock, desktop } = bench;
  const cardsAtMs: number[] = [];
  const show = desktop.show.bind(desktop);
  desktop.show = (...card) => {
    cardsAtMs.push(clock.monotonicMs());
    show(...card);
  };
  for (let count = 0; count < orderCount; count += 1) bench.add();
  return { bench, cardsAtMs };
}

/** How the notifications of an event ended that are in the history and were not left out. */
function endsOf({ outbox }: FaultBench, event: NotificationEvent): readonly string[] {
  return outbox
    .page(everyNotification, null, 1000)
    .filter(({ notification }) => notification.event === event)
    .flatMap(({ outcome }) => outcome?.kind ?? [])
    .filter((kind) => kind === 'shown' || kind === 'digested');
}

test('sixty orders that were pasted together and wait too long are told by a few cards', async () => {
  const { bench, cardsAtMs } = await pasted(60);
  await bench.advance(22 * minuteMs);
  expect(mostWithin(cardsAtMs, minuteMs)).toBeLessThanOrEqual(4);
  expect(bench.desktop.titles.at(-1)).toBe('60 orders waiting long');
  expect(endsOf(bench, 'longWait')).toHaveLength(60);
});

test('couriers whose positions stand still together are told by a few cards', async () => {
  const { bench, cardsAtMs } = await pasted(110);
  await bench.advance(30_000);
  const location = { latitude: 22.3, longitude: 114.17 };
  const location_updated_at = Math.floor(bench.clock.wallMs() / 1000);
  bench.changeAll({
    status: 'active',
    courier: { name: 'Chan', location: { ...location, location_updated_at } },
  });
  await bench.advance(9 * minuteMs);
  expect(mostWithin(cardsAtMs, minuteMs)).toBeLessThanOrEqual(4);
  expect(bench.desktop.titles).toContain('110 orders matched');
  expect(bench.desktop.titles.at(-1)).toBe('110 orders with a position over 3\u00A0min old');
  expect(endsOf(bench, 'courierSilent')).toHaveLength(110);
});
