import { describe, expect, test } from 'vitest';
import { type Part, Run, type RunOptions } from '../../../../main/engine/run.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';

/** Parts that write down when they begin and end. */
function noted() {
  const journal: string[] = [];
  const clock = new FakeClock();
  const only = {
    starts: (name: string): Part => ({ start: () => void journal.push(`start ${name}`) }),
    stops: (name: string): Part => ({ stop: () => void journal.push(`stop ${name}`) }),
  };
  const both = (name: string): Part => ({ ...only.starts(name), ...only.stops(name) });
  const run = (groups: readonly (readonly Part[])[], limit: Omit<RunOptions, 'clock'> = {}) =>
    new Run(groups, { clock, ...limit });
  return { journal, clock, ...only, both, run };
}

const hang = () => new Promise<void>(() => undefined);
const fail = (): never => {
  throw new Error('broken');
};

describe('a program begins and ends', () => {
  test('its groups start in their order and stop in the reverse order', async () => {
    const { both, journal, run } = noted();
    const program = run([[both('connection')], [both('watcher')], [both('server')]]);
    await program.start();
    expect(journal).toEqual(['start connection', 'start watcher', 'start server']);
    journal.length = 0;
    await program.stop();
    expect(journal).toEqual(['stop server', 'stop watcher', 'stop connection']);
  });

  test('a part starts when the one before it has started', async () => {
    const { journal, run, starts } = noted();
    const ready = Promise.withResolvers<void>();
    const started = run([[{ start: () => ready.promise }], [starts('watcher')]]).start();
    await settle();
    expect(journal).toEqual([]);
    ready.resolve();
    await started;
    expect(journal).toEqual(['start watcher']);
  });

  test('parts of which none has to be waited for start in one turn', () => {
    const { journal, run, starts } = noted();
    void run([[starts('bridge')], [starts('watcher')]]).start();
    expect(journal).toEqual(['start bridge', 'start watcher']);
  });

  test('the parts of a group are asked to end at once, in their order', async () => {
    const { journal, run, stops } = noted();
    const slow = Promise.withResolvers<void>();
    const program = run([[stops('storage')], [{ stop: () => slow.promise }, stops('recorder')]]);
    await program.start();
    const stopped = program.stop();
    await settle();
    expect(journal).toEqual(['stop recorder']);
    slow.resolve();
    await stopped;
    expect(journal).toEqual(['stop recorder', 'stop storage']);
  });

  test('a part is stopped once', async () => {
    const { journal, run, stops } = noted();
    const program = run([[stops('storage')]]);
    await program.stop();
    await program.stop();
    expect(journal).toEqual(['stop storage']);
  });
});

describe('a start that fails', () => {
  test('stops what began, the part that failed among it, and tells why', async () => {
    const { both, journal, run, stops } = noted();
    const program = run([
      [stops('storage')],
      [both('connection')],
      [{ start: fail, ...stops('webhooks') }],
      [both('server')],
    ]);
    await expect(program.start()).rejects.toThrow('broken');
    expect(journal).toEqual([
      'start connection',
      'stop webhooks',
      'stop connection',
      'stop storage',
    ]);
  });

  test('tells why it failed, also when then a stop fails', async () => {
    const { journal, run, stops } = noted();
    const program = run([
      [stops('storage')],
      [{ stop: () => Promise.reject(new Error('not ended')) }],
      [{ start: fail }],
    ]);
    await expect(program.start()).rejects.toThrow('broken');
    expect(journal).toEqual(['stop storage']);
  });
});

describe('a stop', () => {
  test.each<[string, NonNullable<Part['stop']>]>([
    ['throws', fail],
    ['is refused later', () => Promise.reject(new Error('broken'))],
  ])('that %s keeps no other part from ending, and is told at last', async (_how, stop) => {
    const { journal, run, stops } = noted();
    const program = run([[stops('storage')], [{ stop }, stops('recorder')], [stops('server')]]);
    await program.start();
    await expect(program.stop()).rejects.toThrow('broken');
    expect(journal).toEqual(['stop server', 'stop recorder', 'stop storage']);
  });

  test('that hangs holds the others up for as long as it may, and the storage is closed last', async () => {
    const { clock, journal, run, stops } = noted();
    const groups = [[stops('storage')], [{ stop: hang }, { stop: hang }, stops('recorder')]];
    const stopped = run(groups, { stopWithinMs: 1000 }).stop();
    await clock.advance(999);
    expect(journal).toEqual(['stop recorder']);
    await clock.advance(1);
    await stopped;
    expect(journal).toEqual(['stop recorder', 'stop storage']);
    expect(clock.waitingTimers).toBe(0);
  });

  test('that writes what has to be kept is waited for', async () => {
    const { clock, journal, run, stops } = noted();
    const written = Promise.withResolvers<void>();
    const groups = [[stops('storage')], [{ stop: () => written.promise, isAwaited: true }]];
    const stopped = run(groups, { stopWithinMs: 1000 }).stop();
    await clock.advance(60_000);
    expect(journal).toEqual([]);
    written.resolve();
    await stopped;
    expect(journal).toEqual(['stop storage']);
  });
});
