import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDeliveryService, type FaultRuleSource } from '@waybell/simulator';

/*
 * An endless answer needs no more memory than the largest allowed one. Measured as the peak memory of a
 * separate process.
 */

const script = join(import.meta.dirname, '../../../support/service/ask-often.ts');
const mostGrowthBytes = 8_000_000;
const oversizedCount = 8;

const oversized: readonly (readonly [string, FaultRuleSource['action']])[] = [
  ['3 GB in one body', { do: 'flood', bytes: 3_000_000_000 }],
  ['1 GB that came packed as 1 MB', { do: 'zipBomb', inflatesToBytes: 1_000_000_000 }],
];

test.each(oversized)(
  `${oversizedCount} answers of %s: refused each, and memory does not grow`,
  async (_name, action) => {
    const service = await startDeliveryService({ seed: 5 });
    onTestFinished(() => service.close());
    const order = (length: number): string =>
      service.addOrder({ note_to_courier: 'Ring twice. '.repeat(length / 12) });
    const [largest, target] = [order(1_000_000), order(12)];
    service.fault({ match: { target: 'order', uuids: [target] }, action });
    const { clientId, clientSecret } = service.credentials;
    const child = spawn(
      process.execPath,
      [script, service.baseUrl, clientId, largest, target, String(oversizedCount)],
      { env: { ...process.env, SECRET: clientSecret }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await once(child, 'close');
    const { outcomes, grownBytes } = JSON.parse(output) as {
      readonly outcomes: Readonly<Record<string, number>>;
      readonly grownBytes: number;
    };
    expect(outcomes).toEqual({ observed: 100, 'answer-too-large': oversizedCount });
    expect(grownBytes).toBeLessThan(mostGrowthBytes);
  },
);
