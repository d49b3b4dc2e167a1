/**
 * The types of the Chrome DevTools protocol, which playwright-core carries but does not export.
 * Types only: nothing of it exists at run time.
 */
export type { Protocol } from '../../../../node_modules/playwright-core/types/protocol.d.ts';
