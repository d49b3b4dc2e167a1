import { join } from 'node:path';
import type { z } from 'zod';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { startDeliveryService } from '@waybell/simulator';
import { rebuildCuts, type RebuiltDisk, type Trace, traceProgram } from './cut-runs.ts';
import { type CutsFound, foundAtCut } from './cuts-found.ts';
import type { deskRun } from './desk-program.ts';
import { confirmedChange, keptState, type Wrong, wrongIn } from './kept-state.ts';

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
  const service = await startDeliveryService({ generatedOrders: orderCount, speed: 60 });
  try {
    const program = join(import.meta.dirname, 'desk-program.ts');
    return await traceProgram(folder, program, ({ sidePath, top }): z.infer<typeof deskRun> => ({
      ...choices,
      profileDir: join(top, profileName),
      sidePath,
      service: { baseUrl: service.baseUrl, ...service.credentials },
      orders: service.orderIds().map((id) => orderIdSchema.parse(id)),
    }));
  } finally {
    await service.close();
  }
}

/** Cuts the power of a traced desk and adds what is found to `found`. */
export async function cutDesk(
  trace: Trace,
  choices: { readonly count: number; readonly seed: number },
  found: CutsFound,
): Promise<void> {
  await rebuildCuts(trace, choices, (disk) => {
    foundAtCut(found, disk, { ...lookAt(disk), acts: disk.confirmed.length });
  });
}

function lookAt({ confirmed, folder, next: [underWay] }: RebuiltDisk): {
  readonly wrong: Wrong;
  readonly trouble: string | null;
} {
  const { state, trouble } = keptState(join(folder, profileName));
  const changes = confirmed.map(confirmedChange);
  const wrong = wrongIn(state, changes, underWay === undefined ? null : confirmedChange(underWay));
  return { wrong, trouble };
}
