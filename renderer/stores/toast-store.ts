import { createStore } from 'zustand/vanilla';
import type { BridgeFailure } from '../../core/bridge/bridge.ts';
import type { IconName } from '../icon-sprite.tsx';
import type { Stop, WindowTime } from './window-time.ts';

/** How long a toast stays, unless it is pointed at or focused. */
export const toastForMs = 8000;

const mostToasts = 3;

/** How many actions can be taken back. */
const mostUndoSteps = 20;

/** What a toast says. */
export interface ToastText {
  readonly icon: IconName;
  readonly text: string;
  /** The order that it is about, set in strong type after the text. */
  readonly subject?: string;
}

/** A toast on the screen. */
export interface Toast extends ToastText {
  readonly key: number;
  readonly isUndoable: boolean;
  readonly isHeld: boolean;
}

/** Toasts, oldest first. */
export interface ToastState {
  readonly toasts: readonly Toast[];
  readonly undoCount: number;
}

interface UndoStep {
  readonly key: number;
  readonly undo: () => void;
}

/** An empty toast area. */
export function createToastStore(time: WindowTime) {
  const store = createStore<ToastState>(() => ({ toasts: [], undoCount: 0 }));
  const stops = new Map<number, Stop>();
  let steps: readonly UndoStep[] = [];
  let lastKey = 0;

  const dismiss = (key: number) => {
    stops.get(key)?.();
    stops.delete(key);
    store.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.key !== key) }));
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

  const show = (text: ToastText, undo?: () => void) => {
    lastKey += 1;
    const key = lastKey;
    if (undo) steps = [...steps, { key, undo }].slice(-mostUndoSteps);
    const toast: Toast = { ...text, key, isUndoable: undo !== undefined, isHeld: false };
    const { toasts } = store.getState();
    // A toast that is pointed at or focused is the last to be dismissed.
    const leaving = [...toasts.filter((old) => !old.isHeld), ...toasts.filter((old) => old.isHeld)];
    for (const old of leaving.slice(0, Math.max(0, toasts.length + 1 - mostToasts))) {
      dismiss(old.key);
    }
    store.setState((state) => ({ toasts: [...state.toasts, toast], undoCount: steps.length }));
    run(key);
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    dismiss,
    /** Shows a toast; with `undo`, the action can be taken back from it and later by key. */
    show,
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
    /** Takes back one action: the given one, or else the last one. */
    undo: (key?: number) => {
      const step = key === undefined ? steps.at(-1) : steps.find((known) => known.key === key);
      if (!step) return;
      steps = steps.filter((known) => known !== step);
      store.setState({ undoCount: steps.length });
      dismiss(step.key);
      step.undo();
    },
    /** Nothing that was done so far can be taken back any more. */
    forgetUndo: () => {
      for (const { key } of steps) dismiss(key);
      steps = [];
      store.setState({ undoCount: 0 });
    },
  };
}

/** Messages that disappear by themselves, and the actions that can be undone even afterwards. */
export type ToastStore = ReturnType<typeof createToastStore>;
