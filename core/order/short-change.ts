import type { CourierIdentity, OrderChange } from './order-update.ts';
import type { Contact, Pickup, PriceLine, Stop } from './order.ts';

/**
 * A change whose texts are at most `mostCharacters` long, and two for the marks where something was left out. Two
 * texts that stand in the same place before and after, and differ, still differ: both are cut around the first
 * difference. Everything else stays, so that what changed is still seen.
 *
 * @param mostCharacters in UTF-16 code units, 8 or more
 */
export function shortChange(change: OrderChange, mostCharacters: number): OrderChange {
  const cut: Cut = (text, other) => cutText(text, other, mostCharacters);
  switch (change.field) {
    case 'courier':
      return onBothSides(change, (one: CourierIdentity, other) => ({
        name: cut(one.name, other?.name),
        phoneNumber: cut(one.phoneNumber, other?.phoneNumber),
      }));
    case 'pickup':
      return onBothSides(change, (one: Pickup, other) => cutStop(one, other, cut));
    case 'destinations':
      return inBothLists(change, (one: Stop, other) => cutStop(one, other, cut));
    case 'price_breakdown':
      return inBothLists(change, (one: PriceLine, other) => ({
        ...one,
        key: cut(one.key, other?.key),
        reason: cut(one.reason, other?.reason),
      }));
    case 'note_to_courier':
    case 'vehicle_type':
    case 'payment_method':
      return onBothSides(change, (one: string, other) => cut(one, other) ?? one);
    // These are short. A new field does not compile until this switch has it.
    case 'status':
    case 'courier.location':
    case 'price':
      return change;
  }
}

/** A text that was shortened beside the one in the same place on the other side of the change. */
type Cut = (text: string | null, other: string | null | undefined) => string | null;

type Shorten<Value> = (one: Value, other: Value | null) => Value;

function onBothSides<
  Value,
  Change extends { readonly before: Value | null; readonly after: Value | null },
>(change: Change, shorten: Shorten<Value>): Change {
  const { after, before } = change;
  return {
    ...change,
    before: before === null ? null : shorten(before, after),
    after: after === null ? null : shorten(after, before),
  };
}

/** Lists of one length are compared place by place; in others the same place may be another thing. */
function inBothLists<
  Value,
  Change extends { readonly before: readonly Value[]; readonly after: readonly Value[] },
>(change: Change, shorten: Shorten<Value>): Change {
  const { after, before } = change;
  const isAligned = before.length === after.length;
  const shortened = (list: readonly Value[], others: readonly Value[]) =>
    list.map((one, place) => shorten(one, isAligned ? (others[place] ?? null) : null));
  return { ...change, before: shortened(before, after), after: shortened(after, before) };
}

function cutStop<Kind extends Stop>(one: Kind, other: Stop | null, cut: Cut): Kind {
  const contact = (contactHere: Contact, there: Contact | null | undefined): Contact => ({
    name: cut(contactHere.name, there?.name),
    phoneNumber: cut(contactHere.phoneNumber, there?.phoneNumber),
    phoneExtension: cut(contactHere.phoneExtension, there?.phoneExtension),
  });
  return {
    ...one,
    name: cut(one.name, other?.name),
    streetAddress: cut(one.streetAddress, other?.streetAddress),
    floorOrUnitNumber: cut(one.floorOrUnitNumber, other?.floorOrUnitNumber),
    contact: one.contact && contact(one.contact, other?.contact),
  };
}

/** Halves of a character at the ends of a piece of a text. */
const halves = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;

function cutText(
  text: string | null,
  other: string | null | undefined,
  mostCharacters: number,
): string | null {
  if (text === null || text.length <= mostCharacters) return text;
  const start = cutFrom(text, other ?? text, mostCharacters);
  const end = start + mostCharacters;
  const piece = text.slice(start, end).replace(halves, '');
  return `${start > 0 ? '…' : ''}${piece}${end < text.length ? '…' : ''}`;
}

/** Where to begin so that the first difference is in the piece, with some of what stands before it. */
function cutFrom(text: string, other: string, mostCharacters: number): number {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const before = Math.floor(mostCharacters / 4);
  return same === text.length || same < mostCharacters - before ? 0 : same - before;
}
