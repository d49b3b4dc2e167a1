import type { TransferRefusal } from './transfer.ts';

const sentences: Readonly<Record<TransferRefusal, string>> = {
  tooLarge: 'The file is larger than 20\u00A0MB, so nothing was imported.',
  notOurs: 'This is no file that Waybell exported, so nothing was imported.',
  newer:
    'The file was written by a newer Waybell. Nothing was changed; update Waybell, then import it again.',
  damaged: 'The file is damaged or cut off, so nothing was imported. Ask for it again.',
};

/** Why a file was not imported, for the window and the terminal. */
export function transferRefusalText(refusal: TransferRefusal): string {
  return sentences[refusal];
}

/** 1 order, 3 orders, 1,204 orders. */
export function ordersText(count: number): string {
  return count === 1 ? '1 order' : `${count.toLocaleString('en')} orders`;
}
