import { createStore } from 'zustand/vanilla';

/** How wide the details may be, in px (docs/design: Layout). */
export const detailWidths = { least: 340, usual: 380, most: 520 } as const;

/** The widths that the dispatcher chose. */
export interface LayoutState {
  /** The width of the details, in px. */
  readonly detailWidthPx: number;
}

/** The division of a new window. */
export function createLayoutStore() {
  const store = createStore<LayoutState>(() => ({ detailWidthPx: detailWidths.usual }));
  const listeners = new Set<() => void>();
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Takes a width as near to the wanted one as may be. */
    setDetailWidth: (widthPx: number) => {
      const { least, most } = detailWidths;
      store.setState({ detailWidthPx: Math.min(most, Math.max(least, Math.round(widthPx))) });
    },
    /** The dispatcher let go: the width is worth remembering. */
    settled: () => {
      for (const listener of listeners) listener();
    },
    /** Hears of every width that is worth remembering. */
    onSettled: (listener: () => void) => listeners.add(listener),
  };
}

/** How the window is divided. */
export type LayoutStore = ReturnType<typeof createLayoutStore>;
