import type { Language } from '../text/language.ts';

/** Why the heartbeats end although nothing is wrong. */
export type LastWord = 'ended' | 'asleep' | 'paused' | 'off';

/** What a monitor is told with the last beat, for the people who read it there. */
export const lastWordTexts: Readonly<Record<Language, Readonly<Record<LastWord, string>>>> = {
  en: {
    ended: 'Waybell was ended on purpose.',
    asleep: 'The computer goes to sleep.',
    paused: 'Checking is paused by a person.',
    off: 'The heartbeat was turned off.',
  },
  'zh-Hant': {
    ended: 'Waybell 已由人結束。',
    asleep: '電腦進入睡眠。',
    paused: '查詢已由人暫停。',
    off: '心跳已關閉。',
  },
};
