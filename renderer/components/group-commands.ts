import { groupRule } from '../../core/notification/group-rules.ts';
import { snoozeEndMs, type SnoozeTime } from '../actions.ts';
import { groupView, stageOf } from '../board/views.ts';
import type { WindowModel } from '../window-model.ts';
import { orderCommands, type OrderCommand } from './order-commands.ts';

/** What can be done with a group of the dispatcher where it stands: in the sidebar, over its list, in the palette. */
export function groupCommands(model: WindowModel, group: string): readonly OrderCommand[] {
  const { actions, board, list, selection, settings, text, time } = model;
  const { app, rows } = board.getState();
  const texts = text.groupWay;
  const rule = groupRule({ groupRules: app?.settings.groupRules ?? [] }, { group });
  const isMuted = rule?.isMuted === true;
  const nowMs = time.nowMs();
  const isSnoozed = (rule?.snoozedUntilMs ?? 0) > nowMs;
  const isViewer = app?.team?.me.role === 'viewer';
  const isLocked = app?.lockedSettings.includes('groupRules') === true;
  const ids = [...rows.values()]
    .filter((row) => row.group === group && !row.isArchived && stageOf(row) !== 'done')
    .map(({ id }) => id);
  const [first] = ids;
  /** Selects the orders of the group that are not over, in its view, and does something with them. */
  const withAll = (act: 'promise' | 'handOn') => () => {
    if (first === undefined) return;
    list.setFilter('');
    list.openView(groupView(group));
    selection.restore(first, ids);
    orderCommands(model, ids)[act].run();
  };
  const snooze = (name: string, until: SnoozeTime): OrderCommand => ({
    icon: 'clock',
    name,
    keys: [],
    run: () => void actions.silenceGroup(group, { snoozedUntilMs: snoozeEndMs(until, nowMs) }),
  });
  const silencing: readonly OrderCommand[] = [
    {
      icon: isMuted ? 'bell' : 'bell-off',
      name: isMuted ? texts.unmute : texts.mute,
      keys: [],
      run: () => void actions.silenceGroup(group, { isMuted: !isMuted }),
    },
    ...(isSnoozed
      ? [
          {
            icon: 'bell',
            name: texts.endSnooze,
            keys: [],
            run: () => void actions.silenceGroup(group, { snoozedUntilMs: null }),
          } as const,
        ]
      : [
          snooze(texts.snoozeQuarter, 'quarter'),
          snooze(texts.snoozeHour, 'hour'),
          snooze(texts.snoozeTomorrow, 'tomorrow'),
        ]),
  ];
  const ofAll: readonly OrderCommand[] =
    ids.length === 0 || isViewer
      ? []
      : [
          { icon: 'clock', name: texts.promise(ids.length), keys: [], run: withAll('promise') },
          ...(app?.team == null
            ? []
            : [
                {
                  icon: 'chev-r',
                  name: texts.assign(ids.length),
                  keys: [],
                  run: withAll('handOn'),
                } as const,
              ]),
        ];
  return [
    ...(isLocked ? [] : silencing),
    ...ofAll,
    {
      icon: 'sliders',
      name: texts.settings,
      keys: [],
      run: () => settings.openPlace('groups'),
    },
  ];
}
