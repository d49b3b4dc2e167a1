import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Question } from '../controls/question.tsx';

/** Asks before anything is erased for good. */
export function EraseQuestion() {
  const { privacy } = useModel();
  const text = useText();
  const words = text.settings.privacy;
  const asked = useSlice(privacy, (state) => state.asked);
  if (asked === null) return null;
  const isOne = asked.kind === 'orders' && asked.ids.length === 1;
  const title =
    asked.kind === 'everything'
      ? words.everythingTitle
      : words.ordersTitle(isOne ? asked.subject : text.orders(asked.ids.length));
  return (
    <Question
      title={title}
      cancel={words.cancel}
      act={asked.kind === 'everything' ? words.everythingAct : words.ordersAct(asked.ids.length)}
      isFinal
      onAct={() => void privacy.erase()}
      onCancel={privacy.refuse}
    >
      {asked.kind === 'everything' ? words.everythingBody : words.ordersBody}
    </Question>
  );
}
