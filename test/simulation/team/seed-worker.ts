import { parentPort } from 'node:worker_threads';
import { TeamSimulation } from './team-simulation.ts';

/* A worker that runs one simulation of a team for each seed it is sent, and sends back the result. */

parentPort?.on('message', ({ seed }: { seed: number }) => {
  void new TeamSimulation(seed).run().then((result) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    parentPort?.postMessage({ seed, ...result });
  });
});
