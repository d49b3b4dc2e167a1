import type { OrderRow, RowClaim } from '../../../core/board/board.ts';
import { momentText } from '../../../core/order/format.ts';
import { useModel, useText, useWantedControl } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { Keys } from '../controls/keys.tsx';
import { orderCommands } from '../order-commands.ts';
import { claimSaid } from './claim-said.ts';

/** The text that names the desk which has an order, since when and why. The tooltip and the details show it. */
function useClaimLine(row: OrderRow): string | null {
  const { ticker } = useModel();
  const text = useText();
  const { claim } = row;
  if (claim === null) return null;
  const nowMs = ticker.nowMs();
  const said = claimSaid(claim, text, nowMs);
  const line =
    claim.passedOn === undefined
      ? text.claim.since(said, momentText(claim.atMs, nowMs, text.locale))
      : said;
  return claim.reason === null ? line : `${line}: ${claim.reason}`;
}

/** In a row: who has the order. */
export function ClaimChip({ row }: { readonly row: OrderRow }) {
  const { claim: texts } = useText();
  const line = useClaimLine(row);
  const { claim } = row;
  if (claim === null || line === null) return null;
  return (
    <span className={claimClass(claim)} title={line}>
      <Icon name={claim.passedOn === undefined ? 'you' : 'clock'} className="xs" />
      <bdi className="cut">{claim.isMine ? texts.yours : claim.desk}</bdi>
    </span>
  );
}

function claimClass({ isMine, passedOn }: RowClaim): string {
  if (isMine) return 'claim mine flat';
  return passedOn === undefined ? 'claim flat' : 'claim flat c-attention';
}

/** In the details: who has the order, and what can be done about it. Nothing where there is no team. */
export function ClaimLine({ row }: { readonly row: OrderRow }) {
  const model = useModel();
  const line = useClaimLine(row);
  const claim = useWantedControl<HTMLButtonElement>('claim');
  const commands = orderCommands(model, [row.id]);
  const team = model.board.getState().app?.team ?? null;
  if (team === null) return null;
  return (
    <>
      {line === null ? null : <p className="fs12 t2 breaks claim-text">{line}</p>}
      {team.me.role === 'viewer' ? null : (
        <div className="hstack fs12 checked-line claim-line">
          <span className="grow" />
          <Button ref={claim} look="s quiet" onClick={commands.claim.run}>
            {commands.claim.name} <Keys keys={commands.claim.keys} />
          </Button>
          <Button look="s quiet" onClick={commands.handOn.run}>
            {commands.handOn.name} <Keys keys={commands.handOn.keys} />
          </Button>
        </div>
      )}
    </>
  );
}
