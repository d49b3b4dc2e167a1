import { maskTexts } from '../../core/privacy/masked-texts.ts';
import type { SharedOrder } from '../../core/team/shared-order.ts';
import type { OrderEvent } from '../../core/team/team-event.ts';

/** An order as a viewer gets it: every phone number masked, in whatever text it stands. */
export function maskedOrder(shared: SharedOrder): SharedOrder {
  return maskTexts(shared);
}

/** An event as a viewer gets it: like {@link maskedOrder}, and without the answer as it was received. */
export function maskedEvent({ rawJson: _raw, ...event }: OrderEvent): OrderEvent {
  return maskTexts(event);
}
