import type { RequestInput, WaybellBridge } from '../../../core/bridge/bridge.ts';
import { everyNotification } from '../../../core/notification/notification.ts';

/** What the preload offers the page. */
declare global {
  // oxlint-disable-next-line no-var -- only a var is a property of globalThis
  var waybell: WaybellBridge;
}

/** Asks for the newest notifications. */
export const newestNotifications: RequestInput<'notifications:history'> = {
  ...everyNotification,
  beforeNo: null,
};
