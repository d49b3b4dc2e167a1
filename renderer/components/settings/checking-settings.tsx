import { durationText } from '../../../core/order/format.ts';
import { useModel, useSettings, useSlice, useStretch, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { Card, LockableRows, SettingsRow } from '../controls/settings-controls.tsx';
import { HubSettingsCard } from './hub-settings.tsx';
import { HubDecides } from '../team/team-settings.tsx';
import { PaceRows, PaceTitle } from './pace-rows.tsx';
import type { OrderRow } from '../../../core/board/board.ts';
import { settingsTable } from '../../../core/settings/settings-table.ts';
import { SettingRows } from '../setting-rows/setting-rows.tsx';

/** What the present orders cost, were there no cap. */
interface CheckCost {
  /** Orders that are checked at all. */
  readonly checkedOrders: number;
  /** Requests a minute, rounded. */
  readonly requestsPerMinute: number;
}

/**
 * The cost of checking the given orders, each at its own pace.
 *
 * @param stretch how much longer than its pace the pause of each row is: see `Pace`
 */
export function checkCost(rows: Iterable<OrderRow>, stretch = 1): CheckCost {
  let checkedOrders = 0;
  let requestsPerMinute = 0;
  for (const { checkEveryMs } of rows) {
    if (checkEveryMs === null || checkEveryMs <= 0) continue;
    checkedOrders += 1;
    requestsPerMinute += (60_000 * stretch) / checkEveryMs;
  }
  return { checkedOrders, requestsPerMinute: Math.round(requestsPerMinute) };
}

function Cost() {
  const { board } = useModel();
  const text = useText();
  const texts = text.settings.checking;
  const { requestsPerMinute: cap, activeEverySeconds } = useSettings();
  const checked = useSlice(board, (state) => checkCost(state.rows.values()).checkedOrders);
  const stretch = useStretch();
  const rate = useSlice(
    board,
    (state) => checkCost(state.rows.values(), stretch).requestsPerMinute,
  );
  const every = (seconds: number) => durationText(seconds * 1000, text.locale);
  const cost = () => {
    if (checked === 0 || rate === 0) return texts.noOrders;
    if (stretch <= 1) return texts.withinCap(rate, cap, Math.round((checked * cap) / rate));
    const spaced = rate > cap ? texts.overCap : texts.nearCap;
    return spaced(rate, cap, every(activeEverySeconds), every(activeEverySeconds * stretch));
  };
  return <SettingsRow title={texts.today(text.orders(checked))} help={cost()} />;
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
  return (
    <>
      {team === null ? <PaceSettings /> : <HubDecides team={team} />}
      {team === null || team.me.role === 'viewer' ? null : <HubSettingsCard />}
      <Card>
        <SettingRows card="history" />
      </Card>
    </>
  );
}
