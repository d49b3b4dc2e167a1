import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

/** Another web server at the place of the service. */
export interface Stranger {
  readonly address: string;
  close(): Promise<void>;
}

const address = '127.0.0.3';

/** Answers every request with an HTML page, at another loopback address. */
export async function startStranger(port: number): Promise<Stranger> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', connection: 'close' });
    response.end('<!doctype html><title>This name is free</title>');
  });
  await new Promise<void>((resolve) => {
    server.listen(port, address, resolve);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { address, close };
}
