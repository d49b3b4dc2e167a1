import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { ContractNoteEntry } from '../../../core/wire/contract-notes.ts';
import type { Settings, SettingsChange } from '../../../core/settings/settings.ts';

/** The sections of the settings, in their order. */
export const settingsSections = [
  'connection',
  'checking',
  'notifications',
  'timing',
  'webhooks',
  'appearance',
  'privacy',
  'computer',
  'transfer',
  'day',
  'diagnosis',
] as const;

export type SettingsSection = (typeof settingsSections)[number];

/** Settings of the notifications that other parts of the window lead to, with the section that they are in. */
const placeSections = {
  news: 'notifications',
  kinds: 'notifications',
  groups: 'notifications',
  quiet: 'timing',
  shown: 'timing',
} as const satisfies Readonly<Record<string, SettingsSection>>;

export type SettingsPlace = keyof typeof placeSections;

/** The id of the element that such settings begin with. */
export function placeId(place: SettingsPlace): string {
  return `settings-${place}`;
}

/** The settings screen. */
export interface SettingsState {
  /** The section that is open; null while the settings are closed. */
  readonly section: SettingsSection | null;
  /** The settings of the section that are to be in sight; null for its beginning. */
  readonly place: SettingsPlace | null;
  /** Why the last change was not kept. */
  readonly failure: BridgeFailure | null;
  /** What reading this service's answers needed, the most frequent first; null until known. */
  readonly notes: readonly ContractNoteEntry[] | null;
  /** The question whether to forget the credentials is open. */
  readonly isForgetAsked: boolean;
}

/**
 * Opening the settings and changing them. Their values are part of the app state.
 *
 * @param changed takes the settings as they are once main has changed them: some are changed as a
 *   whole, and the next change must not undo this one
 */
export function createSettingsStore(bridge: WaybellBridge, changed: (settings: Settings) => void) {
  const closed: SettingsState = {
    section: null,
    place: null,
    failure: null,
    notes: null,
    isForgetAsked: false,
  };
  const store = createStore<SettingsState>(() => closed);
  let last: SettingsSection = 'connection';
  const readNotes = async () => {
    const answer = await bridge.contractNotes();
    if (answer.ok) store.setState({ notes: answer.value });
  };
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Opens the settings, at the section that was open last unless another is asked for. */
    open: (section: SettingsSection = last) => {
      last = section;
      store.setState({ ...closed, section });
      if (section === 'connection') void readNotes();
    },
    /** Opens the settings where these are in sight. */
    openPlace: (place: SettingsPlace) => {
      last = placeSections[place];
      store.setState({ ...closed, section: last, place });
    },
    close: () => store.setState(closed),
    change: async (change: SettingsChange) => {
      store.setState({ failure: null });
      const answer = await bridge.changeSettings(change);
      if (answer.ok) changed(answer.value);
      else store.setState({ failure: answer.failure });
    },
    /** The notes as text for people; null when it could not be had. */
    notesAsText: async () => {
      const answer = await bridge.exportContractNotes({ form: 'text' });
      if (!answer.ok) store.setState({ failure: answer.failure });
      return answer.ok ? answer.value : null;
    },
    askToForget: (isForgetAsked: boolean) => store.setState({ isForgetAsked }),
  };
}
