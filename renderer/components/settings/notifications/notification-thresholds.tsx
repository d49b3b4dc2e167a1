import { unitText } from '../../../../core/order/format.ts';
import { useModel, useSettings, useText } from '../../../model-context.tsx';
import { NumberSetting, SettingsRow } from '../../controls/settings-controls.tsx';
import { tellingLimits } from './telling-limits.ts';
import { Switch } from '../../controls/switch.tsx';

/** From when on a move is told, and a wait counts as long. */
export function NotificationThresholds() {
  const { settings: store } = useModel();
  const { locale, settings } = useText();
  const words = settings.notifications;
  const { everyMove, waitLimits } = useSettings();
  const changeMove = (to: Partial<typeof everyMove>) =>
    void store.change({ everyMove: { ...everyMove, ...to } });
  const changeWait = (to: Partial<typeof waitLimits>) =>
    void store.change({ waitLimits: { ...waitLimits, ...to } });
  return (
    <>
      <h2>{words.moves}</h2>
      <div className="card">
        <SettingsRow title={words.everyMove} help={words.everyMoveHelp}>
          <Switch
            name={words.everyMove}
            isOn={everyMove.isTold}
            onChange={(isTold) => changeMove({ isTold })}
          />
        </SettingsRow>
        <SettingsRow title={words.onlyAfter} help={words.onlyAfterHelp}>
          <NumberSetting
            name={words.onlyAfterField}
            unit={unitText('meter', locale)}
            value={everyMove.meters}
            {...tellingLimits.moveMeters}
            onChange={(meters) => changeMove({ meters })}
          />
        </SettingsRow>
        <SettingsRow title={words.atMostEvery}>
          <NumberSetting
            name={words.atMostEveryField}
            unit={words.seconds}
            value={everyMove.everySeconds}
            {...tellingLimits.moveEverySeconds}
            onChange={(everySeconds) => changeMove({ everySeconds })}
          />
        </SettingsRow>
      </div>
      <h2>{words.waits}</h2>
      <div className="card">
        <SettingsRow title={words.notMoving} help={words.notMovingHelp}>
          <NumberSetting
            name={words.notMovingField}
            unit={words.minutes}
            value={waitLimits.notMovingMinutes}
            {...tellingLimits.notMovingMinutes}
            onChange={(notMovingMinutes) => changeWait({ notMovingMinutes })}
          />
        </SettingsRow>
        <SettingsRow title={words.longWait} help={words.longWaitHelp}>
          <NumberSetting
            name={words.longWaitField}
            unit={words.minutes}
            value={waitLimits.longWaitMinutes}
            {...tellingLimits.longWaitMinutes}
            onChange={(longWaitMinutes) => changeWait({ longWaitMinutes })}
          />
        </SettingsRow>
      </div>
    </>
  );
}
