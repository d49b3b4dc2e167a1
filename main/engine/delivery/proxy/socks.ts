import { isIP, type Socket } from 'node:net';
import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import type { HostAddress } from '../http/base-url.ts';
import type { ProxyCredentials } from './proxy-choice.ts';

const version = 5;
const noCredentials = 0;
const userAndPassword = 2;
const noMethodLeft = 0xff;

/**
 * Has a SOCKS 5 proxy connect to the service (RFC 1928). The name of the service is sent as it is, because
 * inside a company only the proxy may be able to look it up.
 *
 * undici's Socks5ProxyAgent is not used. It gives no socket, so the connection test could not look at the
 * certificate behind it; it prints a warning that it is experimental; and it waits for its timeout when
 * a proxy closes the connection.
 *
 * @throws DeliveryError `proxy-refused` when the proxy refuses, `unreachable` or `timeout` when it failed,
 *   `protocol-violation` when it is no SOCKS 5 proxy
 */
export async function askSocks(
  socket: Socket,
  address: HostAddress,
  credentials: ProxyCredentials | null,
): Promise<void> {
  const replies = new ProxyReplies(socket);
  const methods = credentials === null ? [noCredentials] : [noCredentials, userAndPassword];
  socket.write(Buffer.from([version, methods.length, ...methods]));
  const [chosenVersion, method] = await replies.read(2);
  if (chosenVersion !== version) throw new DeliveryError('protocol-violation');
  if (method === noMethodLeft) throw new DeliveryError('proxy-refused');
  if (method === userAndPassword && credentials !== null) {
    socket.write(
      Buffer.concat([Buffer.from([1]), text(credentials.userName), text(credentials.password)]),
    );
    const [, status] = await replies.read(2);
    if (status !== 0) throw new DeliveryError('proxy-refused');
  } else if (method !== noCredentials) {
    throw new DeliveryError('protocol-violation');
  }

  const port = Buffer.from([address.port >> 8, address.port & 0xff]);
  socket.write(Buffer.concat([Buffer.from([version, 1, 0]), addressBytes(address.host), port]));
  const [replyVersion, reply, , kind] = await replies.read(4);
  if (replyVersion !== version) throw new DeliveryError('protocol-violation');
  if (reply !== 0) throw refusalOf(reply);
  // The proxy's own address is not needed; it is read because the service's bytes come after it.
  const [length] = kind === 1 ? [4] : kind === 4 ? [16] : await replies.read(1);
  await replies.read((length ?? 0) + 2);
  replies.release();
}

/** Reads the replies of a proxy and not one byte more, because the bytes after them are the service's. */
class ProxyReplies {
  readonly #socket: Socket;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('readable', this.#changed);
    socket.on('close', this.#changed);
  }

  /** @throws DeliveryError `connection-lost` when the socket ends before */
  async read(count: number): Promise<Buffer> {
    for (;;) {
      const bytes: unknown = this.#socket.read(count);
      if (bytes instanceof Buffer && bytes.length === count) return bytes;
      if (bytes !== null || this.#socket.destroyed) throw new DeliveryError('connection-lost');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  release(): void {
    this.#socket.off('readable', this.#changed);
    this.#socket.off('close', this.#changed);
  }

  readonly #changed = (): void => this.#wake();
}

/** A text with its length before it (RFC 1928, 5, and RFC 1929, 2). */
function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  if (bytes.length > 255) throw new DeliveryError('proxy-unusable');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function addressBytes(host: string): Buffer {
  if (isIP(host) === 4) return Buffer.from([1, ...host.split('.').map(Number)]);
  // Proxies accept an IPv6 address where a name stands.
  return Buffer.concat([Buffer.from([3]), text(host)]);
}

/** RFC 1928, 6. */
function refusalOf(reply: number | undefined): DeliveryError {
  // 2: not allowed by its rules; 7 and 8: it cannot do what was asked.
  if (reply === 2 || reply === 7 || reply === 8) return new DeliveryError('proxy-refused');
  // 1: any failure; 3: network; 4: host, also for a name that does not exist.
  return new DeliveryError(reply === 6 ? 'timeout' : 'unreachable');
}
