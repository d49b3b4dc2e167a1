import { momentText } from '../../../core/order/format.ts';
import type { TeamDesk } from '../../../core/team/desk.ts';
import { useModel, useText } from '../../model-context.tsx';

/** Gives the words for who is at a desk: "away since 12:40". */
export function usePresenceText(): (desk: Pick<TeamDesk, 'isHere' | 'presence'>) => string {
  const { ticker } = useModel();
  const { locale, team } = useText();
  return ({ isHere, presence: { sinceMs, state } }) => {
    const texts = team.presence;
    // One that has just gone, or whose hub this desk cannot reach, is not said to be there.
    if (state === 'here') return isHere ? texts.here : texts.notHere;
    return sinceMs === null
      ? texts.notHere
      : texts[state](momentText(sinceMs, ticker.nowMs(), locale));
  };
}
