import { describe, expect, test } from 'vitest';
import { FaultRules, type FaultTrigger } from '../faults/fault-rules.ts';

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
function hits(rules: FaultRules, count: number, of = trigger()): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1).filter(
    () => rules.actionsFor(of).length > 0,
  );
}

function chosen(seed: number): readonly number[] {
  const rules = new FaultRules(seed);
  rules.add({ when: { probability: 0.3 }, action: hole });
  return hits(rules, 1000);
}

describe('which requests a rule hits', () => {
  test('all of them unless it says otherwise, and none once it is cleared', () => {
    const rules = new FaultRules(1);
    rules.add({ action: hole });
    expect(hits(rules, 3)).toStrictEqual([1, 2, 3]);
    rules.clear();
    expect(hits(rules, 3)).toStrictEqual([]);
  });

  test.each([
    ['the next two', { times: 2 }, [1, 2]],
    ['the third only', { skip: 2, times: 1 }, [3]],
    ['every third', { every: 3 }, [3, 6, 9]],
    ['every second but for the first four', { skip: 4, every: 2 }, [6, 8, 10]],
  ])('%s', (_, when, expected) => {
    const rules = new FaultRules(1);
    rules.add({ when, action: hole });
    expect(hits(rules, 10)).toStrictEqual(expected);
  });

  test.each([
    ['its target', { target: 'token' }, { target: 'token' }],
    ['its orders, in either case', { uuids: ['B', 'c'] }, { uuid: 'b' }],
    ['its method', { method: 'POST' }, { method: 'POST' }],
    ['used connections', { isReused: true }, { requestsBefore: 3 }],
    ['one token', { tokenNumber: 2 }, { tokenNumber: 2 }],
  ] as const)('only %s', (_, match, matching) => {
    const rules = new FaultRules(1);
    rules.add({ match, action: hole });
    expect(rules.actionsFor(trigger())).toStrictEqual([]);
    expect(rules.actionsFor(trigger(matching))).toStrictEqual([hole]);
  });

  test('only for a while', () => {
    const rules = new FaultRules(1);
    rules.add({ when: { fromMs: 100, untilMs: 200 }, action: hole });
    const times = [99, 100, 199, 200];
    expect(
      times.filter((networkMs) => rules.actionsFor(trigger({ networkMs })).length > 0),
    ).toStrictEqual([100, 199]);
  });

  test('with a probability that the seed turns into a fixed choice', () => {
    expect(chosen(1)).toStrictEqual(chosen(1));
    expect(chosen(1)).not.toStrictEqual(chosen(2));
    expect(chosen(1).length).toBeGreaterThan(240);
    expect(chosen(1).length).toBeLessThan(360);
  });

  test('a share of the orders, always the same ones', () => {
    const rules = new FaultRules(1);
    rules.add({ when: { orderShare: 0.05 }, action: hole });
    const uuids = Array.from({ length: 2000 }, (_, at) => `order-${at}`);
    const hit = () => uuids.filter((uuid) => rules.actionsFor(trigger({ uuid })).length > 0);
    const first = hit();
    expect(hit()).toStrictEqual(first);
    expect(first.length).toBeGreaterThan(60);
    expect(first.length).toBeLessThan(140);
  });

  test('several rules act together, in their order, and count their own hits', () => {
    const rules = new FaultRules(1);
    rules.add({ name: 'slow', action: { do: 'delay', ms: 5 } }, { name: 'hole', action: hole });
    expect(rules.actionsFor(trigger()).map(({ do: kind }) => kind)).toStrictEqual([
      'delay',
      'blackHole',
    ]);
    rules.clear('hole');
    rules.actionsFor(trigger());
    expect(rules.inForce().map(({ rule, hits: count }) => [rule.name, count])).toStrictEqual([
      ['slow', 2],
    ]);
  });

  test.each([
    [{ action: { do: 'explode' } }],
    [{ action: hole, when: { probability: 2 } }],
    [{ action: hole, matches: {} }],
    [{ action: { do: 'delay', ms: -1 } }],
  ])('refuses the rule %j and keeps the others', (rule) => {
    const rules = new FaultRules(1);
    rules.add({ action: hole });
    expect(() => rules.add(rule as never)).toThrow(/invalid|unrecognized|too/i);
    expect(rules.inForce()).toHaveLength(1);
  });
});
