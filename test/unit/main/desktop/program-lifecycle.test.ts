import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../../core/order/order-id.ts';
import type { ProgramLifecycleParts } from '../../../../main/desktop/program-lifecycle.ts';
import { ProgramLifecycle } from '../../../../main/desktop/program-lifecycle.ts';
import { orderIdAt, someWatched } from '../../../support/watched-orders.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';
import { RecordingLog } from '../../../support/recording-log.ts';

const named = (index: number) => ({ id: orderIdAt(index), label: `Order ${index}` });

const nothingAsked = { isHidden: false, orders: [], offeredIds: [] };

function program(
  launch: ProgramLifecycleParts['launch'] = nothingAsked,
  broken: readonly string[] = [],
  hanging: readonly string[] = [],
  mayAdd = true,
) {
  const journal: string[] = [];
  const log = new RecordingLog();
  const note = (word: string) => {
    journal.push(word);
    if (broken.includes(word)) throw new Error(word);
  };
  const noteLater = (word: string) => {
    journal.push(word);
    if (hanging.includes(word)) return new Promise<void>(() => undefined);
    return broken.includes(word) ? Promise.reject(new Error(word)) : Promise.resolve();
  };
  const clock = new FakeClock();
  const life = new ProgramLifecycle({
    log,
    clock,
    bridge: { start: () => note('bridge'), stop: () => note('stop bridge') },
    connect: () => noteLater('connect'),
    disconnect: () => noteLater('disconnect'),
    watcher: {
      start: () => note('watch'),
      stop: () => noteLater('stop watching'),
      find: (id) => (id === orderIdAt(2) ? someWatched(id) : undefined),
      add(orders, _mode, origin) {
        note(`add ${orders.length} of ${origin?.kind}`);
        return Promise.resolve({
          added: orders.map(({ id }) => id),
          alreadyWatched: [],
          changed: [],
        });
      },
    },
    services: [{ start: () => note('tell'), stop: () => noteLater('stop telling') }],
    mayAdd: () => mayAdd,
    tray: { start: () => note('tray'), destroy: () => note('remove tray') },
    window: {
      show: () => note('show'),
      startHidden: () => noteLater('start hidden'),
      send: (channel, payload) => note(`send ${channel} ${JSON.stringify(payload)}`),
      prepareToQuit: () => note('prepare to quit'),
      destroy: () => note('destroy window'),
    },
    reveal: (id: OrderId) => note(`reveal ${id.slice(-1)}`),
    closeStorage: () => note('close storage'),
    launch,
  });
  return { life, journal, log, clock };
}

describe('the program’s life', () => {
  test('the connection is made before the first check, and the window comes last', async () => {
    const { life, journal } = program();
    await life.start();
    expect(journal).toEqual(['bridge', 'connect', 'watch', 'tell', 'tray', 'show']);
  });

  test('a connection that cannot be made does not stop the start', async () => {
    const { life, journal, log } = program(nothingAsked, ['connect']);
    await life.start();
    await settle();
    expect(journal.at(-1)).toBe('show');
    expect(log.events('error')).toEqual(['notConnected']);
  });

  test('orders of the command line are watched and the first one is opened', async () => {
    const { life, journal } = program({
      isHidden: false,
      orders: [named(1), named(2)],
      offeredIds: [],
    });
    await life.start();
    expect(journal.slice(-3)).toEqual(['show', 'add 2 of commandLine', 'reveal 1']);
  });

  test('orders of a link are offered and not watched', () => {
    const { life, journal } = program();
    life.open({ orders: [], offeredIds: [orderIdAt(3)] });
    expect(journal).toEqual(['show', `send paste:offered {"text":"${orderIdAt(3)}"}`]);
  });

  test('where nothing can be added, orders of the command line are offered; those on the list are opened', () => {
    const { life, journal } = program(nothingAsked, [], [], false);
    life.open({ orders: [named(1), named(2)], offeredIds: [] });
    expect(journal).toEqual(['show', 'reveal 2', `send paste:offered {"text":"${orderIdAt(1)}"}`]);
  });

  test('a hidden start shows nothing, whatever it was given', async () => {
    const { life, journal } = program({
      isHidden: true,
      orders: [named(1)],
      offeredIds: [orderIdAt(2)],
    });
    await life.start();
    expect(journal.slice(-2)).toEqual(['add 1 of commandLine', 'start hidden']);
  });

  test('the storage is closed last, after everything that writes has ended', async () => {
    const { life, journal } = program();
    await life.start();
    journal.length = 0;
    life.prepareToQuit();
    await life.stop();
    expect(journal).toEqual([
      'prepare to quit',
      'prepare to quit',
      'stop bridge',
      'stop telling',
      'stop watching',
      'disconnect',
      'remove tray',
      'destroy window',
      'close storage',
    ]);
  });

  test.each([
    ['fault 67: a connection that does not let go', 'disconnect'],
    ['a person who still has something to do', 'stop telling'],
  ])('%s holds the end up for a second, and the state is kept', async (_who, hanging) => {
    const { life, journal, clock } = program(nothingAsked, [], [hanging]);
    await life.start();
    const stopped = life.stop();
    await clock.advance(999);
    expect(journal).not.toContain('close storage');
    await clock.advance(1);
    await stopped;
    expect(journal.at(-1)).toBe('close storage');
    expect(clock.waitingTimers).toBe(0);
  });
});
