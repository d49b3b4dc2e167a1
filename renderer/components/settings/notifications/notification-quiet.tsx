import { useModel, useSetting, useSettings, useText } from '../../../model-context.tsx';
import { notificationLimits } from '../../../../core/notification/notification-limits.ts';
import {
  Card,
  ChoiceRow,
  NumberRow,
  SettingsRow,
  SwitchRow,
} from '../../controls/settings-controls.tsx';
import { Switch } from '../../controls/switch.tsx';
import { TimeField } from '../../controls/time-field.tsx';

/** When notifications are held back, and which are shown even then. */
export function NotificationQuiet() {
  const { settings: store } = useModel();
  const words = useText().settings.notifications;
  const { quietHours, lockedScreen } = useSettings();
  const [first, ...others] = quietHours.times;
  const time = first ?? { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 22 * 60, toMinute: 7 * 60 };
  const change = (to: Partial<typeof quietHours>) =>
    void store.change({ quietHours: { ...quietHours, ...to } });
  const changeTime = (to: Partial<typeof time>) =>
    change({ times: [{ ...time, ...to }, ...others] });
  return (
    <Card title={words.quiet}>
      <NumberRow
        title={words.mostPerMinute}
        help={words.mostPerMinuteHelp}
        name={words.mostPerMinuteField}
        unit={words.perMinute}
        {...notificationLimits.mostNotificationsPerMinute}
        {...useSetting('mostNotificationsPerMinute')}
      />
      <SettingsRow title={words.quietHours} help={words.quietHelp}>
        <TimeField
          name={words.from}
          minute={time.fromMinute}
          onChange={(fromMinute) => changeTime({ fromMinute })}
        />
        <span className="t2">{words.until}</span>
        <TimeField
          name={words.to}
          minute={time.toMinute}
          onChange={(toMinute) => changeTime({ toMinute })}
        />
        <Switch
          name={words.quietHours}
          isOn={quietHours.isOn}
          onChange={(isOn) => change({ isOn })}
        />
      </SettingsRow>
      <SettingsRow title={words.days} help={words.daysHelp}>
        <fieldset className="seg">
          <legend className="vh">{words.days}</legend>
          {words.dayNames.map((name, index) => {
            const day = index + 1;
            const isOn = time.days.includes(day);
            return (
              <label key={name}>
                <input
                  type="checkbox"
                  className="vh"
                  checked={isOn}
                  onChange={() =>
                    changeTime({
                      days: isOn
                        ? time.days.filter((each) => each !== day)
                        : [...time.days, day].toSorted((one, other) => one - other),
                    })
                  }
                />
                {name}
              </label>
            );
          })}
        </fieldset>
      </SettingsRow>
      <SwitchRow
        title={words.critical}
        help={words.criticalHelp}
        isOn={quietHours.letsCriticalThrough}
        onChange={(letsCriticalThrough) => change({ letsCriticalThrough })}
      />
      <NumberRow
        title={words.remind}
        help={words.remindHelp}
        name={words.remindField}
        unit={words.minutes}
        {...notificationLimits.remindEveryMinutes}
        {...useSetting('remindEveryMinutes')}
      />
      <ChoiceRow
        title={words.locked}
        help={words.lockedHelp[lockedScreen]}
        words={words.lockedChoices}
        {...useSetting('lockedScreen')}
      />
    </Card>
  );
}
