import type { LimitInForce } from '../../../../core/board/board.ts';
import { localisedNotifications } from '../../../../core/notification/localised-texts.ts';
import { notificationLimits } from '../../../../core/notification/notification-limits.ts';
import { sampleNotification } from '../../../../core/notification/sample-notification.ts';
import { durationText } from '../../../../core/order/format.ts';
import type { Settings } from '../../../../core/settings/settings.ts';
import {
  useHasTeam,
  useIsCardShown,
  useModel,
  useSettings,
  useSlice,
  useText,
} from '../../../model-context.tsx';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import { Icon } from '../../controls/icon.tsx';
import { Card, LockableRows } from '../../controls/settings-controls.tsx';
import { SettingRows } from '../../setting-rows/setting-rows.tsx';
import { WhatIfLead, WhatIfValue } from '../../setting-rows/what-if.tsx';
import { ForecastSettings } from './forecast-grade.tsx';
import { FenceRows, SilenceRows, StayRows } from './limit-rows.tsx';
import { NotificationQuiet } from './notification-quiet.tsx';

/** After how long a wait is long at present, and where that number comes from. */
function longWaitText(
  { limitMs, learnedFrom }: LimitInForce,
  { longWaitMinutes, leastLongWaitMinutes }: Settings['waitLimits'],
  { notifications }: Dictionary['settings'],
  locale: string,
): string {
  const limit = durationText(limitMs, locale);
  if (learnedFrom > 0) return notifications.longWaitLearned(limit, learnedFrom);
  const ownMs = Math.max(longWaitMinutes, leastLongWaitMinutes) * 60_000;
  return limitMs === ownMs
    ? notifications.longWaitAsSet(limit)
    : notifications.longWaitReturning(limit, durationText(ownMs, locale));
}

/** After how long a rest of couriers is too long at present, where it counts, and where that number comes from. */
function restText(
  where: string,
  inForce: LimitInForce | undefined,
  setMinutes: number,
  { notifications }: Dictionary['settings'],
  locale: string,
): string {
  if (inForce === undefined) return where;
  const { learnedFrom, limitMs } = inForce;
  const limit = durationText(limitMs, locale);
  if (learnedFrom === 0) return notifications.restAsSet(where, limit);
  return limitMs > setMinutes * 60_000
    ? notifications.restLearned(where, limit, learnedFrom)
    : notifications.restEnough(where, limit, learnedFrom);
}

/** From when on something counts: a wait or a stay as long, a position as old, a courier as at a stop. */
function NotificationThresholds() {
  const { board } = useModel();
  const { locale, settings } = useText();
  const longWait = useSlice(board, (state) => state.app?.longWait ?? null);
  const restLimits = useSlice(board, (state) => state.app?.restLimits ?? null);
  const texts = settings.notifications;
  const { fences, silenceLimits, stayLimits, waitLimits } = useSettings();
  const hasTeam = useHasTeam();
  const waitTo = (to: Partial<typeof waitLimits>) => ({ waitLimits: { ...waitLimits, ...to } });
  return (
    <Card title={texts.begins}>
      <LockableRows name="silenceLimits">
        <SilenceRows
          limits={silenceLimits}
          nameOf={(name) => name}
          changeTo={(limits) => ({ silenceLimits: limits })}
          silentHelp={restText(
            texts.silentHelp,
            restLimits?.silent,
            silenceLimits.silentMinutes,
            settings,
            locale,
          )}
        />
      </LockableRows>
      <LockableRows name="waitLimits">
        <WhatIfValue
          title={texts.notMoving}
          help={restText(
            texts.notMovingHelp,
            restLimits?.notMoving,
            waitLimits.notMovingMinutes,
            settings,
            locale,
          )}
          name={texts.notMovingField}
          unit={texts.minutes}
          value={waitLimits.notMovingMinutes}
          {...notificationLimits.notMovingMinutes}
          changeTo={(notMovingMinutes) => waitTo({ notMovingMinutes })}
        />
        <WhatIfValue
          title={texts.longWait}
          help={
            longWait === null ? undefined : longWaitText(longWait, waitLimits, settings, locale)
          }
          name={texts.longWaitField}
          unit={texts.minutes}
          value={waitLimits.longWaitMinutes}
          {...notificationLimits.longWaitMinutes}
          changeTo={(longWaitMinutes) => waitTo({ longWaitMinutes })}
        />
        <WhatIfValue
          title={texts.leastLongWait}
          help={texts.leastLongWaitHelp}
          name={texts.leastLongWaitField}
          unit={texts.minutes}
          value={waitLimits.leastLongWaitMinutes}
          {...notificationLimits.longWaitMinutes}
          changeTo={(leastLongWaitMinutes) => waitTo({ leastLongWaitMinutes })}
        />
      </LockableRows>
      <LockableRows name="stayLimits">
        <StayRows
          limits={stayLimits}
          nameOf={(name) => name}
          changeTo={(limits) => ({ stayLimits: limits })}
          helps={{
            pickup: restText(
              texts.pickupStayHelp,
              restLimits?.pickupStay,
              stayLimits.pickupMinutes,
              settings,
              locale,
            ),
            destination: restText(
              texts.destinationStayHelp,
              restLimits?.destinationStay,
              stayLimits.destinationMinutes,
              settings,
              locale,
            ),
          }}
        />
      </LockableRows>
      <SettingRows card="option" />
      {/* Where a courier is near is judged by the program that checks. */}
      {hasTeam ? null : (
        <LockableRows name="fences">
          <FenceRows
            limits={fences}
            nameOf={(name) => name}
            changeTo={(limits) => ({ fences: limits })}
          />
        </LockableRows>
      )}
    </Card>
  );
}

/** What notifications may show to people who see the screen, with an example. */
function NotificationPrivacySettings() {
  const dictionary = useText();
  const texts = dictionary.settings.notifications;
  const { notificationPrivacy, priceUnit } = useSettings();
  const { privacy, preview, now } = texts;
  const sample = sampleNotification('matched', 0, {
    priceUnit,
    locale: dictionary.locale,
    texts: localisedNotifications(dictionary),
  });
  const text = sample?.texts[notificationPrivacy];
  return (
    <>
      <Card title={privacy} place="shown">
        <SettingRows card="shown" />
        <SettingRows card="lockedScreen" hasWhatIf />
      </Card>
      <Card title={preview}>
        <div>
          <div className="note-prev">
            <Icon name="bell" className="t2" />
            <div className="grow">
              <div className="strong">{text?.title}</div>
              <div className="fs12 t2">{text?.body}</div>
            </div>
            <span className="fs11 t3">{now}</span>
          </div>
        </div>
      </Card>
    </>
  );
}

/** From when on something notifies, when it is quiet, and what a notification shows. */
export function TimingSettings() {
  const texts = useText().settings.notifications;
  const hasClaims = useIsCardShown('claims');
  return (
    <>
      <WhatIfLead />
      <NotificationQuiet />
      <NotificationPrivacySettings />
      <NotificationThresholds />
      {hasClaims ? (
        <Card title={texts.ofOthers}>
          <SettingRows card="claims" />
        </Card>
      ) : null}
      <ForecastSettings />
    </>
  );
}
