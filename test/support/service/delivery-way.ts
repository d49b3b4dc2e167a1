import {
  defaultConnectionOptions,
  type ConnectionOptions,
} from '../../../core/delivery/connection-options.ts';
import type { ServiceNote } from '../../../core/wire/contract-notes.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { HttpOrderSource } from '../../../main/delivery/order-source.ts';
import { TokenSource } from '../../../main/delivery/token-source.ts';
import type { ProxyRoute } from '../../../main/delivery/proxy-route.ts';
import { commonHeaders } from '../../../main/delivery/request-headers.ts';
import { UndiciTransport, type TransportLimits } from '../../../main/delivery/transport.ts';
import { TrustedAuthorities, type TlsTrust } from '../../../main/delivery/trust.ts';
import { FakeClock } from '../fake-clock.ts';

/** The way to a service, piece by piece, on a clock that the test moves. */
export interface DeliveryWay {
  readonly clock: FakeClock;
  readonly transport: UndiciTransport;
  readonly tokens: TokenSource;
  readonly orders: HttpOrderSource;
  /** Every rule of leniency that was needed, in order. */
  readonly notes: readonly ServiceNote[];
}

export interface DeliveryWayOptions {
  readonly clock?: FakeClock;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly limits?: Partial<TransportLimits>;
  readonly tls?: TlsTrust;
  readonly route?: ProxyRoute;
  readonly options?: Partial<ConnectionOptions>;
  readonly known?: (id: OrderId) => Order | null;
}

/** The one builder of ways for tests. Close `tokens` and `transport` afterwards. */
export function openWay(baseUrl: string, options: DeliveryWayOptions = {}): DeliveryWay {
  const { clock = new FakeClock(), limits = {}, tls = {} } = options;
  const wanted = { ...defaultConnectionOptions, ...options.options };
  const notes: ServiceNote[] = [];
  const noted = (more: readonly ServiceNote[]): void => void notes.push(...more);
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/+$/, '');
  const headers = commonHeaders('Waybell/test', wanted.extraHeaders, wanted.tokenHeader);
  const { route } = options;
  const transport = new UndiciTransport({
    origin,
    clock,
    limits,
    trust: new TrustedAuthorities(tls),
    ...(route === undefined ? {} : { route: () => Promise.resolve(route) }),
  });
  const tokens = new TokenSource({
    transport,
    clock,
    random: () => 0.5,
    origin,
    path: `${basePath}/oauth/token`,
    clientId: options.clientId ?? 'desk-7',
    clientSecret: options.clientSecret ?? 'open sesame & more',
    tokenScheme: wanted.tokenScheme,
    commonHeaders: headers.ofToken,
    noted,
  });
  const orders = new HttpOrderSource({
    transport,
    tokens,
    clock,
    origin,
    basePath,
    pathTemplate: wanted.orderPath,
    tokenHeader: wanted.tokenHeader,
    statusMeanings: wanted.statusMeanings,
    commonHeaders: headers.ofOrder,
    known: options.known ?? (() => null),
    noted,
  });
  return { clock, transport, tokens, orders, notes };
}

/** Closes a way, whatever is still open in it. */
export async function closeWay(way: DeliveryWay | undefined): Promise<void> {
  way?.tokens.close();
  await way?.transport.close();
}
