import type { HoldReason } from '../../../core/notification/notification.ts';
import type { NotNotifiedReason, UpdateOutcome } from '../../../core/recording/update-outcome.ts';
import { outcomeText } from '../../../core/recording/outcome-text.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import type { WantedControl } from '../../stores/detail-store.ts';
import type { SettingsPlace } from '../../stores/settings/settings-store.ts';
import { Button } from '../controls/button.tsx';
import { Received } from '../controls/received.tsx';

/** Where the rule is set that held an update back. */
type Place =
  | { readonly in: 'settings'; readonly place: SettingsPlace }
  | { readonly in: 'details'; readonly control: WantedControl };

function inSettings(place: SettingsPlace): Place {
  return { in: 'settings', place };
}

function inDetails(control: WantedControl): Place {
  return { in: 'details', control };
}

const heldPlaces: Readonly<Record<HoldReason, Place>> = {
  snoozed: inDetails('snooze'),
  groupSnoozed: inSettings('groups'),
  notificationsMuted: inSettings('quiet'),
  quietHours: inSettings('quiet'),
  screenLocked: inSettings('shown'),
  windowInFront: inSettings('news'),
  claimedByOther: inDetails('claim'),
};

/** Null for what is set nowhere. */
const reasonPlaces: Readonly<Record<NotNotifiedReason['reason'], Place | null>> = {
  muted: inDetails('mute'),
  groupMuted: inSettings('groups'),
  kindOff: inSettings('kinds'),
  kindOffForGroup: inSettings('groups'),
  openInWindow: null,
  claimedByOther: inDetails('claim'),
  overtaken: null,
  over: null,
  seen: null,
  atWindow: null,
  noticedLate: null,
  courierNear: null,
  flapping: null,
  movesNotWanted: inSettings('news'),
  moveTooShort: inSettings('news'),
  beforeJoining: null,
  historyOnly: null,
};

function placeOf(outcome: UpdateOutcome): Place | null {
  switch (outcome.kind) {
    case 'told':
    case 'digested':
      return outcome.heldBy === null ? null : heldPlaces[outcome.heldBy];
    case 'held':
      return heldPlaces[outcome.by];
    case 'untold':
      return reasonPlaces[outcome.reason];
    case 'due':
    case 'failed':
    case 'notKept':
      return null;
  }
}

/** Whether the dispatcher was told of an update or which rule held it back, with the way to that rule. */
export function OutcomeLine({ outcome }: { readonly outcome: UpdateOutcome | null }) {
  const { board, detail, isPast, settings, ticker } = useModel();
  const mayClaim = useSlice(board, ({ app }) => app?.team != null && app.team.me.role !== 'viewer');
  const text = useText();
  if (outcome === null) return null;
  const said = outcomeText(outcome, ticker.nowMs(), text);
  const set = isPast ? null : placeOf(outcome);
  const isInDetails = set?.in === 'details';
  const place = isInDetails && set.control === 'claim' && !mayClaim ? null : set;
  const { toControl, toControlOf, toSetting, toSettingOf } = text.timeline;
  return (
    <div className="fs12 t3 leads-on">
      <Received text={said} />
      {place === null ? null : (
        <>
          {' '}
          <Button
            look="quiet s"
            aria-label={isInDetails ? toControlOf(said) : toSettingOf(said)}
            onClick={() => {
              if (place.in === 'details') detail.wantControl(place.control);
              else settings.openPlace(place.place);
            }}
          >
            {isInDetails ? toControl : toSetting}
          </Button>
        </>
      )}
    </div>
  );
}
