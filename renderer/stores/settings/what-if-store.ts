import { createStore } from 'zustand/vanilla';
import type { WaybellBridge } from '../../../core/bridge/bridge.ts';
import { mostWhatIfs, type WhatIf } from '../../../core/board/what-if.ts';
import type { SettingsChange } from '../../../core/settings/settings.ts';
import type { BoardStore } from '../board-store.ts';
import type { Stop, WindowTime } from '../window-time.ts';

/** Controls that are drawn together, and settings that change together, are asked about together. */
const askAfterMs = 200;

/**
 * A page that is opened again within this shows what was counted, some dozens of numbers: to count them takes
 * main seconds of a processor.
 */
const keptForMs = 5 * 60_000;

/** What one change would have meant. */
export interface Otherwise extends Pick<WhatIf, 'fromMs' | 'untilMs' | 'notified'> {
  /** How many notifications would have interrupted with the change. */
  readonly otherwise: number;
}

/** What other settings would have meant, as far as it is known. */
export interface WhatIfState {
  /** Nothing is recorded yet, or it could not be counted: then there are no answers. */
  readonly kind: 'counting' | 'nothing' | 'failed';
  /** By the key of the change, all counted with the present settings. */
  readonly answers: ReadonlyMap<string, Otherwise>;
}

interface Asked {
  readonly change: SettingsChange;
  /** How many controls would make it. */
  readonly by: number;
}

const atFirst: WhatIfState = { kind: 'counting', answers: new Map() };

/** The name of a change: equal changes have equal ones. */
export function changeKey(change: SettingsChange): string {
  return JSON.stringify(change);
}

/**
 * Asks main what the changes would have meant that the controls on the page would make. It asks while
 * there are such controls, once for all of them, and anew when a setting changed. Main counts for a
 * while, so there is never more than one request on its way, and its answers stay for a while.
 */
export function createWhatIfStore(
  bridge: WaybellBridge,
  board: Pick<BoardStore, 'getState' | 'subscribe'>,
  time: WindowTime,
) {
  const store = createStore<WhatIfState>(() => atFirst);
  const asked = new Map<string, Asked>();
  /** Raised when the answers that are on their way no longer count. */
  let turn = 0;
  let isAsking = false;
  let stopPlanned: Stop | null = null;
  let isListening = false;
  /** When the last control was gone. */
  let goneAtMs = -Infinity;

  /** What is to be asked now: nothing while it is planned to ask soon. */
  const unanswered = () => {
    if (stopPlanned !== null) return [];
    const { answers } = store.getState();
    return [...asked].filter(([key]) => !answers.has(key)).slice(0, mostWhatIfs);
  };

  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    for (let open = unanswered(); open.length > 0; open = unanswered()) {
      const own = turn;
      const answer = await bridge.whatIf({ changes: open.map(([, { change }]) => change) });
      if (own !== turn) continue;
      if (!answer.ok || answer.value === null) {
        store.setState({ kind: answer.ok ? 'nothing' : 'failed', answers: new Map() });
        break;
      }
      const { otherwise, ...counted } = answer.value;
      const answers = new Map(store.getState().answers);
      for (const [at, [key]] of open.entries()) {
        answers.set(key, { ...counted, otherwise: otherwise[at] ?? counted.notified });
      }
      store.setState({ kind: 'counting', answers });
    }
    isAsking = false;
  };

  const plan = (): void => {
    stopPlanned?.();
    stopPlanned = time.after(askAfterMs, () => {
      stopPlanned = null;
      void ask();
    });
  };

  const forget = (): void => {
    turn += 1;
    store.setState({ answers: new Map() });
  };

  const listen = (): void => {
    const read = () => JSON.stringify(board.getState().app?.settings);
    let settings = read();
    board.subscribe((state, before) => {
      if (state.app?.settings === before.app?.settings || read() === settings) return;
      settings = read();
      forget();
      if (asked.size > 0) plan();
    });
  };

  const begin = (): void => {
    if (!isListening) listen();
    isListening = true;
    const { kind } = store.getState();
    if (kind !== 'counting') store.setState(atFirst);
    else if (time.nowMs() - goneAtMs > keptForMs) forget();
  };

  const end = (): void => {
    stopPlanned?.();
    stopPlanned = null;
    goneAtMs = time.nowMs();
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** A control that would make these changes is on the page, until stopped. */
    ask: (changes: readonly SettingsChange[]): Stop => {
      if (asked.size === 0) begin();
      const keyed = changes.map((change) => [changeKey(change), change] as const);
      for (const [key, change] of keyed) {
        asked.set(key, { change, by: (asked.get(key)?.by ?? 0) + 1 });
      }
      plan();
      return () => {
        for (const [key, change] of keyed) {
          const by = (asked.get(key)?.by ?? 0) - 1;
          if (by > 0) asked.set(key, { change, by });
          else asked.delete(key);
        }
        if (asked.size === 0) end();
      };
    },
  };
}
