import { parentPort } from 'node:worker_threads';
import { Simulation } from './simulate.ts';

/* Runs simulations by seeds that it is sent, one after the other, and sends back what each showed. */

parentPort?.on('message', ({ seed, hours }: { seed: number; hours: number }) => {
  void new Simulation(seed).run(hours).then((result) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    parentPort?.postMessage({ seed, ...result });
  });
});
