import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const script = join(import.meta.dirname, 'ask-once.ts');

/** How the process of the check is started. */
export interface Elsewhere {
  /** Variables that are added to the test's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Words before `node` on the command line. */
  readonly before?: readonly string[];
}

/**
 * One check in a process of its own.
 *
 * @param args base URL, uuid and perhaps a file of authorities
 * @returns the kind of the answer or the code of the failure
 */
export async function askElsewhere(
  args: readonly string[],
  { env = {}, before = [] }: Elsewhere = {},
): Promise<string> {
  const [command = process.execPath, ...rest] = [...before, process.execPath, script, ...args];
  const child = spawn(command, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  return output.trim();
}
