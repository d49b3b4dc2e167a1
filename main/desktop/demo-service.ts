import { z } from 'zod';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { DemoService } from '../engine/connection/ports.ts';
import type { Clock } from '../../core/clock.ts';

/** A running program as far as the demo needs one; fits Electron's utility process. */
export interface DemoProcess {
  /** Calls with each piece of text that it writes to its standard output. */
  onOutput(listener: (text: string) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

const announcement = z
  .looseObject({
    baseUrl: z.string().min(1),
    clientId: z.string().min(1),
    clientSecret: z.string().min(1),
    orders: z.array(z.string()).catch([]),
    /** The name of each order, in the same order. */
    labels: z.array(z.string().nullable()).catch([]),
  })
  .transform(({ baseUrl, clientId, clientSecret, orders, labels }) => ({
    baseUrl,
    clientId,
    clientSecret,
    orders: orders.flatMap((uuid, index) => {
      const id = parseOrderId(uuid);
      return id === null ? [] : [{ id, label: labels[index] ?? null }];
    }),
  }));

/** How long the demo may take until it writes where it is. */
const announcedWithinMs = 15_000;

/** Longer than any announcement. */
const longestLine = 4_000_000;

/** A program that does not end in this time is not waited for. */
const endedWithinMs = 1000;

/**
 * Starts the demo delivery service, a program of its own that writes its address as one line of JSON.
 *
 * @throws when it ended, stayed silent or wrote something else; it is ended then
 */
export async function startDemoService(
  fork: () => DemoProcess,
  clock: Clock,
): Promise<DemoService> {
  const process = fork();
  const ended = Promise.withResolvers<void>();
  const line = firstLine(process);
  const cancel = clock.schedule(() => line.reject(new Error('demo silent')), announcedWithinMs);
  process.onExit(() => {
    ended.resolve();
    line.reject(new Error('demo exited'));
  });
  try {
    const address = announcement.parse(JSON.parse(await line.promise));
    return {
      ...address,
      async stop() {
        process.kill();
        clock.schedule(ended.resolve, endedWithinMs);
        await ended.promise;
      },
    };
  } catch (error) {
    process.kill();
    throw error;
  } finally {
    cancel();
  }
}

function firstLine(process: DemoProcess): PromiseWithResolvers<string> {
  const line = Promise.withResolvers<string>();
  let text = '';
  let isWhole = false;
  process.onOutput((piece) => {
    if (isWhole) return;
    text += piece;
    isWhole = text.includes('\n');
    if (isWhole) line.resolve(text.slice(0, text.indexOf('\n')));
    else if (text.length > longestLine) line.reject(new Error('demo unreadable'));
  });
  return line;
}
