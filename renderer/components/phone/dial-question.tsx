import { orderName } from '../../actions.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { Dialled } from '../../stores/window-place.ts';
import { Question } from '../controls/question.tsx';
import { isolated } from '../controls/received.tsx';

function whomText({ owner }: Dialled, { detail }: Dictionary): string {
  if (owner === 'courier') return detail.theCourier;
  return owner === 'pickup' ? detail.thePickup : detail.stopNumber(owner);
}

function Dial({ dialled }: { readonly dialled: Dialled }) {
  const { actions, board, layers } = useModel();
  const text = useText();
  const texts = text.courierWay;
  const row = board.getState().rows.get(dialled.id);
  const courier = row?.courier.kind === 'known' ? row.courier.name : null;
  const isNamed = dialled.owner === 'courier' && courier !== null;
  return (
    <Question
      title={texts.callTitle(isNamed ? isolated(courier) : whomText(dialled, text))}
      cancel={texts.cancel}
      act={texts.callAct}
      isFinal={false}
      onAct={() => {
        layers.close();
        void actions.call(dialled, row === undefined ? '' : orderName(row));
      }}
      onCancel={layers.close}
    >
      {texts.callBody}
    </Question>
  );
}

/** Asks before a person of an order is called. */
export function DialQuestion() {
  const { layer, dialled } = useSlice(useModel().layers, (state) => state);
  return layer === 'dial' && dialled !== null ? <Dial dialled={dialled} /> : null;
}
