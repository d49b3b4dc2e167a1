import { changedGroupRules, type GroupRule } from '../../../core/notification/group-rules.ts';
import {
  notificationLevels,
  type NotificationKind,
  notificationKinds,
} from '../../../core/notification/notification.ts';
import { levelsOf } from '../../../core/notification/notification.ts';
import type { Settings, SettingsChange } from '../../../core/settings/settings.ts';
import type { Chance } from './chance.ts';

/** The groups of the drawn orders. */
export const groups = ['North', 'South'] as const;

/** A change of what the page of notifications offers, of every sort. */
export function drawnChange(settings: Settings, chance: Chance): SettingsChange {
  const { everyMove, fences, quietHours, silenceLimits, stayLimits, waitLimits } = settings;
  const enterMeters = chance.of([50, 75, 100, 300, 450, 700]);
  const drawn: readonly [() => SettingsChange, ...(() => SettingsChange)[]] = [
    () => {
      const kind = chance.of<NotificationKind>(['released', ...notificationKinds]);
      const [first, ...others] = levelsOf(kind);
      const level = first === undefined ? 'needsYou' : chance.of([first, ...others]);
      return {
        toldKinds: { ...settings.toldKinds, [kind]: { ...settings.toldKinds[kind], level } },
      };
    },
    () => ({ everyMove: { ...everyMove, isTold: true } }),
    () => ({
      everyMove: { isTold: chance.is(0.7), meters: chance.of([300, 400, 1000]), everySeconds: 60 },
    }),
    () => ({ everyMove: { ...everyMove, isTold: true, everySeconds: chance.of([120, 300]) } }),
    () => ({ quietHours: { ...quietHours, isOn: true, letsCriticalThrough: chance.is(0.5) } }),
    () => ({ lockedScreen: chance.of(['same', 'hold']) }),
    () => ({ news: 'everyChange' }),
    () => ({ digestMinutes: chance.of([1, 2, 10, 15, 60]) }),
    () => ({ remindEveryMinutes: chance.of([5, 15]) }),
    () => ({
      waitLimits: {
        ...waitLimits,
        ...chance.of<Partial<Settings['waitLimits']>>([
          { longWaitMinutes: chance.of([5, 10, 40]) },
          { leastLongWaitMinutes: chance.of([3, 5, 20]) },
          { notMovingMinutes: chance.of([3, 5, 8, 20]) },
        ]),
      },
    }),
    () => ({ waitLimits: { ...waitLimits, notMovingMinutes: chance.of([3, 5, 8, 20]) } }),
    () => ({
      silenceLimits: {
        ...silenceLimits,
        ...chance.of<Partial<Settings['silenceLimits']>>([
          { silentMinutes: chance.of([1, 2, 6, 9]) },
          { lostMinutes: chance.of([4, 5, 20]) },
        ]),
      },
    }),
    () => ({
      stayLimits: {
        ...stayLimits,
        ...chance.of<Partial<Settings['stayLimits']>>([
          { pickupMinutes: chance.of([4, 6, 15, 25]) },
          { destinationMinutes: chance.of([3, 6, 20]) },
        ]),
      },
    }),
    () => ({ fences: { ...fences, enterMeters: chance.of([50, 75, 100, 200]) } }),
    () => ({ fences: { ...fences, leaveMeters: chance.of([200, 350, 500]) } }),
    () => ({ fences: { enterMeters, leaveMeters: enterMeters + chance.of([50, 100, 200]) } }),
    () => ({ fences: { enterMeters: 450, leaveMeters: 600 } }),
    () => ({
      groupRules: changedGroupRules(settings.groupRules, chance.of(groups), drawnRule(chance)),
    }),
    () => ({
      groupRules: changedGroupRules(settings.groupRules, chance.of(groups), drawnRule(chance)),
    }),
  ];
  return chance.of(drawn)();
}

function drawnRule(chance: Chance): Partial<Omit<GroupRule, 'group'>> {
  const enterMeters = chance.of([75, 300, 450]);
  const drawn: readonly [Partial<GroupRule>, ...Partial<GroupRule>[]] = [
    { isMuted: true },
    { tellsEveryMove: true },
    { tellsEveryMove: true, everyMove: { meters: 400, everySeconds: 120 } },
    { [chance.of(notificationLevels)]: [chance.of(['matched', 'completed', 'statusChanged'])] },
    { kept: [chance.of(['notMoving', 'arrivedWaiting', 'courierSilent', 'courierMoved'])] },
    { waitLimits: { notMovingMinutes: chance.of([4, 20]), longWaitMinutes: chance.of([5, 30]) } },
    { silenceLimits: { silentMinutes: chance.of([1, 6]), lostMinutes: 15 } },
    { stayLimits: { pickupMinutes: chance.of([4, 20]), destinationMinutes: chance.of([3, 12]) } },
    { fences: { enterMeters, leaveMeters: enterMeters + 100 } },
  ];
  return chance.of(drawn);
}
