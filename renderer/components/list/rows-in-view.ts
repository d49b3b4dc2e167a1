import { useEffect } from 'react';
import type { Arrangement } from '../../board/arrangement.ts';
import type { ViewTeller } from '../../stores/view-teller.ts';

/** Which lines of the list are on the screen; null before it was measured. */
type LineRange = { readonly startIndex: number; readonly endIndex: number } | null;

/** Tells which orders' rows are on the screen while the list is, and the page that holds it. */
export function useRowsInView(view: ViewTeller, items: Arrangement['items'], range: LineRange) {
  const startIndex = range?.startIndex ?? 0;
  const endIndex = range?.endIndex ?? -1;
  useEffect(() => {
    const lines = items.slice(startIndex, endIndex + 1);
    view.drawn(lines.flatMap((item) => (item.kind === 'row' ? [item.id] : [])));
  }, [view, items, startIndex, endIndex]);
  useEffect(() => {
    const look = () => view.setSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      view.drawn([]);
    };
  }, [view]);
}
