import { createContext, type RefObject, use, useEffect, useRef, useSyncExternalStore } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { stretchOf } from '../core/board/board.ts';
import { isCardShown } from '../core/board/team.ts';
import type { SettingsCard } from '../core/settings/settings-pages.ts';
import type { Settings, SettingsChange } from '../core/settings/settings.ts';
import type { WantedControl } from './stores/detail-store.ts';
import type { Dictionary } from './text/en/dictionary.ts';
import type { WindowModel } from './window-model.ts';

/** Gives the model to everything that draws. */
export const ModelContext = createContext<WindowModel | null>(null);

/** The model of this window. */
export function useModel(): WindowModel {
  const model = use(ModelContext);
  if (!model) throw new Error('Drawn outside of a ModelContext.');
  return model;
}

/** Gives the words to everything that draws. */
export const TextsContext = createContext<Dictionary | null>(null);

/** The texts of the window. */
export function useText(): Dictionary {
  const texts = use(TextsContext);
  if (!texts) throw new Error('Drawn outside of a WordsContext.');
  return texts;
}

/** A part of a store. The selector must give the same value for the same state. */
export function useSlice<State, Part>(
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  select: (state: State) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/**
 * Something that depends on the time. The component is drawn again only when the value differs, so
 * give a text or a number and not an object.
 */
export function useTicking<Value extends string | number | boolean>(
  read: (nowMs: number) => Value,
): Value {
  const { ticker } = useModel();
  return useSyncExternalStore(ticker.subscribe, () => read(ticker.nowMs()));
}

/** The given time while it is in the future, and null afterwards. */
export function useAhead(atMs: number | null): number | null {
  const isAhead = useTicking((nowMs) => atMs !== null && nowMs < atMs);
  return isAhead ? atMs : null;
}

/**
 * The dispatcher's settings, for everything that is drawn once main has answered.
 *
 * The defaults are not read here: their schema would bring its parser into the window, which tries
 * to make functions from text, and the content security policy reports that.
 */
export function useSettings(): Settings {
  const settings = useSlice(useModel().board, (state) => state.app?.settings ?? null);
  if (!settings) throw new Error('Settings were read before the first snapshot.');
  return settings;
}

/** How much longer than its pace the pause between two checks of each order is now. */
export function useStretch(): number {
  return useSlice(useModel().board, ({ app }) =>
    app?.pace.checks ? stretchOf(app.pace.checks) : 1,
  );
}

/** Whether this is the desk of a team that looks on and changes nothing that is shared. */
export function useIsViewer(): boolean {
  return useSlice(useModel().board, (state) => state.app?.team?.me.role === 'viewer');
}

/** Whether a page shows the settings that stand together on a card, as the palette asks, too. */
export function useIsCardShown(card: SettingsCard): boolean {
  return useSlice(useModel().board, ({ app }) => isCardShown(card, app?.team ?? null));
}

/** Whether this computer is the desk of a team, whose hub decides what concerns all desks. */
export function useHasTeam(): boolean {
  return useSlice(useModel().board, (state) => state.app?.team != null);
}

/** Whether this part of the window shows the past, where nothing can be done. */
export function useIsPast(): boolean {
  return useModel().isPast;
}

/** Whether the policy of this computer sets a setting, so that it cannot be changed here. */
export function useIsLocked(name: keyof Settings): boolean {
  return useSlice(useModel().board, (state) => state.app?.lockedSettings.includes(name) ?? false);
}

/** One setting with what changes it, for a row that holds it. */
export function useSetting<Name extends keyof Settings>(name: Name) {
  const { settings } = useModel();
  const isLocked = useIsLocked(name);
  const value = useSettings()[name];
  const changeTo = (next: Settings[Name]): SettingsChange => ({ [name]: next });
  const onChange = (next: Settings[Name]) => void settings.change(changeTo(next));
  return { value, isLocked, changeTo, onChange };
}

/** The place of a control in the details, which takes the focus when something leads to it. */
export function useWantedControl<Control extends HTMLElement>(
  name: WantedControl,
): RefObject<Control | null> {
  const { detail } = useModel();
  const control = useRef<Control>(null);
  const isWanted = useSlice(detail, ({ wantedControl }) => wantedControl === name);
  useEffect(() => {
    if (!isWanted) return;
    detail.wantControl(null);
    control.current?.focus();
    // Words go on at their end.
    if (control.current instanceof HTMLTextAreaElement)
      control.current.setSelectionRange(control.current.value.length, control.current.value.length);
  }, [detail, isWanted]);
  return control;
}
