import { durationText } from '../../../core/order/format.ts';
import {
  useIsLocked,
  useModel,
  useSetting,
  useSettings,
  useSlice,
  useText,
} from '../../model-context.tsx';
import { settingsLimits } from '../../../core/settings/settings-limits.ts';
import { Button } from '../controls/button.tsx';
import {
  Card,
  LockableRows,
  NumberRow,
  NumberSetting,
  SettingsRow,
} from '../controls/settings-controls.tsx';
import { HubDecides } from '../team/team-settings.tsx';
import { PaceRows, PaceTitle } from './pace-rows.tsx';
import type { OrderRow } from '../../../core/board/board.ts';

/** What the present orders cost, were there no cap. */
interface CheckCost {
  /** Orders that are checked at all. */
  readonly checkedOrders: number;
  /** Requests a minute, rounded. */
  readonly requestsPerMinute: number;
}

/** The cost of checking the given orders, each at its own pace. */
export function checkCost(rows: Iterable<OrderRow>): CheckCost {
  let checkedOrders = 0;
  let requestsPerMinute = 0;
  for (const { checkEveryMs } of rows) {
    if (checkEveryMs === null || checkEveryMs <= 0) continue;
    checkedOrders += 1;
    requestsPerMinute += 60_000 / checkEveryMs;
  }
  return { checkedOrders, requestsPerMinute: Math.round(requestsPerMinute) };
}

function Cost() {
  const { board } = useModel();
  const text = useText();
  const words = text.settings.checking;
  const { requestsPerMinute: cap, activeEverySeconds } = useSettings();
  const checked = useSlice(board, (state) => checkCost(state.rows.values()).checkedOrders);
  const rate = useSlice(board, (state) => checkCost(state.rows.values()).requestsPerMinute);
  const cost = () => {
    if (checked === 0 || rate === 0) return words.noOrders;
    if (rate <= cap) return words.withinCap(rate, Math.round((checked * cap) / rate));
    return words.overCap(rate, durationText((activeEverySeconds * 1000 * rate) / cap, text.locale));
  };
  return <SettingsRow title={words.today(text.orders(checked))} help={cost()} />;
}

/** The pace of the checks and the most requests a minute. */
function PaceSettings() {
  const { settings: store } = useModel();
  const { settings: words } = useText();
  const { activeEverySeconds, paceSeconds } = useSettings();
  return (
    <>
      <p>{words.checking.lead}</p>
      <Card>
        <SettingsRow
          title={<PaceTitle icon="st-active" tone="c-active" words={words.checking.onTheWay} />}
          help={words.checking.onTheWayHelp}
          isLocked={useIsLocked('activeEverySeconds')}
        >
          <NumberSetting
            name={words.checking.onTheWayField}
            unit={words.checking.seconds}
            {...settingsLimits.activeEverySeconds}
            {...useSetting('activeEverySeconds')}
          />
        </SettingsRow>
        <LockableRows name="paceSeconds">
          <PaceRows
            paces={{ activeEverySeconds, paceSeconds }}
            nameOf={(name) => name}
            onChange={(next) => void store.change({ paceSeconds: next })}
          />
        </LockableRows>
        <SettingsRow title={words.checking.groups} help={words.checking.groupsHelp}>
          <Button onClick={() => store.open('notifications')}>{words.checking.openGroups}</Button>
        </SettingsRow>
      </Card>
      <Card>
        <NumberRow
          title={words.checking.cap}
          help={words.checking.capHelp}
          name={words.checking.capField}
          sliderName={words.checking.capSlider}
          unit={words.checking.perMinute}
          {...settingsLimits.requestsPerMinute}
          {...useSetting('requestsPerMinute')}
        />
        <Cost />
      </Card>
    </>
  );
}

/** How often the service is asked, and what that costs; and how long the history is kept. */
export function CheckingSettings() {
  const { settings: words } = useText();
  const team = useSlice(useModel().board, (state) => state.app?.team ?? null);
  return (
    <>
      {team === null ? <PaceSettings /> : <HubDecides team={team} />}
      <Card>
        <NumberRow
          title={words.checking.history}
          help={words.checking.historyHelp}
          name={words.checking.historyField}
          unit={words.checking.days}
          {...settingsLimits.historyDays}
          {...useSetting('historyDays')}
        />
      </Card>
    </>
  );
}
