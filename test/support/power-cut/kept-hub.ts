import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { isFinished } from '../../../core/order/order-status.ts';
import {
  deskEventSchema,
  orderEventSchema,
  revealEventSchema,
} from '../../../core/team/team-event.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { type LogStore, openTeamLog } from '../../../main/hub/log/open-team-log.ts';
import type { LogEntry } from '../../../main/hub/log/ports.ts';
import { digestOf, fact, type KeptChange, type KeptState } from './kept-state.ts';

/** A request of a desk, which it sends again with the same key when its answer is lost. */
const deskRequest = z.object({
  method: z.enum(['POST', 'PATCH', 'DELETE']),
  path: z.string(),
  body: z.unknown().optional(),
  key: z.string(),
  token: z.string(),
});

export type DeskRequest = z.infer<typeof deskRequest>;

const confirmedAct = z.object({
  changes: z.array(z.tuple([z.string(), fact]).readonly()).readonly(),
  /** Absent for what is not sent again, such as an invitation. */
  request: deskRequest.exactOptional(),
  /** Of a desk that joined. */
  token: z.string().exactOptional(),
});

/** An entry of the log that a desk got, which is its place from then on. */
const seenEntry = z.object({ sequence: z.number(), id: z.string(), digest: z.string() });

const hubLine = z.union([confirmedAct, seenEntry]);

export type ConfirmedAct = z.infer<typeof confirmedAct>;
export type SeenEntry = z.infer<typeof seenEntry>;

/** What the program says at the side: an act that was answered, or an entry that a desk got. */
export function hubLineOf(line: ConfirmedAct | SeenEntry): string {
  return JSON.stringify(line);
}

/** @throws for a line that {@link hubLineOf} did not make */
export function readHubLine(line: string): ConfirmedAct | SeenEntry {
  return hubLine.parse(JSON.parse(line));
}

/** What of an entry its desk got. */
export function seenEntryOf(sequence: number, event: unknown): SeenEntry {
  const parsed = orderEventSchema.parse(structuredClone(event));
  return { sequence, id: parsed.id, digest: digestOf(JSON.stringify(parsed)) };
}

/** What a hub has on its disk. */
export interface KeptHub {
  readonly state: KeptState;
  /** The entries about orders, by their sequences. */
  readonly entries: ReadonlyMap<number, SeenEntry>;
  /** Orders that are over: their claims end by themselves. */
  readonly over: ReadonlySet<string>;
  /** After which sequence nothing of an order is left but its removal. */
  readonly removedAt: ReadonlyMap<string, number>;
  /** The sequence that an entry gets which is appended now. */
  readonly nextSequence: number;
  /** Why it could not be used as it is; null when it could. */
  readonly trouble: string | null;
}

const nothingKept = {
  entries: new Map(),
  over: new Set<string>(),
  removedAt: new Map(),
  nextSequence: 0,
};

/** Reads a hub's profile with the program's own code, and appends an entry to its log. */
export async function keptHub(
  profileDir: string,
  clock: Clock,
  store: LogStore = { kind: 'sqlite', profileDir },
): Promise<KeptHub> {
  const state = new Map<string, z.infer<typeof fact>>();
  const database = openDatabase(profileDir);
  const { fault, setAside } = database;
  const webhooks = database.sql.prepare('SELECT count(*) AS count FROM webhooks_seen').get();
  database.close();
  state.set('webhooks', Number(webhooks?.['count']));
  const trouble = fault ?? (setAside === null ? null : `set aside: ${setAside.reason}`);
  try {
    const { log } = await openTeamLog(store, clock);
    try {
      const part = await log.readSince(0, 1_000_000);
      const kept = read(part.kind === 'gap' ? [] : part.entries, state);
      const probe = { key: 'probe', body: '{}', dedupeKey: 'probe', expectedSequence: 0 };
      const appended = await log.append(probe);
      const nextSequence = appended.kind === 'appended' ? appended.sequence : 0;
      return { state, ...kept, nextSequence, trouble };
    } finally {
      await log.close();
    }
  } catch (error) {
    return { state, ...nothingKept, trouble: error instanceof Error ? error.message : 'unknown' };
  }
}

function read(
  log: readonly LogEntry[],
  state: Map<string, z.infer<typeof fact>>,
): Pick<KeptHub, 'entries' | 'over' | 'removedAt'> {
  const count = (name: string): void => void state.set(name, Number(state.get(name) ?? 0) + 1);
  const entries = new Map<number, SeenEntry>();
  const over = new Set<string>();
  const removedAt = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { body, key, sequence } of log) {
    const json: unknown = JSON.parse(body);
    if (key.startsWith('reveal.')) {
      const { by } = revealEventSchema.parse(json);
      count(`numbers shown to ${by}`);
    } else if (key.startsWith('desk.')) {
      const { desk } = deskEventSchema.parse(json);
      if (!names.has(desk.id)) count(`${desk.name} is a desk`);
      names.set(desk.id, desk.name);
      state.set(`${desk.name} invited`, desk.invitation?.codeHash ?? null);
      state.set(`${desk.name} token`, desk.tokenHash);
      state.set(`${desk.name} revoked`, desk.revokedAtMs !== null);
    } else if (key.startsWith('order.')) {
      const event = orderEventSchema.parse(json);
      const { change, id, order } = event;
      entries.set(sequence, seenEntryOf(sequence, json));
      if (order === null) removedAt.set(id, sequence);
      else removedAt.delete(id);
      state.set(`${id} is watched`, order !== null);
      for (const word of ['label', 'note', 'group', 'promisedAtMs'] as const)
        state.set(`${id} ${word}`, order?.[word] ?? null);
      if (order?.order && isFinished(order.order.status.phase)) over.add(id);
      state.set(`${id} claim`, order?.team.claim?.desk ?? null);
      state.set(`${id} handled`, order?.team.handled?.atMs ?? null);
      if (change === 'edited' || change === 'claimed') count(`${id} was ${change}, times`);
    }
  }
  for (const id of over) state.delete(`${id} claim`);
  return { entries, over, removedAt };
}

/** What a desk got and what the log says otherwise, or will: its place would be one of another log. */
export function rewrittenEntries(
  { entries, nextSequence, removedAt }: Pick<KeptHub, 'entries' | 'nextSequence' | 'removedAt'>,
  seen: readonly SeenEntry[],
): { readonly lost: readonly SeenEntry[]; readonly reused: readonly SeenEntry[] } {
  const isErased = ({ id, sequence }: SeenEntry): boolean => sequence < (removedAt.get(id) ?? 0);
  return {
    lost: seen.filter((each) => !entries.has(each.sequence) && !isErased(each)),
    reused: seen.filter(({ digest, sequence }) => {
      const found = entries.get(sequence);
      return sequence >= nextSequence || (found !== undefined && found.digest !== digest);
    }),
  };
}

/** What an act changed and no hub ends by itself. */
export function lastingChanges(
  { changes }: ConfirmedAct,
  { over }: Pick<KeptHub, 'over'>,
): KeptChange {
  return changes.filter(([name]) => {
    const [id = '', what] = name.split(' ');
    return what !== 'claim' || !over.has(id);
  });
}
