import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** An address where connection attempts are neither accepted nor refused. */
export interface BlackHole {
  readonly address: string;
  close(): Promise<void>;
}

const address = '127.0.0.2';

/** Listens and then blocks its thread, so that no connection is ever accepted. */
const sleeper = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer();
  server.listen({ port: workerData.port, host: workerData.address, backlog: 1 }, () => {
    parentPort.postMessage('listening');
    setImmediate(() => Atomics.wait(new Int32Array(workerData.wake), 0, 0));
  });
`;

/**
 * Drops connection attempts as a firewall does: a listener whose queue is full lets the kernel ignore
 * every further SYN.
 */
export async function startBlackHole(port: number): Promise<BlackHole> {
  const wake = new SharedArrayBuffer(4);
  const worker = new Worker(sleeper, { eval: true, workerData: { port, address, wake } });
  await once(worker, 'message');
  const fillers: Socket[] = [];
  for (let count = 0; count < 8; count += 1) {
    const filler = connect(port, address);
    filler.on('error', () => undefined);
    fillers.push(filler);
  }
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    for (const filler of fillers) filler.destroy();
    Atomics.store(new Int32Array(wake), 0, 1);
    Atomics.notify(new Int32Array(wake), 0);
    await worker.terminate();
  };
  onTestFinished(close);
  await once(fillers[0] ?? worker, 'connect');
  return { address, close };
}
