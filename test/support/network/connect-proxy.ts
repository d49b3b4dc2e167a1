import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A request to open a tunnel, as the proxy saw it. */
export interface AskedTunnel {
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
}

/** A real HTTP proxy that leads every tunnel to this computer, whatever the requested host. */
export interface ConnectProxy {
  readonly port: number;
  readonly asked: readonly AskedTunnel[];
  /** All bytes from clients through tunnels, to look for what must not be there. */
  readonly seen: Buffer[];
  /** The head of the answer, instead of opening the tunnel. */
  refusal: string | null;
  stop(): Promise<void>;
}

export async function startConnectProxy(tls?: {
  readonly key: string;
  readonly cert: string;
}): Promise<ConnectProxy> {
  const asked: AskedTunnel[] = [];
  const seen: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined);
  };
  server.on('connection', keep);
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    asked.push({ target: request.url ?? '', headers: request.headers });
    keep(client);
    if (proxy.refusal !== null) {
      client.end(proxy.refusal);
      return;
    }
    const service = keep(connect(Number(request.url?.split(':').at(-1)), '127.0.0.1'));
    service.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.on('data', (bytes: Buffer) => seen.push(bytes));
      client.pipe(service).pipe(client);
    });
    service.once('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const proxy: ConnectProxy = {
    port: (server.address() as AddressInfo).port,
    asked,
    seen,
    refusal: null,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return proxy;
}
