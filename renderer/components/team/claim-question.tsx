import { useState } from 'react';
import type { OrderId } from '../../../core/order/order-id.ts';
import { longestClaimReason } from '../../../core/watch/watched-order.ts';
import { orderName } from '../../actions.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { useUnsaid } from '../controls/draft.ts';
import { QuestionForm } from '../controls/question.tsx';
import { isolated } from '../controls/received.tsx';
import { claimSaid, othersClaimsSaid } from './claim-said.ts';

/** Stands for no desk: no desk has an empty name. */
const noDesk = '';

function Claim({ ids }: { readonly ids: readonly OrderId[] }) {
  const { actions, board, layers, time } = useModel();
  const text = useText();
  const texts = text.claim.question;
  const { said, words: reason, write } = useUnsaid('claim', ids);
  const { app, rows } = board.getState();
  const me = app?.team?.me.name ?? '';
  const [desk, setDesk] = useState(me);
  const [only] = ids;
  const row = ids.length === 1 && only !== undefined ? rows.get(only) : undefined;
  const now =
    row?.claim == null
      ? othersClaimsSaid(
          ids.flatMap((id) => rows.get(id) ?? []),
          text,
          time.nowMs(),
        )
      : claimSaid(row.claim, text, time.nowMs());
  const others = (app?.team?.desks ?? []).filter(
    ({ name, role }) => name !== me && role !== 'viewer',
  );
  const done = () => {
    said();
    const why = reason.trim() === '' ? null : reason.trim();
    if (desk === noDesk) void actions.release(ids, why);
    else void actions.claim(ids, { desk, reason: why, takesOver: true });
  };
  return (
    <QuestionForm
      title={texts.title(row ? isolated(orderName(row)) : text.orders(ids.length))}
      body={texts.body(now)}
      cancel={texts.cancel}
      done={texts.done}
      onDone={done}
      onClose={layers.close}
    >
      <select
        className="input"
        aria-label={texts.desk}
        value={desk}
        onChange={(event) => setDesk(event.target.value)}
      >
        <option value={me}>{texts.me(me)}</option>
        {others.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
        <option value={noDesk}>{texts.noDesk}</option>
      </select>
      <input
        type="text"
        className="input"
        aria-label={texts.reason}
        placeholder={texts.reasonHint}
        autoComplete="off"
        maxLength={longestClaimReason}
        value={reason}
        onChange={(event) => write(event.target.value)}
      />
    </QuestionForm>
  );
}

/** Asks who takes care of orders, with a reason for the others. */
export function ClaimQuestion() {
  const { layers } = useModel();
  const { claimedIds, layer } = useSlice(layers, (state) => state);
  return layer === 'claim' ? <Claim ids={claimedIds} /> : null;
}
