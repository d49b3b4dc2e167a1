import type { LongWaitLimit, NotificationHealth } from '../../../../core/board/board.ts';
import { sampleNotification } from '../../../../core/notification/sample-notification.ts';
import { localisedNotifications } from '../../../../core/notification/localised-words.ts';
import {
  useIsLocked,
  useModel,
  useSetting,
  useSettings,
  useSlice,
  useText,
} from '../../../model-context.tsx';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import { Button, IconButton } from '../../controls/button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { FenceRows, SilenceRows } from './limit-rows.tsx';
import { NotificationGroups } from './notification-groups.tsx';
import { NotificationHistoryRow, NotificationSelfTest } from './notification-proof.tsx';
import { NotificationNews, NotificationQuiet } from './notification-quiet.tsx';
import { WhatIfHead, WhatIfKind, WhatIfLead, WhatIfChoice, WhatIfValue } from './what-if.tsx';
import { Card, ChoiceRow, LockableRows, SetByCompany } from '../../controls/settings-controls.tsx';
import { durationText } from '../../../../core/order/format.ts';
import type { Settings, SettingsChange } from '../../../../core/settings/settings.ts';
import { toldLevel } from '../../../../core/notification/told-settings.ts';
import { levelMeaningId, LevelSelect } from './level-select.tsx';
import {
  toldKinds,
  type ToldKind,
  type ToldSettings,
  notificationLevels,
} from '../../../../core/notification/notification.ts';
import {
  type NotificationSound,
  notificationSounds,
  ownSound,
} from '../../../../core/notification/notification-sound.ts';
import type { IconName } from '../../../icon-sprite.tsx';
import { notificationLimits } from '../../../../core/notification/notification-limits.ts';

function healthWords(health: NotificationHealth, words: Dictionary['settings']): string {
  return health.kind === 'failing'
    ? words.notifications.health.failing(health.reason)
    : words.notifications.health[health.kind];
}

const looks: Readonly<Record<ToldKind, { readonly icon: IconName; readonly tone: string }>> = {
  promisePassed: { icon: 'clock', tone: 'c-problem' },
  released: { icon: 'undo', tone: 'c-attention' },
  failed: { icon: 'st-problem', tone: 'c-problem' },
  cancelled: { icon: 'st-problem', tone: 'c-problem' },
  reopened: { icon: 'undo', tone: 'c-attention' },
  handedToMe: { icon: 'you', tone: 'c-attention' },
  notFound: { icon: 'st-unknown', tone: 'c-problem' },
  courierLost: { icon: 'pin', tone: 'c-attention' },
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
  const words = useText().settings.notifications;
  const { toldKinds: chosen } = useSettings();
  const isLocked = useIsLocked('toldKinds');
  const changeTo = (kind: ToldKind, to: Partial<ToldSettings>) => ({
    toldKinds: { ...chosen, [kind]: { ...chosen[kind], ...to } },
  });
  const switched = (kind: ToldKind) =>
    changeTo(kind, { level: chosen[kind].level === 'kept' ? toldLevel(kind) : 'kept' });
  return (
    <Card title={words.what} place="kinds">
      {isLocked ? <SetByCompany /> : null}
      <table className="ev">
        <thead>
          <tr>
            <th scope="col">
              <span className="ev-name">
                <span>{words.event}</span>
                <WhatIfHead change={switched('promisePassed')} />
              </span>
            </th>
            <th scope="col" className="lvl">
              {words.level}
            </th>
            <th scope="col" className="snd">
              {words.sound}
            </th>
            <th scope="col" className="c">
              <span className="vh">{words.try}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {/* All rows are children of one parent: one that moves to another level keeps its focus. */}
          {notificationLevels.flatMap((level) => [
            <tr key={level} className="ev-level">
              <td colSpan={4}>
                <h3>{words.levelNames[level]}</h3>
                <span className="help" id={levelMeaningId(level)}>
                  {words.levelMeans[level]}
                </span>
              </td>
            </tr>,
            ...toldKinds
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
  readonly kind: ToldKind;
  readonly chosen: ToldSettings;
  readonly isLocked: boolean;
  /** The change that tells it, or tells it no more. */
  readonly switched: SettingsChange;
  readonly onChange: (to: Partial<ToldSettings>) => void;
}

function KindRow({ kind, chosen, isLocked, switched, onChange }: KindRowProps) {
  const { notifications } = useModel();
  const words = useText().settings.notifications;
  const { level, sound } = chosen;
  return (
    <tr>
      <td>
        <Icon name={looks[kind].icon} className={looks[kind].tone} />
        <span className="ev-name">
          <span>{words.kinds[kind]}</span>
          <WhatIfKind isOn={level !== 'kept'} change={switched} />
        </span>
      </td>
      <td>
        <LevelSelect
          kind={kind}
          name={words.levelOf(words.kinds[kind])}
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
          aria-label={words.tryOf(words.kinds[kind])}
          onClick={() => void notifications.tryKind(kind)}
        >
          {words.try}
        </Button>
      </td>
    </tr>
  );
}

interface SoundChoiceProps {
  readonly kind: ToldKind;
  readonly chosen: NotificationSound;
  readonly isDisabled: boolean;
  readonly onChange: (sound: NotificationSound) => void;
}

/** The sound of a kind. Beside one of Waybell's own a button plays it; the system's comes with a notification only. */
function SoundChoice({ kind, chosen, isDisabled, onChange }: SoundChoiceProps) {
  const { notifications } = useModel();
  const words = useText().settings.notifications;
  const own = ownSound(chosen);
  return (
    <span className="snd hstack">
      <select
        className="select"
        aria-label={words.soundOf(words.kinds[kind])}
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
            {words.sounds[sound]}
          </option>
        ))}
      </select>
      {own === null ? null : (
        <IconButton
          icon="play"
          look="quiet s"
          isSmall
          label={words.playOf(words.kinds[kind])}
          title={words.play}
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
  const words = useText().settings.notifications;
  const isMissing = useSlice(notifications, (state) => state.isSoundMissing);
  return (
    <div className="sound-help">
      <p className="help" id={soundHelpId}>
        {words.soundHelp}
      </p>
      {isMissing ? (
        <p className="help c-problem" role="alert">
          {words.soundMissing}
        </p>
      ) : null}
    </div>
  );
}

/** After how long a wait is long at present, and where that number comes from. */
function longWaitWords(
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
  const words = settings.notifications;
  const { fences, silenceLimits, waitLimits } = useSettings();
  const waitTo = (to: Partial<typeof waitLimits>) => ({ waitLimits: { ...waitLimits, ...to } });
  return (
    <Card title={words.begins}>
      <LockableRows name="silenceLimits">
        <SilenceRows
          limits={silenceLimits}
          nameOf={(name) => name}
          changeTo={(limits) => ({ silenceLimits: limits })}
        />
      </LockableRows>
      <LockableRows name="waitLimits">
        <WhatIfValue
          title={words.notMoving}
          help={words.notMovingHelp}
          name={words.notMovingField}
          unit={words.minutes}
          value={waitLimits.notMovingMinutes}
          {...notificationLimits.notMovingMinutes}
          changeTo={(notMovingMinutes) => waitTo({ notMovingMinutes })}
        />
        <WhatIfValue
          title={words.longWait}
          help={
            longWait === null ? undefined : longWaitWords(longWait, waitLimits, settings, locale)
          }
          name={words.longWaitField}
          unit={words.minutes}
          value={waitLimits.longWaitMinutes}
          {...notificationLimits.longWaitMinutes}
          changeTo={(longWaitMinutes) => waitTo({ longWaitMinutes })}
        />
        <WhatIfValue
          title={words.leastLongWait}
          help={words.leastLongWaitHelp}
          name={words.leastLongWaitField}
          unit={words.minutes}
          value={waitLimits.leastLongWaitMinutes}
          {...notificationLimits.longWaitMinutes}
          changeTo={(leastLongWaitMinutes) => waitTo({ leastLongWaitMinutes })}
        />
      </LockableRows>
      <LockableRows name="fences">
        <FenceRows
          limits={fences}
          nameOf={(name) => name}
          changeTo={(limits) => ({ fences: limits })}
        />
      </LockableRows>
    </Card>
  );
}

/** What notifications may show to people who see the screen, with an example. */
function NotificationPrivacySettings() {
  const dictionary = useText();
  const words = dictionary.settings.notifications;
  const { lockedScreen, notificationPrivacy, priceUnit } = useSettings();
  const { privacy, levels, levelHelp, preview, now } = words;
  const sample = sampleNotification('matched', 0, {
    priceUnit,
    locale: dictionary.locale,
    words: localisedNotifications(dictionary),
  });
  const text = sample?.texts[notificationPrivacy];
  return (
    <>
      <Card title={privacy} place="shown">
        <ChoiceRow
          title={privacy}
          help={levelHelp[notificationPrivacy]}
          words={levels}
          {...useSetting('notificationPrivacy')}
        />
        <WhatIfChoice
          title={words.locked}
          help={words.lockedHelp[lockedScreen]}
          words={words.lockedChoices}
          {...useSetting('lockedScreen')}
        />
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
  const words = useText().settings;
  const health = useSlice(board, (state) => state.app?.notifications ?? null);
  return (
    <>
      {health ? <p>{healthWords(health, words)}</p> : null}
      <WhatIfLead />
      <NotificationNews />
      <NotificationKinds />
      <NotificationThresholds />
      <NotificationQuiet />
      <NotificationGroups />
      <NotificationPrivacySettings />
      <NotificationSelfTest />
      <NotificationHistoryRow />
    </>
  );
}
