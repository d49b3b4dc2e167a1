import { useState } from 'react';
import type { OrderId } from '../../../core/order/order-id.ts';
import { longestCallWord } from '../../../core/watch/watched-order.ts';
import { orderName } from '../../actions.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Button } from '../controls/button.tsx';
import { useModal } from '../controls/modal.ts';
import { isolated } from '../controls/received.tsx';

function Call({ ids }: { readonly ids: readonly OrderId[] }) {
  const { actions, board, layers } = useModel();
  const text = useText();
  const words = text.call;
  const [word, setWord] = useState('');
  const dialog = useModal();
  const [only] = ids;
  const row = ids.length === 1 && only !== undefined ? board.getState().rows.get(only) : undefined;
  return (
    <dialog
      ref={dialog}
      className="dialog question"
      aria-labelledby="call-title"
      aria-describedby="call-body"
      onClose={layers.close}
    >
      <form
        method="dialog"
        onSubmit={() => void actions.called(ids, word.trim() === '' ? null : word.trim())}
      >
        <h2 id="call-title" className="breaks fs15 strong">
          {words.title(row ? isolated(orderName(row)) : text.orders(ids.length))}
        </h2>
        <p id="call-body" className="t2 breaks">
          {words.body}
        </p>
        <input
          type="text"
          className="input"
          aria-label={words.word}
          placeholder={words.wordHint}
          autoComplete="off"
          maxLength={longestCallWord}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
        <div className="hstack">
          <span className="grow" />
          <Button onClick={() => dialog.current?.close()}>{words.cancel}</Button>
          <Button look="primary" type="submit">
            {words.done}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

/** Says that the dispatcher has called about orders, with a word for their history. */
export function CallQuestion() {
  const { layers } = useModel();
  const { layer, calledIds } = useSlice(layers, (state) => state);
  return layer === 'call' ? <Call ids={calledIds} /> : null;
}
