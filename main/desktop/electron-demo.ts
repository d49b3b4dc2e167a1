import { utilityProcess } from 'electron';
import type { DemoProcess } from './demo-service.ts';

/**
 * Starts the demo delivery service as a process of its own. Of our environment it gets only what it
 * needs: Windows opens no socket without SystemRoot.
 *
 * @param entryPath the built simulator
 */
export function forkDemo(entryPath: string, args: readonly string[]): DemoProcess {
  const needed = ['PATH', 'SystemRoot'];
  const child = utilityProcess.fork(entryPath, [...args], {
    serviceName: 'Waybell demo service',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.includes(name))),
  });
  return {
    onOutput(listener) {
      child.stdout?.setEncoding('utf8');
      child.stdout?.on('data', (text: string) => listener(text));
    },
    onExit(listener) {
      child.on('exit', () => listener());
    },
    kill() {
      child.kill();
    },
  };
}
