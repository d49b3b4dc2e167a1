import type { Language } from '../../../core/text/language.ts';
import { count, orders } from './numbers.ts';

const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'zh-Hant': '繁體中文' };

/** The texts of what leads to a courier and a customer, in English. */
export const courierTexts = {
  courierWay: {
    menu: 'Courier and customer',
    note: 'Write a note',
    group: 'Put into a group',
    copyPhone: 'Copy the courier’s number',
    call: (whom: string) => `Call ${whom}`,
    callTitle: (whom: string) => `Call ${whom}?`,
    callBody:
      'The number is handed to this computer’s program for calls. “Privacy” writes down that it was used, without the number.',
    callAct: 'Call',
    cancel: 'Cancel',
    calling: 'Handed to the program for calls:',
    customerText: (language: Language) => `Copy text for the customer (${languageNames[language]})`,
    customerTextCopied: (said: string) => `Copied: “${said}”`,
    customerTextMissing: 'Nothing can be told of this order yet',
    sameCourier: 'Show what else this courier has',
    others: (many: number): string =>
      many === 1 ? 'Has one more order' : `Has ${count.format(many)} more orders`,
    nothingElse: 'This courier has no other order on the list',
    notNamed: 'The service gives no name of this courier',
    isOver: 'This order is over: its courier does not have it any more',
    ofCourier: (courier: string, many: number) => `${orders(many)} with ${courier}`,
    remindToast: (time: string) => `Reminder at ${time}:`,
    remindOffToast: 'No reminder any more:',
  },
};
