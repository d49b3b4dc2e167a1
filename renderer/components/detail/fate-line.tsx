import type { HoldReason } from '../../../core/notification/notification.ts';
import type { Fate, Untold } from '../../../core/recording/fate.ts';
import { fateText } from '../../../core/recording/fate-words.ts';
import { useModel, useText } from '../../model-context.tsx';
import type { SettingsPlace } from '../../stores/settings/settings-store.ts';
import { Button } from '../controls/button.tsx';
import { Received } from '../controls/received.tsx';

/** Where the rule is set that held an update back; null for what is set at the order itself, or not at all. */
const heldPlaces: Readonly<Record<HoldReason, SettingsPlace | null>> = {
  snoozed: null,
  groupSnoozed: 'groups',
  notificationsMuted: 'quiet',
  quietHours: 'quiet',
  screenLocked: 'quiet',
};

const untoldPlaces: Readonly<Record<Untold['reason'], SettingsPlace | null>> = {
  muted: null,
  groupMuted: 'groups',
  kindOff: 'kinds',
  kindOffForGroup: 'groups',
  openInWindow: null,
  claimedByOther: null,
  overtaken: null,
  flapping: null,
  movesNotWanted: 'moves',
  moveTooShort: 'moves',
  moveTooSoon: 'moves',
  historyOnly: null,
  notKnown: null,
};

function placeOf(fate: Fate): SettingsPlace | null {
  switch (fate.kind) {
    case 'told':
    case 'digested':
      return fate.heldBy === null ? null : heldPlaces[fate.heldBy];
    case 'held':
      return heldPlaces[fate.by];
    case 'untold':
      return untoldPlaces[fate.reason];
    case 'due':
    case 'failed':
      return null;
  }
}

/** Whether the dispatcher was told of an update or which rule held it back, with the way to that rule. */
export function FateLine({ fate }: { readonly fate: Fate | null }) {
  const { settings, ticker } = useModel();
  const text = useText();
  if (fate === null) return null;
  const said = fateText(fate, ticker.nowMs(), text);
  const place = placeOf(fate);
  return (
    <div className="fs12 t3">
      <Received text={said} />
      {place === null ? null : (
        <>
          {' '}
          <Button
            look="quiet s"
            aria-label={text.timeline.toSettingOf(said)}
            onClick={() => settings.open('notifications', place)}
          >
            {text.timeline.toSetting}
          </Button>
        </>
      )}
    </div>
  );
}
