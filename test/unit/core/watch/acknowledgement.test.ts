import { describe, expect, test } from 'vitest';
import { acknowledging, type Deed, isSeen } from '../../../../core/watch/acknowledgement.ts';
import type { AttentionReason } from '../../../../core/watch/attention-reasons.ts';
import { attention, attentionClaims, handled, knownOf } from '../../../../core/watch/attention.ts';
import { defaultWaitRules, type WaitRules } from '../../../../core/watch/order-waits.ts';
import { noDesk, type WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { somePreferences } from '../../../support/watched-orders.ts';
import { courier, fixAt, noonMs, order, watched } from '../order/order-samples.ts';

const minute = 60_000;

/** The order once the dispatcher has handled, or only seen, what it needs attention for. */
function known(
  watching: WatchedOrder,
  nowMs = noonMs,
  shownAtMs = nowMs,
  deed: Deed = 'handled',
): WatchedOrder {
  const claims = attentionClaims(watching, nowMs);
  const acknowledged = acknowledging(watching.acknowledged, claims, deed, shownAtMs, nowMs);
  return { ...watching, acknowledged };
}

function seen(watching: WatchedOrder, nowMs = noonMs): WatchedOrder {
  return known(watching, nowMs, nowMs, 'seen');
}

function reasonAt(
  watching: WatchedOrder,
  nowMs = noonMs,
  rules: WaitRules = defaultWaitRules,
): AttentionReason | null {
  return attention({ ...watching, observedAtMs: nowMs }, nowMs, rules)?.reason ?? null;
}

const waiting = watched({ order: order({ word: 'pending' }), statusSinceMs: noonMs - 21 * minute });
/** Away from every stop, with a position that is five minutes old. */
const silent = watched({
  order: order({ courier: courier({ ...fixAt(700, 1000), reportedAtMs: noonMs - 5 * minute }) }),
});

describe('a limit that moves brings nothing back', () => {
  test.each<[string, WatchedOrder, Partial<WaitRules>]>([
    ['a shorter wait', known(waiting), { longWaitMs: 5 * minute }],
    ['a longer wait', known(waiting), { longWaitMs: 21 * minute }],
    ['a clock that runs ahead', known(silent), { skewMs: 2 * minute - 1 }],
    ['a clock that runs behind', known(silent), { skewMs: -minute }],
  ])('%s', (_what, watching, rules) => {
    expect(reasonAt({ ...watching, acknowledged: [] })).not.toBeNull();
    expect(reasonAt(watching, noonMs + 1, { ...defaultWaitRules, ...rules })).toBeNull();
  });
});

describe('what grows with time comes back once it has lasted twice as long', () => {
  test('a wait of 21 minutes rests for 21 more', () => {
    const watching = known(waiting);
    expect(reasonAt(watching, noonMs + 21 * minute - 1)).toBeNull();
    expect(reasonAt(watching, noonMs + 21 * minute)).toBe('longWait');
  });

  test('and then for twice that', () => {
    const again = noonMs + 21 * minute;
    const watching = known({ ...known(waiting), observedAtMs: again }, again);
    expect(reasonAt(watching, again + 42 * minute - 1)).toBeNull();
    expect(reasonAt(watching, again + 42 * minute)).toBe('longWait');
  });

  test('a short limit leaves ten minutes of rest', () => {
    const short = watched({
      order: order({ word: 'pending' }),
      statusSinceMs: noonMs - 2 * minute,
    });
    const claims = attentionClaims(short, noonMs, { ...defaultWaitRules, longWaitMs: minute });
    const acknowledged = acknowledging([], claims, 'handled', noonMs, noonMs);
    const rules = { ...defaultWaitRules, longWaitMs: minute };
    const watching = { ...short, acknowledged };
    expect(reasonAt(watching, noonMs + 10 * minute - 1, rules)).toBeNull();
    expect(reasonAt(watching, noonMs + 10 * minute, rules)).toBe('longWait');
  });
});

test('of each reason only the last acknowledgement is kept, and no other reason is covered by it', () => {
  const later = noonMs + 21 * minute;
  const again = known({ ...known(waiting), observedAtMs: later }, later);
  expect(again.acknowledged).toMatchObject([{ reason: 'longWait', atMs: later }]);
  const since = { causeAtMs: noonMs, sinceMs: noonMs };
  const released = { reason: 'released', ...since } as const;
  const kept = acknowledging([], [released], 'seen', noonMs, noonMs);
  const swapped = { reason: 'courierSwapped', ...since } as const;
  expect(isSeen(released, kept, noonMs)).toBe(true);
  expect(isSeen(swapped, kept, noonMs)).toBe(false);
});

test('what happened does not come back by lasting', () => {
  const cancelled = watched({ order: order({ word: 'cancelled' }) });
  expect(reasonAt(known(cancelled), noonMs + 300 * minute)).toBeNull();
});

test('a promise that is broken is more than the same one at hand', () => {
  const promised = known(
    watched({ preferences: somePreferences({ promisedAtMs: noonMs + 5 * minute }) }),
  );
  expect(reasonAt(promised, noonMs + 5 * minute - 1)).toBeNull();
  expect(reasonAt(promised, noonMs + 5 * minute)).toBe('promisePassed');
  const broken = known({ ...promised, observedAtMs: noonMs + 6 * minute }, noonMs + 6 * minute);
  expect(reasonAt(broken, noonMs + 60 * minute)).toBeNull();
});

test('a wait that is not seen for a while is still known afterwards', () => {
  const blind = known({ ...known(waiting), observedAtMs: noonMs - 6 * minute });
  expect(reasonAt(blind, noonMs + minute)).toBeNull();
});

test('what began after it was on the screen was not seen', () => {
  const flags = {
    releasedAtMs: noonMs,
    courierSwappedAtMs: noonMs - minute,
    amendedAtMs: null,
    amountBeforeAmendment: null,
    turnover: null,
  };
  const watching = known(watched({ flags }), noonMs, noonMs - 1);
  const released = watched({ flags: { ...flags, courierSwappedAtMs: null } });
  expect(attention(watching, noonMs)).toEqual(attention(released, noonMs));
  expect(attention(released, noonMs)?.reason).toBe('released');
});

test('what a clock that was set back dates into the future can be acknowledged', () => {
  const watching = watched({
    order: order({ word: 'cancelled' }),
    statusSinceMs: noonMs + 60 * minute,
  });
  expect(reasonAt(known(watching))).toBeNull();
});

const noFlags = {
  releasedAtMs: null,
  courierSwappedAtMs: null,
  amendedAtMs: null,
  amountBeforeAmendment: null,
  turnover: null,
};
const released = watched({
  order: order({ word: 'pending' }),
  flags: { ...noFlags, releasedAtMs: noonMs - minute },
});

describe('seen is not handled', () => {
  test('what needs a person stays once it was seen, as seen, with its own time', () => {
    const before = attention(released, noonMs);
    expect(before).not.toHaveProperty('isSeen');
    expect(attention(seen(released), noonMs)).toEqual({ ...before, isSeen: true });
  });

  test('handled it is gone, and is said while its cause stands', () => {
    const done = known(released, noonMs + minute);
    expect(attention(done, noonMs + minute)).toBeNull();
    expect(handled(done, noonMs + minute)).toEqual({
      reason: 'released',
      age: { kind: 'duration', sinceMs: noonMs - minute },
      atMs: noonMs + minute,
      call: null,
      desk: null,
    });
    const matched = { ...done, flags: noFlags };
    expect(handled(matched, noonMs + minute)).toBeNull();
  });

  test('something else that needs attention says more than what is handled', () => {
    const late = {
      ...known(released),
      preferences: somePreferences({ promisedAtMs: noonMs + 5 * minute }),
    };
    expect(attention(late, noonMs)?.reason).toBe('promiseAhead');
    expect(handled(late, noonMs)).toBeNull();
  });

  test('the time is that of what still stands', () => {
    const gone = { reason: 'notMoving', causeAtMs: noonMs - minute, atMs: noonMs + 5 } as const;
    const elsewhere = { reason: 'released', causeAtMs: 1, atMs: noonMs + 5 } as const;
    const done = known(released);
    const acknowledged = [...done.acknowledged, gone, elsewhere];
    expect(handled({ ...done, acknowledged }, noonMs)?.atMs).toBe(noonMs);
    const cancelled = known(
      watched({ order: order({ word: 'cancelled' }), flags: { ...noFlags, releasedAtMs: noonMs } }),
    );
    expect(handled(cancelled, noonMs)).toMatchObject({ reason: 'released', atMs: noonMs });
  });

  test('a call says how it was handled until it is handled anew without one', () => {
    const called = {
      ...known(released),
      calls: [{ atMs: noonMs, word: 'waiting for a call back' }],
    };
    expect(handled(called, noonMs)?.call).toEqual({ word: 'waiting for a call back' });
    expect(handled(known(called, noonMs + minute), noonMs + minute)?.call).toBeNull();
  });

  test('a look takes back nothing that is handled', () => {
    const done = known(released);
    expect(seen(done, noonMs + minute)).toEqual(done);
  });

  test('news asks for no more than a look, and is never called handled', () => {
    const flags = { ...noFlags, courierSwappedAtMs: noonMs, amendedAtMs: noonMs };
    const looked = seen(watched({ flags }));
    expect(attention(looked, noonMs)).toBeNull();
    expect(handled(looked, noonMs)).toBeNull();
  });

  test('of several claims one that is new makes all of it unseen, under the most serious name', () => {
    const late = {
      ...seen(released),
      preferences: somePreferences({ promisedAtMs: noonMs + 5 * minute }),
    };
    expect(attention(late, noonMs)).toMatchObject({ reason: 'released' });
    expect(attention(late, noonMs)).not.toHaveProperty('isSeen');
    expect(attention(seen(late), noonMs)).toMatchObject({ reason: 'released', isSeen: true });
  });

  test('what grows is unseen again once it has lasted twice as long', () => {
    const looked = seen(waiting);
    const at = (nowMs: number) => attention({ ...looked, observedAtMs: nowMs }, nowMs);
    expect(at(noonMs + 21 * minute - 1)).toMatchObject({ isSeen: true });
    expect(at(noonMs + 21 * minute)).not.toHaveProperty('isSeen');
  });

  test('what was acknowledged before seen and handled were told apart counts as handled', () => {
    const old = { reason: 'released', causeAtMs: noonMs - minute, atMs: noonMs } as const;
    expect(attention({ ...released, acknowledged: [old] }, noonMs)).toBeNull();
  });
});

describe('what another desk of the team has handled', () => {
  const byMei = {
    deskId: 'd2',
    desk: 'Mei',
    atMs: noonMs,
    call: { word: 'waiting for a call back' },
    claims: [
      { reason: 'released', causeAtMs: noonMs - minute },
      { reason: 'a reason of a later version', causeAtMs: 1 },
    ],
  };
  const ofTeam = {
    ...released,
    team: { claim: null, writers: {}, addedBy: null, handled: byMei },
  };

  test('needs attention here no more, and is said to be handled by that desk', () => {
    expect(knownOf(ofTeam)).toHaveLength(1);
    expect(attention(ofTeam, noonMs)).toBeNull();
    expect(handled(ofTeam, noonMs)).toMatchObject({
      reason: 'released',
      atMs: noonMs,
      call: { word: 'waiting for a call back' },
      desk: { deskId: 'd2', desk: 'Mei' },
    });
  });

  test('comes back with another cause, as what was handled here does', () => {
    const again = { ...ofTeam, flags: { ...noFlags, releasedAtMs: noonMs + minute } };
    expect(attention(again, noonMs + minute)?.reason).toBe('released');
  });

  test.each([
    [1, noonMs - minute, null],
    // What this desk did itself comes back by the team with the same time.
    [0, noonMs - minute, 'd2'],
    [1, 1, 'd2'],
  ])('is said of the desk that did it last: here %d ms later, of a cause at %d', (ms, at, desk) => {
    const here = { reason: 'released', causeAtMs: at, atMs: noonMs + ms } as const;
    const done = { ...ofTeam, acknowledged: [here] };
    expect(handled(done, noonMs + minute)?.desk?.deskId ?? null).toBe(desk);
  });

  test('stays that desk’s when this one only looks at it later', () => {
    const look = {
      reason: 'released',
      causeAtMs: noonMs - minute,
      atMs: noonMs + 1,
      isOnlySeen: true,
    } as const;
    const looked = { ...ofTeam, acknowledged: [look] };
    expect(handled(looked, noonMs + minute)?.desk).toMatchObject({ deskId: 'd2' });
  });

  test('is said of no desk where it was handed over to the team so', () => {
    const handedOver = { ...byMei, deskId: noDesk, desk: '' };
    const inTeam = { ...ofTeam, team: { ...ofTeam.team, handled: handedOver } };
    expect(handled(inTeam, noonMs)).toMatchObject({ reason: 'released', desk: null });
  });
});
