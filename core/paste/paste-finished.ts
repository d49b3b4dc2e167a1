import { isFinished, readOrderStatus } from '../order/order-status.ts';

/** Words for an end in the other language of the desk; the service's own words are English. */
const chineseWords = new Set(['已完成', '已送達', '已取消', '已退回', '失敗', '完成', '取消']);

/** A quick look that spares ordinary lines the closer one. */
const mayBeOver =
  /complet|deliver|cancel|canel|fail|return|reject|expire|void|finish|done|成|達|消|退|敗/i;

/** What parts a status from its neighbours on a line of a list or table. */
const parting = /[\t,;|:=，；：、"'“”(){}[\]<>\uFFFC\u2013\u2014]| - /;

/** Whether a word is a status that ends an order. */
export function isFinishedWord(word: string): boolean {
  const text = word.trim();
  return chineseWords.has(text) || isFinished(readOrderStatus(text).phase);
}

/**
 * Whether the words beside a uuid on its line say, as a cell of their own, that the order is over.
 * "Delivered by Joe" is no such cell.
 *
 * @param line with U+FFFC in place of the uuid
 */
export function lineSaysFinished(line: string): boolean {
  return mayBeOver.test(line) && line.split(parting).some(isFinishedWord);
}

/** The line without the status that {@link lineSaysFinished} found: it is no name for the order. */
export function withoutStatus(line: string): string {
  const cell = line.split(parting).find(isFinishedWord);
  return cell === undefined ? line : line.replace(cell, '');
}
