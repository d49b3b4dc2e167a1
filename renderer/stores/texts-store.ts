import type { Speech } from '../../core/text/language.ts';
import type { Dictionary } from '../text/en/dictionary.ts';
import { textsIn } from '../text/texts.ts';
import type { BoardStore } from './board-store.ts';

/**
 * The texts in the language that main speaks. They change in place: nothing is loaded anew, so that
 * view, selection and what is being typed stay.
 *
 * @param first the language when main opened the window; the snapshot may name another one
 */
export function createTextsStore(board: BoardStore, first: Speech) {
  let spoken = first;
  let texts = textsOf(first);
  return {
    getState: () => {
      const speech = board.getState().app?.speech ?? spoken;
      if (speech.language !== spoken.language || speech.locale !== spoken.locale) {
        spoken = speech;
        texts = textsOf(speech);
      }
      return texts;
    },
    /** Calls the listener when the board changes, which may bring another language. */
    subscribe: board.subscribe,
  };
}

function textsOf({ language, locale }: Speech): Dictionary {
  return { ...textsIn[language], locale };
}
