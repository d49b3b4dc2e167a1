import { z } from 'zod';
import { isObject } from '../wire/wire-values.ts';
import { type NotificationSound, notificationSounds, systemSound } from './notification-sound.ts';
import {
  type NotificationKind,
  notificationKinds,
  type KindSettings,
  usualKinds,
  type NotificationLevel,
  notificationLevels,
} from './notification.ts';

/** The levels that a kind can have: what is about the program itself is never gathered as news. */
export function levelsOf(kind: NotificationKind): readonly NotificationLevel[] {
  return kind === 'connection' ? ['needsYou', 'kept'] : notificationLevels;
}

/** The level at which a kind notifies: the usual one, or as news where it usually does not notify. */
export function notifiedLevel(kind: NotificationKind): NotificationLevel {
  const { level } = usualKinds[kind];
  return level === 'kept' ? 'news' : level;
}

/** The kinds of today that stood in one row of an earlier Waybell, by the name of that row. */
const splitKinds = {
  waiting: [
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

/** The row that is no more. */
const retiredKind = 'waiting';

/** Until there were levels, a kind notified or did not. */
interface EarlierSettings {
  readonly isTold: boolean;
  readonly sound: NotificationSound;
}

const storedRow: z.ZodType<KindSettings | EarlierSettings> = z.union([
  z.strictObject({ level: z.enum(notificationLevels), sound: z.enum(notificationSounds) }),
  z.strictObject({ isTold: z.boolean(), sound: z.enum(notificationSounds) }),
  // Until there was a choice of sounds, it said `hasSound`, which meant the system's.
  z
    .strictObject({ isTold: z.boolean(), hasSound: z.boolean() })
    .transform(({ isTold, hasSound }) => ({ isTold, sound: systemSound(hasSound) })),
]);

const storedKinds = [...notificationKinds, retiredKind] as const;

type StoredKind = (typeof storedKinds)[number];
type StoredTable = Readonly<Partial<Record<StoredKind, KindSettings | EarlierSettings>>>;

/** Whether a row has this form under this name: the retired one was never written with a level. */
function fits(kind: StoredKind, given: KindSettings | EarlierSettings): boolean {
  if (!('level' in given)) return true;
  return kind !== retiredKind && levelsOf(kind).includes(given.level);
}

/**
 * The table of today. A kind that is missing has its default: it came with a later version than the one that
 * wrote the settings. A row of an earlier Waybell gives its choice to all kinds that stood in it.
 */
function inKindsOfToday(given: StoredTable): Record<NotificationKind, KindSettings> {
  const read: Record<NotificationKind, KindSettings> = { ...usualKinds };
  for (const [name, split] of Object.entries(splitKinds)) {
    const row = new Map(Object.entries(given)).get(name);
    if (row === undefined || 'level' in row) continue;
    for (const kind of split) read[kind] = ofToday(kind, row);
  }
  for (const kind of notificationKinds) {
    const row = given[kind];
    if (row !== undefined) read[kind] = 'level' in row ? row : ofToday(kind, row);
  }
  return read;
}

function ofToday(kind: NotificationKind, { isTold, sound }: EarlierSettings): KindSettings {
  const level = isTold ? notifiedLevel(kind) : 'kept';
  // An order that was open again was always heard.
  const wasHeard = kind === 'reopened' && sound === 'none';
  return { level, sound: wasHeard ? usualKinds[kind].sound : sound };
}

/** Which kinds notify, how and with which sound. */
export const kindTable: z.ZodType<Record<NotificationKind, KindSettings>> = z
  .partialRecord(z.enum(storedKinds), storedRow)
  .superRefine((given, context) => {
    for (const kind of storedKinds) {
      const one = given[kind];
      if (one === undefined || fits(kind, one)) continue;
      context.addIssue({ code: 'custom', path: [kind], message: 'it cannot have this level' });
    }
  })
  .transform(inKindsOfToday);

/** {@link kindTable} for stored settings: what does not fit in it falls back alone. */
export const storedKindTable: z.ZodType<Record<NotificationKind, KindSettings>> = z
  .record(z.string(), z.unknown())
  .transform((given) =>
    inKindsOfToday(
      Object.fromEntries(
        storedKinds.flatMap((kind) => {
          const read = storedRow.safeParse(given[kind]);
          return read.success && fits(kind, read.data) ? [[kind, read.data] as const] : [];
        }),
      ),
    ),
  );

/** The name by which an earlier Waybell called the kinds that a group kept. */
const retiredList = 'untold';

/** A group's rule with the names of today, as far as it is one. */
export function inListsOfToday(rule: unknown): unknown {
  if (!isObject(rule) || !(retiredList in rule) || 'kept' in rule) return rule;
  const { [retiredList]: retired, ...others } = rule;
  if (!Array.isArray(retired)) return rule;
  const split = new Map<unknown, readonly NotificationKind[]>(Object.entries(splitKinds));
  const named = retired.flatMap((name: unknown) => [
    ...(name === retiredKind ? [] : [name]),
    ...(split.get(name) ?? []),
  ]);
  return { ...others, kept: [...new Set(named)] };
}

/** A group's rule without the kinds that Waybell does not know: those of a later one. */
export function withKnownKinds(rule: unknown): unknown {
  const read = inListsOfToday(rule);
  if (!isObject(read)) return read;
  const known: ReadonlySet<unknown> = new Set(notificationKinds);
  const lists = notificationLevels.flatMap((level) => {
    const list = read[level];
    return Array.isArray(list)
      ? [[level, list.filter((kind: unknown) => known.has(kind))] as const]
      : [];
  });
  return { ...read, ...Object.fromEntries(lists) };
}
