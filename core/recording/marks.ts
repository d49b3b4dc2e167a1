import { isNews } from '../watch/attention-reasons.ts';
import { sameValue } from '../same-value.ts';
import type { Acknowledgement } from '../watch/acknowledgement.ts';
import type { RecordedChoices } from './recorded-state.ts';

/**
 * What people did about an order beside calling: times in milliseconds since 1970, and the name of another desk that
 * did it, where that is known.
 */
export type Mark = { readonly by?: string } & (
  | {
      readonly mark:
        | 'muted'
        | 'unmuted'
        | 'snoozeEnded'
        | 'followed'
        | 'unfollowed'
        | 'promiseRemoved'
        | 'reminderRemoved'
        | 'seen'
        | 'handled'
        | 'notHandled';
    }
  | { readonly mark: 'snoozed' | 'promised' | 'reminderSet'; readonly timeMs: number }
  | { readonly mark: 'claimed' | 'letGo'; readonly desk: string }
);

/** A mark and when it was made. */
export type MarkEntry = Mark & { readonly atMs: number };

/**
 * What people did, from what was recorded of their choices.
 *
 * @param states the oldest first
 * @returns the oldest first
 */
export function marksOf(
  states: readonly { readonly atMs: number; readonly state: RecordedChoices }[],
): readonly MarkEntry[] {
  return states.flatMap(({ atMs, state }, index) => {
    const before = states[index - 1]?.state;
    return before === undefined
      ? []
      : marksBetween(before, state, atMs).map((mark) => ({ ...mark, atMs }));
  });
}

function marksBetween(
  before: RecordedChoices,
  after: RecordedChoices,
  atMs: number,
): readonly Mark[] {
  const marks: Mark[] = [];
  if (before.isMuted !== after.isMuted) marks.push({ mark: after.isMuted ? 'muted' : 'unmuted' });
  const was = before.preferences;
  const is = after.preferences;
  const [follows, followed] = [is?.tellsEveryMove === true, was?.tellsEveryMove === true];
  if (follows !== followed) marks.push({ mark: follows ? 'followed' : 'unfollowed' });
  const [snoozeMs, snoozedMs] = [is?.snoozedUntilMs ?? null, was?.snoozedUntilMs ?? null];
  if (snoozeMs !== snoozedMs) {
    if (snoozeMs !== null) marks.push({ mark: 'snoozed', timeMs: snoozeMs });
    else if ((snoozedMs ?? 0) > atMs) marks.push({ mark: 'snoozeEnded' });
  }
  const [promiseMs, promisedMs] = [is?.promisedAtMs ?? null, was?.promisedAtMs ?? null];
  if (promiseMs !== promisedMs) {
    // The desk itself writes at once, and is named with the hub's answer.
    const [writer, wrote] = [after.team?.writers.promisedAtMs, before.team?.writers.promisedAtMs];
    const by = writer === undefined || sameValue(writer, wrote) ? {} : { by: writer.by };
    marks.push(
      promiseMs === null
        ? { mark: 'promiseRemoved', ...by }
        : { mark: 'promised', timeMs: promiseMs, ...by },
    );
  }
  const [remindMs, remindedMs] = [is?.remindAtMs ?? null, was?.remindAtMs ?? null];
  if (remindMs !== remindedMs) {
    if (remindMs !== null) marks.push({ mark: 'reminderSet', timeMs: remindMs });
    else if ((remindedMs ?? 0) > atMs) marks.push({ mark: 'reminderRemoved' });
  }
  const [claim, claimed] = [after.team?.claim ?? null, before.team?.claim ?? null];
  if (claim?.deskId !== claimed?.deskId) {
    if (claim !== null) marks.push({ mark: 'claimed', desk: claim.desk });
    else if (claimed !== null) marks.push({ mark: 'letGo', desk: claimed.desk });
  }
  // A promise that was at hand when it was set was seen by that, which says nothing more.
  const done =
    promiseMs === promisedMs
      ? after.acknowledged
      : after.acknowledged.filter((each) => isHandled(each) || each.reason !== 'promiseAhead');
  return [...marks, ...deedsBetween(before.acknowledged, done), ...deedsOfOthers(before, after)];
}

/** What another desk of the team handled: what this one did is acknowledged here. */
function deedsOfOthers(before: RecordedChoices, after: RecordedChoices): readonly Mark[] {
  const handled = after.team?.handled ?? null;
  if (handled === null || sameValue(handled, before.team?.handled)) return [];
  const isOwn = handled.claims.every(({ causeAtMs, reason }) =>
    after.acknowledged.some(
      (each) => isHandled(each) && each.reason === reason && each.causeAtMs === causeAtMs,
    ),
  );
  return isOwn ? [] : [{ mark: 'handled', by: handled.desk }];
}

/** What was seen or handled, or taken back, each said once however many causes it was about. */
function deedsBetween(
  before: readonly Acknowledgement[],
  after: readonly Acknowledgement[],
): readonly Mark[] {
  const fresh = after.filter((each) => !before.some((other) => sameValue(other, each)));
  const gone = before.filter(
    (each) => isHandled(each) && !after.some(({ reason }) => reason === each.reason),
  );
  if (fresh.some(isHandled)) return [{ mark: 'handled' }];
  if (gone.length > 0) return [{ mark: 'notHandled' }];
  return fresh.length > 0 ? [{ mark: 'seen' }] : [];
}

/** Whether it was handled and not only looked at, which is all that news asks for. */
function isHandled({ isOnlySeen, reason }: Acknowledgement): boolean {
  return isOnlySeen !== true && !isNews(reason);
}
