import { createStore, type StoreApi } from 'zustand/vanilla';

/** How wide the details may be, in px (docs/design: Layout). */
export const detailWidths = { least: 340, usual: 380, most: 520 } as const;

/** The widths that the dispatcher chose. */
export interface LayoutState {
  /** The width of the details, in px. */
  readonly detailWidthPx: number;
}

/** How the window is divided. */
export interface LayoutStore extends Pick<StoreApi<LayoutState>, 'getState' | 'subscribe'> {
  /** Takes a width as near to the wanted one as may be. */
  readonly setDetailWidth: (widthPx: number) => void;
  /** The dispatcher let go: the width is worth remembering. */
  readonly settled: () => void;
  /** Hears of every width that is worth remembering. */
  readonly onSettled: (listener: () => void) => void;
}

/** The division of a new window. */
export function createLayoutStore(): LayoutStore {
  const store = createStore<LayoutState>(() => ({ detailWidthPx: detailWidths.usual }));
  const listeners = new Set<() => void>();
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    setDetailWidth: (widthPx) => {
      const { least, most } = detailWidths;
      store.setState({ detailWidthPx: Math.min(most, Math.max(least, Math.round(widthPx))) });
    },
    settled: () => {
      for (const listener of listeners) listener();
    },
    onSettled: (listener) => listeners.add(listener),
  };
}
