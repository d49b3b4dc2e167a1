import { englishFailures } from '../../../core/delivery/failure-english.ts';
import { statusTextsIn } from '../../../core/order/status-texts.ts';
import { trayTextsIn } from '../../../core/tray/tray-texts.ts';
import { textsIn } from '../../../renderer/text/texts.ts';
import { textsOf } from '../../support/source/chinese-rules.ts';

/** Texts that are the same in both languages. */
const shared: ReadonlySet<string> = new Set([
  ...textsOf(textsIn['zh-Hant'], '').map(([, text]) => text),
  '',
]);

/** Every English text of the window that is not a function. */
export const englishTexts: ReadonlySet<string> = new Set(
  [textsIn.en, englishFailures, statusTextsIn.en, trayTextsIn.en.menu]
    .flatMap((texts) => textsOf(texts, ''))
    .map(([, text]) => text.trim())
    .filter((text) => !shared.has(text) && /[a-z]{3}/.test(text)),
);
