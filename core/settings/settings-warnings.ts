import {
  emptyGroupRule,
  groupLevel,
  groupRule,
  type GroupRule,
} from '../notification/group-rules.ts';
import {
  type ToldKind,
  toldKinds,
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
import { settingsWarningsEnglish, type SettingsWarningWords } from './settings-warning-english.ts';
import { toldKindWords } from './told-kind-words.ts';

/** What a file of settings would change, and the words to say it in. */
interface Comparison {
  readonly before: Settings;
  readonly after: Settings;
  readonly words: SettingsWarningWords;
  readonly kindWords: (typeof toldKindWords)[Language];
}

/** What is worth saying about a change of a setting; null for nothing. */
type Judge = (comparison: Comparison) => readonly (string | null)[];

/**
 * What is said of each setting before a file changes it. A change is named when it shows or keeps more of
 * people, tells or checks less, erases, or reaches beyond the window. A setting of this computer is in no
 * file. The compiler asks for a decision about every new setting.
 */
const judgements: Readonly<Record<keyof Settings, Judge | 'harmless' | 'ofThisComputer'>> = {
  requestsPerMinute: ({ before, after, words }) => [
    higher(before.requestsPerMinute, after.requestsPerMinute, words.manyRequests),
    lower(before.requestsPerMinute, after.requestsPerMinute, words.fewRequests),
  ],
  activeEverySeconds: ({ before, after, words }) => [
    higher(before.activeEverySeconds, after.activeEverySeconds, words.rarelyChecked),
  ],
  paceSeconds: ({ before, after, words }) => {
    const rarer = ownPaces.filter(
      (pace) =>
        before.paceSeconds[pace] !== after.paceSeconds[pace] &&
        paceMs(pace, after) > paceMs(pace, before),
    );
    return [
      rarer.length === 0 ? null : words.rarerPaces(rarer.map((pace) => words.paceNames[pace])),
    ];
  },
  notificationPrivacy: ({ before, after: { notificationPrivacy: shown }, words }) => {
    const wasShown = before.notificationPrivacy;
    if (shown === 'countOnly' || shown === wasShown || wasShown === 'full') return [];
    return [words.shows[shown]];
  },
  priceUnit: ({ before, after, words }) => [
    after.priceUnit === before.priceUnit ? null : words.priceUnit[after.priceUnit],
  ],
  asksAboutAmounts: ({ before, after, words }) => [
    turnedOff(before.asksAboutAmounts, after.asksAboutAmounts, words.amountsUnasked),
  ],
  /** An answer of this dispatcher's own. */
  offersEveryChange: 'ofThisComputer',
  language: 'harmless',
  theme: 'harmless',
  density: 'harmless',
  listSort: 'harmless',
  /** Orders that another desk does not show are not to be missing here. */
  listShow: 'ofThisComputer',
  groupColors: 'harmless',
  zoomPercent: 'harmless',
  windowShortcut: ({ before, after, words }) => [
    newKeys(before.windowShortcut, after.windowShortcut, words),
  ],
  clipboardShortcut: ({ before, after, words }) => [
    newKeys(before.clipboardShortcut, after.clipboardShortcut, words),
  ],
  offersClipboard: ({ before, after, words }) => [
    turnedOff(after.offersClipboard, before.offersClipboard, words.looksThroughClipboard),
  ],
  usesLetterKeys: 'harmless',
  personalDataDays: ({ before, after, words }) => [
    higher(before.personalDataDays, after.personalDataDays, words.peopleStay),
    lower(before.personalDataDays, after.personalDataDays, words.peopleGo),
  ],
  archiveDays: ({ before, after, words }) => [
    higher(before.archiveDays, after.archiveDays, words.archiveStays),
    lower(before.archiveDays, after.archiveDays, words.archiveGoes),
  ],
  historyDays: ({ before, after, words }) => [
    higher(before.historyDays, after.historyDays, words.historyStays),
    lower(before.historyDays, after.historyDays, words.historyGoes),
  ],
  hidesFromCapture: ({ before, after, words }) => [
    turnedOff(before.hidesFromCapture, after.hidesFromCapture, words.shownInCaptures),
  ],
  slowsOnBattery: ({ before, after, words }) => [
    turnedOff(after.slowsOnBattery, before.slowsOnBattery, words.slowOnBattery),
  ],
  looksForUpdates: ({ before, after, words }) => [
    turnedOff(before.looksForUpdates, after.looksForUpdates, words.noUpdates),
  ],
  toldKinds: judgedKinds,
  quietHours: judgedQuietHours,
  lockedScreen: ({ before, after, words }) => {
    const { lockedScreen } = after;
    const isSaid = lockedScreen !== before.lockedScreen && lockedScreen !== 'countOnly';
    return [isSaid ? words.lockedScreen[lockedScreen] : null];
  },
  notificationsMutedUntilMs: 'ofThisComputer',
  everyMove: ({ before, after, words }) => [
    turnedOff(before.everyMove.isTold, after.everyMove.isTold, words.movesNotNotified),
  ],
  waitLimits: ({ before: { waitLimits: old }, after: { waitLimits }, words }) => [
    higher(old.notMovingMinutes, waitLimits.notMovingMinutes, words.notMovingLate),
    higher(old.longWaitMinutes, waitLimits.longWaitMinutes, words.longWaitLate),
    higher(old.leastLongWaitMinutes, waitLimits.leastLongWaitMinutes, words.learnedLate),
  ],
  silenceLimits: ({ before: { silenceLimits: old }, after: { silenceLimits }, words }) => [
    higher(old.silentMinutes, silenceLimits.silentMinutes, words.silentLate),
    higher(old.lostMinutes, silenceLimits.lostMinutes, words.lostLate),
  ],
  fences: ({ before, after, words }) => [
    lower(before.fences.enterMeters, after.fences.enterMeters, words.nearStopLate),
    higher(before.fences.leaveMeters, after.fences.leaveMeters, words.leftStopLate),
  ],
  groupRules: judgedGroups,
  /** Calls for help come at once all the same. */
  news: 'harmless',
  digestMinutes: 'harmless',
  remindEveryMinutes: ({ before, after, words }) => {
    const [old, minutes] = [before.remindEveryMinutes, after.remindEveryMinutes];
    if (old === 0) return [];
    return [minutes === 0 ? words.remindsNever : higher(old, minutes, words.remindsRarely)];
  },
  webhooks: 'ofThisComputer',
};

/** Whether a setting is in no file: a port that listens, a moment, or what one window shows. */
export function isOfThisComputer(name: string): boolean {
  return new Map<string, unknown>(Object.entries(judgements)).get(name) === 'ofThisComputer';
}

/** What a change would do that has to be known before it is taken, each once. */
export function settingsWarnings(
  change: SettingsChange,
  before: Settings,
  language: Language,
): readonly string[] {
  const words = language === 'en' ? settingsWarningsEnglish : settingsWarningsChinese;
  const kindWords = toldKindWords[language];
  const after = settingsSchema.parse({ ...before, ...change });
  const comparison = { before, after, words, kindWords };
  const said = Object.values(judgements).flatMap((judgement) =>
    typeof judgement === 'string' ? [] : judgement(comparison),
  );
  return [...new Set(said)].filter((warning) => warning !== null);
}

function higher(before: number, after: number, say: (value: number) => string): string | null {
  return after > before ? say(after) : null;
}

function lower(before: number, after: number, say: (value: number) => string): string | null {
  return after < before ? say(after) : null;
}

function turnedOff(before: boolean, after: boolean, words: string): string | null {
  return before && !after ? words : null;
}

function newKeys(
  before: string | null,
  after: string | null,
  words: SettingsWarningWords,
): string | null {
  if (after === null || after === before) return null;
  return words.takesKeys(after.replace('Control', 'Ctrl'));
}

function told({ toldKinds: kinds }: Settings): readonly ToldKind[] {
  return toldKinds.filter((kind) => kinds[kind].level !== 'kept');
}

function aloud(settings: Settings): readonly ToldKind[] {
  return told(settings).filter((kind) => settings.toldKinds[kind].sound !== 'none');
}

/** The kinds whose sound Waybell plays itself, whatever the system keeps quiet. */
function playedByWaybell(settings: Settings): readonly ToldKind[] {
  return told(settings).filter((kind) => ownSound(settings.toldKinds[kind].sound) !== null);
}

function judgedKinds({ before, after, words, kindWords }: Comparison): readonly (string | null)[] {
  const still = told(after);
  const notNotified = told(before).filter((kind) => !still.includes(kind));
  const soundless = aloud(before).filter(
    (kind) => still.includes(kind) && !aloud(after).includes(kind),
  );
  const heardAlways = playedByWaybell(after).filter(
    (kind) => !playedByWaybell(before).includes(kind),
  );
  const gathered = still.filter((kind) =>
    isLower(after.toldKinds[kind].level, before.toldKinds[kind].level),
  );
  const named = (kinds: readonly ToldKind[]) => kinds.map((kind) => kindWords[kind]);
  if (still.length === 0 && notNotified.length > 0) return [words.mutesAll];
  return [
    notNotified.length === 0 ? null : words.notNotified(named(notNotified)),
    gathered.length === 0 ? null : words.gathered(named(gathered)),
    soundless.length === 0 ? null : words.soundless(named(soundless)),
    heardAlways.length === 0 ? null : words.heardAlways(named(heardAlways)),
  ];
}

function judgedQuietHours({ before, after, words }: Comparison): readonly (string | null)[] {
  const critical = turnedOff(
    before.quietHours.letsCriticalThrough,
    after.quietHours.letsCriticalThrough,
    words.criticalHeld,
  );
  const isSamePlace = before.quietHours.timeZone === after.quietHours.timeZone;
  const old = quietMinutes(before);
  const quiet = quietMinutes(after);
  const isNoLonger = [...quiet].every((minute) => old.has(minute));
  if (isNoLonger && (isSamePlace || quiet.size === 0)) return [critical];
  if (quiet.size < weekMinutes) return [words.quietHours(Math.ceil(quiet.size / 60)), critical];
  return [after.quietHours.letsCriticalThrough ? words.quietAlways : words.mutesAll];
}

function quietMinutes({ quietHours }: Settings): ReadonlySet<number> {
  return quietHours.isOn ? quietMinutesOfWeek(quietHours.times) : new Set();
}

function ruleIn(settings: Settings, group: string): GroupRule {
  return groupRule(settings, { group }) ?? emptyGroupRule(group);
}

function levelIn(settings: Settings, rule: GroupRule, kind: ToldKind): NotificationLevel {
  return groupLevel(rule, kind) ?? settings.toldKinds[kind].level;
}

function judgedGroups({ before, after, words }: Comparison): readonly (string | null)[] {
  const groups = [
    ...new Set([...before.groupRules, ...after.groupRules].map(({ group }) => group)),
  ];
  const isMuted = (group: string) => ruleIn(after, group).isMuted && !ruleIn(before, group).isMuted;
  const isToldLess = (group: string) => {
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
    const hasOwnFences = (rule.fences ?? old.fences) != null;
    const oldFences = old.fences ?? before.fences;
    const fences = rule.fences ?? after.fences;
    const isCrossedLater =
      fences.enterMeters < oldFences.enterMeters || fences.leaveMeters > oldFences.leaveMeters;
    const isSilentLater =
      silence.silentMinutes > oldSilence.silentMinutes ||
      silence.lostMinutes > oldSilence.lostMinutes;
    return (
      toldKinds.some(
        (kind) =>
          (groupLevel(rule, kind) ?? groupLevel(old, kind)) !== null &&
          isLower(levelIn(after, rule, kind), levelIn(before, old, kind)),
      ) ||
      (old.tellsEveryMove && !rule.tellsEveryMove && !after.everyMove.isTold) ||
      (hasOwnLimits && isLater) ||
      (hasOwnSilence && isSilentLater) ||
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
  const toldLess = groups.filter((group) => !muted.includes(group) && isToldLess(group));
  return [
    muted.length === 0 ? null : words.mutesGroups(namedGroups(muted, words)),
    toldLess.length === 0 ? null : words.groupsToldLess(namedGroups(toldLess, words)),
    checkedLess.length === 0 ? null : words.groupsCheckedLess(namedGroups(checkedLess, words)),
  ];
}

/** How many groups are named; the names come from the file. */
const mostNamed = 5;

function namedGroups(groups: readonly string[], words: SettingsWarningWords): string {
  const named = groups.slice(0, mostNamed).map((group) => `“${safeSnippet(group, 40)}”`);
  const rest = groups.length - named.length;
  return [...named, ...(rest === 0 ? [] : [words.more(rest)])].join(', ');
}
