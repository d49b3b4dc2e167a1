import type { LongWaitLimit, NotificationHealth } from '../../../../core/board/board.ts';
import { sampleNotification } from '../../../../core/notification/sample-notification.ts';
import { localisedNotifications } from '../../../../core/notification/localised-texts.ts';
import {
  useIsLocked,
  useModel,
  useSettings,
  useSlice,
  useText,
  useHasTeam,
} from '../../../model-context.tsx';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import { Button, IconButton } from '../../controls/button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { FenceRows, SilenceRows } from './limit-rows.tsx';
import { NotificationGroups } from './notification-groups.tsx';
import { NotificationHistoryRow, NotificationSelfTest } from './notification-proof.tsx';
import { ForecastSettings } from './forecast-grade.tsx';
import { NotificationNews, NotificationQuiet } from './notification-quiet.tsx';
import { WhatIfHead, WhatIfKind, WhatIfLead, WhatIfValue } from '../../setting-rows/what-if.tsx';
import { Card, LockableRows, SetByCompany } from '../../controls/settings-controls.tsx';
import { durationText } from '../../../../core/order/format.ts';
import type { Settings, SettingsChange } from '../../../../core/settings/settings.ts';
import { notifiedLevel } from '../../../../core/notification/notification.ts';
import { levelMeaningId, LevelSelect } from '../../setting-rows/level-select.tsx';
import {
  notificationKinds,
  type NotificationKind,
  type KindSettings,
  notificationLevels,
} from '../../../../core/notification/notification.ts';
import {
  type NotificationSound,
  notificationSounds,
  ownSound,
} from '../../../../core/notification/notification-sound.ts';
import type { IconName } from '../../../icon-sprite.tsx';
import { notificationLimits } from '../../../../core/notification/notification-limits.ts';
import { SettingRows } from '../../setting-rows/setting-rows.tsx';

function healthText(health: NotificationHealth, texts: Dictionary['settings']): string {
  return health.kind === 'failing'
    ? texts.notifications.health.failing(health.reason)
    : texts.notifications.health[health.kind];
}

const looks: Readonly<
  Record<NotificationKind, { readonly icon: IconName; readonly tone: string }>
> = {
  promisePassed: { icon: 'clock', tone: 'c-problem' },
  released: { icon: 'undo', tone: 'c-attention' },
  failed: { icon: 'st-problem', tone: 'c-problem' },
  cancelled: { icon: 'st-problem', tone: 'c-problem' },
  reopened: { icon: 'undo', tone: 'c-attention' },
  handedToMe: { icon: 'you', tone: 'c-attention' },
  notFound: { icon: 'st-unknown', tone: 'c-problem' },
  courierLost: { icon: 'pin', tone: 'c-attention' },
  probablyLate: { icon: 'clock', tone: 'c-attention' },
  promiseAhead: { icon: 'clock', tone: 'c-attention' },
  courierSilent: { icon: 'pin', tone: 'c-attention' },
  notMoving: { icon: 'st-attention', tone: 'c-attention' },
  arrivedWaiting: { icon: 'st-attention', tone: 'c-attention' },
  longWait: { icon: 'st-waiting', tone: 'c-attention' },
  unknownStatus: { icon: 'st-unknown', tone: 'c-unknown' },
  connection: { icon: 'offline', tone: 't3' },
  matched: { icon: 'you', tone: 'c-active' },
  courierMoved: { icon: 'pin', tone: 'c-active' },
  completed: { icon: 'st-done', tone: 'c-done' },
  amended: { icon: 'money', tone: 't3' },
  created: { icon: 'plus', tone: 't3' },
  statusChanged: { icon: 'sort', tone: 't2' },
  addressChanged: { icon: 'pin', tone: 't2' },
  scheduleChanged: { icon: 'clock', tone: 't2' },
  stopsChanged: { icon: 'sort', tone: 't2' },
  noteChanged: { icon: 'tag', tone: 't2' },
};

/** Which kinds of events need a person, are news or are kept in the history, and with which sound. */
function NotificationKinds() {
  const { settings: store } = useModel();
  const texts = useText().settings.notifications;
  const { toldKinds: chosen } = useSettings();
  const isLocked = useIsLocked('toldKinds');
  const changeTo = (kind: NotificationKind, to: Partial<KindSettings>) => ({
    toldKinds: { ...chosen, [kind]: { ...chosen[kind], ...to } },
  });
  const switched = (kind: NotificationKind) =>
    changeTo(kind, { level: chosen[kind].level === 'kept' ? notifiedLevel(kind) : 'kept' });
  return (
    <Card title={texts.what} place="kinds">
      {isLocked ? <SetByCompany /> : null}
      <table className="ev">
        <thead>
          <tr>
            <th scope="col">
              <span className="ev-name">
                <span>{texts.event}</span>
                <WhatIfHead change={switched('promisePassed')} />
              </span>
            </th>
            <th scope="col" className="lvl">
              {texts.level}
            </th>
            <th scope="col" className="snd">
              {texts.sound}
            </th>
            <th scope="col" className="c">
              <span className="vh">{texts.try}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {/* All rows are children of one parent: one that moves to another level keeps its focus. */}
          {notificationLevels.flatMap((level) => [
            <tr key={level} className="ev-level">
              <td colSpan={4}>
                <h3>{texts.levelNames[level]}</h3>
                <span className="help" id={levelMeaningId(level)}>
                  {texts.levelMeans[level]}
                </span>
              </td>
            </tr>,
            ...notificationKinds
              .filter((kind) => chosen[kind].level === level)
              .map((kind) => (
                <KindRow
                  key={`kind:${kind}`}
                  kind={kind}
                  chosen={chosen[kind]}
                  isLocked={isLocked}
                  switched={switched(kind)}
                  onChange={(to) => void store.change(changeTo(kind, to))}
                />
              )),
          ])}
        </tbody>
      </table>
      <SoundHelp />
    </Card>
  );
}

interface KindRowProps {
  readonly kind: NotificationKind;
  readonly chosen: KindSettings;
  readonly isLocked: boolean;
  /** The change that tells it, or tells it no more. */
  readonly switched: SettingsChange;
  readonly onChange: (to: Partial<KindSettings>) => void;
}

function KindRow({ kind, chosen, isLocked, switched, onChange }: KindRowProps) {
  const { notifications } = useModel();
  const texts = useText().settings.notifications;
  const { level, sound } = chosen;
  return (
    <tr>
      <td>
        <Icon name={looks[kind].icon} className={looks[kind].tone} />
        <span className="ev-name">
          <span>{texts.kinds[kind]}</span>
          <WhatIfKind isOn={level !== 'kept'} change={switched} />
        </span>
      </td>
      <td>
        <LevelSelect
          kind={kind}
          name={texts.levelOf(texts.kinds[kind])}
          value={level}
          isDisabled={isLocked}
          onChange={(next) => onChange({ level: next })}
        />
      </td>
      <td>
        <SoundChoice
          kind={kind}
          chosen={sound}
          isDisabled={isLocked || level === 'kept'}
          onChange={(next) => onChange({ sound: next })}
        />
      </td>
      <td className="c">
        <Button
          look="quiet s"
          aria-label={texts.tryOf(texts.kinds[kind])}
          onClick={() => void notifications.tryKind(kind)}
        >
          {texts.try}
        </Button>
      </td>
    </tr>
  );
}

interface SoundChoiceProps {
  readonly kind: NotificationKind;
  readonly chosen: NotificationSound;
  readonly isDisabled: boolean;
  readonly onChange: (sound: NotificationSound) => void;
}

/** The sound of a kind. Beside one of Waybell's own a button plays it; the system's comes with a notification only. */
function SoundChoice({ kind, chosen, isDisabled, onChange }: SoundChoiceProps) {
  const { notifications } = useModel();
  const texts = useText().settings.notifications;
  const own = ownSound(chosen);
  return (
    <span className="snd hstack">
      <select
        className="select"
        aria-label={texts.soundOf(texts.kinds[kind])}
        aria-describedby={soundHelpId}
        value={chosen}
        disabled={isDisabled}
        onChange={({ target }) => {
          const sound = notificationSounds.find((each) => each === target.value);
          if (sound !== undefined) onChange(sound);
        }}
      >
        {notificationSounds.map((sound) => (
          <option key={sound} value={sound}>
            {texts.sounds[sound]}
          </option>
        ))}
      </select>
      {own === null ? null : (
        <IconButton
          icon="play"
          look="quiet s"
          isSmall
          label={texts.playOf(texts.kinds[kind])}
          title={texts.play}
          onClick={() => void notifications.play(own)}
        />
      )}
    </span>
  );
}

const soundHelpId = 'sound-help';

/** Who plays which sound, and what each obeys. */
function SoundHelp() {
  const { notifications } = useModel();
  const texts = useText().settings.notifications;
  const isMissing = useSlice(notifications, (state) => state.isSoundMissing);
  return (
    <div className="sound-help">
      <p className="help" id={soundHelpId}>
        {texts.soundHelp}
      </p>
      {isMissing ? (
        <p className="help c-problem" role="alert">
          {texts.soundMissing}
        </p>
      ) : null}
    </div>
  );
}

/** After how long a wait is long at present, and where that number comes from. */
function longWaitText(
  { limitMs, learnedFrom }: LongWaitLimit,
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

/** From when on something counts: a wait as long, a position as old, a courier as at a stop. */
function NotificationThresholds() {
  const { board } = useModel();
  const { locale, settings } = useText();
  const longWait = useSlice(board, (state) => state.app?.longWait ?? null);
  const texts = settings.notifications;
  const { fences, silenceLimits, waitLimits } = useSettings();
  const hasTeam = useHasTeam();
  const waitTo = (to: Partial<typeof waitLimits>) => ({ waitLimits: { ...waitLimits, ...to } });
  return (
    <Card title={texts.begins}>
      <LockableRows name="silenceLimits">
        <SilenceRows
          limits={silenceLimits}
          nameOf={(name) => name}
          changeTo={(limits) => ({ silenceLimits: limits })}
        />
      </LockableRows>
      <LockableRows name="waitLimits">
        <WhatIfValue
          title={texts.notMoving}
          help={texts.notMovingHelp}
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

/** Which events notify, how and when, and whether notifications arrive. */
export function NotificationSettings() {
  const { board } = useModel();
  const texts = useText().settings;
  const health = useSlice(board, (state) => state.app?.notifications ?? null);
  const hasTeam = useHasTeam();
  return (
    <>
      {health ? <p>{healthText(health, texts)}</p> : null}
      <WhatIfLead />
      <NotificationNews />
      <NotificationKinds />
      <NotificationThresholds />
      <ForecastSettings />
      <NotificationQuiet />
      {hasTeam ? (
        <Card title={texts.notifications.ofOthers}>
          <SettingRows card="claims" />
        </Card>
      ) : null}
      <NotificationGroups />
      <NotificationPrivacySettings />
      <NotificationSelfTest />
      <NotificationHistoryRow />
    </>
  );
}
