import { unitText } from '../../../../core/order/format.ts';
import {
  leastFenceGapMeters,
  notificationLimits,
} from '../../../../core/notification/notification-limits.ts';
import type { Settings, SettingsChange } from '../../../../core/settings/settings.ts';
import { useText } from '../../../model-context.tsx';
import { WhatIfValue } from '../../setting-rows/what-if.tsx';

interface LimitRowsProps<Limits> {
  readonly limits: Limits;
  /** The name of a field, with the group whose limits these are. */
  readonly nameOf: (field: string) => string;
  /** The change of the settings that these limits would be. */
  readonly changeTo: (limits: Limits) => SettingsChange;
}

/**
 * After how long a courier's position counts as old and as lost: for all orders, or for those of a group.
 *
 * @param silentHelp what stands beside the first of them, where more is to be said than when it counts
 */
export function SilenceRows({
  limits,
  nameOf,
  changeTo,
  silentHelp,
}: LimitRowsProps<Settings['silenceLimits']> & { readonly silentHelp?: string }) {
  const texts = useText().settings.notifications;
  const { silentMinutes, lostMinutes } = notificationLimits;
  return (
    <>
      <WhatIfValue
        title={texts.silent}
        help={silentHelp ?? texts.silentHelp}
        name={nameOf(texts.silentField)}
        unit={texts.minutes}
        value={limits.silentMinutes}
        least={silentMinutes.least}
        most={Math.min(silentMinutes.most, limits.lostMinutes - 1)}
        changeTo={(next) => changeTo({ ...limits, silentMinutes: next })}
      />
      <WhatIfValue
        title={texts.lost}
        help={texts.lostHelp}
        name={nameOf(texts.lostField)}
        unit={texts.minutes}
        value={limits.lostMinutes}
        least={Math.max(lostMinutes.least, limits.silentMinutes + 1)}
        most={lostMinutes.most}
        changeTo={(next) => changeTo({ ...limits, lostMinutes: next })}
      />
    </>
  );
}

/**
 * After how long a courier is too long at the pickup, and at a destination.
 *
 * @param helps what stands beside each, where more is to be said than when it counts
 */
export function StayRows({
  limits,
  nameOf,
  changeTo,
  helps,
}: LimitRowsProps<Settings['stayLimits']> & {
  readonly helps?: { readonly pickup: string; readonly destination: string };
}) {
  const texts = useText().settings.notifications;
  return (
    <>
      <WhatIfValue
        title={texts.pickupStay}
        help={helps?.pickup ?? texts.pickupStayHelp}
        name={nameOf(texts.pickupStayField)}
        unit={texts.minutes}
        value={limits.pickupMinutes}
        {...notificationLimits.stayMinutes}
        changeTo={(pickupMinutes) => changeTo({ ...limits, pickupMinutes })}
      />
      <WhatIfValue
        title={texts.destinationStay}
        help={helps?.destination ?? texts.destinationStayHelp}
        name={nameOf(texts.destinationStayField)}
        unit={texts.minutes}
        value={limits.destinationMinutes}
        {...notificationLimits.stayMinutes}
        changeTo={(destinationMinutes) => changeTo({ ...limits, destinationMinutes })}
      />
    </>
  );
}

/** How near a courier must come to be at a stop, and how far go to have left it. */
export function FenceRows({ limits, nameOf, changeTo }: LimitRowsProps<Settings['fences']>) {
  const { locale, settings } = useText();
  const texts = settings.notifications;
  const { enterMeters, leaveMeters } = notificationLimits;
  const unit = unitText('meter', locale);
  return (
    <>
      <WhatIfValue
        title={texts.atStop}
        help={texts.atStopHelp}
        name={nameOf(texts.atStopField)}
        unit={unit}
        value={limits.enterMeters}
        least={enterMeters.least}
        most={Math.min(enterMeters.most, limits.leaveMeters - leastFenceGapMeters)}
        changeTo={(next) => changeTo({ ...limits, enterMeters: next })}
      />
      <WhatIfValue
        title={texts.leftStop}
        help={texts.leftStopHelp}
        name={nameOf(texts.leftStopField)}
        unit={unit}
        value={limits.leaveMeters}
        least={Math.max(leaveMeters.least, limits.enterMeters + leastFenceGapMeters)}
        most={leaveMeters.most}
        changeTo={(next) => changeTo({ ...limits, leaveMeters: next })}
      />
    </>
  );
}
