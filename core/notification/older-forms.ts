import { z } from 'zod';
import { retiredPromise } from '../watch/attention-reasons.ts';
import { isObject, type WireObject } from '../wire/wire-values.ts';
import { aheadEnd } from './notification-key.ts';
import { notificationSounds, systemSound } from './notification-sound.ts';
import {
  type KindSettings,
  type NotificationEvent,
  type NotificationKind,
  notificationKinds,
  notifiedLevel,
  usualKinds,
} from './notification.ts';

/*
 * What an earlier Waybell wrote about notifications, in the form of today: stored and recorded notifications, the
 * settings of a profile, a policy and a file. Each schema reads today's form alone and calls one of these first.
 * What has no earlier form is left as it is, so that the schema refuses it.
 */

/** Events that are no more. */
function eventOfToday({ event, key }: WireObject): unknown {
  // One about a promise says in its key alone whether the promise was at hand.
  if (event === retiredPromise) {
    const isAhead = String(key).endsWith(aheadEnd);
    return (isAhead ? 'promiseAhead' : 'promisePassed') satisfies NotificationEvent;
  }
  // An order that went back and forth had an event of its own.
  return event === 'flapping' ? ('statusChanged' satisfies NotificationEvent) : event;
}

/** A notification. */
export function notificationOfToday(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  const { hasSound, ...others } = stored;
  // Until there was a choice of sounds, `hasSound` was stored, which meant the system's.
  const sound = typeof hasSound === 'boolean' ? { sound: systemSound(hasSound) } : {};
  return { ...others, ...sound, event: eventOfToday(stored) };
}

/** The row that held several kinds of today, and is no more. */
const retiredKind = 'waiting';

/** The kinds of today that stood in one row, by the name of that row. */
const splitKinds = {
  [retiredKind]: [
    'promisePassed',
    'notFound',
    'courierLost',
    'promiseAhead',
    'courierSilent',
    'notMoving',
    'arrivedWaiting',
    'longWait',
  ],
  statusChanged: ['failed', 'reopened', 'unknownStatus'],
} as const satisfies Readonly<Record<string, readonly NotificationKind[]>>;

const splitByName: ReadonlyMap<string, readonly NotificationKind[]> = new Map(
  Object.entries(splitKinds),
);

/** Until there were levels, a kind notified or did not. */
const earlierRow = z.union([
  z.strictObject({ isTold: z.boolean(), sound: z.enum(notificationSounds) }),
  z
    .strictObject({ isTold: z.boolean(), hasSound: z.boolean() })
    .transform(({ isTold, hasSound }) => ({ isTold, sound: systemSound(hasSound) })),
]);

function rowOfToday(
  kind: NotificationKind,
  { isTold, sound }: z.infer<typeof earlierRow>,
): KindSettings {
  const level = isTold ? notifiedLevel(kind) : 'kept';
  // An order that was open again was always heard.
  const wasHeard = kind === 'reopened' && sound === 'none';
  return { level, sound: wasHeard ? usualKinds[kind].sound : sound };
}

/** The table of kinds. A row that is split gives its choice to all kinds that stood in it. */
export function kindTableOfToday(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  const table: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(stored)) {
    const earlier = earlierRow.safeParse(row).data;
    if (earlier === undefined) {
      others[name] = row;
      continue;
    }
    for (const kind of splitByName.get(name) ?? []) table[kind] = rowOfToday(kind, earlier);
    const kind = notificationKinds.find((each) => each === name);
    if (kind !== undefined) others[name] = rowOfToday(kind, earlier);
    else if (name !== retiredKind) others[name] = row;
  }
  return { ...table, ...others };
}

/** The name by which the kinds that a group kept were called. */
const retiredList = 'untold';

/** The rule of a group. */
export function groupRuleOfToday(rule: unknown): unknown {
  if (!isObject(rule) || !(retiredList in rule) || 'kept' in rule) return rule;
  const { [retiredList]: names, ...others } = rule;
  if (!Array.isArray(names)) return rule;
  const kept = names.flatMap((name: unknown) => [
    ...(name === retiredKind ? [] : [name]),
    ...(splitByName.get(String(name)) ?? []),
  ]);
  return { ...others, kept: [...new Set(kept)] };
}
