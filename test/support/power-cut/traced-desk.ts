import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { startDeliveryService } from '@waybell/simulator';
import type { RebuiltDisk, Trace } from './cut-runs.ts';
import { rebuildCuts } from './cut-runs.ts';
import type { deskRun } from './desk-program.ts';
import { confirmedChange, keptState, type Wrong, wrongIn } from './kept-state.ts';
import { straceArguments } from './traced-calls.ts';

/** Where a profile is on the disk of the trace: below folders that are made for it. */
const profileName = 'home/profile';

/** How much a desk does while it is traced. */
export type DeskChoices = Pick<
  z.infer<typeof deskRun>,
  'acts' | 'seed' | 'isOfTeam' | 'isUnsynced'
> & { readonly orderCount: number };

/** Runs a desk beneath strace, over a simulated service. @param folder empty; holds the trace and the profile */
export async function traceDesk(
  folder: string,
  { orderCount, ...choices }: DeskChoices,
): Promise<Trace> {
  const trace = {
    path: join(folder, 'trace'),
    top: join(folder, 'disk'),
    sidePath: join(folder, 'side'),
  };
  mkdirSync(trace.top);
  const service = await startDeliveryService({ generatedOrders: orderCount, speed: 60 });
  try {
    const run: z.infer<typeof deskRun> = {
      ...choices,
      profileDir: join(trace.top, profileName),
      sidePath: trace.sidePath,
      service: { baseUrl: service.baseUrl, ...service.credentials },
      orders: service.orderIds().map((id) => orderIdSchema.parse(id)),
    };
    const program = join(import.meta.dirname, 'desk-program.ts');
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', program];
    const child = spawn(
      'strace',
      [...straceArguments, '-o', trace.path, ...node, JSON.stringify(run)],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        // What goes through a ring is in no call that strace sees.
        env: { ...process.env, UV_USE_IO_URING: '0' },
      },
    );
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code !== 0) throw new Error(`the traced desk ended with ${code}: ${said}`);
    return trace;
  } finally {
    await service.close();
  }
}

/** What was found after many power cuts. */
export interface CutsFound {
  cuts: number;
  /** Acts that were confirmed before the cuts, one after the other counted each time. */
  confirmed: number;
  /** Cuts before the first act was confirmed. */
  early: number;
  /** Acts that were confirmed and not there, and what was there more than once. */
  lost: number;
  doubled: number;
  /** Databases that did not open or were set aside although something was confirmed. */
  unusable: number;
  /** The same before anything was: the first start was cut. */
  unusableEarly: number;
  /** The first of what is wrong. */
  readonly details: string[];
}

export const nothingFound = (): CutsFound => ({
  cuts: 0,
  confirmed: 0,
  early: 0,
  lost: 0,
  doubled: 0,
  unusable: 0,
  unusableEarly: 0,
  details: [],
});

/** Cuts the power of a traced desk and adds what is found to `found`. */
export async function cutDesk(
  trace: Trace,
  choices: { readonly count: number; readonly seed: number },
  found: CutsFound,
): Promise<void> {
  await rebuildCuts(trace, choices, (disk) => {
    const { trouble, wrong } = lookAt(disk);
    const isEarly = disk.confirmed.length === 0;
    found.cuts += 1;
    found.confirmed += disk.confirmed.length;
    if (isEarly) found.early += 1;
    found.lost += wrong.lost.length;
    found.doubled += wrong.doubled.length;
    if (trouble !== null) found[isEarly ? 'unusableEarly' : 'unusable'] += 1;
    const lost = wrong.lost.map(([first = '', ...more]) =>
      more.length === 0 ? first : `${first} and ${more.length} more`,
    );
    const names = [...lost, ...wrong.doubled.map((name) => `${name} (doubled)`)];
    if (trouble !== null && !isEarly) names.push(trouble);
    for (const name of names) {
      if (found.details.length < 10)
        found.details.push(`${disk.confirmed.length} confirmed, ${disk.leaving} left: ${name}`);
    }
  });
}

function lookAt({ confirmed, folder, underWay }: RebuiltDisk): {
  readonly wrong: Wrong;
  readonly trouble: string | null;
} {
  const { state, trouble } = keptState(join(folder, profileName));
  const changes = confirmed.map(confirmedChange);
  const wrong = wrongIn(state, changes, underWay === null ? null : confirmedChange(underWay));
  return { wrong, trouble };
}
