import { createStore } from 'zustand/vanilla';

/** What may lie over the window, one at a time. */
export type Layer = 'keyboardHelp' | 'palette';

/** Which layer is open. */
export interface LayerState {
  readonly layer: Layer | null;
  /** The filter field is shown. */
  readonly isFiltering: boolean;
}

/** A window without anything over it. */
export function createLayerStore() {
  const store = createStore<LayerState>(() => ({ layer: null, isFiltering: false }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    open: (layer: Layer) => store.setState({ layer }),
    close: () => store.setState({ layer: null }),
    setFiltering: (isFiltering: boolean) => store.setState({ isFiltering }),
  };
}

/** Dialogs and the filter field. */
export type LayerStore = ReturnType<typeof createLayerStore>;
