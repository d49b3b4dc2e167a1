import { EventEmitter } from 'node:events';

/**
 * Calls once the program that started this one is gone: always for a program started with a message
 * channel (a fork, or Electron's utility process), and for any other when its standard input ends,
 * if `watchesInput`.
 */
export function onParentGone(watchesInput: boolean, gone: () => void): void {
  process.once('disconnect', gone);
  // Electron gives its utility processes `process.parentPort`, which Node's types do not know.
  const port: unknown = Reflect.get(process, 'parentPort');
  if (port instanceof EventEmitter) {
    port.once('close', gone);
  }
  if (watchesInput) {
    process.stdin.once('end', gone);
    process.stdin.once('error', gone);
    process.stdin.resume();
  }
}
