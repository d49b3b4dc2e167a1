import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../core/clock.ts';
import { EntryRefused } from './ports.ts';

/** How long one request to the engine may take. */
export const timeoutMs = 4000;
/** JetStream's code for an append that expected another last sequence. */
const wrongLastSequence = 10_071;

/** A connection to NATS, and what is asked through it. */
export interface Engine {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly client: JetStreamClient;
  readonly policies: (typeof import('@nats-io/jetstream'))['DeliverPolicy'];
  readonly clock: Clock;
}

/** The log in NATS JetStream cannot be reached, or not within some seconds. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}

/** Turns what the engine's client throws into {@link LogUnavailable}; refusals of ours stay as they are. */
export async function reaching<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EntryRefused || error instanceof LogUnavailable) throw error;
    throw new LogUnavailable('the team log cannot be reached', { cause: error });
  }
}

/** Whether the engine refused an entry because another came first. */
export function isWrongSequence(error: unknown): boolean {
  return (
    error instanceof Error &&
    ('code' in error || 'status' in error) &&
    (Reflect.get(error, 'code') === wrongLastSequence || /wrong last sequence/.test(error.message))
  );
}
