import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The secret part of a monitor's address. */
export const pushToken = 'canary-push-token';

/** A monitor on this computer that records what it is sent. */
export async function startMonitor(status = 200) {
  const requests: { method: string; path: string; body: string; agent: string }[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { headers, method = '', url = '' } = request;
      requests.push({ method, path: url, body, agent: headers['user-agent'] ?? '' });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('OK');
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // an object: it listens at a port
  return {
    requests,
    url: `http://127.0.0.1:${port}/ping/${pushToken}`,
    /** Resolves once so many requests came. */
    async heard(count: number): Promise<void> {
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (requests.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
  };
}
