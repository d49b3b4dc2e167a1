import { z } from 'zod';
import {
  leastFenceGapMeters,
  type lockedScreenChoices,
  mostGroupRules,
  mostQuietTimes,
  type newsChoices,
  notificationLimits,
} from './notification-limits.ts';
import { isTimeZone } from '../text/time-zone.ts';
import { defaultFences } from '../order/courier-move.ts';
import { paceValues } from '../watch/pace-settings.ts';
import {
  type KindSettings,
  levelsOf,
  type NotificationKind,
  notificationKinds,
  notificationLevels,
  usualKinds,
} from './notification.ts';
import { notificationSounds } from './notification-sound.ts';
import { isObject } from '../wire/wire-values.ts';
import { groupRuleOfToday, kindTableOfToday } from './older-forms.ts';

function limited(name: keyof typeof notificationLimits) {
  const { least, most } = notificationLimits[name];
  return z.int().min(least).max(most);
}

const minuteOfDay = z
  .int()
  .min(0)
  .max(24 * 60 - 1);

const quietHours = z.strictObject({
  isOn: z.boolean(),
  times: z
    .array(
      z.strictObject({
        /** The days on which it begins. Monday is 1, Sunday is 7, as in ISO 8601. */
        days: z.array(z.int().min(1).max(7)).max(7),
        /** Minutes after midnight by the wall clock. An equal beginning and end mean a whole day. */
        fromMinute: minuteOfDay,
        /** An end that is not after the beginning is on the next day. */
        toMinute: minuteOfDay,
      }),
    )
    .max(mostQuietTimes),
  /** An IANA name; null is the computer's own zone. */
  timeZone: z.string().max(80).refine(isTimeZone).nullable(),
  /** Whether critical notifications are shown during quiet hours. */
  letsCriticalThrough: z.boolean(),
});

/** How far and how long after the last notified move a plain move notifies again. */
const moveLimits = {
  meters: limited('moveMeters'),
  everySeconds: limited('moveEverySeconds'),
};

const everyMove = z.strictObject({ isTold: z.boolean(), ...moveLimits });

const groupWaitLimits = z.strictObject({
  notMovingMinutes: limited('notMovingMinutes'),
  longWaitMinutes: limited('longWaitMinutes'),
});

const waitLimits = groupWaitLimits.extend({
  /** The learned limit never falls below this. */
  leastLongWaitMinutes: limited('longWaitMinutes').default(10),
});

/** How old a courier's position may be. */
const silenceLimits = z
  .strictObject({
    /** Away from the stops. */
    silentMinutes: limited('silentMinutes'),
    /** Anywhere. */
    lostMinutes: limited('lostMinutes'),
  })
  .refine(({ silentMinutes, lostMinutes }) => silentMinutes < lostMinutes);

/** How long a courier may stay at the pickup, and at a destination. */
const stayLimits = z.strictObject({
  pickupMinutes: limited('stayMinutes'),
  destinationMinutes: limited('stayMinutes'),
});

/** How near a courier must come to be at a stop, and how far go to have left it. */
const fences = z
  .strictObject({ enterMeters: limited('enterMeters'), leaveMeters: limited('leaveMeters') })
  .refine(({ enterMeters, leaveMeters }) => leaveMeters - enterMeters >= leastFenceGapMeters);

const kindRow = z.strictObject({
  level: z.enum(notificationLevels),
  sound: z.enum(notificationSounds),
});

type KindRows = Readonly<Partial<Record<NotificationKind, KindSettings>>>;

/** A kind that is missing has its default: it came with a later version than the one that wrote the settings. */
function withDefaults(rows: KindRows): Record<NotificationKind, KindSettings> {
  // A warning came to stand before a promise at hand: who does not want that does not want this.
  const probablyLate = rows.probablyLate ?? rows.promiseAhead ?? usualKinds.probablyLate;
  return { ...usualKinds, ...rows, probablyLate };
}

function fitsKind(kind: NotificationKind, { level }: KindSettings): boolean {
  return levelsOf(kind).includes(level);
}

/** Which kinds notify, how and with which sound. */
const kindTable: z.ZodType<Record<NotificationKind, KindSettings>> = z.preprocess(
  kindTableOfToday,
  z
    .partialRecord(z.enum(notificationKinds), kindRow)
    .superRefine((given, context) => {
      for (const kind of notificationKinds) {
        const one = given[kind];
        if (one === undefined || fitsKind(kind, one)) continue;
        context.addIssue({ code: 'custom', path: [kind], message: 'it cannot have this level' });
      }
    })
    .transform(withDefaults),
);

/** {@link kindTable} for stored settings: what does not fit in it falls back alone. */
const storedKindTable: z.ZodType<Record<NotificationKind, KindSettings>> = z.preprocess(
  kindTableOfToday,
  z.record(z.string(), z.unknown()).transform((given) =>
    withDefaults(
      Object.fromEntries(
        notificationKinds.flatMap((kind) => {
          const read = kindRow.safeParse(given[kind]);
          return read.success && fitsKind(kind, read.data) ? [[kind, read.data] as const] : [];
        }),
      ),
    ),
  ),
);

/** A group's rule without the kinds that Waybell does not know: those of a later one. */
function withKnownKinds(rule: unknown): unknown {
  const read = groupRuleOfToday(rule);
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

const kinds = z.array(z.enum(notificationKinds)).max(notificationKinds.length);

/** How the notifications of one group's orders differ. */
const ruleOfToday = z.strictObject({
  group: z.string().trim().min(1).max(80),
  isMuted: z.boolean(),
  tellsEveryMove: z.boolean(),
  /** The kinds that have this level for the group, whichever they have for all orders. */
  needsYou: kinds.optional(),
  news: kinds.optional(),
  kept: kinds,
  /** Until when the group's notifications are held back, in milliseconds since 1970. */
  snoozedUntilMs: z.int().positive().nullable().optional(),
  /** The group's own thresholds; null or absent means the thresholds for all orders. */
  everyMove: z.strictObject(moveLimits).nullable().optional(),
  waitLimits: groupWaitLimits.nullable().optional(),
  silenceLimits: silenceLimits.nullable().optional(),
  stayLimits: stayLimits.nullable().optional(),
  fences: fences.nullable().optional(),
  paces: z.strictObject(paceValues).nullable().optional(),
});

const groupRule = z.preprocess(groupRuleOfToday, ruleOfToday);

/** The rules as they are stored: one that does not fit falls out alone. */
const storedRules = z
  .array(z.unknown())
  .transform((rules) =>
    rules.flatMap((rule) => ruleOfToday.safeParse(withKnownKinds(rule)).data ?? []),
  )
  .pipe(z.array(ruleOfToday).max(mostGroupRules));

/** What each setting of the notifications that has several values may be. */
export const notificationValues = {
  toldKinds: kindTable,
  quietHours,
  /** Until when the dispatcher muted all notifications, in milliseconds since 1970. */
  notificationsMutedUntilMs: z.int().positive().nullable(),
  everyMove,
  waitLimits,
  silenceLimits,
  stayLimits,
  fences,
  groupRules: z.array(groupRule).max(mostGroupRules),
};

/** What the dispatcher chose that has several values. */
type OwnSettings = {
  [Name in keyof typeof notificationValues]: z.infer<(typeof notificationValues)[Name]>;
};

/** What the dispatcher chose for the notifications. */
export interface NotificationSettings extends OwnSettings {
  readonly news: (typeof newsChoices)[number];
  /** Whether arrivals are forecast. */
  readonly forecastsArrivals: boolean;
  /** How long an order can be cancelled without cost once it has a courier; 0 where that is not known. */
  readonly freeCancelMinutes: number;
  readonly lockedScreen: (typeof lockedScreenChoices)[number];
}

/** Those with several values in a new profile. */
export const defaultNotificationSettings: OwnSettings = {
  toldKinds: usualKinds,
  quietHours: {
    isOn: false,
    times: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 22 * 60, toMinute: 7 * 60 }],
    timeZone: null,
    letsCriticalThrough: true,
  },
  notificationsMutedUntilMs: null,
  everyMove: { isTold: false, meters: 200, everySeconds: 60 },
  waitLimits: { notMovingMinutes: 10, longWaitMinutes: 20, leastLongWaitMinutes: 10 },
  silenceLimits: { silentMinutes: 3, lostMinutes: 10 },
  stayLimits: { pickupMinutes: 20, destinationMinutes: 10 },
  fences: defaultFences,
  groupRules: [],
};

const usual = defaultNotificationSettings;

/** {@link notificationValues} for stored settings: a value that does not fit becomes its default. */
export const notificationDefaults = {
  toldKinds: storedKindTable.catch(usual.toldKinds),
  quietHours: quietHours.catch(usual.quietHours),
  notificationsMutedUntilMs: notificationValues.notificationsMutedUntilMs.catch(null),
  everyMove: everyMove.catch(usual.everyMove),
  waitLimits: waitLimits.catch(usual.waitLimits),
  silenceLimits: silenceLimits.catch(usual.silenceLimits),
  stayLimits: stayLimits.catch(usual.stayLimits),
  fences: fences.catch(usual.fences),
  groupRules: storedRules.catch([]),
};
