import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { FileWindowMemoryStore } from '../../../main/desktop/window/window-place.ts';
import { ArchiveRepository } from '../../../main/engine/storage/archive-repository.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { PrivacyLedgerRepository } from '../../../main/engine/storage/privacy-repositories.ts';
import { SettingsRepository } from '../../../main/engine/storage/settings-repository.ts';
import { TeamRepository } from '../../../main/engine/storage/team/team-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { windowPath } from '../interrupted/window-case.ts';

/** What is to be found again of one name. */
export const fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * What a person is to find again, by name: the words of an order, a setting, how often a call or a changed word
 * that waits for the hub is there. What is not named is not there, which is null and counts 0 times.
 */
export type KeptState = ReadonlyMap<string, z.infer<typeof fact>>;

/** What an act changes of it. */
export type KeptChange = readonly (readonly [name: string, value: z.infer<typeof fact>])[];

const confirmation = z.object({ changes: z.array(z.tuple([z.string(), fact])) });

/** An act as the program says at the side that it was confirmed. */
export function confirmedLine(changes: KeptChange): string {
  return JSON.stringify({ changes });
}

/** @throws for a line that {@link confirmedLine} did not make */
export function confirmedChange(line: string): KeptChange {
  return confirmation.parse(JSON.parse(line)).changes;
}

/** Where a hand-over is saved: beside the profile, in a folder of the person's. */
export function exportPath(profileDir: string): string {
  return join(dirname(profileDir), 'documents', 'hand-over.json');
}

/** SHA-256 in hex, as a hub keeps codes and tokens. */
export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Enough of it to tell two contents apart. */
export function digestOf(content: string | Buffer): string {
  return hashOf(content).slice(0, 16);
}

/** Reads a profile with the program's own code, which is how a start after the cut finds it. */
export function keptState(folder: string): {
  readonly state: KeptState;
  /** Why it could not be used as it is; null when it could. */
  readonly trouble: string | null;
} {
  const database = openDatabase(folder);
  try {
    const { sql } = database;
    const state = new Map<string, z.infer<typeof fact>>();
    const count = (name: string): void => void state.set(name, Number(state.get(name) ?? 0) + 1);
    for (const watched of new WatchRepository(sql, Date.now).load()) {
      const { calls, id, isMuted, isPinned, label, lastLookedAtMs, preferences } = watched;
      count(`${id} is watched`);
      state.set(`${id} label`, label);
      state.set(`${id} muted`, isMuted);
      state.set(`${id} pinned`, isPinned);
      state.set(`${id} seen`, lastLookedAtMs);
      state.set(`${id} note`, preferences?.note ?? null);
      state.set(`${id} group`, preferences?.group ?? null);
      state.set(`${id} promised`, preferences?.promisedAtMs ?? null);
      state.set(`${id} snoozed`, preferences?.snoozedUntilMs ?? null);
      for (const { word } of calls) count(`${id} called, ${word}`);
    }
    for (const [id, choice] of new ArchiveRepository(sql).load())
      state.set(`${id} archive`, choice);
    const settings = new SettingsRepository(sql).load();
    state.set('muted until', settings.notificationsMutedUntilMs);
    state.set('numbers shown', new PrivacyLedgerRepository(sql).latest(1_000_000).length);
    for (const { command } of new TeamRepository(sql).edits())
      count(`edit ${command.method} ${command.path} ${JSON.stringify(command.body ?? null)}`);
    const { places } = new FileWindowMemoryStore(windowPath(folder)).load();
    state.set('window place', places[0]?.place.bounds?.x ?? null);
    const handOver = exportPath(folder);
    state.set('hand-over', existsSync(handOver) ? digestOf(readFileSync(handOver)) : null);
    const webhooks = sql.prepare('SELECT count(*) AS count FROM webhooks_seen').get();
    state.set('webhooks', Number(webhooks?.['count']));
    const { fault, setAside } = database;
    return {
      state,
      trouble: fault ?? (setAside === null ? null : `set aside: ${setAside.reason}`),
    };
  } finally {
    database.close();
  }
}

/** What is wrong with a state that was found. */
export interface Wrong {
  /** What was confirmed and is not there: of each lost act the names of what it changed. */
  readonly lost: readonly (readonly string[])[];
  /** What is there more often than it was done. */
  readonly doubled: readonly string[];
}

/**
 * Holds what was found to what was confirmed. An act that was under way may be there, as a whole or in part, or
 * not.
 */
export function wrongIn(
  found: KeptState,
  confirmed: readonly KeptChange[],
  underWay: KeptChange | null,
): Wrong {
  const before = new Map(confirmed.flat());
  const after = new Map([...before, ...(underWay ?? [])]);
  const lastActOn = new Map(confirmed.flatMap((act) => act.map(([name]) => [name, act] as const)));
  const lost = new Map<KeptChange | undefined, string[]>();
  const doubled: string[] = [];
  for (const name of new Set([...after.keys(), ...found.keys()])) {
    const value = found.get(name) ?? null;
    const wanted = [before.get(name) ?? null, after.get(name) ?? null];
    if (wanted.some((each) => (each || null) === (value || null))) continue;
    const isMore = Number(value) > Math.max(1, ...wanted.map(Number));
    if (isCounted.test(name) && isMore) doubled.push(name);
    else if (after.has(name)) {
      const act = lastActOn.get(name);
      lost.set(act, [...(lost.get(act) ?? []), name]);
    }
  }
  return { lost: [...lost.values()], doubled };
}

/** Names whose value says how often something is there. */
const isCounted = /is watched$|is a desk$|, times$| called, |^edit |^numbers shown|^webhooks$/;
