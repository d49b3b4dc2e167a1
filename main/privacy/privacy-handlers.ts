import type { BridgeHandlers, HandlersOf } from '../desktop/bridge/bridge-server.ts';
import type { PrivacyLedgerStore } from './ports.ts';

/** The requests that are answered here. */
export type PrivacyHandlers = HandlersOf<'privacy'> & Pick<BridgeHandlers, 'orders:erase'>;

/** What erases; fits `Erasure`. */
export interface Eraser {
  orders: PrivacyHandlers['orders:erase'] extends (input: { ids: infer Ids }) => infer Answer
    ? (ids: Ids) => Answer
    : never;
  everything: () => ReturnType<PrivacyHandlers['privacy:erase-everything']>;
}

/** The most entries that the window lists. */
const shownEntries = 200;

/** What the window's requests about personal data do. */
export function privacyHandlers(eraser: Eraser, ledger: PrivacyLedgerStore): PrivacyHandlers {
  return {
    'orders:erase': ({ ids }) => eraser.orders(ids),
    'privacy:erase-everything': () => eraser.everything(),
    'privacy:ledger': () => ({ ok: true, value: ledger.latest(shownEntries) }),
  };
}
