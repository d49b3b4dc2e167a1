import type { LongWaitLimit, NotificationHealth } from '../../../../core/bridge/board.ts';
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
import { NotificationQuiet } from './notification-quiet.tsx';
import {
  WhatIfHead,
  WhatIfKind,
  WhatIfLead,
  WonderingNumber,
  WonderingSwitch,
} from './what-if.tsx';
import { Card, ChoiceRow, LockableRows, SetByCompany } from '../../controls/settings-controls.tsx';
import { durationText, unitText } from '../../../../core/order/format.ts';
import type { Settings } from '../../../../core/settings/settings.ts';
import { toldKinds, type ToldKind } from '../../../../core/notification/notification.ts';
import {
  type NotificationSound,
  notificationSounds,
  ownSound,
} from '../../../../core/notification/notification-sound.ts';
import type { IconName } from '../../../icon-sprite.tsx';
import { Switch } from '../../controls/switch.tsx';
import { notificationLimits } from '../../../../core/notification/notification-limits.ts';

function healthWords(health: NotificationHealth, words: Dictionary['settings']): string {
  return health.kind === 'failing'
    ? words.notifications.health.failing(health.reason)
    : words.notifications.health[health.kind];
}

const looks: Readonly<Record<ToldKind, { readonly icon: IconName; readonly tone: string }>> = {
  matched: { icon: 'you', tone: 'c-active' },
  released: { icon: 'undo', tone: 'c-attention' },
  courierMoved: { icon: 'pin', tone: 'c-active' },
  completed: { icon: 'st-done', tone: 'c-done' },
  amended: { icon: 'money', tone: 't3' },
  cancelled: { icon: 'st-problem', tone: 'c-problem' },
  created: { icon: 'plus', tone: 't3' },
  statusChanged: { icon: 'st-unknown', tone: 'c-unknown' },
  addressChanged: { icon: 'pin', tone: 't2' },
  scheduleChanged: { icon: 'clock', tone: 't2' },
  stopsChanged: { icon: 'sort', tone: 't2' },
  noteChanged: { icon: 'tag', tone: 't2' },
  waiting: { icon: 'st-attention', tone: 'c-attention' },
  connection: { icon: 'offline', tone: 't3' },
};

/** Which kinds of events notify, and with which sound. */
function NotificationKinds() {
  const { notifications, settings: store } = useModel();
  const words = useText().settings.notifications;
  const { toldKinds: chosen } = useSettings();
  const isLocked = useIsLocked('toldKinds');
  const changeTo = (kind: ToldKind, to: Partial<(typeof chosen)[ToldKind]>) => ({
    toldKinds: { ...chosen, [kind]: { ...chosen[kind], ...to } },
  });
  const change = (...to: Parameters<typeof changeTo>) => void store.change(changeTo(...to));
  const switched = (kind: ToldKind) => changeTo(kind, { isTold: !chosen[kind].isTold });
  const [firstKind] = toldKinds;
  return (
    <Card place="kinds">
      {isLocked ? <SetByCompany /> : null}
      <table className="ev">
        <thead>
          <tr>
            <th scope="col">
              <span className="ev-name">
                <span>{words.event}</span>
                <WhatIfHead change={switched(firstKind)} />
              </span>
            </th>
            <th scope="col" className="c">
              {words.notify}
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
          {toldKinds.map((kind) => (
            <tr key={kind}>
              <td>
                <Icon name={looks[kind].icon} className={looks[kind].tone} />
                <span className="ev-name">
                  <span>{words.kinds[kind]}</span>
                  <WhatIfKind isOn={chosen[kind].isTold} change={switched(kind)} />
                </span>
              </td>
              <td className="c">
                <Switch
                  name={words.notifyOf(words.kinds[kind])}
                  isOn={chosen[kind].isTold}
                  isDisabled={isLocked}
                  onChange={(isTold) => change(kind, { isTold })}
                />
              </td>
              <td>
                <SoundChoice
                  kind={kind}
                  chosen={chosen[kind].sound}
                  isDisabled={isLocked || !chosen[kind].isTold}
                  onChange={(sound) => change(kind, { sound })}
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
          ))}
        </tbody>
      </table>
      <SoundHelp />
    </Card>
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

/** How far a courier must move, and how long an order must wait, to notify. */
function NotificationThresholds() {
  const { board } = useModel();
  const { locale, settings } = useText();
  const longWait = useSlice(board, (state) => state.app?.longWait ?? null);
  const words = settings.notifications;
  const { everyMove, fences, silenceLimits, waitLimits } = useSettings();
  const moveTo = (to: Partial<typeof everyMove>) => ({ everyMove: { ...everyMove, ...to } });
  const waitTo = (to: Partial<typeof waitLimits>) => ({ waitLimits: { ...waitLimits, ...to } });
  return (
    <>
      <Card title={words.moves} place="moves">
        <LockableRows name="everyMove">
          <WonderingSwitch
            title={words.everyMove}
            help={words.everyMoveHelp}
            isOn={everyMove.isTold}
            changeTo={(isTold) => moveTo({ isTold })}
          />
          <WonderingNumber
            title={words.onlyAfter}
            help={words.onlyAfterHelp}
            name={words.onlyAfterField}
            unit={unitText('meter', locale)}
            value={everyMove.meters}
            {...notificationLimits.moveMeters}
            changeTo={(meters) => moveTo({ meters })}
          />
          <WonderingNumber
            title={words.atMostEvery}
            name={words.atMostEveryField}
            unit={words.seconds}
            value={everyMove.everySeconds}
            {...notificationLimits.moveEverySeconds}
            changeTo={(everySeconds) => moveTo({ everySeconds })}
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
      <Card title={words.waits}>
        <LockableRows name="waitLimits">
          <WonderingNumber
            title={words.notMoving}
            help={words.notMovingHelp}
            name={words.notMovingField}
            unit={words.minutes}
            value={waitLimits.notMovingMinutes}
            {...notificationLimits.notMovingMinutes}
            changeTo={(notMovingMinutes) => waitTo({ notMovingMinutes })}
          />
          <WonderingNumber
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
          <WonderingNumber
            title={words.leastLongWait}
            help={words.leastLongWaitHelp}
            name={words.leastLongWaitField}
            unit={words.minutes}
            value={waitLimits.leastLongWaitMinutes}
            {...notificationLimits.longWaitMinutes}
            changeTo={(leastLongWaitMinutes) => waitTo({ leastLongWaitMinutes })}
          />
        </LockableRows>
        <LockableRows name="silenceLimits">
          <SilenceRows
            limits={silenceLimits}
            nameOf={(name) => name}
            changeTo={(limits) => ({ silenceLimits: limits })}
          />
        </LockableRows>
      </Card>
    </>
  );
}

/** What notifications may show to people who see the screen, with an example. */
function NotificationPrivacySettings() {
  const dictionary = useText();
  const words = dictionary.settings.notifications;
  const { notificationPrivacy, priceUnit } = useSettings();
  const { privacy, levels, levelHelp, preview, now, sampleLabel, sampleCourier } = words;
  const sample = sampleNotification(sampleLabel, sampleCourier, {
    priceUnit,
    locale: dictionary.locale,
    words: localisedNotifications(dictionary),
  });
  const text = sample?.texts[notificationPrivacy];
  return (
    <>
      <Card title={privacy}>
        <ChoiceRow
          title={privacy}
          help={levelHelp[notificationPrivacy]}
          words={levels}
          {...useSetting('notificationPrivacy')}
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
      <NotificationKinds />
      <NotificationThresholds />
      <NotificationGroups />
      <NotificationQuiet />
      <NotificationPrivacySettings />
      <NotificationSelfTest />
      <NotificationHistoryRow />
    </>
  );
}
