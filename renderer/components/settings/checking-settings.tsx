import { durationText } from '../../../core/order/format.ts';
import { useIsCardShown, useModel, useSettings, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { Card, LockableRows, SettingsRow } from '../controls/settings-controls.tsx';
import { HubSettingsCard } from './hub-settings.tsx';
import { HubDecides } from '../team/team-settings.tsx';
import { PaceRows, PaceTitle } from './pace-rows.tsx';
import { type OrderRow, stretchOf } from '../../../core/board/board.ts';
import { settingsTable } from '../../../core/settings/settings-table.ts';
import { SettingRows } from '../setting-rows/setting-rows.tsx';

/** What the present orders ask for, beside what they get: all of one moment, and by the cap that is in force. */
function Cost() {
  const { board } = useModel();
  const text = useText();
  const texts = text.settings.checking;
  const { activeEverySeconds } = useSettings();
  const checked = useSlice(board, (state) => checkedOrders(state.rows.values()));
  const pace = useSlice(board, (state) => state.app?.pace ?? null);
  const every = (seconds: number) => durationText(seconds * 1000, text.locale);
  const cost = () => {
    const needed = Math.round(pace?.checks?.neededPerMinute ?? 0);
    if (pace?.checks === undefined || checked === 0 || needed === 0) return texts.noOrders;
    const { requestsPerMinute: cap, checks } = pace;
    const stretch = stretchOf(checks);
    if (stretch === 1) {
      const most = Math.floor((checked * checks.possiblePerMinute) / checks.neededPerMinute);
      return texts.withinCap(needed, cap, most);
    }
    const spaced = needed > cap ? texts.overCap : texts.nearCap;
    return spaced(needed, cap, every(activeEverySeconds), every(activeEverySeconds * stretch));
  };
  return <SettingsRow title={texts.today(text.orders(checked))} help={cost()} />;
}

function checkedOrders(rows: Iterable<OrderRow>): number {
  let many = 0;
  for (const { checkEveryMs } of rows) if (checkEveryMs !== null) many += 1;
  return many;
}

/** The pace of the checks and the most requests a minute. */
function PaceSettings() {
  const { settings: store } = useModel();
  const { language, settings: texts } = useText();
  const { activeEverySeconds, paceSeconds } = useSettings();
  const onTheWay = settingsTable.activeEverySeconds.row[language];
  return (
    <>
      <p>{texts.checking.lead}</p>
      <Card>
        <SettingRows
          card="pace"
          title={<PaceTitle icon="st-active" tone="c-active" text={onTheWay.title} />}
        />
        <LockableRows name="paceSeconds">
          <PaceRows
            paces={{ activeEverySeconds, paceSeconds }}
            nameOf={(name) => name}
            onChange={(next) => void store.change({ paceSeconds: next })}
          />
        </LockableRows>
        <SettingsRow title={texts.checking.groups} help={texts.checking.groupsHelp}>
          <Button onClick={() => store.open('notifications')}>{texts.checking.openGroups}</Button>
        </SettingsRow>
      </Card>
      <Card>
        <SettingRows card="cap" />
        <Cost />
      </Card>
    </>
  );
}

/** How often the service is asked, and what that costs; and how long the history is kept. */
export function CheckingSettings() {
  const team = useSlice(useModel().board, (state) => state.app?.team ?? null);
  const hasPace = useIsCardShown('pace');
  return (
    <>
      {team === null ? <PaceSettings /> : <HubDecides team={team} />}
      {team !== null && hasPace ? <HubSettingsCard /> : null}
      <Card>
        <SettingRows card="history" />
      </Card>
    </>
  );
}
