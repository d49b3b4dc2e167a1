import { parentPort } from 'node:worker_threads';
import { playedWhatIf } from './what-if-day.ts';

/* A worker that plays the day of each seed it is sent, and sends back what it showed. */

parentPort?.on('message', ({ seed }: { seed: number }) => {
  void playedWhatIf(seed).then((result) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    parentPort?.postMessage(result);
  });
});
