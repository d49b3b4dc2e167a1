import { unitText } from '../../../../core/order/format.ts';
import { useModel, useSettings, useText } from '../../../model-context.tsx';
import { Card, NumberRow, SwitchRow } from '../../controls/settings-controls.tsx';
import { notificationLimits } from './notification-limits.ts';

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
      <Card title={words.moves}>
        <SwitchRow
          title={words.everyMove}
          help={words.everyMoveHelp}
          isOn={everyMove.isTold}
          onChange={(isTold) => changeMove({ isTold })}
        />
        <NumberRow
          title={words.onlyAfter}
          help={words.onlyAfterHelp}
          name={words.onlyAfterField}
          unit={unitText('meter', locale)}
          value={everyMove.meters}
          {...notificationLimits.moveMeters}
          onChange={(meters) => changeMove({ meters })}
        />
        <NumberRow
          title={words.atMostEvery}
          name={words.atMostEveryField}
          unit={words.seconds}
          value={everyMove.everySeconds}
          {...notificationLimits.moveEverySeconds}
          onChange={(everySeconds) => changeMove({ everySeconds })}
        />
      </Card>
      <Card title={words.waits}>
        <NumberRow
          title={words.notMoving}
          help={words.notMovingHelp}
          name={words.notMovingField}
          unit={words.minutes}
          value={waitLimits.notMovingMinutes}
          {...notificationLimits.notMovingMinutes}
          onChange={(notMovingMinutes) => changeWait({ notMovingMinutes })}
        />
        <NumberRow
          title={words.longWait}
          help={words.longWaitHelp}
          name={words.longWaitField}
          unit={words.minutes}
          value={waitLimits.longWaitMinutes}
          {...notificationLimits.longWaitMinutes}
          onChange={(longWaitMinutes) => changeWait({ longWaitMinutes })}
        />
      </Card>
    </>
  );
}
