import { defaultSettings, type SettingsChange } from '../../../core/settings/settings.ts';
import type { HourShape } from './script.ts';

/** How much of what only happens is to reach a person. */
export type NewsChoice = 'everyChange' | 'calm';

/** An hour under certain choices. */
export interface Scenario extends HourShape {
  readonly name: string;
  readonly news: NewsChoice;
  readonly isWindowInFront: boolean;
  /** How many orders were over before the hour, from which the desk has learned. */
  readonly earlierCount: number;
  /** The wall clock at which the hour begins, in hours after midnight UTC. */
  readonly beginsAtHour: number;
  /** Until when it is quiet, in minutes after the hour began; null when it is never. */
  readonly quietForMinutes: number | null;
}

const lunch = {
  orderCount: 200,
  promises: 'some',
  news: 'calm',
  isWindowInFront: false,
  earlierCount: 0,
  beginsAtHour: 12,
  quietForMinutes: null,
} as const;

/** The hours that the rush is judged by. */
export function scenarios(seed: number): readonly Scenario[] {
  return [
    { ...lunch, seed, name: '200 orders' },
    { ...lunch, seed, name: '200 orders, 300 the day before', earlierCount: 300 },
    { ...lunch, seed, name: '200 orders, every change', news: 'everyChange' },
    { ...lunch, seed, name: '200 orders, promises on all', promises: 'all' },
    { ...lunch, seed, name: '200 orders, window in front', isWindowInFront: true },
    { ...lunch, seed, name: '40 orders', orderCount: 40 },
    { ...lunch, seed, name: '5 orders', orderCount: 5 },
    { ...lunch, seed, name: '5 orders, every change', orderCount: 5, news: 'everyChange' },
    {
      ...lunch,
      seed,
      name: '40 orders at night',
      orderCount: 40,
      beginsAtHour: 22,
      quietForMinutes: 40,
    },
  ];
}

/** The hour of a team that a desk joins in the middle of it. */
export function joinScenario(seed: number): Scenario {
  return { ...lunch, seed, name: 'a desk joins a team with 40 orders', orderCount: 40 };
}

/** The settings of a scenario: the only place that says how a choice is stored. */
export function settingsOf({ beginsAtHour, news, quietForMinutes }: Scenario): SettingsChange {
  const beginsAtMinute = beginsAtHour * 60;
  return {
    news,
    ...(quietForMinutes === null
      ? {}
      : {
          quietHours: {
            ...defaultSettings.quietHours,
            isOn: true,
            timeZone: 'UTC',
            times: [
              {
                days: [1, 2, 3, 4, 5, 6, 7],
                fromMinute: beginsAtMinute - 60,
                toMinute: beginsAtMinute + quietForMinutes,
              },
            ],
          },
        }),
  };
}
