import { EventEmitter } from 'node:events';
import type { ConnectionState } from '../../core/delivery/connection.ts';
import type { RevealedOrders } from '../../core/bridge/bridge.ts';
import type { FileIntake } from '../../core/board/order-folder.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { ServiceHealth } from '../../core/watch/service-health.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';

/** What the services announce, and what each announcement carries. */
interface Announcements {
  /** Any visible fact of these orders changed, or a time came that their dispatcher set. */
  ordersChanged: [ids: readonly OrderId[]];
  ordersRemoved: [ids: readonly OrderId[]];
  /** The hub did not accept these orders of this desk. */
  addRefused: [ids: readonly OrderId[], code: string];
  /** These orders lie in the archive at rest: they left the memory and stay in the store. */
  ordersEvicted: [ids: readonly OrderId[]];
  /** These are back in the memory. */
  ordersLoaded: [ids: readonly OrderId[]];
  orderUpdated: [update: OrderUpdate, watched: WatchedOrder];
  /** The service answered for an order: of each check that succeeds. */
  checkSucceeded: [];
  /** New notifications are in the outbox. */
  notificationsStored: [];
  serviceHealthChanged: [serviceHealth: ServiceHealth];
  /** Pace, pause or the health of the storage changed. */
  watchStateChanged: [];
  connectionChanged: [state: ConnectionState];
  webhooksChanged: [];
  /** Erasing many orders has come further, or is over. */
  erasureProgressed: [];
  /** A file of another system was accepted, or could not be. */
  fileAccepted: [fileIntake: FileIntake];
  /** The names are those of the settings that the change has. */
  settingsChanged: [settings: Settings, names: ReadonlySet<keyof Settings>];
  /** The history of notifications changed. */
  notificationsChanged: [];
  /** A change of an order changed what the tray says of orders that need attention. */
  attentionChanged: [];
  /** Notifications began to fail, or are shown again. */
  notificationHealthChanged: [];
  /** Linux: it became known whether a daemon shows notifications. */
  notificationDaemonFound: [isThere: boolean];
  /** The window is to show these orders. */
  ordersRequested: [orders: RevealedOrders];
  /** The window was opened or brought to the front. */
  windowShown: [];
  /** The page that listened is gone. */
  pageGone: [];
  /** Closing the window hid it in the tray for the first time. */
  windowHidden: [];
}

/** Services announce here and the programs subscribe, so that no service needs one that is built after it. */
export class AppEvents extends EventEmitter<Announcements> {
  /**
   * Calls this after a change of one of these settings, and gives it these alone, so that a reaction which reads
   * another one does not compile.
   */
  onSettings<Name extends keyof Settings>(
    names: readonly Name[],
    react: (settings: Pick<Settings, Name>) => void,
  ): void {
    this.on('settingsChanged', (current, changed) => {
      if (names.some((name) => changed.has(name))) react(current);
    });
  }
}
