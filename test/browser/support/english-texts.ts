import { englishFailures } from '../../../core/delivery/failure-english.ts';
import { statusWordsIn } from '../../../core/order/status-words.ts';
import { trayWordsIn } from '../../../core/tray/tray-words.ts';
import { wordsIn } from '../../../renderer/text/words.ts';
import { textsOf } from '../../support/source/chinese-rules.ts';

/** Texts that are the same in both languages. */
const shared: ReadonlySet<string> = new Set([
  ...textsOf(wordsIn['zh-Hant'], '').map(([, text]) => text),
  '',
]);

/** Every English text of the window that is not a function. */
export const englishTexts: ReadonlySet<string> = new Set(
  [wordsIn.en, englishFailures, statusWordsIn.en, trayWordsIn.en.menu]
    .flatMap((words) => textsOf(words, ''))
    .map(([, text]) => text.trim())
    .filter((text) => !shared.has(text) && /[a-z]{3}/.test(text)),
);
