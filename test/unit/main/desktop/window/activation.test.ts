import { describe, expect, test } from 'vitest';
import { Activation } from '../../../../../main/desktop/window/activation.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

function bench(isNeeded = true) {
  const clock = new FakeClock();
  const log: string[] = [];
  const starts: ((hasAsked: boolean) => void)[] = [];
  const activation = new Activation({
    isNeeded,
    clock,
    startAgain(token, ended) {
      if (token === 'broken') throw new Error('cannot be started');
      log.push(`start ${token}`);
      starts.push(ended);
    },
    failed: () => log.push('failed'),
  });
  const click = (token: string | null): void =>
    activation.during(token, () => log.push(`window ${activation.handOver()}`));
  return { activation, click, clock, log, starts };
}

describe('a click on a card', () => {
  test('hands the desktop’s token to another start, which asks for the window', async () => {
    const { click, clock, log, starts } = bench();
    click('t1');
    starts[0]?.(true);
    expect(log).toEqual(['start t1', 'window true']);
    expect(clock.waitingTimers).toBe(0);
  });

  test('without a token, and where none is needed, raises the window as it can', () => {
    const { click, log } = bench();
    click(null);
    expect(log).toEqual(['window false']);
    const free = bench(false);
    free.click('t1');
    expect(free.log).toEqual(['window false']);
  });

  test('that shows no window starts nothing, and its token is not kept for the next one', () => {
    const { activation, log } = bench();
    activation.during('t1', () => undefined);
    expect(() =>
      activation.during('t2', () => {
        throw new Error('a defect');
      }),
    ).toThrow('a defect');
    expect(activation.handOver()).toBe(false);
    expect(log).toEqual([]);
  });

  test('raises the window once when it asks for it twice', () => {
    const { activation, log } = bench();
    activation.during('t1', () => log.push(`${activation.handOver()} ${activation.handOver()}`));
    expect(log).toEqual(['start t1', 'true false']);
  });

  test.each([
    ['ended without asking', (ended?: (hasAsked: boolean) => void) => ended?.(false)],
    ['did not ask in time', () => undefined],
  ])('whose start %s raises the window as it can', async (_what, end) => {
    const { click, clock, log, starts } = bench();
    click('t1');
    end(starts[0]);
    await clock.advance(3000);
    expect(log).toEqual(['start t1', 'window true', 'failed']);
    starts[0]?.(true);
    click('t2');
    expect(log.slice(3)).toEqual(['start t2', 'window true']);
  });

  test('whose start cannot be made raises the window as it can', () => {
    const { click, clock, log } = bench();
    click('broken');
    expect(log).toEqual(['window false']);
    expect(clock.waitingTimers).toBe(0);
  });

  test('while another is on its way starts no second one', () => {
    const { click, log } = bench();
    click('t1');
    click('t2');
    expect(log).toEqual(['start t1', 'window true', 'window false']);
  });
});
