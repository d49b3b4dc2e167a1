import { Menu } from '@base-ui/react/menu';
import type { OrderRow } from '../../../core/board/board.ts';
import { longestStatusWord } from '../../../core/delivery/status-meanings.ts';
import { groupRule } from '../../../core/notification/group-rules.ts';
import { durationText } from '../../../core/order/format.ts';
import {
  isFinished,
  isOwnMeaning,
  isUnknownWord,
  statusText,
} from '../../../core/order/order-status.ts';
import { type KnownPhase, knownPhases } from '../../../core/order/order.ts';
import { paceMs } from '../../../core/watch/cadence.ts';
import { useModel, useSettings, useSlice, useStretch, useText } from '../../model-context.tsx';
import { Icon } from '../controls/icon.tsx';
import { PopupMenu } from '../controls/popup-menu.tsx';
import { isolated } from '../controls/received.tsx';

/** Takes the meaning of a status back. */
const asReceived = 'asReceived';

/**
 * What becomes of an order of this group whose status has this meaning: what is told, how often it is
 * checked, the archive.
 */
function useTreatment(group: string | null): (meaning: KnownPhase) => string {
  const text = useText();
  const settings = useSettings();
  const texts = text.detail.treatments;
  const paces = groupRule(settings, { group })?.paces ?? settings;
  const stretch = useStretch();
  const every = (pace: Parameters<typeof paceMs>[0]) =>
    durationText(paceMs(pace, paces) * stretch, text.locale);
  return (meaning) => {
    if (meaning === 'searching') return texts.searching(every('pending'));
    if (meaning === 'done') return texts.done(every('finished'));
    return isFinished(meaning) ? texts.over(every('finished')) : texts.underWay(every('moving'));
  };
}

/** Says that the status is a word that Waybell does not know, and lets the dispatcher give it a meaning. */
export function TreatAs({ row }: { readonly row: OrderRow }) {
  const { actions, board } = useModel();
  // What a word means for a team is set at its hub.
  const hasTeam = useSlice(board, ({ app }) => app?.team != null);
  const text = useText();
  const texts = text.detail;
  const treatment = useTreatment(row.group);
  const { status } = row;
  if (status === null) return null;
  const isOwn = isOwnMeaning(status);
  if (status.phase !== 'unknown' && !isOwn) return null;
  const word = status.raw;
  const choices: readonly (KnownPhase | typeof asReceived)[] = isOwn
    ? [asReceived, ...knownPhases]
    : knownPhases;
  const mayTreat = !hasTeam && word !== null && word.length <= longestStatusWord;
  return (
    <div className="hstack fs12 t2">
      <span className="grow">{isOwn ? texts.treatedByYou : texts.unknownWord}</span>
      {mayTreat && (isOwn || isUnknownWord(status)) ? (
        <PopupMenu look="s" label={texts.treatAs} face={texts.treatAs} align="end">
          <Menu.RadioGroup className="treatments" value={isOwn ? status.phase : asReceived}>
            <p className="fs12 t2">{texts.treatAsLead(isolated(word))}</p>
            {choices.map((meaning) => (
              <Menu.RadioItem
                key={meaning}
                value={meaning}
                className="menu-item hstack"
                closeOnClick
                onClick={() =>
                  void actions.treatStatus(row, meaning === asReceived ? null : meaning)
                }
              >
                <Icon
                  name="check"
                  className={isOwn && meaning === status.phase ? 's' : 's unchosen'}
                />
                <span className="grow">
                  {meaning === asReceived
                    ? texts.asReceived
                    : statusText({ raw: word, phase: meaning }, text.language)}
                  <span className="fs12 t2">
                    {meaning === asReceived ? texts.treatments.asReceived : treatment(meaning)}
                  </span>
                </span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </PopupMenu>
      ) : null}
    </div>
  );
}
