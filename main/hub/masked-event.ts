import { mapPeople, mapPeopleInChange } from '../../core/privacy/people.ts';
import { maskPhone, maskText, phoneMasking } from '../../core/privacy/phone-mask.ts';
import type { SharedOrder } from '../../core/team/shared-order.ts';
import type { OrderEvent } from '../../core/team/team-event.ts';

/** Masks phone numbers in free texts too. */
const masking = { ...phoneMasking, freeText: maskText };

/** An order as a viewer gets it: every phone number masked, in free texts too. */
export function maskedOrder(shared: SharedOrder): SharedOrder {
  const { flags, group, label, note, order, origin, team } = shared;
  const turnover = flags?.turnover ?? null;
  return {
    ...shared,
    label: masked(label),
    group: masked(group),
    note: masked(note),
    origin: origin?.kind === 'file' ? { ...origin, name: masked(origin.name) } : origin,
    order: order && mapPeople(order, masking),
    flags: flags && {
      ...flags,
      turnover: turnover && {
        ...turnover,
        couriers: turnover.couriers.map(({ name, phoneNumber }) => ({
          name,
          phoneNumber: phoneNumber === null ? null : maskPhone(phoneNumber),
        })),
      },
    },
    team: {
      ...team,
      claim: team.claim && { ...team.claim, reason: masked(team.claim.reason) },
      ...(team.handled?.call != null && {
        handled: { ...team.handled, call: { word: masked(team.handled.call.word) } },
      }),
    },
  };
}

/** An event as a viewer gets it: like {@link maskedOrder}, and without the answer as it was received. */
export function maskedEvent(event: OrderEvent): OrderEvent {
  const { rawJson: _raw, ...rest } = event;
  const { order, reason, update } = rest;
  return {
    ...rest,
    order: order && maskedOrder(order),
    ...(reason !== undefined && { reason: masked(reason) }),
    ...(update !== undefined && {
      update: {
        ...update,
        reasons: update.reasons.map(maskText),
        changes: update.changes.map((change) => mapPeopleInChange(change, masking)),
      },
    }),
  };
}

function masked(text: string | null): string | null {
  return text === null ? null : maskText(text);
}
