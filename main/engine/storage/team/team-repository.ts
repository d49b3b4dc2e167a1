import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { deskRoles } from '../../../../core/team/desk.ts';
import { withoutSecrets } from '../../../../core/text/address-without-secrets.ts';
import { orderIdSchema } from '../../../../core/order/order-id-schema.ts';
import type {
  LogPlace,
  Membership,
  MembershipStore,
  QueuedEdit,
  TeamStore,
} from '../../team/ports.ts';
import { inTransaction, noteErasedBytes } from '../sql.ts';

const membershipRow = z
  .object({
    hub_url: z.string().transform(storedHubs),
    desk_id: z.string(),
    desk_name: z.string(),
    role: z.enum(deskRoles),
  })
  .transform((row): Membership => ({
    hubUrl: row.hub_url[0] ?? '',
    deskId: row.desk_id,
    deskName: row.desk_name,
    role: row.role,
  }));

/** The hub that was joined, and after a blank each the others. */
function storedHubs(text: string): readonly string[] {
  return text.split(' ').map(withoutSecrets);
}

const placeRow = z.object({ log_id: z.string().nullable(), sequence: z.number() });

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('no JSON');
    return z.NEVER;
  }
});

const editSchema = z.object({
  ids: z.array(orderIdSchema),
  command: z.object({
    method: z.enum(['POST', 'PATCH', 'DELETE']),
    path: z.string(),
    body: z.unknown().optional(),
    key: z.string(),
  }),
});

const editRow = z
  .object({ edit_json: json.pipe(editSchema) })
  .transform((row): QueuedEdit => row.edit_json);

/** The table of the edits that wait for the hub. */
export const editTable = 'team_edits';

/**
 * A stored edit without what it says of erased orders: their removal alone stays, which the hub is still to be told.
 *
 * @param isErased tells an erased order
 * @returns null where nothing of it is left to be told
 */
export function editWithout(editJson: string, isErased: (id: string) => boolean): string | null {
  const edit = editRow.safeParse({ edit_json: editJson }).data;
  if (edit === undefined) return null;
  const { command, ids } = edit;
  if (command.method === 'DELETE') return editJson;
  const kept = ids.filter((id) => !isErased(id));
  // Only an edit that adds orders is about several.
  if (kept.length === 0 || !isAdding(command.body)) return null;
  const body = Object.entries(command.body).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? kept
      : Object.fromEntries(Object.entries(Object(value)).filter(([id]) => !isErased(id))),
  ]);
  return JSON.stringify({ ids: kept, command: { ...command, body: Object.fromEntries(body) } });
}

function isAdding(body: unknown): body is object {
  return typeof body === 'object' && body !== null && 'uuids' in body;
}

/** The team of this desk, how far its log was received, and the edits that wait for the hub. */
export class TeamRepository implements TeamStore, MembershipStore {
  readonly #sql: DatabaseSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  /** Null when there is none, or none that can be read. */
  load(): Membership | null {
    return membershipRow.safeParse(this.#row()).data ?? null;
  }

  save({ deskId, deskName, hubUrl, role }: Membership): void {
    inTransaction(this.#sql, () => {
      this.#clear();
      this.#sql
        .prepare('INSERT INTO team (no, hub_url, desk_id, desk_name, role) VALUES (1, ?, ?, ?, ?)')
        .run(hubUrl, deskId, deskName, role);
    });
  }

  otherHubs(): readonly string[] {
    return storedHubs(String(this.#row()?.['hub_url'] ?? '')).slice(1);
  }

  saveOtherHubs(hubUrls: readonly string[]): void {
    const { hubUrl } = this.load() ?? {};
    if (hubUrl === undefined) return;
    const save = this.#sql.prepare('UPDATE team SET hub_url = ?');
    inTransaction(this.#sql, () => save.run([hubUrl, ...hubUrls].join(' ')));
  }

  clear(): void {
    inTransaction(this.#sql, () => this.#clear());
  }

  #clear(): void {
    this.#sql.exec('DELETE FROM team');
    this.#sql.exec('DELETE FROM team_edits');
    this.#sql.exec('UPDATE watched_orders SET team_json = NULL WHERE team_json IS NOT NULL');
  }

  place(): LogPlace {
    const row = placeRow.safeParse(this.#row()).data;
    return { logId: row?.log_id ?? null, sequence: row?.sequence ?? 0 };
  }

  savePlace({ logId, sequence }: LogPlace): void {
    const save = this.#sql.prepare('UPDATE team SET log_id = ?, sequence = ?');
    // From an earlier place the hub tells again what is known, which is accepted once.
    inTransaction(this.#sql, () => save.run(logId, sequence), 'askedAgain');
  }

  /** One that cannot be read is left out. */
  edits(): readonly QueuedEdit[] {
    return this.#sql
      .prepare('SELECT edit_json FROM team_edits ORDER BY no')
      .all()
      .flatMap((row) => editRow.safeParse(row).data ?? []);
  }

  putEdits(edits: readonly QueuedEdit[], madeAtMs: number): void {
    const put = this.#sql.prepare(
      'INSERT INTO team_edits (key, made_at_ms, edit_json) VALUES (?, ?, ?)',
    );
    inTransaction(this.#sql, () => {
      for (const edit of edits) put.run(edit.command.key, madeAtMs, JSON.stringify(edit));
    });
  }

  dropEdit(key: string): void {
    inTransaction(this.#sql, () => {
      const dropped = this.#sql
        .prepare('DELETE FROM team_edits WHERE key = ? RETURNING edit_json')
        .get(key);
      // It may have been the last that named an order which was erased.
      if (editRow.safeParse(dropped).data?.command.method === 'DELETE') noteErasedBytes(this.#sql);
    });
  }

  #row() {
    return this.#sql.prepare('SELECT * FROM team WHERE no = 1').get();
  }
}
