import type { Language } from '../../../core/text/language.ts';

/** Reasons that core/update-kinds.ts or the contract words, and that the line of the timeline says already. */
const saidAlready =
  /^(?:Order Available on Platform|Order Matched|Order was released|Order Completed|Order Cancelled|Courier given|Courier no longer given|Another courier|Courier details changed|Courier moved|Courier position no longer given|Price amendment added\.|Status changed from .*|Order edited: .*)$/s;
const released = /^Order was released because: (.+)$/s;
const amended = /^Price amendment added for: (.+) \(price: ([^()]*)\)\.$/s;
const amendedBy = /^Price amendment added \(price: ([^()]*)\)\.$/;

/**
 * The reason of an update as the timeline shows it. The contract words reasons in English (seeds/contract.md,
 * 6); in another language what the service itself says is kept as it came, and the words around it go.
 *
 * @returns null when the line says it already
 */
export function spokenReason(reason: string, language: Language): string | null {
  if (language === 'en') return reason;
  if (saidAlready.test(reason) || amendedBy.test(reason)) return null;
  const because = released.exec(reason)?.[1];
  if (because !== undefined) return because;
  const [, cause, price] = amended.exec(reason) ?? [];
  return cause === undefined ? reason : `${cause}（${price ?? ''}）`;
}
