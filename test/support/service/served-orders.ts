import type { OrderId } from '../../../core/order/order-id.ts';
import type { CheckAnswer } from '../../../main/engine/watch/ports.ts';
import type { DeliveryClientOptions } from './delivery-client.ts';
import { type Answerer, type ArrivedRequest, sendJson } from './little-service.ts';
import { orderIdOf } from '../order-id-of.ts';
import { served, type ServedClient } from './served-client.ts';

/** The order that {@link check} asks for by default, and another one. */
export const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
export const otherId = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b202');

/** A service that answers token requests with numbered tokens and leaves the rest to the test. */
export async function servedOrders(
  answer: Answerer,
  options: DeliveryClientOptions = {},
): Promise<ServedClient> {
  let tokenCount = 0;
  return served(async (request, response) => {
    if (request.path !== '/oauth/token') {
      await answer(request, response);
      return;
    }
    tokenCount += 1;
    sendJson(response, 200, { access_token: `token-${tokenCount}`, expires_in: 3600 });
  }, options);
}

/** Asks for an order once. */
export const check = (client: ServedClient, which: OrderId = id): Promise<CheckAnswer> =>
  client.orders.check(which, new AbortController().signal);

/** The requests for orders so far. */
export const polls = (client: ServedClient): ArrivedRequest[] =>
  client.service.requests.filter(({ path }) => path.startsWith('/api/v2/orders/'));
