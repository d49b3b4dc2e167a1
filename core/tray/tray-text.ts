import type { Speech } from '../text/language.ts';
import { chineseTray } from './tray-chinese.ts';
import { englishTray } from './tray-words.ts';
import type { TrayWords } from './tray-words.ts';

/** The words of the tray in the language that is spoken. */
export function spokenTray({ language }: Speech): TrayWords {
  switch (language) {
    case 'en':
      return englishTray;
    case 'zh-Hant':
      return chineseTray;
  }
}
