import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A real SOCKS 5 proxy (RFC 1928) that leads every connection to this computer. */
export interface SocksProxy {
  readonly port: number;
  /** The requested host and port of each connection. */
  readonly targets: readonly string[];
  /** All bytes from clients, to look for what must not be there. */
  readonly seen: Buffer[];
  stop(): Promise<void>;
}

/** How the proxy behaves. By default it accepts every connection without credentials. */
export interface SocksManners {
  /** The only credentials that it accepts (RFC 1929). Default: it asks for none. */
  readonly credentials?: { readonly userName: string; readonly password: string };
  /** The reply code to a connection request (RFC 1928, 6). Default: 0, succeeded. */
  readonly reply?: number;
  /** The bytes that replace its first answer. */
  readonly greeting?: Buffer;
  /** The bound address in its reply, with its type byte. Default: 127.0.0.1. */
  readonly boundTo?: Buffer;
  /** Sends each answer byte by byte. */
  readonly isSlow?: boolean;
}

export async function startSocksProxy(manners: SocksManners = {}): Promise<SocksProxy> {
  const targets: string[] = [];
  const seen: Buffer[] = [];
  const sockets = new Set<Socket>();
  const { credentials, reply = 0, greeting, isSlow = false } = manners;
  const boundTo = manners.boundTo ?? Buffer.from([1, 127, 0, 0, 1]);
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined);
  };
  const server = createServer((client) => {
    keep(client);
    const say = (bytes: Buffer): void => {
      if (!isSlow) client.write(bytes);
      else for (const byte of bytes) client.write(Buffer.from([byte]));
    };
    let held = Buffer.alloc(0);
    let step: 'methods' | 'credentials' | 'target' | 'open' = 'methods';
    const read = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk]);
      if (step === 'methods' && held.length >= 2 + (held[1] ?? 0)) {
        const methods = [...held.subarray(2, 2 + (held[1] ?? 0))];
        held = held.subarray(2 + methods.length);
        const wanted = credentials === undefined ? 0 : 2;
        step = credentials === undefined ? 'target' : 'credentials';
        say(greeting ?? Buffer.from([5, methods.includes(wanted) ? wanted : 0xff]));
      } else if (step === 'credentials') {
        const [, userLength = 0] = held;
        const [userName, rest] = [held.subarray(2, 2 + userLength), held.subarray(2 + userLength)];
        const password = rest.subarray(1, 1 + (rest[0] ?? 0));
        held = Buffer.alloc(0);
        step = 'target';
        const isRight =
          String(userName) === credentials?.userName && String(password) === credentials.password;
        say(Buffer.from([1, isRight ? 0 : 1]));
      } else if (step === 'target') {
        const [, , , kind, length = 0] = held;
        const host =
          kind === 1 ? held.subarray(4, 8).join('.') : String(held.subarray(5, 5 + length));
        const port = held.readUInt16BE(kind === 1 ? 8 : 5 + length);
        targets.push(`${host}:${port}`);
        step = 'open';
        client.off('data', read);
        const answer = Buffer.concat([Buffer.from([5, reply, 0]), boundTo, Buffer.from([0, 0])]);
        if (reply !== 0) {
          say(answer);
          client.end();
          return;
        }
        const service = keep(connect(port, '127.0.0.1'));
        service.once('connect', () => {
          say(answer);
          client.on('data', (bytes: Buffer) => seen.push(bytes));
          client.pipe(service).pipe(client);
        });
      }
    };
    client.on('data', read);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
