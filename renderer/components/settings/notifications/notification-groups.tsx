import { useEffect, useState } from 'react';
import { clockText, unitText } from '../../../../core/order/format.ts';
import {
  changedGroupRules,
  emptyGroupRule,
  groupLevel,
  groupLevelChange,
  type GroupRule,
} from '../../../../core/notification/group-rules.ts';
import { notificationKinds } from '../../../../core/notification/notification.ts';
import { notificationLimits } from '../../../../core/notification/notification-limits.ts';
import type { SettingsChange } from '../../../../core/settings/settings.ts';
import {
  useAhead,
  useIsLocked,
  useModel,
  useSettings,
  useText,
  useHasTeam,
} from '../../../model-context.tsx';
import type { SnoozeTime } from '../../../actions.ts';
import {
  Card,
  LockableRows,
  NumberRow,
  NumberSetting,
  SettingsRow,
  SwitchRow,
} from '../../controls/settings-controls.tsx';
import { Snooze } from '../../controls/snooze.tsx';
import { settingsTable } from '../../../../core/settings/settings-table.ts';
import { PaceRows } from '../pace-rows.tsx';
import { FenceRows, SilenceRows, StayRows } from './limit-rows.tsx';
import { WhatIfLevel, WhatIfSwitch, WhatIfValue } from '../../setting-rows/what-if.tsx';
import { Switch } from '../../controls/switch.tsx';

type RuleChange = Partial<Omit<GroupRule, 'group'>>;

interface RuleProps {
  readonly rule: GroupRule;
  readonly onChange: (change: RuleChange) => void;
  /** The change of the settings that a change of the rule is. */
  readonly changeTo: (change: RuleChange) => SettingsChange;
}

const snoozeTimes: readonly SnoozeTime[] = ['hour', 'tomorrow'];

function GroupSnooze({ rule, onChange }: RuleProps) {
  const { groupSettings: texts } = useText();
  return (
    <SettingsRow title={texts.snooze} help={texts.snoozeHelp}>
      <Snooze
        untilMs={rule.snoozedUntilMs ?? null}
        times={snoozeTimes}
        nameOf={(name) => texts.snoozeOf(rule.group, name)}
        endName={texts.endSnoozeOf(rule.group)}
        onSnooze={(snoozedUntilMs) => onChange({ snoozedUntilMs })}
        onEnd={() => onChange({ snoozedUntilMs: null })}
      />
    </SettingsRow>
  );
}

function GroupMoves({ rule, onChange, changeTo }: RuleProps) {
  const { locale, settings, groupSettings: texts } = useText();
  const usual = useSettings().everyMove;
  const own = rule.everyMove ?? null;
  const { onlyAfterField, atMostEveryField, seconds } = settings.notifications;
  return (
    <>
      <WhatIfSwitch
        title={texts.everyMove}
        name={texts.everyMoveOf(rule.group)}
        isOn={rule.tellsEveryMove}
        changeTo={(tellsEveryMove) => changeTo({ tellsEveryMove })}
      />
      <SettingsRow title={texts.ownMoves}>
        {own === null ? null : (
          <>
            <NumberSetting
              name={texts.kindOf(rule.group, onlyAfterField)}
              unit={unitText('meter', locale)}
              value={own.meters}
              {...notificationLimits.moveMeters}
              onChange={(next) => onChange({ everyMove: { ...own, meters: next } })}
            />
            <NumberSetting
              name={texts.kindOf(rule.group, atMostEveryField)}
              unit={seconds}
              value={own.everySeconds}
              {...notificationLimits.moveEverySeconds}
              onChange={(everySeconds) => onChange({ everyMove: { ...own, everySeconds } })}
            />
          </>
        )}
        <Switch
          name={texts.ownMovesOf(rule.group)}
          isOn={own !== null}
          onChange={(isOwn) => {
            const { meters: far, everySeconds } = usual;
            onChange({ everyMove: isOwn ? { meters: far, everySeconds } : null });
          }}
        />
      </SettingsRow>
    </>
  );
}

function GroupWaits({ rule, onChange, changeTo }: RuleProps) {
  const { settings, groupSettings: texts } = useText();
  const usual = useSettings().waitLimits;
  const own = rule.waitLimits ?? null;
  const { notMoving, notMovingField, longWait, longWaitField, minutes } = settings.notifications;
  return (
    <>
      <SwitchRow
        title={texts.ownWaits}
        help={texts.ownWaitsHelp}
        name={texts.ownWaitsOf(rule.group)}
        isOn={own !== null}
        onChange={(isOwn) => {
          const { notMovingMinutes, longWaitMinutes } = usual;
          onChange({ waitLimits: isOwn ? { notMovingMinutes, longWaitMinutes } : null });
        }}
      />
      {own === null ? null : (
        <>
          <WhatIfValue
            title={notMoving}
            name={texts.kindOf(rule.group, notMovingField)}
            unit={minutes}
            value={own.notMovingMinutes}
            {...notificationLimits.notMovingMinutes}
            changeTo={(next) => changeTo({ waitLimits: { ...own, notMovingMinutes: next } })}
          />
          <WhatIfValue
            title={longWait}
            name={texts.kindOf(rule.group, longWaitField)}
            unit={minutes}
            value={own.longWaitMinutes}
            {...notificationLimits.longWaitMinutes}
            changeTo={(next) => changeTo({ waitLimits: { ...own, longWaitMinutes: next } })}
          />
        </>
      )}
    </>
  );
}

function GroupSilence({ rule, onChange, changeTo }: RuleProps) {
  const { groupSettings: texts } = useText();
  const usual = useSettings().silenceLimits;
  const own = rule.silenceLimits ?? null;
  return (
    <>
      <SwitchRow
        title={texts.ownSilence}
        name={texts.ownSilenceOf(rule.group)}
        isOn={own !== null}
        onChange={(isOwn) => onChange({ silenceLimits: isOwn ? usual : null })}
      />
      {own === null ? null : (
        <SilenceRows
          limits={own}
          nameOf={(field) => texts.kindOf(rule.group, field)}
          changeTo={(silenceLimits) => changeTo({ silenceLimits })}
        />
      )}
    </>
  );
}

function GroupStays({ rule, onChange, changeTo }: RuleProps) {
  const { groupSettings: texts } = useText();
  const usual = useSettings().stayLimits;
  const own = rule.stayLimits ?? null;
  return (
    <>
      <SwitchRow
        title={texts.ownStays}
        help={texts.ownStaysHelp}
        name={texts.ownStaysOf(rule.group)}
        isOn={own !== null}
        onChange={(isOwn) => onChange({ stayLimits: isOwn ? usual : null })}
      />
      {own === null ? null : (
        <StayRows
          limits={own}
          nameOf={(field) => texts.kindOf(rule.group, field)}
          changeTo={(stayLimits) => changeTo({ stayLimits })}
        />
      )}
    </>
  );
}

function GroupFences({ rule, onChange, changeTo }: RuleProps) {
  const { groupSettings: texts } = useText();
  const usual = useSettings().fences;
  const own = rule.fences ?? null;
  return (
    <>
      <SwitchRow
        title={texts.ownFences}
        name={texts.ownFencesOf(rule.group)}
        isOn={own !== null}
        onChange={(isOwn) => onChange({ fences: isOwn ? usual : null })}
      />
      {own === null ? null : (
        <FenceRows
          limits={own}
          nameOf={(field) => texts.kindOf(rule.group, field)}
          changeTo={(fences) => changeTo({ fences })}
        />
      )}
    </>
  );
}

function GroupPaces({ rule, onChange }: RuleProps) {
  const { language, groupSettings: texts } = useText();
  const { activeEverySeconds, paceSeconds } = useSettings();
  const own = rule.paces ?? null;
  const onTheWay = settingsTable.activeEverySeconds.row[language];
  return (
    <>
      <SwitchRow
        title={texts.ownPaces}
        help={texts.ownPacesHelp}
        name={texts.ownPacesOf(rule.group)}
        isOn={own !== null}
        onChange={(isOwn) =>
          onChange({ paces: isOwn ? { activeEverySeconds, paceSeconds } : null })
        }
      />
      {own === null ? null : (
        <>
          <NumberRow
            title={onTheWay.title}
            name={texts.kindOf(rule.group, onTheWay.field)}
            unit={onTheWay.unit}
            value={own.activeEverySeconds}
            {...settingsTable.activeEverySeconds}
            onChange={(next) => onChange({ paces: { ...own, activeEverySeconds: next } })}
          />
          <PaceRows
            paces={own}
            nameOf={(field) => texts.kindOf(rule.group, field)}
            onChange={(next) => onChange({ paces: { ...own, paceSeconds: next } })}
          />
        </>
      )}
    </>
  );
}

function GroupKinds({ rule, changeTo }: RuleProps) {
  const { settings, groupSettings: texts } = useText();
  const { toldKinds: chosen } = useSettings();
  const { kinds } = settings.notifications;
  return notificationKinds
    .filter((kind) => kind !== 'connection')
    .map((kind) => {
      const own = groupLevel(rule, kind);
      return (
        <WhatIfLevel
          key={kind}
          kind={kind}
          title={kinds[kind]}
          name={texts.levelOf(rule.group, kinds[kind])}
          value={own}
          forAll={chosen[kind].level}
          changeTo={(level) => changeTo(groupLevelChange(rule, kind, level))}
        />
      );
    });
}

interface GroupProps extends Omit<RuleProps, 'onChange'> {
  readonly isRuled: boolean;
}

/** One group. Its rows are drawn while it is open, so that nothing is asked about the others. */
function Group({ rule, changeTo, isRuled }: GroupProps) {
  const { settings } = useModel();
  const [isOpen, setOpen] = useState(false);
  const text = useText();
  const texts = text.groupSettings;
  const snoozedUntilMs = useAhead(rule.snoozedUntilMs ?? null);
  const isLocked = useIsLocked('groupRules');
  const hasTeam = useHasTeam();
  const state = () => {
    if (rule.isMuted) return texts.muted;
    if (snoozedUntilMs !== null) return texts.snoozedUntil(clockText(snoozedUntilMs, text.locale));
    return isRuled ? texts.otherwise : texts.asForAll;
  };
  const onChange = (change: RuleChange) => void settings.change(changeTo(change));
  const ruled = { rule, onChange, changeTo };
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <b>{rule.group}</b>
        <span className="help num">{state()}</span>
      </summary>
      {isOpen ? (
        <>
          <WhatIfSwitch
            title={texts.mute}
            help={texts.muteHelp}
            name={texts.muteOf(rule.group)}
            isLocked={isLocked}
            isOn={rule.isMuted}
            changeTo={(isMuted) => changeTo({ isMuted })}
          />
          <GroupSnooze {...ruled} />
          <LockableRows name="groupRules">
            <GroupMoves {...ruled} />
            {hasTeam ? null : <GroupFences {...ruled} />}
            <GroupWaits {...ruled} />
            <GroupSilence {...ruled} />
            <GroupStays {...ruled} />
            {hasTeam ? null : <GroupPaces {...ruled} />}
            <GroupKinds {...ruled} />
          </LockableRows>
        </>
      ) : null}
    </details>
  );
}

/** The notification rules of each group. */
export function NotificationGroups() {
  const { actions } = useModel();
  const texts = useText().groupSettings;
  const { groupRules } = useSettings();
  const [inUse, setInUse] = useState<readonly string[]>([]);
  useEffect(() => void actions.groups().then(setInUse), [actions]);
  const names = [...new Set([...inUse, ...groupRules.map(({ group }) => group)])].toSorted(
    (one, other) => one.localeCompare(other),
  );
  return (
    <Card title={texts.title} place="groups">
      {names.length === 0 ? <SettingsRow title={texts.none} help={texts.noneHelp} /> : null}
      {names.map((name) => {
        const rule = groupRules.find(({ group }) => group === name);
        return (
          <Group
            key={name}
            rule={rule ?? emptyGroupRule(name)}
            isRuled={rule !== undefined}
            changeTo={(change) => ({ groupRules: changedGroupRules(groupRules, name, change) })}
          />
        );
      })}
    </Card>
  );
}
