import { heldUntilMs, isEndlessQuiet } from '../../../core/notification/quiet-hours.ts';
import { endText } from '../../../core/order/format.ts';
import { useAhead, useModel, useSettings, useText, useTicking } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';

/**
 * What holds the notifications of all orders back for a time: that they were muted from the tray, and quiet hours.
 * A click leads to where each is set.
 */
export function StandingHolds() {
  const { settings, ticker } = useModel();
  const { holds: texts, locale } = useText();
  const { notificationsMutedUntilMs, quietHours } = useSettings();
  const mutedUntilMs = useAhead(notificationsMutedUntilMs);
  const quietUntilMs = useTicking((nowMs) => {
    const untilMs = heldUntilMs(quietHours, nowMs);
    if (untilMs === null) return 0;
    return isEndlessQuiet(untilMs, nowMs) ? Infinity : untilMs;
  });
  const until = (atMs: number) => endText(atMs, ticker.nowMs(), locale);
  const muted =
    mutedUntilMs === null
      ? []
      : [{ icon: 'bell-off', line: texts.muted(until(mutedUntilMs)) } as const];
  const end = quietUntilMs === Infinity ? null : until(quietUntilMs);
  const quiet = quietUntilMs === 0 ? [] : [{ icon: 'clock', line: texts.quiet(end) } as const];
  const said = [...muted, ...quiet];
  if (said.length === 0) return null;
  return (
    <div className="holds">
      {said.map(({ icon, line }) => (
        <button
          key={icon}
          type="button"
          className="fs12 t2"
          aria-label={texts.toSetting(line)}
          title={texts.toSetting(line)}
          onClick={() => settings.openPlace('quiet')}
        >
          <Icon name={icon} className="s" />
          <span className="words cut num">{line}</span>
        </button>
      ))}
    </div>
  );
}
