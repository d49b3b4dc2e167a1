import { useModel, useSlice, useText } from '../../model-context.tsx';
import { Question } from '../controls/question.tsx';
import type { TransferOffer } from '../../../core/transfer/transfer.ts';
import { Ago } from '../controls/times.tsx';
import { erasedCount } from '../../stores/settings/privacy-store.ts';

/** Asks before anything is erased for good. */
export function EraseQuestion() {
  const { privacy } = useModel();
  const text = useText();
  const texts = text.settings.privacy;
  const asked = useSlice(privacy, (state) => state.asked);
  if (asked === null) return null;
  const many = asked.kind === 'orders' ? erasedCount(asked) : 0;
  const title =
    asked.kind === 'everything'
      ? texts.everythingTitle
      : texts.ordersTitle(many === 1 ? asked.subject : text.orders(many));
  return (
    <Question
      title={title}
      cancel={texts.cancel}
      act={asked.kind === 'everything' ? texts.everythingAct : texts.ordersAct(many)}
      isFinal
      onAct={() => void privacy.erase()}
      onCancel={privacy.refuse}
    >
      {asked.kind === 'everything' ? texts.everythingBody : texts.ordersBody}
    </Question>
  );
}

function Facts({ offer }: { readonly offer: TransferOffer }) {
  const texts = useText().transfer;
  if (offer.kind === 'settings') return texts.offerSettings(offer.settings, offer.same);
  const { exportedAtMs } = offer;
  return (
    <>
      {exportedAtMs === null ? null : (
        <>
          <Ago atMs={exportedAtMs} wrap={texts.offerFrom} />{' '}
        </>
      )}
      {texts.offerOrders(offer)}.
    </>
  );
}

/** Asks before a file is imported: its origin is unknown. */
export function TransferQuestion() {
  const { transfer } = useModel();
  const texts = useText().transfer;
  const offer = useSlice(transfer, (state) => state.offer);
  if (offer === null) return null;
  const isSettings = offer.kind === 'settings';
  const warnings = isSettings ? offer.warnings : [];
  return (
    <Question
      title={isSettings ? texts.offerTitle.settings : texts.offerTitle.orderList(offer.orders)}
      cancel={texts.cancel}
      act={isSettings ? texts.acceptSettings : texts.acceptOrders(offer.orders)}
      isFinal={warnings.length > 0}
      warnings={warnings}
      onAct={() => void transfer.accept()}
      onCancel={transfer.refuse}
    >
      <Facts offer={offer} />
      {offer.kind === 'settings' && offer.retired.length > 0
        ? ` ${texts.retired(offer.retired.join(', '))}`
        : null}
      {offer.skipped === 0 ? null : ` ${texts.skipped(offer.skipped)}`}
      {warnings.length === 0 ? null : ` ${texts.warnings}`}
    </Question>
  );
}

/** Asks before defaults are restored. */
export function RestoreQuestion() {
  const { restore } = useModel();
  const { settings } = useText();
  const texts = settings.restore;
  const asked = useSlice(restore, (state) => state.asked);
  if (asked === null) return null;
  const { change, page, warnings } = asked;
  return (
    <Question
      title={page === null ? texts.titleAll : texts.titleOf(settings.sections[page])}
      cancel={texts.cancel}
      act={texts.act}
      isFinal={warnings.length > 0}
      warnings={warnings}
      onAct={() => void restore.restore()}
      onCancel={restore.refuse}
    >
      {texts.body(Object.keys(change).length)}
      {warnings.length === 0 ? null : ` ${texts.warnings}`}
    </Question>
  );
}
