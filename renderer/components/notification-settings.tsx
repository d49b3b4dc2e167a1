import type { NotificationHealth } from '../../core/board.ts';
import { useModel, useSettings, useSlice, useText } from '../model-context.tsx';
import type { Dictionary } from '../text/en.ts';
import { Icon } from './icon.tsx';
import { Segments, SettingsRow } from './settings-controls.tsx';

function healthWords(health: NotificationHealth, words: Dictionary['settings']): string {
  return health.kind === 'failing'
    ? words.notifications.health.failing(health.reason)
    : words.notifications.health[health.kind];
}

/** What notifications may show to whoever looks at the screen. */
export function NotificationSettings() {
  const { settings: store, board } = useModel();
  const words = useText().settings;
  const { notificationPrivacy } = useSettings();
  const health = useSlice(board, (state) => state.desk?.notifications ?? null);
  const { privacy, levels, levelHelp, preview, samples, now } = words.notifications;
  const sample = samples[notificationPrivacy];
  return (
    <>
      <h1>{words.sections.notifications}</h1>
      {health ? <p>{healthWords(health, words)}</p> : null}
      <div className="card">
        <SettingsRow title={privacy} help={levelHelp[notificationPrivacy]}>
          <Segments
            name={privacy}
            words={levels}
            value={notificationPrivacy}
            onChange={(value) => void store.change({ notificationPrivacy: value })}
          />
        </SettingsRow>
      </div>
      <h2>{preview}</h2>
      <div className="card">
        <div>
          <div className="note-prev">
            <Icon name="bell" className="t2" />
            <div className="grow">
              <div className="strong">{sample.title}</div>
              <div className="fs12 t2">{sample.body}</div>
            </div>
            <span className="fs11 t3">{now}</span>
          </div>
        </div>
      </div>
    </>
  );
}
