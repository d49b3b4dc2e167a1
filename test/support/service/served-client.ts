import { onTestFinished } from 'vitest';
import {
  closeClient,
  type DeliveryClient,
  type DeliveryClientOptions,
  openClient,
} from './delivery-client.ts';
import type { ServerIdentity } from '../network/certificates.ts';
import { type Answerer, type LittleService, startLittleService } from './little-service.ts';

/** A client and its service. */
export interface ServedClient extends DeliveryClient {
  readonly service: LittleService;
}

/**
 * Starts a service and a client of it; both end with the test.
 *
 * @param basePath the path of the base URL. Default: none
 * @param identity the certificate for HTTPS. Default: plain HTTP
 */
export async function served(
  answer: Answerer,
  options: DeliveryClientOptions = {},
  basePath = '',
  identity?: ServerIdentity,
): Promise<ServedClient> {
  const service = await startLittleService(answer, identity);
  const client = openClient(service.baseUrl + basePath, options);
  onTestFinished(async () => {
    await closeClient(client);
    await service.stop();
  });
  return { ...client, service };
}
