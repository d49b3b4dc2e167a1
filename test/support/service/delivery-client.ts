import {
  defaultConnectionOptions,
  type ConnectionOptions,
} from '../../../core/delivery/connection-options.ts';
import type { ServiceNote } from '../../../core/wire/contract-notes.ts';
import { OpenService } from '../../../main/engine/delivery/delivery-opener.ts';
import type { TransportLimits } from '../../../main/engine/delivery/http/transport.ts';
import { FakeClock } from '../fake-clock.ts';

/** The parts of a connection to a service, on a fake clock. */
export interface DeliveryClient extends Pick<OpenService, 'transport' | 'tokens' | 'orders'> {
  readonly clock: FakeClock;
  /** Every contract note so far, in order. */
  readonly notes: readonly ServiceNote[];
}

export interface DeliveryClientOptions {
  readonly clock?: FakeClock;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly limits?: Partial<TransportLimits>;
  readonly authorities?: readonly string[];
  readonly options?: Partial<ConnectionOptions>;
}

/** Opens a connection for tests. Close it with {@link closeClient}. */
export function openClient(baseUrl: string, options: DeliveryClientOptions = {}): DeliveryClient {
  const { clock = new FakeClock(), limits = {}, authorities = [] } = options;
  const notes: ServiceNote[] = [];
  const { transport, tokens, orders } = new OpenService(
    {
      baseUrl,
      clientId: options.clientId ?? 'desk-7',
      options: { ...defaultConnectionOptions, ...options.options },
    },
    options.clientSecret ?? 'open sesame & more',
    {
      clock,
      random: () => 0.5,
      userAgent: 'Waybell/test',
      limits,
      authorities,
      noted: (_baseUrl, more) => void notes.push(...more),
    },
  );
  return { clock, transport, tokens, orders, notes };
}

/** Closes a connection and aborts its open requests. */
export async function closeClient(client: DeliveryClient | undefined): Promise<void> {
  client?.tokens.close();
  await client?.transport.close();
}
