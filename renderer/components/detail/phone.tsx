import type { PhoneOwner } from '../../../core/privacy/privacy-ledger.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { useModel, useSlice, useText } from '../../model-context.tsx';
import { CopyButton } from '../controls/copy-button.tsx';

interface PhoneProps {
  readonly id: OrderId;
  readonly owner: PhoneOwner;
  readonly masked: string;
  readonly whom: string;
}

/** A phone number, masked until shown, and masked again after 30 seconds. */
export function Phone({ id, owner, masked, whom }: PhoneProps) {
  const { detail, actions } = useModel();
  const words = useText().detail;
  const shown = useSlice(detail, (state) => state.phones.get(owner) ?? null);
  const isShown = shown !== null;
  return (
    <>
      <bdi className="num cut">{shown ?? masked}</bdi>
      <span className="end phone-actions">
        <button
          type="button"
          className="btn quiet s"
          aria-label={isShown ? words.hidePhoneOf(whom) : words.showPhoneOf(whom)}
          onClick={() => {
            if (isShown) detail.hidePhone(owner);
            else void detail.showPhone(owner);
          }}
        >
          {isShown ? words.hide : words.show}
        </button>
        <CopyButton
          label={words.copyPhoneOf(whom)}
          onCopy={() => void actions.copyPhone(id, owner)}
        />
      </span>
    </>
  );
}
