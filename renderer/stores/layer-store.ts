import { createStore, type StoreApi } from 'zustand/vanilla';

/** What may lie over the window, one at a time. */
export type Layer = 'keyboardHelp' | 'palette';

/** Which layer is open. */
export interface LayerState {
  readonly layer: Layer | null;
  /** The filter field is shown. */
  readonly isFiltering: boolean;
}

/** Dialogs and the filter field. */
export interface LayerStore extends Pick<StoreApi<LayerState>, 'getState' | 'subscribe'> {
  readonly open: (layer: Layer) => void;
  readonly close: () => void;
  readonly setFiltering: (isFiltering: boolean) => void;
}

/** A window without anything over it. */
export function createLayerStore(): LayerStore {
  const store = createStore<LayerState>(() => ({ layer: null, isFiltering: false }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    open: (layer) => store.setState({ layer }),
    close: () => store.setState({ layer: null }),
    setFiltering: (isFiltering) => store.setState({ isFiltering }),
  };
}
