import { isIP, type Socket } from 'node:net';
import { DeliveryError } from '../../core/delivery/delivery-failure.ts';
import type { SocketReader } from './socket-reader.ts';
import type { ServiceAddress } from './tunnel.ts';

/** What a SOCKS proxy knows its users by (RFC 1929): secrets. */
export interface SocksCredentials {
  readonly userName: string;
  readonly password: string;
}

const version = 5;
const noCredentials = 0;
const userAndPassword = 2;
const noMethodLeft = 0xff;

/**
 * Has a SOCKS 5 proxy connect to the service (RFC 1928). The name of the service goes along as it is, so
 * that the proxy looks it up: inside a company only the proxy may know it.
 *
 * @throws DeliveryError `proxy-refused` when the proxy does not want to, `unreachable` or `dns-failed`
 *   when it could not, `protocol-violation` when it is no SOCKS 5 proxy
 */
export async function askSocks(
  socket: Socket,
  reader: SocketReader,
  address: ServiceAddress,
  credentials: SocksCredentials | null,
): Promise<void> {
  const methods = credentials === null ? [noCredentials] : [noCredentials, userAndPassword];
  socket.write(Buffer.from([version, methods.length, ...methods]));
  const [chosenVersion, method] = await reader.bytes(2);
  if (chosenVersion !== version) throw new DeliveryError('protocol-violation');
  if (method === userAndPassword && credentials !== null) {
    await identify(socket, reader, credentials);
  } else if (method === noMethodLeft) {
    throw new DeliveryError('proxy-refused');
  } else if (method !== noCredentials) {
    throw new DeliveryError('protocol-violation');
  }

  const connect = Buffer.from([version, 1, 0]);
  const port = Buffer.from([address.port >> 8, address.port & 0xff]);
  socket.write(Buffer.concat([connect, addressBytes(address.host), port]));
  const [replyVersion, reply, , kind] = await reader.bytes(4);
  if (replyVersion !== version) throw new DeliveryError('protocol-violation');
  if (reply !== 0) throw refusalOf(reply);
  // Where the proxy connects from: of no use, but on the wire before the service's own bytes.
  await reader.bytes((await addressLength(reader, kind)) + 2);
}

async function identify(
  socket: Socket,
  reader: SocketReader,
  { userName, password }: SocksCredentials,
): Promise<void> {
  const [user, word] = [Buffer.from(userName), Buffer.from(password)];
  if (user.length > 255 || word.length > 255) throw new DeliveryError('proxy-refused');
  socket.write(
    Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([word.length]), word]),
  );
  const [, status] = await reader.bytes(2);
  if (status !== 0) throw new DeliveryError('proxy-refused');
}

function addressBytes(host: string): Buffer {
  if (isIP(host) === 4) return Buffer.from([1, ...host.split('.').map(Number)]);
  // Every proxy reads an IPv6 address where it would look a name up.
  const name = Buffer.from(host);
  if (name.length > 255) throw new DeliveryError('dns-failed');
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

async function addressLength(reader: SocketReader, kind: number | undefined): Promise<number> {
  if (kind === 1) return 4;
  if (kind === 4) return 16;
  if (kind !== 3) throw new DeliveryError('protocol-violation');
  const [length = 0] = await reader.bytes(1);
  return length;
}

/** RFC 1928, 6. */
function refusalOf(reply: number | undefined): DeliveryError {
  // 2: not allowed by its rules; 7 and 8: it cannot do what we ask for.
  if (reply === 2 || reply === 7 || reply === 8) return new DeliveryError('proxy-refused');
  // 1: any failure; 3: network; 4: host, which is also what a name that nobody knows comes to.
  return new DeliveryError(reply === 6 ? 'timeout' : 'unreachable');
}
