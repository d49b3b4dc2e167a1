import type { DeskState } from '../../../core/bridge/board.ts';
import { needsCredentials } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';

/** What the one banner above the list is about. */
export type Banner =
  | {
      readonly kind: 'credentials' | 'offline' | 'rateLimited' | 'serviceFailing';
      readonly sight: Extract<DeskState['sight'], { state: 'blind' }>;
    }
  | { readonly kind: 'storage'; readonly reason: string }
  | { readonly kind: 'startNotice'; readonly text: string }
  | { readonly kind: 'webhooksSilent'; readonly sinceMs: number }
  | { readonly kind: 'offeredOrders'; readonly ids: readonly OrderId[] }
  | { readonly kind: 'paused'; readonly untilMs: number | null }
  | { readonly kind: 'notifications'; readonly reason: string };

function blindBanner(sight: Extract<DeskState['sight'], { state: 'blind' }>): Banner {
  if (needsCredentials(sight.cause)) return { kind: 'credentials', sight };
  if (sight.cause === 'rate-limited') return { kind: 'rateLimited', sight };
  const isReached = sight.cause === 'service-failing' || sight.cause === 'protocol-violation';
  return { kind: isReached ? 'serviceFailing' : 'offline', sight };
}

/** The most serious thing that holds at present, or null on a normal day. */
export function bannerFor(desk: DeskState): Banner | null {
  const blind = desk.sight.state === 'blind' ? blindBanner(desk.sight) : null;
  if (blind?.kind === 'credentials') return blind;
  if (desk.storageFault !== null) return { kind: 'storage', reason: desk.storageFault };
  if (desk.pause.kind === 'paused') return { kind: 'paused', untilMs: desk.pause.untilMs };
  if (blind) return blind;
  if (desk.notifications.kind === 'failing') {
    return { kind: 'notifications', reason: desk.notifications.reason };
  }
  if (desk.startNotice !== null) return { kind: 'startNotice', text: desk.startNotice };
  const { silentSinceMs, offered } = desk.webhooks;
  if (silentSinceMs !== null) return { kind: 'webhooksSilent', sinceMs: silentSinceMs };
  if (offered.length > 0) return { kind: 'offeredOrders', ids: offered };
  return null;
}
