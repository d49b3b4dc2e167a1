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

/** "22:00" of the minutes after midnight. */
function timeField(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** The minutes after midnight of a time field; null while it is not complete. */
function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

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
        <input
          type="time"
          className="input num"
          aria-label={words.from}
          value={timeField(time.fromMinute)}
          onChange={(event) => {
            const fromMinute = minuteOf(event.target.value);
            if (fromMinute !== null) changeTime({ fromMinute });
          }}
        />
        <span className="t2">{words.until}</span>
        <input
          type="time"
          className="input num"
          aria-label={words.to}
          value={timeField(time.toMinute)}
          onChange={(event) => {
            const toMinute = minuteOf(event.target.value);
            if (toMinute !== null) changeTime({ toMinute });
          }}
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
