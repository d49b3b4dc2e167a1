import { useEffect, useRef } from 'react';
import type { TransferOffer } from '../../core/transfer-requests.ts';
import { useModel, useSlice, useText } from '../model-context.tsx';
import { Ago } from './times.tsx';

function Facts({ offer }: { readonly offer: TransferOffer }) {
  const words = useText().transfer;
  if (offer.kind === 'settings') return words.offerSettings(offer.settings);
  const { changed, exportedAtMs, fresh, orders } = offer;
  return (
    <>
      {exportedAtMs === null ? null : (
        <>
          <Ago atMs={exportedAtMs} wrap={words.offerFrom} />{' '}
        </>
      )}
      {words.offerOrders(fresh, changed, orders - fresh)}.
    </>
  );
}

/** Asks before a file is imported: it may come from anybody, and there is no way back. */
export function TransferQuestion() {
  const { transfer } = useModel();
  const words = useText().transfer;
  const offer = useSlice(transfer, (state) => state.offer);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (offer !== null) dialog.current?.showModal();
  }, [offer]);
  if (offer === null) return null;
  const isSettings = offer.kind === 'settings';
  return (
    <dialog
      ref={dialog}
      className="dialog question"
      aria-labelledby="transfer-title"
      aria-describedby="transfer-body"
      onClose={transfer.refuse}
    >
      <h2 id="transfer-title">
        {isSettings ? words.offerTitle.settings : words.offerTitle.handOver(offer.orders)}
      </h2>
      <p id="transfer-body" className="t2">
        <Facts offer={offer} />
        {offer.skipped === 0 ? null : ` ${words.skipped(offer.skipped)}`}
      </p>
      <div className="hstack">
        <span className="grow" />
        <button type="button" className="btn" onClick={transfer.refuse}>
          {words.cancel}
        </button>
        <button type="button" className="btn primary" onClick={() => void transfer.accept()}>
          {isSettings ? words.acceptSettings : words.acceptOrders(offer.orders)}
        </button>
      </div>
    </dialog>
  );
}
