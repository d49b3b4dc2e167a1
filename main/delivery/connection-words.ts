import type { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import type { Language } from '../../core/text/language.ts';
import { chineseConnection } from './connection-chinese.ts';
import { englishConnection } from './connection-english.ts';
import type { ServiceAddress } from './tunnel.ts';
import type { DoubtfulCertificate } from './way-probe.ts';

/**
 * What the dispatcher reads of a connection test. These words are for somebody who has just entered an
 * address and credentials; a failing check of an order has words of its own.
 */
export interface ConnectionWords {
  /** When a step failed: what happened, what to check. */
  readonly step: (failure: DeliveryError, address: ServiceAddress) => string;
  /** What is wrong with a certificate that was not trusted, with its issuer where that matters. */
  readonly certificate: (certificate: DoubtfulCertificate, address: ServiceAddress) => string;
  /** How long a token lasts, as a short fact: the unit that needs no decimals. */
  readonly lifetime: (statedSeconds: number | null) => string;
  readonly notEncrypted: string;
}

/** What the dispatcher reads of a connection test, by language. */
export const connectionWordsIn: Readonly<Record<Language, ConnectionWords>> = {
  en: englishConnection,
  'zh-Hant': chineseConnection,
};
