import { utilityProcess } from 'electron';
import type { DemoProcess } from './demo-service.ts';

/**
 * Starts the demo delivery service as a process of its own.
 *
 * @param entryPath the built simulator
 */
export function forkDemo(entryPath: string, args: readonly string[]): DemoProcess {
  const child = utilityProcess.fork(entryPath, [...args], {
    serviceName: 'Waybell demo service',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: bareEnvironment(),
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

/** Nothing of our surroundings is its business, but Windows opens no socket without SystemRoot. */
function bareEnvironment(): Record<string, string> {
  const names = ['PATH', 'SystemRoot'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
