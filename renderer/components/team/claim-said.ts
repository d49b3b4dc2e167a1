import type { RowClaim } from '../../../core/board/board.ts';
import { momentText } from '../../../core/order/format.ts';
import { passedOnTexts } from '../../../core/team/presence-texts.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';

/** Says which desk has an order, and where no one answers there, why and since when. */
export function claimSaid(
  { desk, isMine, passedOn }: RowClaim,
  { claim: texts, language, locale }: Dictionary,
  nowMs: number,
): string {
  if (isMine) return texts.youHave;
  if (passedOn === undefined) return texts.has(desk);
  return passedOnTexts[language][passedOn.why](desk, momentText(passedOn.sinceMs, nowMs, locale));
}
