import type { OrderPreferences } from '../watch/order-preferences.ts';
import { mostGroupRules } from './notification-limits.ts';
import type { NotificationSettings } from './notification-settings.ts';
import {
  type NotificationKind,
  type NotificationLevel,
  notificationLevels,
} from './notification.ts';

/** How the notifications of one group's orders differ. What a rule leaves open follows the settings. */
export type GroupRule = NotificationSettings['groupRules'][number];

/** A group without a rule of its own. */
export function emptyGroupRule(group: string): GroupRule {
  return { group, isMuted: false, tellsEveryMove: false, kept: [] };
}

/** The rule of the group that an order belongs to. */
export function groupRule(
  { groupRules }: Pick<NotificationSettings, 'groupRules'>,
  preferences: Pick<OrderPreferences, 'group'> | null,
): GroupRule | undefined {
  return groupRules.find(({ group }) => group === preferences?.group);
}

/** The level that a group has for a kind of its own; null when it has the one for all orders. */
export function groupLevel(
  rule: GroupRule | undefined,
  kind: NotificationKind,
): NotificationLevel | null {
  return notificationLevels.find((level) => rule?.[level]?.includes(kind) === true) ?? null;
}

/** The change of a group's rule that gives a kind a level of its own, or with null that for all orders. */
export function groupLevelChange(
  rule: GroupRule,
  kind: NotificationKind,
  level: NotificationLevel | null,
): Pick<GroupRule, NotificationLevel> {
  const others = (each: NotificationLevel) => {
    const left = (rule[each] ?? []).filter((other) => other !== kind);
    return each === level ? [...left, kind] : left;
  };
  const { needsYou, news } = { needsYou: others('needsYou'), news: others('news') };
  return {
    needsYou: needsYou.length === 0 ? undefined : needsYou,
    news: news.length === 0 ? undefined : news,
    kept: others('kept'),
  };
}

/**
 * Whether every move of an order's courier is wanted: by the order, its group or the settings for all.
 *
 * @param areManyLive whether more orders are live than a person follows move by move
 */
export function wantsEveryMove(
  settings: Pick<NotificationSettings, 'everyMove' | 'groupRules' | 'news'>,
  preferences: Pick<OrderPreferences, 'group' | 'tellsEveryMove'> | null,
  areManyLive: () => boolean,
): boolean {
  const { everyMove, news } = settings;
  const doesGroup = groupRule(settings, preferences)?.tellsEveryMove === true;
  const doAll = everyMove.isTold || news === 'everyChange';
  return preferences?.tellsEveryMove ?? (doesGroup || doAll || !areManyLive());
}

/**
 * The rules after a change of one group's rule. A rule that no longer differs from the settings is
 * removed, so that a group that is gone leaves nothing behind.
 */
export function changedGroupRules(
  rules: readonly GroupRule[],
  group: string,
  change: Partial<Omit<GroupRule, 'group'>>,
): GroupRule[] {
  const before = rules.find((rule) => rule.group === group) ?? emptyGroupRule(group);
  const after = { ...before, ...change };
  const others = rules.filter((rule) => rule.group !== group);
  return isEmpty(after) ? others : [...others, after];
}

/** The rules without snoozes, which end by themselves and hold on one computer. */
export function lastingGroupRules(rules: readonly GroupRule[]): GroupRule[] {
  return rules
    .map((rule) => ({ ...rule, snoozedUntilMs: undefined }))
    .filter((rule) => !isEmpty(rule));
}

/** New rules in place of earlier ones, whose snoozes last. */
export function replacedGroupRules(
  rules: readonly GroupRule[],
  earlier: readonly GroupRule[],
): GroupRule[] {
  return earlier
    .filter(({ snoozedUntilMs }) => snoozedUntilMs != null)
    .reduce(
      (kept, { group, snoozedUntilMs }) => changedGroupRules(kept, group, { snoozedUntilMs }),
      [...rules],
    )
    .slice(-mostGroupRules);
}

function isEmpty(rule: GroupRule): boolean {
  const { isMuted, tellsEveryMove, snoozedUntilMs, everyMove, waitLimits, stayLimits } = rule;
  const levels = notificationLevels.flatMap((level) => rule[level] ?? []);
  const places = [rule.silenceLimits, rule.fences, rule.paces];
  const own = [snoozedUntilMs, everyMove, waitLimits, stayLimits, ...places];
  const isAsForAll = own.every((limits) => limits == null);
  return !isMuted && !tellsEveryMove && levels.length === 0 && isAsForAll;
}
