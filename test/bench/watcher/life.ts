import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { benchOrderId, latencyMs } from '../../support/storage/bench-order.ts';
import type { ClientCommand, ClientPhase } from './client.ts';
import type { ServerCommand, ServerPhase } from './server.ts';

/** A process that does not answer its parent for so long is taken for dead. */
const patienceMs = 20_000;

/** How long the service is out. */
export const outageMs = 30_000;

/** The phases of one life, in their order. */
export const phaseNames = ['start', 'steady', 'outage', 'recovery', 'wake'] as const;
export type PhaseName = (typeof phaseNames)[number];

export type LifePhase = ServerPhase & ClientPhase;

/** One client with so many orders, through one life. */
export interface Life {
  readonly client: string;
  readonly orders: number;
  readonly intervalMs: number;
  readonly phases: Readonly<Partial<Record<PhaseName, LifePhase>>>;
  /** How and in which phase it ended before its time. */
  readonly died?: string;
  /** Waybell alone: milliseconds from a paste to the first answer, beyond that order's latency. */
  readonly pasteBeyondMs?: readonly number[];
  /** Waybell alone: sockets two intervals after everything was paused. */
  readonly idleSockets?: number;
}

class Died extends Error {}

/** A child process that answers each command with one message. */
class Talker<Command> {
  readonly process: ChildProcess;

  constructor(file: string, args: readonly string[]) {
    this.process = fork(join(import.meta.dirname, file), args, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  async next<Answer>(withinMs = patienceMs): Promise<Answer> {
    const stop = new AbortController();
    const { signal } = stop;
    try {
      return await Promise.race([
        once(this.process, 'message', { signal }).then(([answer]: Answer[]) => {
          if (answer === undefined) throw new Died('no answer');
          return answer;
        }),
        once(this.process, 'exit', { signal }).then(([code, by]: (number | string | null)[]) => {
          throw new Died(`ended with ${code ?? by}`);
        }),
        wait(withinMs, undefined, { signal }).then(() => {
          throw new Died(`gave no answer for ${withinMs / 1000} s`);
        }),
      ]);
    } finally {
      stop.abort();
    }
  }

  ask<Answer>(command: Command, withinMs?: number): Promise<Answer> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) {
      return Promise.reject(
        new Died(`ended with ${this.process.exitCode ?? this.process.signalCode}`),
      );
    }
    const answer = this.next<Answer>(withinMs);
    this.process.send(command as object, () => undefined);
    return answer;
  }

  kill(): void {
    this.process.kill('SIGKILL');
  }
}

/** Runs one client on a server of its own through all phases. */
export async function runLife(client: string, orders: number, intervalMs: number): Promise<Life> {
  const server = new Talker<ServerCommand>('server.ts', []);
  let begun: Talker<ClientCommand> | null = null;
  const phases: Partial<Record<PhaseName, LifePhase>> = {};
  const isOurs = client === 'waybell';
  let at: PhaseName = 'start';
  const extra: { pasteBeyondMs?: readonly number[]; idleSockets?: number } = {};

  const begin = async (): Promise<Talker<ClientCommand>> => {
    const port = await server.next<number>();
    const address = `http://127.0.0.1:${port}`;
    const args = [client, address, String(orders), String(intervalMs)];
    begun = new Talker<ClientCommand>('client.ts', args);
    await begun.next();
    return begun;
  };
  const measured = async (
    own: Talker<ClientCommand>,
    name: PhaseName,
    run: () => Promise<unknown>,
  ): Promise<void> => {
    at = name;
    await server.ask({ do: 'begin', isOut: name === 'outage' });
    await own.ask({ do: 'begin' });
    await run();
    const seen = await server.ask<ServerPhase>({ do: 'end' });
    phases[name] = { ...seen, ...(await own.ask<ClientPhase>({ do: 'end' })) };
  };
  try {
    const own = await begin();
    await measured(own, 'start', async () => {
      // The first sample of the loop's delay is not counted: the start itself would be lost with it.
      await wait(100);
      await own.ask({ do: 'start' });
      await wait(intervalMs);
    });
    // At its second check, at the latest after 1.5 intervals, each order has come to its place.
    await wait(intervalMs * 1.25);
    await measured(own, 'steady', () => wait(intervalMs));
    if (isOurs) {
      const tooks = await own.ask<readonly number[]>({ do: 'paste', count: 10 }, 60_000);
      extra.pasteBeyondMs = beyondLatency(tooks, orders);
    }
    await measured(own, 'outage', () => wait(outageMs));
    await measured(own, 'recovery', () => wait(intervalMs * 1.1));
    own.process.kill('SIGSTOP');
    await wait(intervalMs);
    at = 'wake';
    await server.ask({ do: 'begin', isOut: false });
    own.process.kill('SIGCONT');
    await own.ask({ do: 'begin' }, patienceMs * 2);
    await wait(intervalMs * 1.1);
    const seen = await server.ask<ServerPhase>({ do: 'end' });
    phases.wake = { ...seen, ...(await own.ask<ClientPhase>({ do: 'end' })) };
    if (isOurs) {
      await own.ask({ do: 'pause' });
      await wait(intervalMs * 2);
      extra.idleSockets = (await server.ask<ServerPhase>({ do: 'end' })).sockets;
    }
    return { client, orders, intervalMs, phases, ...extra };
  } catch (error) {
    // The other measurements go on.
    const reason = error instanceof Error ? error.message : String(error);
    return { client, orders, intervalMs, phases, ...extra, died: `${at}: ${reason}` };
  } finally {
    killQuietly(begun);
    server.kill();
  }
}

function killQuietly(talker: Talker<ClientCommand> | null): void {
  talker?.kill();
}

function beyondLatency(tooks: readonly number[], orders: number): readonly number[] {
  return tooks.map(
    (durationMs, index) =>
      Math.round((durationMs - latencyMs(benchOrderId(orders + index))) * 10) / 10,
  );
}
