import { changedGroupRules } from '../../../core/notification/group-rules.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { RunningDesk } from '../../support/notify/running-desk.ts';
import type { Chance } from './chance.ts';
import { groups } from './drawn-change.ts';

const minuteMs = 60_000;

/** What acts are done to. */
export interface ActedOn {
  readonly desk: RunningDesk;
  readonly nowMs: number;
  /** Changes the settings by what they are. */
  readonly choose: (change: (settings: Settings) => Partial<Settings>) => void;
  /** The service cannot be reached until then. */
  readonly outage: (untilMs: number) => void;
  readonly sleep: (ms: number) => void;
  /** The program ends, is away for so long, and begins again. */
  readonly restart: (awayMs: number, isCrash: boolean) => Promise<void>;
}

/** Something that a person does, or that happens to the computer. */
export interface DrawnAct {
  readonly atMs: number;
  readonly name: string;
  readonly act: (on: ActedOn) => unknown;
}

type Draw = (id: OrderId, atMs: number, chance: Chance) => readonly DrawnAct[];

function preferences(
  name: 'snoozedUntilMs' | 'promisedAtMs' | 'remindAtMs',
  minutes: (chance: Chance) => number,
): Draw {
  return (id, atMs, chance) => {
    const value = atMs + minutes(chance) * minuteMs;
    const change = { [name]: value };
    const act = ({ desk }: ActedOn) =>
      desk.notifications.handlers['orders:set-preferences']({ ids: [id], change });
    return [{ atMs, name, act }];
  };
}

const draws: readonly [Draw, ...Draw[]] = [
  preferences('snoozedUntilMs', () => 15),
  preferences('promisedAtMs', (chance) => chance.between(5, 60)),
  preferences('promisedAtMs', (chance) => chance.between(5, 60)),
  preferences('remindAtMs', (chance) => chance.between(3, 40)),
  (id, atMs, chance) => {
    const untilMs = atMs + chance.between(3, 60) * minuteMs;
    return [
      { atMs, name: 'mute', act: ({ desk }) => desk.watcher.mute([id], true) },
      { atMs: untilMs, name: 'unmute', act: ({ desk }) => desk.watcher.mute([id], false) },
    ];
  },
  (id, atMs, chance) => {
    const change = { tellsEveryMove: chance.is(0.7) };
    const act = ({ desk }: ActedOn) =>
      desk.notifications.handlers['orders:set-preferences']({ ids: [id], change });
    return [{ atMs, name: 'tellsEveryMove', act }];
  },
  (id, atMs) => [{ atMs, name: 'see', act: ({ desk }) => desk.seenOrders.markSeen([id]) }],
  (id, atMs) => [
    {
      atMs,
      name: 'handle',
      act: ({ desk }) => desk.seenOrders.markSeen([id], { deed: 'handled' }),
    },
  ],
  (id, atMs) => [
    { atMs, name: 'snoozeAtCard', act: ({ desk }) => desk.notifications.act('snooze', id) },
  ],
  (id, atMs, chance) => [
    { atMs, name: 'open', act: ({ desk }) => desk.open(id) },
    {
      atMs: atMs + chance.between(30, 900) * 1000,
      name: 'close',
      act: ({ desk }) => desk.open(null),
    },
  ],
  (_id, atMs, chance) => [
    { atMs, name: 'lock', act: ({ desk }) => desk.lock(true) },
    {
      atMs: atMs + chance.between(2, 40) * minuteMs,
      name: 'unlock',
      act: ({ desk }) => desk.lock(false),
    },
  ],
  (_id, atMs, chance) => [
    { atMs, name: 'attend', act: ({ desk }) => desk.attend(true) },
    {
      atMs: atMs + chance.between(60, 1800) * 1000,
      name: 'leave',
      act: ({ desk }) => desk.attend(false),
    },
  ],
  (_id, atMs, chance) => {
    const notificationsMutedUntilMs = atMs + chance.between(5, 40) * minuteMs;
    const act = ({ choose }: ActedOn) => choose(() => ({ notificationsMutedUntilMs }));
    return [{ atMs, name: 'muteAll', act }];
  },
  (_id, atMs, chance) => {
    const group = chance.of(groups);
    const snoozedUntilMs = atMs + chance.between(5, 40) * minuteMs;
    const act = ({ choose }: ActedOn) =>
      choose(({ groupRules }) => ({
        groupRules: changedGroupRules(groupRules, group, { snoozedUntilMs }),
      }));
    return [{ atMs, name: 'snoozeGroup', act }];
  },
];

const troubles: readonly [Draw, ...Draw[]] = [
  (_id, atMs, chance) => {
    const untilMs = atMs + chance.between(1, 20) * minuteMs;
    return [{ atMs, name: 'outage', act: ({ outage }) => outage(untilMs) }];
  },
  (_id, atMs, chance) => {
    const ms = chance.between(3, 45) * minuteMs;
    return [{ atMs, name: 'sleep', act: ({ sleep }) => sleep(ms) }];
  },
  (_id, atMs, chance) => {
    const awayMs = chance.of([0, 2000, 60_000, 15 * minuteMs]);
    const isCrash = chance.is(0.3);
    return [{ atMs, name: 'restart', act: async ({ restart }) => await restart(awayMs, isCrash) }];
  },
  (_id, atMs, chance) => {
    const untilMs = atMs + chance.between(1, 25) * minuteMs;
    return [
      { atMs, name: 'pause', act: ({ desk }) => desk.watcher.pause(null) },
      { atMs: untilMs, name: 'resume', act: ({ desk }) => desk.watcher.resume() },
    ];
  },
];

/** All that people do in a day, and what befalls the computer. */
export function drawnActs(
  ids: readonly [OrderId, ...OrderId[]],
  fromMs: number,
  untilMs: number,
  chance: Chance,
): readonly DrawnAct[] {
  const drawnFrom = (sort: readonly [Draw, ...Draw[]], most: number): readonly DrawnAct[] =>
    Array.from({ length: chance.between(0, most) }).flatMap(() => {
      const atMs = chance.between(fromMs + 2 * minuteMs, untilMs - 10 * minuteMs);
      return chance.of(sort)(chance.of(ids), atMs, chance);
    });
  return [...drawnFrom(draws, 24), ...drawnFrom(troubles, 4)].toSorted(
    (one, other) => one.atMs - other.atMs,
  );
}
