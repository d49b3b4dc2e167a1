import type { NotificationHealth } from '../../../../core/bridge/board.ts';
import { sampleNotification } from '../../../../core/notification/sample-notification.ts';
import { localisedNotifications } from '../../../../core/notification/localised-words.ts';
import { useModel, useSetting, useSettings, useSlice, useText } from '../../../model-context.tsx';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import { Icon } from '../../controls/icon.tsx';
import { NotificationGroups } from './notification-groups.tsx';
import { NotificationKinds } from './notification-kinds.tsx';
import { NotificationHistory, NotificationSelfTest } from './notification-proof.tsx';
import { NotificationQuiet } from './notification-quiet.tsx';
import { NotificationThresholds } from './notification-thresholds.tsx';
import { Card, ChoiceRow } from '../../controls/settings-controls.tsx';

function healthWords(health: NotificationHealth, words: Dictionary['settings']): string {
  return health.kind === 'failing'
    ? words.notifications.health.failing(health.reason)
    : words.notifications.health[health.kind];
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

/** What is told, how, when, and whether it arrives. */
export function NotificationSettings() {
  const { board } = useModel();
  const words = useText().settings;
  const health = useSlice(board, (state) => state.app?.notifications ?? null);
  return (
    <>
      {health ? <p>{healthWords(health, words)}</p> : null}
      <NotificationKinds />
      <NotificationThresholds />
      <NotificationGroups />
      <NotificationQuiet />
      <NotificationPrivacySettings />
      <NotificationSelfTest />
      <NotificationHistory />
    </>
  );
}
