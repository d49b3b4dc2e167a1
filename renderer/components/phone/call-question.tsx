import type { OrderId } from '../../../core/order/order-id.ts';
import { longestCallWord } from '../../../core/watch/watched-order.ts';
import { orderName } from '../../actions.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { useUnsaid } from '../controls/draft.ts';
import { QuestionForm } from '../controls/question.tsx';
import { isolated } from '../controls/received.tsx';

function Call({ ids }: { readonly ids: readonly OrderId[] }) {
  const { actions, board, layers } = useModel();
  const text = useText();
  const texts = text.call;
  const { said, words, write } = useUnsaid('call', ids);
  const [only] = ids;
  const row = ids.length === 1 && only !== undefined ? board.getState().rows.get(only) : undefined;
  return (
    <QuestionForm
      title={texts.title(row ? isolated(orderName(row)) : text.orders(ids.length))}
      body={texts.body}
      cancel={texts.cancel}
      done={texts.done}
      onDone={() => {
        said();
        void actions.called(ids, words.trim() === '' ? null : words.trim());
      }}
      onClose={layers.close}
    >
      <input
        type="text"
        className="input"
        aria-label={texts.word}
        placeholder={texts.wordHint}
        autoComplete="off"
        maxLength={longestCallWord}
        value={words}
        onChange={(event) => write(event.target.value)}
      />
    </QuestionForm>
  );
}

/** Says that the dispatcher has called about orders, with a word for their history. */
export function CallQuestion() {
  const { layers } = useModel();
  const { layer, calledIds } = useSlice(layers, (state) => state);
  return layer === 'call' ? <Call ids={calledIds} /> : null;
}
