import { expect, test } from 'vitest';
import type { WaybellBridge } from '../../../../core/bridge/bridge.ts';
import { createViewReporter } from '../../../../renderer/stores/view-reporter.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';
import { FakeWindowTime } from '../support/fake-window-time.ts';

function makeTeller() {
  const told: (readonly string[])[] = [];
  const bridge: Pick<WaybellBridge, 'tellOrdersInView'> = {
    tellOrdersInView: ({ ids }) => {
      told.push(ids);
      return Promise.resolve({ ok: true, value: null });
    },
  };
  const time = new FakeWindowTime();
  return { told, time, teller: createViewReporter(bridge, time) };
}

const [first, second, third] = [orderIdAt(1), orderIdAt(2), orderIdAt(3)];

test('a scroll through many rows is told as where it ended', () => {
  const { told, time, teller } = makeTeller();
  for (const id of [first, second, third]) teller.drawn([id]);
  expect(told).toEqual([]);
  time.pass(1000);
  expect(told).toEqual([[third]]);
});

test('rows that stay on the screen are told once', () => {
  const { told, time, teller } = makeTeller();
  for (let round = 0; round < 5; round += 1) {
    teller.drawn([first, second]);
    time.pass(1000);
  }
  expect(told).toEqual([[first, second]]);
});

test('a page that nobody can see shows nothing, and its rows again once it is back', () => {
  const { told, time, teller } = makeTeller();
  teller.drawn([first]);
  time.pass(1000);
  teller.setSeen(false);
  time.pass(1000);
  teller.setSeen(true);
  time.pass(1000);
  expect(told).toEqual([[first], [], [first]]);
});

test('nothing is left running once it stops', () => {
  const { told, time, teller } = makeTeller();
  teller.drawn([first]);
  teller.stop();
  time.pass(1000);
  expect(told).toEqual([]);
  expect(time.plannedCount).toBe(0);
});
