import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { inProject } from '../project.ts';
import { type Program, startProgram } from '../process/child-process.ts';

/** The simulated service's first line on standard output. */
const announcementSchema = z.object({
  baseUrl: z.url(),
  clientId: z.string(),
  clientSecret: z.string(),
  /** Takes commands (simulator/README.md). */
  controlUrl: z.url(),
  orders: z.array(
    z.union([z.string(), z.looseObject({ uuid: z.string() }).transform(({ uuid }) => uuid)]),
  ),
  /** What a dispatcher would call each order, in the same order. */
  labels: z.array(z.string().nullable()).default([]),
});

/** Where the simulated delivery service is, and the uuids of its orders. */
export type DeliveryServiceAddress = z.infer<typeof announcementSchema>;

/** The simulated delivery service did not come up. */
export class DeliveryServiceError extends Error {
  override readonly name = 'DeliveryServiceError';
}

const announcedWithinMs = 20_000;

/**
 * Starts the simulated delivery service.
 *
 * @param args for simulator/index.ts
 * @throws DeliveryServiceError when it does not say where it is within twenty seconds
 */
export async function startDeliveryService(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  logFile: string,
): Promise<Program & { readonly address: DeliveryServiceAddress }> {
  const firstLine = Promise.withResolvers<string>();
  let said = '';
  const program = startProgram(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', inProject('simulator/index.ts'), ...args],
    {
      env,
      logFile,
      read: (text) => {
        if (said.includes('\n')) return;
        said += text;
        if (said.includes('\n')) firstLine.resolve(said.slice(0, said.indexOf('\n')));
      },
    },
  );
  const line = await Promise.race([
    firstLine.promise,
    program.ended.then((code) => `it ended with ${code}`),
    wait(announcedWithinMs, 'it said nothing', { ref: false }),
  ]);
  try {
    return { ...program, address: announcementSchema.parse(JSON.parse(line)) };
  } catch {
    await program.stop();
    throw new DeliveryServiceError(
      `The simulated delivery service did not start: ${line}. It wrote to ${logFile}`,
    );
  }
}
