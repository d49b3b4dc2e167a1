import { createStore } from 'zustand/vanilla';
import type { BridgeFailure } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { IconName } from '../icon-sprite.tsx';
import type { Stop, WindowTime } from './window-time.ts';

/** How long a toast stays, unless it is pointed at or focused. */
const toastForMs = 8000;

const mostToasts = 3;

/** What a toast says. */
export interface ToastText {
  readonly icon: IconName;
  readonly text: string;
  /** The order that it is about, set in strong type after the text. */
  readonly subject?: string;
}

/** Undo takes back what was done; redo does again what was taken back. */
export type Reversal = 'undo' | 'redo';

/** Something that was done and can be taken back while its toast stands. */
export interface Reversible {
  /** The orders that it changed. */
  readonly ids: readonly OrderId[];
  /** What the toast says once it is done, also by redo. */
  readonly done: ToastText;
  /** What the toast says once it is taken back. */
  readonly undone: ToastText;
  /** Each tells why it failed by itself, and answers whether it did not. */
  readonly undo: () => Promise<boolean>;
  readonly redo: () => Promise<boolean>;
  /** Called when its toast goes: it stays now as it is. */
  readonly settle?: () => void;
}

/** A toast on the screen. */
export interface Toast extends ToastText {
  readonly key: number;
  /** What its button does; null for a toast that only tells. */
  readonly offers: Reversal | null;
  readonly isHeld: boolean;
}

/** Toasts, oldest first. */
export interface ToastState {
  readonly toasts: readonly Toast[];
}

/** An empty toast area. */
export function createToastStore(time: WindowTime) {
  const store = createStore<ToastState>(() => ({ toasts: [] }));
  const stops = new Map<number, Stop>();
  const reversibles = new Map<number, Reversible>();
  let lastKey = 0;

  const takeDown = (key: number) => {
    stops.get(key)?.();
    stops.delete(key);
    store.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.key !== key) }));
  };
  const dismiss = (key: number) => {
    takeDown(key);
    const reversible = reversibles.get(key);
    reversibles.delete(key);
    reversible?.settle?.();
  };
  const run = (key: number) => {
    stops.get(key)?.();
    stops.set(
      key,
      time.after(toastForMs, () => dismiss(key)),
    );
  };
  const setHeld = (key: number, isHeld: boolean) => {
    store.setState((state) => ({
      toasts: state.toasts.map((toast) => (toast.key === key ? { ...toast, isHeld } : toast)),
    }));
  };

  const put = (text: ToastText, offers: Reversal | null, reversible?: Reversible) => {
    lastKey += 1;
    const key = lastKey;
    if (reversible) reversibles.set(key, reversible);
    // Saying the same twice would push out a toast that can be undone.
    for (const old of store.getState().toasts) {
      const isSame = old.text === text.text && old.subject === text.subject;
      if (isSame && offers === null && old.offers === null) dismiss(old.key);
    }
    const { toasts } = store.getState();
    // A toast that is pointed at or focused is the last to be dismissed, one that only tells the first.
    const leaving = toasts.toSorted((one, other) => weight(one) - weight(other));
    for (const old of leaving.slice(0, Math.max(0, toasts.length + 1 - mostToasts))) {
      dismiss(old.key);
    }
    const toast: Toast = { ...text, key, offers, isHeld: false };
    store.setState((state) => ({ toasts: [...state.toasts, toast] }));
    run(key);
  };

  const reverse = async (reversal: Reversal, key?: number): Promise<boolean> => {
    const { toasts } = store.getState();
    const toast = toasts.findLast(
      (each) => each.offers === reversal && (key === undefined || each.key === key),
    );
    const reversible = toast && reversibles.get(toast.key);
    if (!toast || !reversible) return false;
    takeDown(toast.key);
    reversibles.delete(toast.key);
    const isUndo = reversal === 'undo';
    const hasWorked = await (isUndo ? reversible.undo() : reversible.redo());
    // What failed can be tried again.
    if (isUndo === hasWorked) put(reversible.undone, 'redo', reversible);
    else put(reversible.done, 'undo', reversible);
    return true;
  };

  const show = (text: ToastText) => put(text, null);

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    dismiss,
    /** Shows a toast that only tells. */
    show,
    /** Shows what was done, with undo. What was taken back before it cannot be done again. */
    showDone: (reversible: Reversible) => {
      for (const { key, offers } of store.getState().toasts) if (offers === 'redo') dismiss(key);
      put(reversible.done, 'undo', reversible);
    },
    /** Says why something was not done. */
    fail: (failure: BridgeFailure) => show({ icon: 'st-attention', text: failure.message }),
    hold: (key: number) => {
      stops.get(key)?.();
      setHeld(key, true);
    },
    release: (key: number) => {
      if (!store.getState().toasts.some((toast) => toast.key === key)) return;
      setHeld(key, false);
      run(key);
    },
    /**
     * Takes back, or does again, what a toast names: the given toast, or else the last one.
     *
     * @returns false when no toast stands that offers it
     */
    reverse,
    /** Ends undo and redo of what concerns these orders, or of everything. */
    settle: (ids?: readonly OrderId[]) => {
      const concerned = ids && new Set(ids);
      for (const [key, reversible] of reversibles) {
        if (!concerned || reversible.ids.some((id) => concerned.has(id))) dismiss(key);
      }
    },
  };
}

function weight({ isHeld, offers }: Toast): number {
  if (isHeld) return 2;
  return offers === null ? 0 : 1;
}

/** Messages that disappear by themselves, with what can be undone and redone while they stand. */
export type ToastStore = ReturnType<typeof createToastStore>;
