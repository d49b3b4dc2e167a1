import {
  emptyGroupRule,
  groupLevel,
  groupRule,
  type GroupRule,
} from '../notification/group-rules.ts';
import {
  type NotificationKind,
  notificationKinds,
  isLower,
  type NotificationLevel,
} from '../notification/notification.ts';
import { ownSound } from '../notification/notification-sound.ts';
import { quietMinutesOfWeek, weekMinutes } from '../notification/quiet-hours.ts';
import { type OwnPace, ownPaces, paceMs } from '../watch/cadence.ts';
import type { Language } from '../text/language.ts';
import { safeSnippet } from '../text/safe-text.ts';
import { type Settings, type SettingsChange, settingsSchema } from './settings.ts';
import { settingsWarningsChinese } from './settings-warning-chinese.ts';
import { settingsWarningsEnglish, type SettingsWarningTexts } from './settings-warning-english.ts';
import type { SettingRow } from './setting-row.ts';
import { type OwnName, settingRows } from './settings-table.ts';
import { notificationKindTexts } from './notification-kind-texts.ts';

/** What a file of settings would change, and the words to say it in. */
interface Comparison {
  readonly before: Settings;
  readonly after: Settings;
  readonly texts: SettingsWarningTexts;
  readonly kindTexts: (typeof notificationKindTexts)[Language];
}

/** What is worth saying about a change of a setting; null for nothing. */
type Judge = (comparison: Comparison) => readonly (string | null)[];

/**
 * What is said of a setting of several values before a file changes it; null for one that is harmless or of this
 * computer. What is said of the others stands in the table. The compiler asks for a decision about every new one.
 */
const judges: Readonly<Record<OwnName, Judge | null>> = {
  paceSeconds: ({ before, after, texts }) => {
    const rarer = ownPaces.filter(
      (pace) =>
        before.paceSeconds[pace] !== after.paceSeconds[pace] &&
        paceMs(pace, after) > paceMs(pace, before),
    );
    return [
      rarer.length === 0 ? null : texts.rarerPaces(rarer.map((pace) => texts.paceNames[pace])),
    ];
  },
  listShow: null,
  groupColors: null,
  windowShortcut: ({ before, after, texts }) => [
    newKeys(before.windowShortcut, after.windowShortcut, texts),
  ],
  clipboardShortcut: ({ before, after, texts }) => [
    newKeys(before.clipboardShortcut, after.clipboardShortcut, texts),
  ],
  toldKinds: judgedKinds,
  quietHours: judgedQuietHours,
  notificationsMutedUntilMs: null,
  everyMove: ({ before, after, texts }) => [
    turnedOff(before.everyMove.isTold, after.everyMove.isTold, texts.movesNotNotified),
  ],
  waitLimits: ({ before: { waitLimits: old }, after: { waitLimits }, texts }) => [
    higher(old.notMovingMinutes, waitLimits.notMovingMinutes, texts.notMovingLate),
    higher(old.longWaitMinutes, waitLimits.longWaitMinutes, texts.longWaitLate),
    higher(old.leastLongWaitMinutes, waitLimits.leastLongWaitMinutes, texts.learnedLate),
  ],
  silenceLimits: ({ before: { silenceLimits: old }, after: { silenceLimits }, texts }) => [
    higher(old.silentMinutes, silenceLimits.silentMinutes, texts.silentLate),
    higher(old.lostMinutes, silenceLimits.lostMinutes, texts.lostLate),
  ],
  stayLimits: ({ before: { stayLimits: old }, after: { stayLimits }, texts }) => [
    higher(old.pickupMinutes, stayLimits.pickupMinutes, texts.pickupStayLate),
    higher(old.destinationMinutes, stayLimits.destinationMinutes, texts.destinationStayLate),
  ],
  fences: ({ before, after, texts }) => [
    lower(before.fences.enterMeters, after.fences.enterMeters, texts.nearStopLate),
    higher(before.fences.leaveMeters, after.fences.leaveMeters, texts.leftStopLate),
  ],
  groupRules: judgedGroups,
  webhooks: null,
};

/** What a change would do that has to be known before it is applied, each once. */
export function settingsWarnings(
  change: SettingsChange,
  before: Settings,
  language: Language,
): readonly string[] {
  const texts = language === 'en' ? settingsWarningsEnglish : settingsWarningsChinese;
  const kindTexts = notificationKindTexts[language];
  const after = settingsSchema.parse({ ...before, ...change });
  const comparison = { before, after, texts, kindTexts };
  const old = new Map<string, unknown>(Object.entries(before));
  const next = new Map<string, unknown>(Object.entries(after));
  const own = new Map<string, Judge | null>(Object.entries(judges));
  const said = [...settingRows].flatMap(([name, row]) =>
    row.kind === 'own'
      ? (own.get(name)?.(comparison) ?? [])
      : [plainWarning(row, next.get(name), old.get(name), language)],
  );
  return [...new Set(said)].filter((warning) => warning !== null);
}

function plainWarning(
  row: Exclude<SettingRow, { kind: 'own' }>,
  value: unknown,
  before: unknown,
  language: Language,
): string | null {
  if (row.warning === null || value === before) return null;
  switch (row.kind) {
    case 'number':
      return row.warning[language](Number(value), Number(before));
    case 'choice':
      return row.warning[language](String(value), String(before));
    case 'switch':
      return row.warning[language](value === true, before === true);
  }
}

function higher(before: number, after: number, say: (value: number) => string): string | null {
  return after > before ? say(after) : null;
}

function lower(before: number, after: number, say: (value: number) => string): string | null {
  return after < before ? say(after) : null;
}

function turnedOff(before: boolean, after: boolean, text: string): string | null {
  return before && !after ? text : null;
}

function newKeys(
  before: string | null,
  after: string | null,
  texts: SettingsWarningTexts,
): string | null {
  if (after === null || after === before) return null;
  return texts.reservesKeys(after.replace('Control', 'Ctrl'));
}

function notifiedKinds({ toldKinds: kinds }: Settings): readonly NotificationKind[] {
  return notificationKinds.filter((kind) => kinds[kind].level !== 'kept');
}

function aloud(settings: Settings): readonly NotificationKind[] {
  return notifiedKinds(settings).filter((kind) => settings.toldKinds[kind].sound !== 'none');
}

/** The kinds whose sound Waybell plays itself, whatever the system keeps quiet. */
function playedByWaybell(settings: Settings): readonly NotificationKind[] {
  return notifiedKinds(settings).filter(
    (kind) => ownSound(settings.toldKinds[kind].sound) !== null,
  );
}

function judgedKinds({ before, after, texts, kindTexts }: Comparison): readonly (string | null)[] {
  const still = notifiedKinds(after);
  const notNotified = notifiedKinds(before).filter((kind) => !still.includes(kind));
  const soundless = aloud(before).filter(
    (kind) => still.includes(kind) && !aloud(after).includes(kind),
  );
  const heardAlways = playedByWaybell(after).filter(
    (kind) => !playedByWaybell(before).includes(kind),
  );
  const gathered = still.filter((kind) =>
    isLower(after.toldKinds[kind].level, before.toldKinds[kind].level),
  );
  const named = (kinds: readonly NotificationKind[]) => kinds.map((kind) => kindTexts[kind]);
  if (still.length === 0 && notNotified.length > 0) return [texts.mutesAll];
  return [
    notNotified.length === 0 ? null : texts.notNotified(named(notNotified)),
    gathered.length === 0 ? null : texts.gathered(named(gathered)),
    soundless.length === 0 ? null : texts.soundless(named(soundless)),
    heardAlways.length === 0 ? null : texts.heardAlways(named(heardAlways)),
  ];
}

function judgedQuietHours({ before, after, texts }: Comparison): readonly (string | null)[] {
  const critical = turnedOff(
    before.quietHours.letsCriticalThrough,
    after.quietHours.letsCriticalThrough,
    texts.criticalHeld,
  );
  const isSamePlace = before.quietHours.timeZone === after.quietHours.timeZone;
  const old = quietMinutes(before);
  const quiet = quietMinutes(after);
  const isNoLonger = [...quiet].every((minute) => old.has(minute));
  if (isNoLonger && (isSamePlace || quiet.size === 0)) return [critical];
  if (quiet.size < weekMinutes) return [texts.quietHours(Math.ceil(quiet.size / 60)), critical];
  return [after.quietHours.letsCriticalThrough ? texts.quietAlways : texts.mutesAll];
}

function quietMinutes({ quietHours }: Settings): ReadonlySet<number> {
  return quietHours.isOn ? quietMinutesOfWeek(quietHours.times) : new Set();
}

function ruleIn(settings: Settings, group: string): GroupRule {
  return groupRule(settings, { group }) ?? emptyGroupRule(group);
}

function levelIn(settings: Settings, rule: GroupRule, kind: NotificationKind): NotificationLevel {
  return groupLevel(rule, kind) ?? settings.toldKinds[kind].level;
}

function judgedGroups({ before, after, texts }: Comparison): readonly (string | null)[] {
  const groups = [
    ...new Set([...before.groupRules, ...after.groupRules].map(({ group }) => group)),
  ];
  const isMuted = (group: string) => ruleIn(after, group).isMuted && !ruleIn(before, group).isMuted;
  const isNotifiedLess = (group: string) => {
    const [old, rule] = [ruleIn(before, group), ruleIn(after, group)];
    const oldLimits = old.waitLimits ?? before.waitLimits;
    const limits = rule.waitLimits ?? after.waitLimits;
    const isLater =
      limits.notMovingMinutes > oldLimits.notMovingMinutes ||
      limits.longWaitMinutes > oldLimits.longWaitMinutes;
    const hasOwnLimits = (rule.waitLimits ?? old.waitLimits) != null;
    const hasOwnSilence = (rule.silenceLimits ?? old.silenceLimits) != null;
    const oldSilence = old.silenceLimits ?? before.silenceLimits;
    const silence = rule.silenceLimits ?? after.silenceLimits;
    const hasOwnStays = (rule.stayLimits ?? old.stayLimits) != null;
    const oldStays = old.stayLimits ?? before.stayLimits;
    const stays = rule.stayLimits ?? after.stayLimits;
    const isStayLater =
      stays.pickupMinutes > oldStays.pickupMinutes ||
      stays.destinationMinutes > oldStays.destinationMinutes;
    const hasOwnFences = (rule.fences ?? old.fences) != null;
    const oldFences = old.fences ?? before.fences;
    const fences = rule.fences ?? after.fences;
    const isCrossedLater =
      fences.enterMeters < oldFences.enterMeters || fences.leaveMeters > oldFences.leaveMeters;
    const isSilentLater =
      silence.silentMinutes > oldSilence.silentMinutes ||
      silence.lostMinutes > oldSilence.lostMinutes;
    return (
      notificationKinds.some(
        (kind) =>
          (groupLevel(rule, kind) ?? groupLevel(old, kind)) !== null &&
          isLower(levelIn(after, rule, kind), levelIn(before, old, kind)),
      ) ||
      (old.tellsEveryMove && !rule.tellsEveryMove && !after.everyMove.isTold) ||
      (hasOwnLimits && isLater) ||
      (hasOwnSilence && isSilentLater) ||
      (hasOwnStays && isStayLater) ||
      (hasOwnFences && isCrossedLater)
    );
  };
  const isCheckedLess = (group: string) => {
    const [old, rule] = [ruleIn(before, group).paces, ruleIn(after, group).paces];
    const [oldPaces, paces] = [old ?? before, rule ?? after];
    const isRarer = (pace: 'moving' | OwnPace) => paceMs(pace, paces) > paceMs(pace, oldPaces);
    return (old ?? rule) != null && (isRarer('moving') || ownPaces.some(isRarer));
  };
  const checkedLess = groups.filter(isCheckedLess);
  const muted = groups.filter(isMuted);
  const notifiedLess = groups.filter((group) => !muted.includes(group) && isNotifiedLess(group));
  return [
    muted.length === 0 ? null : texts.mutesGroups(namedGroups(muted, texts)),
    notifiedLess.length === 0 ? null : texts.groupsNotifiedLess(namedGroups(notifiedLess, texts)),
    checkedLess.length === 0 ? null : texts.groupsCheckedLess(namedGroups(checkedLess, texts)),
  ];
}

/** How many groups are named; the names come from the file. */
const mostNamed = 5;

function namedGroups(groups: readonly string[], texts: SettingsWarningTexts): string {
  const named = groups.slice(0, mostNamed).map((group) => `“${safeSnippet(group, 40)}”`);
  const rest = groups.length - named.length;
  return [...named, ...(rest === 0 ? [] : [texts.more(rest)])].join(', ');
}
