import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../simulator/service-clock.ts';

describe('the manual clock', () => {
  test('story time runs at the speed, stamps at that of the calendar', () => {
    const clock = new ManualClock({ epochMs: 1_000_000, speed: 10 });
    clock.advance(5000);
    expect([clock.networkMs(), clock.storyMs()]).toStrictEqual([5000, 50_000]);
    expect(clock.stampMs(clock.storyMs())).toBe(1_005_000);
    expect(clock.stampMs(clock.storyMs() - 10_000)).toBe(1_004_000);
  });

  test('what falls due happens in its order, at its time, and what it schedules too', () => {
    const clock = new ManualClock({ epochMs: 0, speed: 1 });
    const happened: [string, number][] = [];
    const note = (what: string) => () => happened.push([what, clock.networkMs()]);
    clock.schedule(note('late'), 300);
    clock.schedule(() => {
      note('early')();
      clock.schedule(note('next'), 50);
    }, 100);
    clock.schedule(note('never'), 301);
    clock.schedule(note('cancelled'), 50)();
    clock.advance(300);
    expect(happened).toStrictEqual([
      ['early', 100],
      ['next', 150],
      ['late', 300],
    ]);
  });

  test('time never runs backwards', () => {
    const clock = new ManualClock({ epochMs: 0, speed: 1 });
    expect(() => clock.advance(-1)).toThrow(RangeError);
    expect(() => clock.advance(Number.NaN)).toThrow(RangeError);
  });

  test('nothing happens after the clock was stopped', () => {
    const clock = new ManualClock({ epochMs: 0, speed: 1 });
    let count = 0;
    clock.schedule(() => {
      count += 1;
    }, 10);
    clock.stop();
    clock.advance(20);
    expect(count).toBe(0);
  });
});
