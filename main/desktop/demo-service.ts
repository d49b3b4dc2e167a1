import { z } from 'zod';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Clock } from '../watch/clock.ts';

/** A running program as far as the demo needs one; fits Electron's utility process. */
export interface DemoProcess {
  /** Calls with each piece of text that it writes to its standard output. */
  onOutput(listener: (text: string) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

/** The demo delivery service, ready to be asked. */
export interface DemoAddress {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Orders that it plays, with a name for each. */
  readonly orders: readonly { readonly id: OrderId; readonly label: string | null }[];
}

/** Why there is no demo service: it ended, stayed silent or said something else. */
export class DemoServiceError extends Error {
  override readonly name = 'DemoServiceError';
  readonly code: 'exited' | 'silent' | 'unreadable';

  constructor(code: 'exited' | 'silent' | 'unreadable') {
    super(`demo service ${code}`);
    this.code = code;
  }
}

const announcementSchema = z.looseObject({
  baseUrl: z.string().min(1),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  orders: z.array(z.string()).catch([]),
  /** The name of each order, in the same order. */
  labels: z.array(z.string().nullable()).catch([]),
});

/** How long the demo may take until it says where it is. */
const announcedWithinMs = 15_000;

/** More than any announcement; a program that writes more on one line is not ours. */
const longestLine = 4_000_000;

/** The demo while it runs. */
export interface RunningDemo extends DemoAddress {
  /** Ends it; resolves when it is gone. */
  stop(): Promise<void>;
}

/** A program that does not end in this time has been told to and is not waited for. */
const endedWithinMs = 1000;

/**
 * Starts the demo delivery service, a program of its own that writes its address as one line of JSON.
 *
 * @throws DemoServiceError when it ended, stayed silent or said something else; it is ended then
 */
export async function startDemoService(
  fork: () => DemoProcess,
  clock: Clock,
): Promise<RunningDemo> {
  const process = fork();
  const ended = new Promise<void>((resolve) => {
    process.onExit(() => resolve());
  });
  try {
    const address = await announcement(process, clock);
    return {
      ...address,
      async stop() {
        process.kill();
        await Promise.race([ended, waited(clock, endedWithinMs)]);
      },
    };
  } catch (error) {
    process.kill();
    throw error;
  }
}

function announcement(process: DemoProcess, clock: Clock): Promise<DemoAddress> {
  return new Promise((resolve, reject) => {
    let text = '';
    let isSettled = false;
    const settle = (outcome: () => void) => {
      if (isSettled) return;
      isSettled = true;
      cancelTimeout();
      outcome();
    };
    const fail = (code: DemoServiceError['code']) =>
      settle(() => reject(new DemoServiceError(code)));
    const cancelTimeout = clock.schedule(() => fail('silent'), announcedWithinMs);
    process.onExit(() => fail('exited'));
    process.onOutput((piece) => {
      if (isSettled) return;
      text += piece;
      const end = text.indexOf('\n');
      if (end === -1) {
        if (text.length > longestLine) fail('unreadable');
        return;
      }
      const address = parseAnnouncement(text.slice(0, end));
      if (address === null) fail('unreadable');
      else settle(() => resolve(address));
    });
  });
}

function waited(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(resolve, delayMs);
  });
}

/** Reads the demo's first line; null when it is not one. */
export function parseAnnouncement(line: string): DemoAddress | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return null;
  }
  const parsed = announcementSchema.safeParse(json);
  if (!parsed.success) return null;
  const { baseUrl, clientId, clientSecret, orders, labels } = parsed.data;
  const named = orders.flatMap((uuid, index) => {
    const id = parseOrderId(uuid);
    return id === null ? [] : [{ id, label: labels[index] ?? null }];
  });
  return { baseUrl, clientId, clientSecret, orders: named };
}
