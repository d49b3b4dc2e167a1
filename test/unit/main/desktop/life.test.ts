import { expect, test } from 'vitest';
import type { Handover } from '../../../../main/desktop/handover.ts';
import { Life, startAgainArguments } from '../../../../main/desktop/life.ts';
import { orderIdOf } from '../../../support/watch/fake-board-watch.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';

const named = (index: number): Handover => ({
  orders: [{ id: orderIdOf(index), label: null }],
  offeredIds: [],
});
const linked = (index: number): Handover => ({ orders: [], offeredIds: [orderIdOf(index)] });

function running() {
  const clock = new FakeClock();
  const journal: unknown[] = [];
  const stopped = Promise.withResolvers<void>();
  const quit = { isHeldUp: false, preventDefault: () => (quit.isHeldUp = true) };
  const life = new Life({
    compose: () => ({
      start: async () => void journal.push('start'),
      handOver: (handover) => journal.push(['hand over', handover]),
      prepareToQuit: () => journal.push('prepare to quit'),
      stop() {
        journal.push('stop');
        return stopped.promise;
      },
    }),
    exit: () => journal.push('exit'),
    startAgain: (handover) => journal.push(['start again', handover]),
    schedule: (run, delayMs) => void clock.schedule(run, delayMs),
  });
  return { clock, journal, life, quit, stopped };
}

test('what is handed over before the program stands waits for it', async () => {
  const { journal, life } = running();
  life.take(named(1));
  await life.ready();
  life.take(named(2));
  expect(journal).toEqual(['start', ['hand over', named(1)], ['hand over', named(2)]]);
});

test('a quit before the program stands is held up by nobody', () => {
  const { life, quit } = running();
  life.willQuit(quit);
  expect(quit.isHeldUp).toBe(false);
});

test('a quit waits for the program, once, and at most 1.8 s', async () => {
  const { clock, journal, life, quit, stopped } = running();
  await life.ready();
  life.willQuit(quit);
  life.willQuit(quit);
  expect(quit.isHeldUp).toBe(true);
  await clock.advance(1799);
  expect(journal).toEqual(['start', 'stop']);
  await clock.advance(1);
  expect(journal).toEqual(['start', 'stop', 'exit']);
  stopped.resolve();
  await settle();
  expect(journal).toEqual(['start', 'stop', 'exit']);
});

test('who starts the program while it ends gets it again, with everything that was handed over', async () => {
  const { journal, life, quit, stopped } = running();
  await life.ready();
  life.prepareToQuit();
  life.take(named(1));
  life.willQuit(quit);
  life.take(linked(2));
  stopped.resolve();
  await settle();
  const both = { orders: named(1).orders, offeredIds: linked(2).offeredIds };
  expect(journal).toEqual(['start', 'prepare to quit', 'stop', ['start again', both], 'exit']);
});

test('it is started again on its profile; links stay links, which are only offered', () => {
  const both = { orders: named(1).orders, offeredIds: linked(2).offeredIds };
  const ids = [orderIdOf(1), `waybell://watch/${orderIdOf(2)}`];
  expect(startAgainArguments({ appPath: null, profileDir: null }, both)).toEqual(ids);
  expect(startAgainArguments({ appPath: '/src', profileDir: '/night shift' }, both)).toEqual([
    '/src',
    '--profile=/night shift',
    ...ids,
  ]);
});

test('its command line is never too long for the system', () => {
  const orders = Array.from({ length: 5000 }, (_, index) => ({
    id: orderIdOf(index),
    label: null,
  }));
  const offeredIds = orders.map(({ id }) => id);
  const place = { appPath: null, profileDir: null };
  expect(startAgainArguments(place, { orders, offeredIds }).join(' ').length).toBeLessThan(32_000);
});
