import type { NotificationHop } from '../../../../core/notification/notification-fault.ts';
import { useModel, useSlice, useText } from '../../../model-context.tsx';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import { FailureLine } from '../../controls/failure.tsx';
import { Icon } from '../../controls/icon.tsx';
import { Card, SettingsRow } from '../../controls/settings-controls.tsx';
import { Button } from '../../controls/button.tsx';

type Texts = Dictionary['settings']['notifications'];

function hopText({ state, afterMs, reason }: NotificationHop, isOver: boolean, texts: Texts) {
  switch (state) {
    case 'passed':
      return texts.hopAfter(afterMs ?? 0);
    case 'failed':
      return texts.hopFailed(reason);
    case 'waiting':
      return isOver ? texts.hopNotReached : texts.hopWaiting;
  }
}

const hopLooks = {
  passed: { icon: 'st-done', tone: 'c-done' },
  failed: { icon: 'st-problem', tone: 'c-problem' },
  waiting: { icon: 'clock', tone: 't3' },
} as const;

/** Sends a test notification and shows for each hop of its way whether it was reached. */
export function NotificationSelfTest() {
  const { notifications: store } = useModel();
  const texts = useText().settings.notifications;
  const { test, failure } = useSlice(store, (state) => state);
  return (
    <Card title={texts.test}>
      <SettingsRow title={texts.testTitle} help={texts.testHelp}>
        <Button onClick={() => void store.startTest()}>{texts.testNow}</Button>
      </SettingsRow>
      <FailureLine failure={failure} />
      {test === null || test.hops.length === 0 ? null : (
        <ol className="hops" aria-live="polite">
          {test.hops.map((hop) => (
            <li key={hop.name}>
              <Icon name={hopLooks[hop.state].icon} className={hopLooks[hop.state].tone} />
              <span className="grow">{texts.hops[hop.name]}</span>
              <span className="t2 num">{hopText(hop, test.isOver, texts)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** The way to the history of notifications. */
export function NotificationHistoryRow() {
  const { openNotifications } = useModel();
  const texts = useText().settings.notifications;
  return (
    <Card>
      <SettingsRow title={texts.history} help={texts.historyHelp}>
        <Button onClick={() => openNotifications()}>{texts.openHistory}</Button>
      </SettingsRow>
    </Card>
  );
}
