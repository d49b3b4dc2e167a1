import { type DeliveryService, startDeliveryService } from '../../delivery-service.ts';
import type { FaultActionSource } from '../../faults/fault-action.ts';
import { RawConnection } from './raw-http.ts';

/** One answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly end: 'closed' | 'reset';
}

/** Asks the service to close the connection after its answer. */
export const closing = 'Connection: close\r\n';

/** A request for a token with these credentials. */
export function tokenRequest(body: string): string {
  return `POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}

/** A simulated service with one order, and a client that is a bare socket. */
export class FaultedWire {
  readonly service: DeliveryService;
  /** The uuid of the order. */
  readonly uuid: string;
  readonly #open: RawConnection[] = [];
  #token = '';

  private constructor(service: DeliveryService) {
    this.service = service;
    this.uuid = service.addOrder();
  }

  /** Starts the service and gets a token. Close the wire afterwards. */
  static async open(): Promise<FaultedWire> {
    const wire = new FaultedWire(await startDeliveryService({ clock: 'manual' }));
    const { clientId, clientSecret } = wire.service.credentials;
    const body = JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    });
    const answer = await wire.ask(tokenRequest(body));
    wire.#token = (JSON.parse(answer.body.toString()) as { access_token: string }).access_token;
    return wire;
  }

  async close(): Promise<void> {
    for (const connection of this.#open.splice(0)) connection.close();
    await this.service.close();
  }

  /** A request for the order. */
  orderRequest(headers = ''): string {
    return `GET /api/v2/orders/${this.uuid} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${this.#token}\r\n${headers}\r\n`;
  }

  async newConnection(): Promise<RawConnection> {
    const made = await RawConnection.to(this.service.port);
    this.#open.push(made);
    return made;
  }

  /** Sends a request on a connection of its own and reads until that ends. */
  async ask(request: string): Promise<Answer> {
    const raw = await this.newConnection();
    raw.send(request);
    const { bytes, end } = await raw.ended();
    const headEnd = bytes.indexOf('\r\n\r\n');
    const [line = '', ...fields] = bytes.toString('latin1', 0, Math.max(0, headEnd)).split('\r\n');
    return {
      status: Number(line.split(' ')[1]),
      headers: new Map(
        fields.map((field) => {
          const colon = field.indexOf(':');
          return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
        }),
      ),
      body: bytes.subarray(headEnd + 4),
      end,
    };
  }

  /** Asks for the order once with these faults. */
  async askFaulted(...actions: readonly FaultActionSource[]): Promise<Answer> {
    this.service.fault(...actions.map((action) => ({ action, when: { times: 1 } })));
    return this.ask(this.orderRequest(closing));
  }

  async bodyFaulted(...actions: readonly FaultActionSource[]): Promise<string> {
    return (await this.askFaulted(...actions)).body.toString();
  }

  /** Waits until the service has seen this many requests, including the one for the token. */
  async arrivals(count: number): Promise<void> {
    while (this.service.counts().total < count) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  }
}
