import type { OrderRow, RowClaim } from '../../../core/board/board.ts';
import { momentText } from '../../../core/order/format.ts';
import { passedOnTexts } from '../../../core/team/presence-texts.ts';
import { claimsOfOthers } from '../../board/views.ts';
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

/** Says which other desk has an order, or how many of several other desks have; null where they have none. */
export function othersClaimsSaid(
  rows: readonly OrderRow[],
  texts: Dictionary,
  nowMs: number,
): string | null {
  const claims = claimsOfOthers(rows);
  const [first] = claims;
  if (first === undefined) return null;
  return rows.length === 1
    ? claimSaid(first, texts, nowMs)
    : texts.claim.othersHave(claims.length, rows.length);
}
