import type { ServerOptions } from 'node:https';
import {
  HttpDeliveryOpener,
  type DeliveryOpenerOptions,
} from '../../../main/engine/delivery/delivery-opener.ts';
import { FakeClock } from '../fake-clock.ts';
import { wireOrder } from '../wire-orders.ts';
import { sendJson, startLittleService, type LittleService } from './little-service.ts';

/** A service that grants a token and knows one order, encrypted when it has an identity. */
export function startOrderService(
  id: string,
  identity?: ServerOptions,
  token = 'canary-token',
): Promise<LittleService> {
  return startLittleService((request, response) => {
    if (request.path === '/oauth/token') {
      sendJson(response, 200, { access_token: token, expires_in: 3600 });
    } else sendJson(response, 200, wireOrder(id));
  }, identity);
}

/** The program's opener of connections, on a fake clock that is not moved by default. */
export function testOpener(parts: Partial<DeliveryOpenerOptions> = {}): HttpDeliveryOpener {
  return new HttpDeliveryOpener({
    clock: new FakeClock(),
    random: () => 0.5,
    userAgent: 'Waybell/test',
    ...parts,
  });
}
