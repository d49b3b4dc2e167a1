import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startDeliveryService } from '@waybell/simulator';
import { seeded } from '../seeded.ts';

/** What the output of a repeatedly killed command line contains. */
export interface CliKills {
  readonly updateCount: number;
  readonly missed: readonly string[];
  readonly repeated: readonly string[];
  readonly unreadable: readonly string[];
}

interface Line {
  readonly event: string;
  readonly uuid?: string;
  readonly changes?: readonly {
    readonly field: string;
    readonly before: { readonly amount: number };
    readonly after: { readonly amount: number };
  }[];
}

const program = join(import.meta.dirname, '../../../dist/main/cli.js');
/** A torn line, as a crash of the machine during a write may leave it. */
const torn = '{"event":"update","uu';

/**
 * Runs `waybell watch --profile` several times while prices change and appends its output to one file.
 * Each round is killed at a random moment; the last one ends by itself. After some of the kills a torn
 * line is appended to the file.
 */
export async function killCliRounds(choices: {
  readonly rounds: number;
  readonly orderCount: number;
  readonly seed: number;
}): Promise<CliKills> {
  const random = seeded(choices.seed);
  const service = await startDeliveryService({ clock: 'manual' });
  const folder = mkdtempSync(join(tmpdir(), 'waybell-cli-kills-'));
  const file = join(folder, 'lines.jsonl');
  const ids = Array.from({ length: choices.orderCount }, () =>
    service.addOrder({ status: 'active', price: { currency: 'HKD', amount: 100 } }),
  );
  const { clientId, clientSecret } = service.credentials;
  const args = ['watch', '--base-url', service.baseUrl, '--client-id', clientId, '--json'];
  const more = ['--interval', '1', '--max-rate', '6000', '--profile', join(folder, 'profile')];
  writeFileSync(file, '');

  const start = (last: readonly string[]) => {
    const output = openSync(file, 'a');
    const child = spawn(process.execPath, [program, ...args, ...more, ...last, ...ids], {
      env: { PATH: process.env['PATH'], WAYBELL_CLIENT_SECRET: clientSecret },
      stdio: ['ignore', output, 'ignore'],
    });
    closeSync(output);
    return { child, ended: once(child, 'close') };
  };
  try {
    let price = 100;
    for (let round = 0; round < choices.rounds; round += 1) {
      const size = readFileSync(file).length;
      const { child, ended } = start([]);
      // A program that has not begun to write is not worth killing.
      while (child.exitCode === null && readFileSync(file).length === size) {
        price += 1;
        for (const id of ids) service.setOrder(id, { price: { currency: 'HKD', amount: price } });
        await wait(50);
      }
      await wait(random() * 300);
      child.kill('SIGKILL');
      await ended;
      if (random() < 0.5) appendFileSync(file, torn);
    }
    await start(['--once']).ended;
    return judged(readFileSync(file, 'utf8'), ids, price);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function judged(text: string, ids: readonly string[], lastPrice: number): CliKills {
  const missed: string[] = [];
  const repeated: string[] = [];
  const unreadable: string[] = [];
  const known = new Map<string, number>(ids.map((id) => [id, Number.NaN]));
  let updateCount = 0;
  for (const words of text.split('\n')) {
    if (words === '' || words === torn) continue;
    let line: Line;
    try {
      line = JSON.parse(words);
    } catch {
      unreadable.push(words);
      continue;
    }
    const change = line.changes?.find(({ field }) => field === 'price');
    if (line.event !== 'update' || change === undefined || line.uuid === undefined) continue;
    updateCount += 1;
    const before = known.get(line.uuid) ?? Number.NaN;
    const { before: from, after: to } = change;
    if (to.amount <= before) repeated.push(words);
    else if (!Number.isNaN(before) && from.amount !== before) missed.push(words);
    known.set(line.uuid, to.amount);
  }
  for (const [id, price] of known) {
    if (!Number.isNaN(price) && price !== lastPrice) missed.push(`${id} ended at ${price}`);
  }
  return { updateCount, missed, repeated, unreadable };
}
