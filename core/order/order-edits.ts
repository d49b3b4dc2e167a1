import type { StopRef } from './courier-move.ts';
import type { OrderChange } from './order-update.ts';
import type { Contact, Pickup, Stop } from './order.ts';
import { sameValue } from '../same-value.ts';

/** A text of the service before and after; null where it gave none. */
interface TextEdit {
  readonly before: string | null;
  readonly after: string | null;
}

/** One edit of an order that matters to the way of the courier. */
export type OrderEdit =
  /** Where a stop is: its street with the floor or unit. */
  | ({ readonly kind: 'address'; readonly stop: StopRef } & TextEdit)
  | ({ readonly kind: 'name'; readonly stop: StopRef } & TextEdit)
  /** Name and number of the contact at a stop. */
  | ({ readonly kind: 'contact'; readonly stop: StopRef } & TextEdit)
  /** The point on the map, under the same address. */
  | { readonly kind: 'point'; readonly stop: StopRef }
  /** A destination more or less; `text` is its name, or else its address. */
  | {
      readonly kind: 'stopAdded' | 'stopRemoved';
      readonly stop: number;
      readonly text: string | null;
    }
  | { readonly kind: 'stopsReordered' }
  /** The planned time of the pickup, in milliseconds since 1970; null where there is none. */
  | {
      readonly kind: 'schedule';
      readonly beforeMs: number | null;
      readonly afterMs: number | null;
    }
  | ({ readonly kind: 'note' } & TextEdit);

/** What was edited by changes of an order, in the order of its stops; the note comes last. */
export function orderEdits(changes: readonly OrderChange[]): readonly OrderEdit[] {
  return changes.flatMap((change): readonly OrderEdit[] => {
    if (change.field === 'pickup') return pickupEdits(change.before, change.after);
    if (change.field === 'destinations') return destinationEdits(change.before, change.after);
    if (change.field !== 'note_to_courier') return [];
    return [{ kind: 'note', before: change.before, after: change.after }];
  });
}

function pickupEdits(before: Pickup | null, after: Pickup | null): readonly OrderEdit[] {
  const [beforeMs, afterMs] = [before?.scheduledAtMs ?? null, after?.scheduledAtMs ?? null];
  return [
    ...stopEdits('pickup', before, after),
    ...(beforeMs === afterMs ? [] : [{ kind: 'schedule' as const, beforeMs, afterMs }]),
  ];
}

function destinationEdits(before: readonly Stop[], after: readonly Stop[]): readonly OrderEdit[] {
  const removed = beyond(before, after);
  const added = beyond(after, before);
  if (before.length !== after.length) {
    return [
      ...removed.map(([stop, place]) => stopChange('stopRemoved', stop, place)),
      ...added.map(([stop, place]) => stopChange('stopAdded', stop, place)),
    ];
  }
  if (removed.length === 0) return sameValue(before, after) ? [] : [{ kind: 'stopsReordered' }];
  return before.flatMap((place, index) => stopEdits(index + 1, place, after[index] ?? null));
}

function stopChange(kind: 'stopAdded' | 'stopRemoved', stop: number, place: Stop): OrderEdit {
  return { kind, stop, text: place.name ?? addressOf(place) };
}

/** The stops of a list, by number, that the other one does not have; one that stands twice counts twice. */
function beyond(list: readonly Stop[], other: readonly Stop[]): readonly [number, Stop][] {
  const left = [...other];
  return list.flatMap((place, index): [number, Stop][] => {
    const at = left.findIndex((one) => sameValue(one, place));
    if (at < 0) return [[index + 1, place]];
    left.splice(at, 1);
    return [];
  });
}

function stopEdits(stop: StopRef, before: Stop | null, after: Stop | null): readonly OrderEdit[] {
  const texts = [
    { kind: 'address', before: addressOf(before), after: addressOf(after) },
    { kind: 'name', before: before?.name ?? null, after: after?.name ?? null },
    { kind: 'contact', before: contactOf(before), after: contactOf(after) },
  ] as const;
  const edits = texts.flatMap((text) => (text.before === text.after ? [] : [{ ...text, stop }]));
  const isMoved = !sameValue(before?.point ?? null, after?.point ?? null);
  const isSameAddress = !edits.some(({ kind }) => kind === 'address');
  return isMoved && isSameAddress ? [...edits, { kind: 'point', stop }] : edits;
}

/** The street of a stop with its floor or unit; null when neither is given. */
function addressOf(stop: Stop | null): string | null {
  return joined(stop?.floorOrUnitNumber, stop?.streetAddress);
}

function contactOf(stop: Stop | null): string | null {
  const contact: Contact | null = stop?.contact ?? null;
  return joined(contact?.name, contact?.phoneNumber, contact?.phoneExtension);
}

function joined(...parts: readonly (string | null | undefined)[]): string | null {
  const text = parts.filter((part) => part != null).join(', ');
  return text === '' ? null : text;
}
