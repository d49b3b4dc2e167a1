import type { WaybellBridge } from '../../../core/bridge/bridge.ts';

/** What the preload offers the page. */
declare global {
  // oxlint-disable-next-line no-var -- only a var is a property of globalThis
  var waybell: WaybellBridge;
}
