import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { OrderId } from '../../../core/order/order-id.ts';
import { benchOrderId } from '../../support/storage/bench-order.ts';

/*
 * One way of polling in a process of its own: `client.ts NAME ADDRESS ORDERS INTERVAL_MS`. Its
 * parent tells it when to start and when a phase begins and ends.
 */

/** What the parent may say. */
export type ClientCommand =
  | { readonly do: 'start' }
  | { readonly do: 'begin' }
  | { readonly do: 'end' }
  /** Waybell alone: watches so many more orders, one after the other, and times their first answers. */
  | { readonly do: 'paste'; readonly count: number }
  | { readonly do: 'pause' };

/** One phase as the client's own process saw it. */
export interface ClientPhase {
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
}

const [, , name = '', baseUrl = '', countText = '', intervalText = ''] = process.argv;
const orderCount = Number(countText);
const intervalMs = Number(intervalText);
const isOurs = name === 'waybell';
// As the program itself does before anything else; how a peer keeps house is its own.
if (isOurs) await import('../../../main/engine/launch/engine-memory.ts');
const { ourServices } = await import('./ours.ts');
const { peers } = await import('./peers.ts');
const ours = isOurs ? ourServices(intervalMs) : null;
const resolutionMs = 10;
/** Only the wake-up measurement does without it: it wakes the process itself. */
const delay = process.argv.includes('--no-delay')
  ? null
  : monitorEventLoopDelay({ resolution: resolutionMs });
// What a dispatcher pastes is there before it is added.
const ids = Array.from({ length: orderCount }, (_, index) => benchOrderId(index));

async function start(): Promise<void> {
  if (ours !== null) await ours.start(baseUrl, ids);
  else
    peers[name]?.(
      ids.map((id) => `${baseUrl}/api/v2/orders/${id}`),
      intervalMs,
    );
}

/** Beyond the resolution, which a sample takes by itself. */
function ms(nanoseconds: number): number {
  return Math.max(0, Math.round((nanoseconds / 1e6 - resolutionMs) * 10) / 10);
}

function phase(): ClientPhase {
  delay?.disable();
  return {
    loopDelayP99Ms: delay === null ? 0 : ms(delay.percentile(99)),
    loopDelayMaxMs: delay === null ? 0 : ms(delay.max),
  };
}

/** @returns milliseconds from the paste of each order to its first answer, in the order of pasting */
async function paste(count: number): Promise<readonly number[]> {
  const watcher = ours?.watcher;
  const durationsMs: number[] = [];
  if (watcher === undefined) return durationsMs;
  for (let index = 0; index < count; index += 1) {
    const id: OrderId = benchOrderId(orderCount + index);
    const startedMs = performance.now();
    await watcher.add([{ id, label: null }]);
    while (watcher.get(id)?.observedAtMs === null) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    durationsMs.push(performance.now() - startedMs);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  return durationsMs;
}

async function obey(command: ClientCommand): Promise<unknown> {
  switch (command.do) {
    case 'start':
      await start();
      return 'started';
    case 'begin':
      delay?.reset();
      delay?.enable();
      return 'begun';
    case 'end':
      return phase();
    case 'paste':
      return paste(command.count);
    case 'pause':
      ours?.watcher.checks?.pause(null);
      return 'paused';
    default:
      return command satisfies never;
  }
}

process.on('message', (command: ClientCommand) => {
  void obey(command).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
process.on('uncaughtException', (error) => {
  process.stderr.write(`${name}: ${error.message}\n`);
  process.exit(1);
});
process.send?.('here');
