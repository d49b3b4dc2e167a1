import type { NotificationHop } from '../../../../core/notification/notification-fault.ts';
import { useModel, useSlice, useText } from '../../../model-context.tsx';
import type { Dictionary } from '../../../text/en/dictionary.ts';
import { FailureLine } from '../../controls/failure.tsx';
import { Icon } from '../../controls/icon.tsx';
import { Card, SettingsRow } from '../../controls/settings-controls.tsx';
import { Button } from '../../controls/button.tsx';

type Words = Dictionary['settings']['notifications'];

function hopWords({ state, afterMs, reason }: NotificationHop, isOver: boolean, words: Words) {
  switch (state) {
    case 'passed':
      return words.hopAfter(afterMs ?? 0);
    case 'failed':
      return words.hopFailed(reason);
    case 'waiting':
      return isOver ? words.hopNotReached : words.hopWaiting;
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
  const words = useText().settings.notifications;
  const { test, failure } = useSlice(store, (state) => state);
  return (
    <Card title={words.test}>
      <SettingsRow title={words.testTitle} help={words.testHelp}>
        <Button onClick={() => void store.startTest()}>{words.testNow}</Button>
      </SettingsRow>
      <FailureLine failure={failure} />
      {test === null || test.hops.length === 0 ? null : (
        <ol className="hops" aria-live="polite">
          {test.hops.map((hop) => (
            <li key={hop.name}>
              <Icon name={hopLooks[hop.state].icon} className={hopLooks[hop.state].tone} />
              <span className="grow">{words.hops[hop.name]}</span>
              <span className="t2 num">{hopWords(hop, test.isOver, words)}</span>
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
  const words = useText().settings.notifications;
  return (
    <Card>
      <SettingsRow title={words.history} help={words.historyHelp}>
        <Button onClick={() => openNotifications()}>{words.openHistory}</Button>
      </SettingsRow>
    </Card>
  );
}
