import type { DragEvent } from 'react';
import type { OrderId } from '../../../core/order/order-id.ts';

/** Marks a drag that began in our own list: dropped on our own window it means nothing. */
const ownMark = 'application/x-waybell-orders';

/** Lets orders be dragged out of the window as their uuids, one a line. */
export function dragOut(event: DragEvent, ids: readonly OrderId[]): void {
  event.dataTransfer.effectAllowed = 'copy';
  event.dataTransfer.setData('text/plain', ids.join('\n'));
  event.dataTransfer.setData(ownMark, '');
}

/** Whether what is being dragged came from our own list. */
export function isOwnDrag(types: readonly string[]): boolean {
  return types.includes(ownMark);
}
