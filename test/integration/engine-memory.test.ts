import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../support/ask-memory.ts');
const settings = join(import.meta.dirname, '../../main/engine/launch/engine-memory.ts');
const mib = 1024 * 1024;

async function youngGenerationBytes(...args: readonly string[]): Promise<number> {
  const { stdout, stderr } = await run(process.execPath, [script, ...args]);
  // V8 reports unknown flags there.
  expect(stderr).toBe('');
  return Number(stdout);
}

test('the young generation does not grow under many allocations', async () => {
  const [ours, usual] = await Promise.all([youngGenerationBytes(settings), youngGenerationBytes()]);
  expect(ours).toBeLessThanOrEqual(4 * mib);
  // Without the settings it grows, so the limit above tests them.
  expect(usual).toBeGreaterThan(16 * mib);
});
