import { onTestFinished } from 'vitest';
import { closeWay, type DeliveryWay, type DeliveryWayOptions, openWay } from './delivery-way.ts';
import type { ServerIdentity } from '../network/certificates.ts';
import { type Answerer, type LittleService, startLittleService } from './little-service.ts';

/** A way with the service at its end. */
export interface ServedWay extends DeliveryWay {
  readonly service: LittleService;
}

/**
 * Starts a service and opens the way to it; both end with the test.
 *
 * @param basePath below which the way asks
 * @param identity encrypts. Default: plain
 */
export async function served(
  answer: Answerer,
  options: DeliveryWayOptions = {},
  basePath = '',
  identity?: ServerIdentity,
): Promise<ServedWay> {
  const service = await startLittleService(answer, identity);
  const way = openWay(service.baseUrl + basePath, options);
  onTestFinished(async () => {
    await closeWay(way);
    await service.stop();
  });
  return { ...way, service };
}
