import { parentPort } from 'node:worker_threads';
import { Simulation } from './simulate.ts';

/* A worker that runs one simulation for each seed it is sent, and sends back the result. */

parentPort?.on('message', ({ seed, hours }: { seed: number; hours: number }) => {
  void new Simulation(seed).run(hours).then((result) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    parentPort?.postMessage({ seed, ...result });
  });
});
