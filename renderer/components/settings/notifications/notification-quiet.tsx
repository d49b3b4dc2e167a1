import { clockText, endText, unitText } from '../../../../core/order/format.ts';
import type { Settings } from '../../../../core/settings/settings.ts';
import {
  useAhead,
  useIsLocked,
  useModel,
  useSettings,
  useText,
  useTicking,
} from '../../../model-context.tsx';
import {
  mostQuietTimes,
  notificationLimits,
} from '../../../../core/notification/notification-limits.ts';
import { Button, IconButton } from '../../controls/button.tsx';
import { Card, LockableRows, SettingsRow } from '../../controls/settings-controls.tsx';
import { TimeField } from '../../controls/time-field.tsx';
import { WhatIfSwitch, WhatIfValue } from '../../setting-rows/what-if.tsx';
import { SettingRows } from '../../setting-rows/setting-rows.tsx';

type QuietHours = Settings['quietHours'];
type QuietTime = QuietHours['times'][number];

interface QuietTimeProps {
  readonly time: QuietTime;
  /** Its place among the quiet times, counted from 1. */
  readonly place: number;
  readonly onChange: (to: Partial<QuietTime>) => void;
  /** Absent for the only one, which cannot be removed. */
  readonly onRemove?: () => void;
}

/** One quiet time: when it begins and ends, and on which days. */
function QuietTimeRows({ time, place, onChange, onRemove }: QuietTimeProps) {
  const texts = useText().settings.notifications;
  return (
    <>
      <SettingsRow title={texts.quietTime(place)}>
        <TimeField
          name={texts.from(place)}
          minute={time.fromMinute}
          onChange={(fromMinute) => onChange({ fromMinute })}
        />
        <span className="t2">{texts.until}</span>
        <TimeField
          name={texts.to(place)}
          minute={time.toMinute}
          onChange={(toMinute) => onChange({ toMinute })}
        />
        {onRemove === undefined ? null : (
          <IconButton
            icon="x"
            look="quiet s"
            isSmall
            label={texts.removeQuietTime(place)}
            title={texts.removeQuietTime(place)}
            onClick={onRemove}
          />
        )}
      </SettingsRow>
      <SettingsRow title={texts.days} help={time.days.length === 0 ? texts.noDays : texts.daysHelp}>
        <fieldset className="seg">
          <legend className="vh">{texts.daysOf(place)}</legend>
          {texts.dayNames.map((name, index) => {
            const day = index + 1;
            const isOn = time.days.includes(day);
            return (
              <label key={name}>
                <input
                  type="checkbox"
                  className="vh"
                  checked={isOn}
                  onChange={() =>
                    onChange({
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
    </>
  );
}

/** The time zones by region, in the order of their names. */
function zonesByRegion(stored: string | null): ReadonlyMap<string, readonly string[]> {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  if (stored !== null) names.add(stored);
  return Map.groupBy([...names].toSorted(), (name) =>
    name.includes('/') ? name.slice(0, name.indexOf('/')) : '',
  );
}

interface TimeZoneProps {
  readonly timeZone: string | null;
  readonly onChange: (timeZone: string | null) => void;
}

/** By whose clock the quiet times go. */
function TimeZoneRow({ timeZone, onChange }: TimeZoneProps) {
  const { locale, settings } = useText();
  const texts = settings.notifications;
  const now = useTicking((nowMs) => clockText(nowMs, locale, timeZone ?? undefined));
  return (
    <SettingsRow title={texts.timeZone} help={texts.timeZoneNow(now)}>
      <select
        className="select"
        aria-label={texts.timeZone}
        value={timeZone ?? ''}
        onChange={({ target: { value } }) => onChange(value === '' ? null : value)}
      >
        <option value="">{texts.ownTimeZone}</option>
        {[...zonesByRegion(timeZone)].map(([region, names]) => (
          <optgroup key={region} label={region === '' ? texts.otherZones : region}>
            {names.map((name) => (
              <option key={name} value={name}>
                {name.slice(region === '' ? 0 : region.length + 1).replaceAll('_', ' ')}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </SettingsRow>
  );
}

/** The quiet times and the clock that they go by. */
function QuietTimes() {
  const { settings: store } = useModel();
  const texts = useText().settings.notifications;
  const { quietHours } = useSettings();
  const { times } = quietHours;
  const changeTo = (to: Partial<QuietHours>) => ({ quietHours: { ...quietHours, ...to } });
  const change = (to: Partial<QuietHours>) => void store.change(changeTo(to));
  return (
    <>
      <WhatIfSwitch
        title={texts.quietHours}
        help={texts.quietHelp}
        isOn={quietHours.isOn}
        changeTo={(isOn) => changeTo({ isOn })}
      />
      {/* Times that nothing goes by are shown, and not changed. */}
      <fieldset className="locked" disabled={!quietHours.isOn}>
        {times.map((time, index) => (
          <QuietTimeRows
            // Quiet times have no name of their own, and only their place tells them apart.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            time={time}
            place={index + 1}
            onChange={(to) => change({ times: times.with(index, { ...time, ...to }) })}
            {...(times.length > 1 && {
              onRemove: () => change({ times: times.toSpliced(index, 1) }),
            })}
          />
        ))}
        <SettingsRow title={texts.moreQuietTimes} help={texts.moreQuietTimesHelp}>
          <Button
            aria-disabled={times.length >= mostQuietTimes}
            onClick={() => {
              if (times.length < mostQuietTimes) change({ times: [...times, newQuietTime] });
            }}
          >
            {texts.addQuietTime}
          </Button>
        </SettingsRow>
        <TimeZoneRow timeZone={quietHours.timeZone} onChange={(timeZone) => change({ timeZone })} />
      </fieldset>
      <WhatIfSwitch
        title={texts.critical}
        help={texts.criticalHelp}
        isOn={quietHours.letsCriticalThrough}
        changeTo={(letsCriticalThrough) => changeTo({ letsCriticalThrough })}
      />
    </>
  );
}

/** Without a day it is never quiet, so nothing is held back before the days are chosen. */
const newQuietTime: QuietTime = { days: [], fromMinute: 12 * 60, toMinute: 13 * 60 };

/** Half of never is never: what it would have meant is said for these minutes, the first two others. */
const remindOthers = [0, 5, 15];

/** Whether each change by itself is offered: once, where every move was chosen before there was that choice. */
function useIsOffered(): boolean {
  const { everyMove, news, offersEveryChange } = useSettings();
  const isLocked = useIsLocked('news');
  return offersEveryChange && everyMove.isTold && news === 'calm' && !isLocked;
}

/** How news is told. Whatever is chosen answers the offer. */
function NewsRows() {
  const { settings: store } = useModel();
  const texts = useText().settings.notifications;
  const isOffered = useIsOffered();
  const answered = { offersEveryChange: false };
  return (
    <>
      {isOffered ? (
        <SettingsRow title={texts.offer} help={texts.offerHelp}>
          <Button look="s" onClick={() => void store.change({ news: 'everyChange', ...answered })}>
            {texts.offerAccept}
          </Button>
          <Button look="quiet s" onClick={() => void store.change(answered)}>
            {texts.offerLeave}
          </Button>
        </SettingsRow>
      ) : null}
      <SettingRows card="news" hasWhatIf {...(isOffered && { also: answered })} />
    </>
  );
}

/** How news is told: each change alone, or several together. */
export function NotificationNews() {
  const texts = useText().settings.notifications;
  return (
    <Card title={texts.how} place="news">
      <NewsRows />
      <SettingRows card="digest" hasWhatIf />
      <EveryMoveRows />
    </Card>
  );
}

/** That notifications are muted from the tray, as long as they are, and what ends that. */
function MutedRow() {
  const { settings, time } = useModel();
  const { locale, settings: all } = useText();
  const texts = all.notifications;
  const untilMs = useAhead(useSettings().notificationsMutedUntilMs);
  if (untilMs === null) return null;
  return (
    <SettingsRow title={texts.mutedUntil(endText(untilMs, time.nowMs(), locale))}>
      <Button look="s" onClick={() => void settings.change({ notificationsMutedUntilMs: null })}>
        {texts.unmute}
      </Button>
    </SettingsRow>
  );
}

/** When notifications are held back, which are shown even then, and how often. */
export function NotificationQuiet() {
  const texts = useText().settings.notifications;
  const { remindEveryMinutes } = useSettings();
  return (
    <Card title={texts.quiet} place="quiet">
      <MutedRow />
      <LockableRows name="quietHours">
        <QuietTimes />
      </LockableRows>
      <SettingRows
        card="reminder"
        hasWhatIf
        others={remindOthers.filter((each) => each !== remindEveryMinutes).slice(0, 2)}
      />
    </Card>
  );
}

/** Whether each move is told, and how far and how long apart. */
function EveryMoveRows() {
  const { locale, settings } = useText();
  const texts = settings.notifications;
  const { everyMove } = useSettings();
  const moveTo = (to: Partial<typeof everyMove>) => ({ everyMove: { ...everyMove, ...to } });
  return (
    <LockableRows name="everyMove">
      <WhatIfSwitch
        title={texts.everyMove}
        help={texts.everyMoveHelp}
        isOn={everyMove.isTold}
        changeTo={(isTold) => moveTo({ isTold })}
      />
      <WhatIfValue
        title={texts.onlyAfter}
        help={texts.onlyAfterHelp}
        name={texts.onlyAfterField}
        unit={unitText('meter', locale)}
        value={everyMove.meters}
        {...notificationLimits.moveMeters}
        changeTo={(meters) => moveTo({ meters })}
      />
      <WhatIfValue
        title={texts.atMostEvery}
        name={texts.atMostEveryField}
        unit={texts.seconds}
        value={everyMove.everySeconds}
        {...notificationLimits.moveEverySeconds}
        changeTo={(everySeconds) => moveTo({ everySeconds })}
      />
    </LockableRows>
  );
}
