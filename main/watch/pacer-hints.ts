import type { OrderId } from '../../core/order/order-id.ts';
import type { AuditPace } from './ports.ts';

/** What others know that bears on the pace. */
export interface PacerHints {
  /** Default: nobody reports anything, so every order is checked at its own pace. */
  readonly auditPace?: AuditPace;
  /** Which orders come before others when all are late; none unless given. */
  readonly needsAttention?: (id: OrderId) => boolean;
}

/** A request that may be sent now. */
export interface DueRequest {
  readonly id: OrderId;
  readonly isUrgent: boolean;
}
