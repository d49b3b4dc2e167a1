/* What other parts of the project use of the simulator; all else is its own. */
export {
  type DeliveryService,
  type OrderFields,
  startDeliveryService,
} from './delivery-service.ts';
export type { FaultRuleSource } from './faults/fault-rules.ts';
export { generatedPlan } from './orders/generated-plan.ts';
export { isJsonObject, mergePatched } from './orders/merge-patch.ts';
export { OrderStore } from './orders/order-store.ts';
export { dropoffWay, type PacedWay, pickupMinutes, pickupWay } from './orders/real-pace.ts';
export { type Happening, reasonTexts } from './orders/story.ts';
export type { Json } from './orders/wire.ts';
export { between, hash32, picked, type Random, seededHex, seededRandom } from './seeded-random.ts';
export { ManualClock } from './service-clock.ts';
export type { DeliveryServiceOptions } from './service-options.ts';
export { testIdentity } from './tls/test-certificate.ts';
export type { WebhookRuleSource } from './webhooks/webhook-fault.ts';
export type { WebhookSigning } from './webhooks/webhook-signing.ts';
