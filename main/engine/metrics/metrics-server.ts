import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostInUrl, isOurHost } from '../http-edge/host-name.ts';

/** The most connections at a time: one collector opens one. */
const mostConnections = 16;
const mostHeaderBytes = 8 * 1024;
/** Connections that send no request within this time end. */
const requestWithinMs = 5000;

/** A server that listens. */
export interface MetricsServer {
  /** Where the metrics are. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Gives the metrics for `GET /metrics`, whatever the query, and for `HEAD` without a body. It
 * reads no body, and a connection ends with its answer. On loopback a page whose name was made to point at this computer (DNS rebinding) gets nothing.
 *
 * @param port 0 means any free one
 * @throws the system's error when the address or the port cannot be had
 */
export async function startMetricsServer(
  address: string,
  port: number,
  text: () => string,
): Promise<MetricsServer> {
  const isLoopback = isOurHost(hostInUrl(address), 'localhost', null);
  const server = createServer(
    {
      maxHeaderSize: mostHeaderBytes,
      headersTimeout: requestWithinMs,
      requestTimeout: requestWithinMs,
      connectionsCheckingInterval: 1000,
    },
    (request, response) => {
      response.setHeader('Connection', 'close');
      const answer = (status: number, body = ''): void => void response.writeHead(status).end(body);
      if (isLoopback && !isOurHost(request.headers.host, address, null)) return answer(421);
      if (!/^\/metrics(?:\?|$)/.test(request.url ?? '')) return answer(404);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('Allow', 'GET, HEAD');
        return answer(405);
      }
      response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
      return answer(200, text());
    },
  );
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  const bound = server.address() as AddressInfo; // an object: the server listens at a port
  return {
    url: `http://${hostInUrl(address)}:${bound.port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
