import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OpenRequest } from '../../../../main/desktop/second-instance.ts';
import {
  Lifecycle,
  runCommandBeside,
  startAgainArguments,
} from '../../../../main/desktop/lifecycle.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const named = (index: number): OpenRequest => ({
  orders: [{ id: orderIdAt(index), label: null }],
  offeredIds: [],
});
const linked = (index: number): OpenRequest => ({ orders: [], offeredIds: [orderIdAt(index)] });

function running() {
  const clock = new FakeClock();
  const journal: unknown[] = [];
  const stopped = Promise.withResolvers<void>();
  const quit = { isHeldUp: false, preventDefault: () => (quit.isHeldUp = true) };
  const life = new Lifecycle({
    compose: () => ({
      start: async () => void journal.push('start'),
      open: (request) => journal.push(['open', request]),
      prepareToQuit: () => journal.push('prepare to quit'),
      stop() {
        journal.push('stop');
        return stopped.promise;
      },
    }),
    exit: () => journal.push('exit'),
    startAgain: (request) => journal.push(['start again', request]),
    schedule: (run, delayMs) => void clock.schedule(run, delayMs),
  });
  return { clock, journal, life, quit, stopped };
}

test('a request before the program stands waits for it', async () => {
  const { journal, life } = running();
  life.open(named(1));
  await life.ready();
  life.open(named(2));
  expect(journal).toEqual(['start', ['open', named(1)], ['open', named(2)]]);
});

test('a quit before the program stands is not held up', () => {
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

test('who starts the program while it ends gets it again, with everything that was asked for', async () => {
  const { journal, life, quit, stopped } = running();
  await life.ready();
  life.prepareToQuit();
  life.open(named(1));
  life.willQuit(quit);
  life.open(linked(2));
  stopped.resolve();
  await settle();
  const both = { orders: named(1).orders, offeredIds: linked(2).offeredIds };
  expect(journal).toEqual(['start', 'prepare to quit', 'stop', ['start again', both], 'exit']);
});

test('it is started again on its profile; links stay links, which are only offered', () => {
  const both = { orders: named(1).orders, offeredIds: linked(2).offeredIds };
  const ids = [orderIdAt(1), `waybell://watch/${orderIdAt(2)}`];
  expect(startAgainArguments({ appPath: null, profileDir: null }, both)).toEqual(ids);
  expect(startAgainArguments({ appPath: '/src', profileDir: '/night shift' }, both)).toEqual([
    '/src',
    '--profile=/night shift',
    ...ids,
  ]);
});

test('its command line is never too long for the system', () => {
  const orders = Array.from({ length: 5000 }, (_, index) => ({
    id: orderIdAt(index),
    label: null,
  }));
  const offeredIds = orders.map(({ id }) => id);
  const place = { appPath: null, profileDir: null };
  expect(startAgainArguments(place, { orders, offeredIds }).join(' ').length).toBeLessThan(32_000);
});

const quiet = (): void => undefined;

const held = (): void => {
  throw new Error('EBUSY: resource busy or locked');
};

test('the folder is gone once the work is done, and the code is the work’s', async () => {
  const folder = join(temporaryFolder(), 'command');
  mkdirSync(folder);
  writeFileSync(join(folder, 'Cookies'), '');
  expect(await runCommandBeside(folder, () => Promise.resolve(2), quiet)).toBe(2);
  expect(existsSync(folder)).toBe(false);
});

test('a folder that cannot be removed does not keep the program from ending', async () => {
  expect(await runCommandBeside('nowhere', () => Promise.resolve(0), quiet, held)).toBe(0);
});

test('work that throws ends with 1 and is said', async () => {
  const said: unknown[] = [];
  const failure = new Error('no such thing');
  const work = (): Promise<number> => Promise.reject(failure);
  expect(await runCommandBeside('nowhere', work, (error) => said.push(error), quiet)).toBe(1);
  expect(said).toEqual([failure]);
});
