import type { NotificationEntry } from '../../../core/notification/notification.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import type { RewindStore } from '../../stores/rewind-store.ts';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { Received } from '../controls/received.tsx';
import { Moment } from '../controls/times.tsx';

function Line({ entry }: { readonly entry: NotificationEntry }) {
  const { detail, selection } = useModel();
  const { notificationHistory: texts } = useText();
  const { atMs, body, heldBy, orderId, outcome, settledAtMs, title } = entry;
  return (
    <li className="hstack">
      <Icon name={outcome?.kind === 'held' ? 'clock' : 'bell'} className="t3" />
      <div className="grow">
        <div className="hstack">
          {orderId === null ? (
            <Received className="strong cut" text={title} />
          ) : (
            <Button
              look="quiet s"
              onClick={() => {
                selection.select(orderId);
                detail.open(orderId);
              }}
            >
              <Received className="strong cut" text={title} />
            </Button>
          )}
          <span className="grow" />
          <span className="t3 num fs12">
            <Moment atMs={settledAtMs ?? atMs} />
          </span>
        </div>
        <Received className="cut block" text={body} />
        <span className="cut block fs12 t2">{texts.outcome(outcome, heldBy)}</span>
      </div>
    </li>
  );
}

/** The notifications that were showing at the time, after those that waited, with what they waited for. */
export function ShownNotifications({ rewind }: { readonly rewind: RewindStore }) {
  const { rewind: texts } = useText();
  const board = useSlice(rewind, (state) => state.board);
  const entries = board === null ? [] : [...board.waiting, ...board.shown];
  return (
    <section
      className="shown-notifications"
      // What scrolls can be reached by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={texts.notifications}
    >
      <h2 className="fs11 strong t3">{texts.notifications}</h2>
      {entries.length === 0 ? (
        <p className="fs12 t2">{texts.noNotifications}</p>
      ) : (
        <ol>
          {entries.map((entry) => (
            <Line key={entry.no} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}
