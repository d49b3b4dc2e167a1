import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectNats } from '../../../main/hub/log/nats-team-log.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { NatsCluster } from '../../support/team-log/nats-cluster.ts';

/** Listens on a free port of loopback. */
async function listening(onSocket: (socket: Socket) => void): Promise<[Server, port: number]> {
  const server = createServer(onSocket).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return [server, address.port];
}

test('a hub follows no server that the one it was given names as its neighbour, also when its own is gone', async () => {
  const cluster = await NatsCluster.start(1);
  onTestFinished(() => cluster.stop());
  const [real = ''] = cluster.servers;
  const askedThrice = Promise.withResolvers<string>();
  const [, strangerPort] = await listening((socket) => {
    socket.destroy();
    askedThrice.resolve('the neighbour was asked');
  });
  const open = new Set<Socket>();
  let isGone = false;
  let count = 0;
  const [, port] = await listening((socket) => {
    socket.on('error', () => undefined);
    if (isGone) {
      count += 1;
      if (count === 3) askedThrice.resolve('its own alone was asked');
      socket.destroy();
      return;
    }
    open.add(socket);
    const upstream = connect(Number(real.split(':')[1]), '127.0.0.1');
    upstream.on('error', () => undefined);
    upstream.on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    socket.pipe(upstream);
    upstream.once('data', (first) => {
      const named = `INFO {"connect_urls":["127.0.0.1:${strangerPort}"],`;
      socket.write(String(first).replace('INFO {', named));
      upstream.pipe(socket);
    });
  });
  const team = await connectNats([`127.0.0.1:${port}`], null, new SystemClock());
  onTestFinished(() => team.log.close());
  isGone = true;
  for (const socket of open) socket.destroy();
  expect(await askedThrice.promise).toBe('its own alone was asked');
});
