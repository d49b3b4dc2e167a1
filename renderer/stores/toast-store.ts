import { createStore } from 'zustand/vanilla';
import type { BridgeFailure } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { IconName } from '../icon-sprite.tsx';
import type { Stop, WindowTime } from './window-time.ts';

/**
 * How long a toast stays, unless it is pointed at or focused: what was just done by hand and cannot be
 * taken back is read at once; what comes unasked, or can be taken back, needs longer.
 */
const stays = { briefMs: 4000, longMs: 8000 } as const;

const mostToasts = 3;

/** The icon of what went wrong: each problem is told, also beside another. */
const problemIcon = 'st-attention';

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
  /** How long it stays, counted anew when it is let go. */
  readonly forMs: number;
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

  const remove = (key: number) => {
    stops.get(key)?.();
    stops.delete(key);
    store.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.key !== key) }));
  };
  const dismiss = (key: number) => {
    remove(key);
    const reversible = reversibles.get(key);
    reversibles.delete(key);
    reversible?.settle?.();
  };
  const run = ({ key, forMs }: Toast) => {
    stops.get(key)?.();
    stops.set(
      key,
      time.after(forMs, () => dismiss(key)),
    );
  };
  const setHeld = (key: number, isHeld: boolean) => {
    store.setState((state) => ({
      toasts: state.toasts.map((toast) => (toast.key === key ? { ...toast, isHeld } : toast)),
    }));
  };

  const put = (
    text: ToastText,
    forMs: number,
    offers: Reversal | null = null,
    reversible?: Reversible,
  ) => {
    lastKey += 1;
    const key = lastKey;
    if (reversible) reversibles.set(key, reversible);
    // Of one kind only the newest tells: the second copy, say, takes the place of the first.
    for (const old of store.getState().toasts) {
      const isSame = old.text === text.text && old.subject === text.subject;
      const isOfKind = old.icon === text.icon && text.icon !== problemIcon && !old.isHeld;
      if ((isSame || isOfKind) && offers === null && old.offers === null) dismiss(old.key);
    }
    const { toasts } = store.getState();
    // A toast that is pointed at or focused is the last to be dismissed, one that only tells the first.
    const leaving = toasts.toSorted((one, other) => weight(one) - weight(other));
    for (const old of leaving.slice(0, Math.max(0, toasts.length + 1 - mostToasts))) {
      dismiss(old.key);
    }
    const toast: Toast = { ...text, key, offers, isHeld: false, forMs };
    store.setState((state) => ({ toasts: [...state.toasts, toast] }));
    run(toast);
  };

  const reverse = async (reversal: Reversal, key?: number): Promise<boolean> => {
    const { toasts } = store.getState();
    const toast = toasts.findLast(
      (each) => each.offers === reversal && (key === undefined || each.key === key),
    );
    const reversible = toast && reversibles.get(toast.key);
    if (!toast || !reversible) return false;
    remove(toast.key);
    reversibles.delete(toast.key);
    const isUndo = reversal === 'undo';
    const hasWorked = await (isUndo ? reversible.undo() : reversible.redo());
    // What failed can be tried again.
    if (isUndo === hasWorked) put(reversible.undone, stays.longMs, 'redo', reversible);
    else put(reversible.done, stays.longMs, 'undo', reversible);
    return true;
  };

  const tell = (text: ToastText) => put(text, stays.longMs);

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    dismiss,
    /** Says in passing what was done by hand. */
    show: (text: ToastText) => put(text, stays.briefMs),
    /** Says what the dispatcher did not ask for. */
    tell,
    /** Shows what was done, with undo. What was taken back before it cannot be done again. */
    showDone: (reversible: Reversible) => {
      for (const { key, offers } of store.getState().toasts) if (offers === 'redo') dismiss(key);
      put(reversible.done, stays.longMs, 'undo', reversible);
    },
    /** Says why something was not done. */
    fail: (failure: BridgeFailure) => tell({ icon: problemIcon, text: failure.message }),
    hold: (key: number) => {
      stops.get(key)?.();
      setHeld(key, true);
    },
    release: (key: number) => {
      const toast = store.getState().toasts.find((each) => each.key === key);
      if (!toast) return;
      setHeld(key, false);
      run(toast);
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
