import { isSameCourier } from './courier-identity.ts';
import type { Contact, Courier, Order, Stop } from './order.ts';
import { saysLess } from './partial-text.ts';
import { sameValue } from '../same-value.ts';

/**
 * An answer with what it withholds of what is known: less information is no other information. A name, a
 * number or an address that is left out, shortened or masked stays as it is known, so does a price that is
 * left empty, and the courier of an order whose answer has one without a name. Nothing of this is then a
 * change, neither when it goes nor when it comes back, and another courier in between is seen.
 *
 * @param before the last accepted observation, null when there is none
 */
export function withKnown(before: Order | null, answer: Order): Order {
  const { withheld = [], ...after } = answer;
  if (before === null) return after;
  const courier = withheld.includes('courier')
    ? before.courier && { ...before.courier, fix: null }
    : knownCourier(before.courier, after.courier);
  const isSameCount = before.destinations.length === after.destinations.length;
  return {
    ...after,
    courier,
    pickup: after.pickup && knownStop(before.pickup, after.pickup),
    destinations: isSameCount
      ? after.destinations.map((stop, at) => knownStop(before.destinations[at] ?? null, stop))
      : after.destinations,
    price: withheld.includes('price') ? before.price : after.price,
    priceBreakdown: withheld.includes('priceBreakdown')
      ? before.priceBreakdown
      : after.priceBreakdown,
  };
}

function knownCourier(known: Courier | null, courier: Courier | null): Courier | null {
  if (known === null || courier === null) return courier;
  return isSameCourier(known, courier) ? { ...courier, ...knownPerson(known, courier) } : courier;
}

function knownPerson(
  known: Pick<Contact, 'name' | 'phoneNumber'>,
  { name, phoneNumber }: Pick<Contact, 'name' | 'phoneNumber'>,
): Pick<Contact, 'name' | 'phoneNumber'> {
  return {
    name: saysLess('name', name, known.name) ? known.name : name,
    phoneNumber: saysLess('phone', phoneNumber, known.phoneNumber)
      ? known.phoneNumber
      : phoneNumber,
  };
}

/** A stop at another place is another stop. */
function knownStop<Place extends Stop>(known: Stop | null, stop: Place): Place {
  if (known === null) return stop;
  const { contact, point, streetAddress } = stop;
  if (known.point !== null && point !== null && !sameValue(known.point, point)) return stop;
  const isLess = saysLess('address', streetAddress, known.streetAddress);
  const isSameStreet = isLess || streetAddress === known.streetAddress;
  return {
    ...stop,
    streetAddress: isLess ? known.streetAddress : streetAddress,
    point: isSameStreet ? (point ?? known.point) : point,
    contact:
      known.contact === null || contact === null
        ? contact
        : { ...contact, ...knownPerson(known.contact, contact) },
  };
}
