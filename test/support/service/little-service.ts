import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** A complete request. */
export interface ArrivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The number of its connection, from 1. */
  readonly connection: number;
}

/** Answers one request. It gets the raw response, because most tests are about unusual answers. */
export type Answerer = (request: ArrivedRequest, response: ServerResponse) => unknown;

/** A real HTTP server whose answers a test gives, and which records the requests. */
export interface LittleService {
  readonly baseUrl: string;
  readonly requests: readonly ArrivedRequest[];
  answer: Answerer;
  /** Resolves once this many requests have arrived in all. */
  arrived(count: number): Promise<void>;
  /** Ends every connection, as a restart of a load balancer does. */
  dropConnections(): void;
  stop(): Promise<void>;
}

/** Starts the server on a free port of this computer. */
export async function startLittleService(
  answer: Answerer,
  tls?: ServerOptions,
): Promise<LittleService> {
  const requests: ArrivedRequest[] = [];
  const waiters = new Set<() => void>();
  const connections = new Map<Socket, number>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
    const arrived: ArrivedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: Buffer.concat(chunks).toString(),
      connection: connections.get(request.socket) ?? 0,
    };
    requests.push(arrived);
    for (const waiter of waiters) waiter();
    await service.answer(arrived, response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  };
  const server: Server =
    tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.keepAliveTimeout = 0;
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    connections.set(socket, connections.size + 1);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const service: LittleService = {
    baseUrl: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    requests,
    answer,
    arrived: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (requests.length < count) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
    dropConnections() {
      for (const socket of connections.keys()) socket.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of connections.keys()) socket.destroy();
      }),
  };
  return service;
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
