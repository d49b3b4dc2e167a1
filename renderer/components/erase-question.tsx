import { useEffect, useRef } from 'react';
import { useModel, useSlice, useText } from '../model-context.tsx';

/** Asks before anything is erased for good: there is no undo. */
export function EraseQuestion() {
  const { privacy } = useModel();
  const text = useText();
  const words = text.settings.privacy;
  const asked = useSlice(privacy, (state) => state.asked);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (asked !== null) dialog.current?.showModal();
  }, [asked]);
  if (asked === null) return null;
  const isOne = asked.kind === 'orders' && asked.ids.length === 1;
  const title =
    asked.kind === 'everything'
      ? words.everythingTitle
      : words.ordersTitle(isOne ? asked.subject : text.orders(asked.ids.length));
  const act = asked.kind === 'everything' ? words.everythingAct : words.ordersAct(asked.ids.length);
  return (
    <dialog
      ref={dialog}
      className="dialog question"
      role="alertdialog"
      aria-labelledby="erase-title"
      aria-describedby="erase-body"
      onClose={privacy.refuse}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="erase-title" className="breaks">
        {title}
      </h2>
      <p id="erase-body" className="t2 breaks">
        {asked.kind === 'everything' ? words.everythingBody : words.ordersBody}
      </p>
      <div className="hstack">
        <span className="grow" />
        <button type="button" className="btn" onClick={() => dialog.current?.close()}>
          {words.cancel}
        </button>
        <button type="button" className="btn danger" onClick={() => void privacy.erase()}>
          {act}
        </button>
      </div>
    </dialog>
  );
}
