import { describe, expect, test } from 'vitest';
import { FaultDesk, type FaultTrigger } from '../../../simulator/faults/fault-desk.ts';

const hole = { do: 'blackHole' } as const;

function trigger(change: Partial<FaultTrigger> = {}): FaultTrigger {
  return {
    target: 'order',
    uuid: 'a',
    method: 'GET',
    requestsBefore: 0,
    tokenNumber: 1,
    networkMs: 0,
    ...change,
  };
}

/** Which of so many equal requests are hit, counted from 1. */
function hits(desk: FaultDesk, count: number, of = trigger()): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1).filter(
    () => desk.actionsFor(of).length > 0,
  );
}

function chosen(seed: number): readonly number[] {
  const desk = new FaultDesk(seed);
  desk.add({ when: { probability: 0.3 }, action: hole });
  return hits(desk, 1000);
}

describe('which requests a rule hits', () => {
  test('all of them unless it says otherwise, and none once it is cleared', () => {
    const desk = new FaultDesk(1);
    desk.add({ action: hole });
    expect(hits(desk, 3)).toStrictEqual([1, 2, 3]);
    desk.clear();
    expect(hits(desk, 3)).toStrictEqual([]);
  });

  test.each([
    ['the next two', { times: 2 }, [1, 2]],
    ['the third only', { skip: 2, times: 1 }, [3]],
    ['every third', { every: 3 }, [3, 6, 9]],
    ['every second but for the first four', { skip: 4, every: 2 }, [6, 8, 10]],
  ])('%s', (_, when, expected) => {
    const desk = new FaultDesk(1);
    desk.add({ when, action: hole });
    expect(hits(desk, 10)).toStrictEqual(expected);
  });

  test.each([
    ['its target', { target: 'token' }, { target: 'token' }],
    ['its orders, in either case', { uuids: ['B', 'c'] }, { uuid: 'b' }],
    ['its method', { method: 'POST' }, { method: 'POST' }],
    ['used connections', { isReused: true }, { requestsBefore: 3 }],
    ['one token', { tokenNumber: 2 }, { tokenNumber: 2 }],
  ] as const)('only %s', (_, match, matching) => {
    const desk = new FaultDesk(1);
    desk.add({ match, action: hole });
    expect(desk.actionsFor(trigger())).toStrictEqual([]);
    expect(desk.actionsFor(trigger(matching))).toStrictEqual([hole]);
  });

  test('only for a while', () => {
    const desk = new FaultDesk(1);
    desk.add({ when: { fromMs: 100, untilMs: 200 }, action: hole });
    const times = [99, 100, 199, 200];
    expect(
      times.filter((networkMs) => desk.actionsFor(trigger({ networkMs })).length > 0),
    ).toStrictEqual([100, 199]);
  });

  test('with a probability that the seed turns into a fixed choice', () => {
    expect(chosen(1)).toStrictEqual(chosen(1));
    expect(chosen(1)).not.toStrictEqual(chosen(2));
    expect(chosen(1).length).toBeGreaterThan(240);
    expect(chosen(1).length).toBeLessThan(360);
  });

  test('a share of the orders, always the same ones', () => {
    const desk = new FaultDesk(1);
    desk.add({ when: { orderShare: 0.05 }, action: hole });
    const uuids = Array.from({ length: 2000 }, (_, at) => `order-${at}`);
    const hit = () => uuids.filter((uuid) => desk.actionsFor(trigger({ uuid })).length > 0);
    const first = hit();
    expect(hit()).toStrictEqual(first);
    expect(first.length).toBeGreaterThan(60);
    expect(first.length).toBeLessThan(140);
  });

  test('several rules act together, in their order, and count their own hits', () => {
    const desk = new FaultDesk(1);
    desk.add({ name: 'slow', action: { do: 'delay', ms: 5 } }, { name: 'hole', action: hole });
    expect(desk.actionsFor(trigger()).map(({ do: kind }) => kind)).toStrictEqual([
      'delay',
      'blackHole',
    ]);
    desk.clear('hole');
    desk.actionsFor(trigger());
    expect(desk.inForce().map(({ rule, hits: count }) => [rule.name, count])).toStrictEqual([
      ['slow', 2],
    ]);
  });

  test.each([
    [{ action: { do: 'explode' } }],
    [{ action: hole, when: { probability: 2 } }],
    [{ action: hole, matches: {} }],
    [{ action: { do: 'delay', ms: -1 } }],
  ])('refuses the rule %j and keeps the others', (rule) => {
    const desk = new FaultDesk(1);
    desk.add({ action: hole });
    expect(() => desk.add(rule as never)).toThrow(/invalid|unrecognized|too/i);
    expect(desk.inForce()).toHaveLength(1);
  });
});
