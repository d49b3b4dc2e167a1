import type { AttentionReason } from './attention.ts';

/** Why an order needs attention, as labels. */
export type AttentionWords = Readonly<Record<AttentionReason, string>>;

/** The labels in English, in sentence case. */
const englishAttention: AttentionWords = {
  released: 'Released by the courier',
  cancelled: 'Cancelled',
  unknownStatus: 'Unknown status',
  failed: 'Not delivered',
  notFound: 'Not found',
  refused: 'Cannot be checked',
  blind: 'Checks fail for this order',
  courierSilent: 'Courier silent',
  courierLost: 'Courier position lost',
  promiseAtRisk: 'Promised time at hand',
  arrivedWaiting: 'Waiting at the stop',
  notMoving: 'Not moving',
  longWait: 'Long wait',
  priceChanged: 'Price changed',
  courierSwapped: 'Another courier',
};

/** Why an order needs attention, as a label; English unless other words are given. */
export function attentionWords(
  reason: AttentionReason,
  words: AttentionWords = englishAttention,
): string {
  return words[reason];
}
