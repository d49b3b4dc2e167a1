import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

/** A web server where a service should be. */
export interface Stranger {
  readonly address: string;
  close(): Promise<void>;
}

const address = '127.0.0.3';

/** Answers everything with a page for people, at another address of this computer. */
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
