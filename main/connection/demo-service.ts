import type { OrderId } from '../../core/order/order-id.ts';

/** A delivery service of this computer's own, with orders to watch. */
export interface DemoService {
  /** http on loopback. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly orders: readonly { readonly id: OrderId; readonly label: string | null }[];
  stop(): Promise<void>;
}

/** Starts one; rejects when it cannot be started. */
export type StartDemoService = () => Promise<DemoService>;
