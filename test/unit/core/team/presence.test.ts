import { describe, expect, it } from 'vitest';
import {
  alarmPlace,
  isClaimOfClosed,
  type Presence,
  presenceOf,
} from '../../../../core/team/presence.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const minuteMs = 60_000;
const nowMs = 100 * minuteMs;
const here: Presence = { state: 'here', sinceMs: 0, answers: [] };
const answeredBy = (presence: Presence): Presence => ({ ...presence, answers: [id] });
const since = (state: Presence['state'], agoMs: number): Presence => ({
  state,
  sinceMs: nowMs - agoMs,
  answers: [],
});

const place = (presence: Presence, forMs = 0) =>
  alarmPlace(presence, { id, forMs, answerWithinMs: 5 * minuteMs }, nowMs);

describe('an alarm of an order that another desk has', () => {
  it('stays there while a person is there and may still answer', () => {
    expect(place(here)).toEqual({ kind: 'kept', leftMs: 5 * minuteMs });
    expect(place(here, 5 * minuteMs - 1)).toEqual({ kind: 'kept', leftMs: 1 });
  });

  it('comes to the others once it was not answered in time, since it could have been', () => {
    expect(place(here, 5 * minuteMs)).toEqual({
      kind: 'passedOn',
      why: 'unanswered',
      sinceMs: nowMs - 5 * minuteMs,
    });
  });

  it('stays there for good once it was answered', () => {
    expect(place(answeredBy(here), 60 * minuteMs)).toEqual({ kind: 'kept', leftMs: null });
  });

  it.each(['away', 'locked', 'asleep', 'closed'] as const)(
    'comes to the others at once when the desk is %s',
    (state) => {
      const sinceMs = nowMs - 1000;
      expect(place(since(state, 1000))).toEqual({ kind: 'passedOn', why: state, sinceMs });
    },
  );

  it('stays for a quarter of an hour with who answered and then did not touch the computer', () => {
    const away = (agoMs: number) => place(answeredBy(since('away', agoMs)));
    expect(away(minuteMs)).toEqual({ kind: 'kept', leftMs: 14 * minuteMs });
    expect(away(15 * minuteMs)).toMatchObject({ kind: 'passedOn', why: 'away' });
    expect(place(answeredBy(since('locked', minuteMs)))).toMatchObject({ kind: 'passedOn' });
  });

  it('is passed on as not known, where it is not told what was answered', () => {
    const late = 6 * minuteMs;
    expect(place({ ...here, answers: null }, late)).toMatchObject({ why: 'unknown' });
    expect(place({ ...here, hasMoreAnswers: true }, late)).toMatchObject({ why: 'unknown' });
    expect(place({ ...answeredBy(here), hasMoreAnswers: true }, late).kind).toBe('kept');
  });
});

const contact = (kind: 'connected' | 'gone' | 'unheard', forMs: number) => ({
  contact: { kind, forMs },
});

const stateSilentFor = (forMs: number) =>
  presenceOf({ said: here, ...contact('connected', forMs) }, nowMs).state;

describe('who is at a desk', () => {
  const connected = { contact: { kind: 'connected', forMs: 0 } } as const;

  it('is what it said last, and a person where it never said it', () => {
    expect(presenceOf({ ...connected, said: since('away', 1) }, nowMs)).toEqual(since('away', 1));
    expect(presenceOf({ ...connected, said: null }, nowMs)).toMatchObject({ state: 'here' });
  });

  it('no one once it is not heard of: the desk sleeps with its connection, is closed without', () => {
    const said = answeredBy(here);
    const sinceMs = nowMs - 50_000;
    const unanswered = { sinceMs, answers: [] };
    expect(presenceOf({ said, ...contact('connected', 50_000) }, nowMs)).toEqual({
      state: 'asleep',
      ...unanswered,
    });
    expect(presenceOf({ said, ...contact('gone', 50_000) }, nowMs)).toEqual({
      state: 'closed',
      ...unanswered,
    });
  });

  it('not known where the hub that may have it is not heard of', () => {
    expect(presenceOf({ said: here, ...contact('unheard', 50_000) }, nowMs)).toMatchObject({
      state: 'unknown',
      answers: null,
    });
  });

  it('a desk that is back within a quarter of a minute was not closed', () => {
    expect(presenceOf({ said: here, ...contact('gone', 14_999) }, nowMs)).toEqual(here);
    expect(presenceOf({ said: here, ...contact('gone', 15_000) }, nowMs).state).toBe('closed');
  });

  it('what said that it falls asleep sleeps since then', () => {
    const asleep = since('asleep', 40 * minuteMs);
    expect(presenceOf({ said: asleep, ...contact('gone', 39 * minuteMs) }, nowMs)).toEqual(asleep);
  });

  it('a desk says it every quarter of a minute, and may miss it twice', () => {
    expect([39_999, 40_000].map(stateSilentFor)).toEqual(['here', 'asleep']);
  });
});

it('a claim ends when its desk was closed for half an hour', () => {
  expect([isClaimOfClosed(30 * minuteMs - 1), isClaimOfClosed(30 * minuteMs)]).toEqual([
    false,
    true,
  ]);
});
