import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../core/order/order-id.ts';
import { ErasureRepository } from '../../main/engine/storage/privacy-repositories.ts';
import { hasErasedBytes } from '../../main/engine/storage/sql.ts';
import { TeamRepository } from '../../main/engine/storage/team/team-repository.ts';
import type { Membership, QueuedEdit, TeamStore } from '../../main/engine/team/ports.ts';
import { openStored } from '../support/storage/stored-order.ts';
import { MemoryTeamStore } from '../support/team/memory-team-store.ts';
import { orderIdAt } from '../support/watched-orders.ts';

const membership: Membership = {
  hubUrl: 'https://hub.example',
  deskId: 'd1',
  deskName: 'Mei',
  role: 'dispatcher',
};

function edit(key: string, body?: unknown): QueuedEdit {
  const method = body === undefined ? 'DELETE' : 'PATCH';
  const command = {
    method,
    path: '/v1/orders/x',
    key,
    ...(body !== undefined && { body }),
  } as const;
  return { ids: [orderIdAt(1)], command };
}

/** The edit that adds these orders. */
function adding(...ids: readonly OrderId[]): QueuedEdit {
  const labels = Object.fromEntries(ids.map((id) => [id, `of ${id.slice(-1)}`]));
  const body = { uuids: ids, labels };
  return { ids, command: { method: 'POST', path: '/v1/orders', key: `k${ids.length}`, body } };
}

function repository() {
  const { sql } = openStored();
  new TeamRepository(sql).save(membership);
  return { sql, open: () => new TeamRepository(sql) };
}

describe.each<[string, () => () => TeamStore]>([
  [
    'in memory',
    () => {
      const store = new MemoryTeamStore();
      return () => store;
    },
  ],
  ['in the database', () => repository().open],
])('what a desk keeps of its team %s', (_where, create) => {
  test('begins before the first entry, and holds how far the log was taken', () => {
    const open = create();
    expect(open().place()).toEqual({ logId: null, sequence: 0 });
    open().savePlace({ logId: 'log-1', sequence: 7 });
    expect(open().place()).toEqual({ logId: 'log-1', sequence: 7 });
  });

  test('holds what waits for the hub in the order in which it was done, until it is dropped', () => {
    const open = create();
    open().putEdits([edit('b', { note: null }), edit('a', { label: 'x' })], 1);
    open().putEdits([edit('c')], 2);
    expect(open().edits()).toEqual([
      edit('b', { note: null }),
      edit('a', { label: 'x' }),
      edit('c'),
    ]);
    open().dropEdit('a');
    open().dropEdit('never there');
    expect(
      open()
        .edits()
        .map(({ command }) => command.key),
    ).toEqual(['b', 'c']);
  });
});

describe('a membership in the database', () => {
  test('is kept, and another one begins with nothing of the one before', () => {
    const { open } = repository();
    expect(open().load()).toEqual(membership);
    open().savePlace({ logId: 'log-1', sequence: 7 });
    open().putEdits([edit('a')], 1);
    const other = { ...membership, hubUrl: 'https://other.example', role: 'viewer' } as const;
    open().save(other);
    expect(open().load()).toEqual(other);
    expect(open().place()).toEqual({ logId: null, sequence: 0 });
    expect(open().edits()).toEqual([]);
    open().clear();
    expect(open().load()).toBeNull();
  });

  test('an erased order leaves of the edits only its removal, and what is about others', () => {
    const { open, sql } = repository();
    const [erased, other] = [orderIdAt(1), orderIdAt(2)];
    const removal: QueuedEdit = {
      ids: [erased],
      command: { method: 'DELETE', path: `/v1/orders/${erased}`, key: 'removal' },
    };
    const note: QueuedEdit = {
      ids: [erased],
      command: { method: 'PATCH', path: `/v1/orders/${erased}`, key: 'note', body: { note: 'x' } },
    };
    open().putEdits([adding(erased, other), adding(erased), note, removal], 1);
    const erasure = new ErasureRepository(sql);
    expect([...erasure.erasing([erased])].length).toBeGreaterThan(0);
    const rest = adding(other);
    expect(open().edits()).toEqual([{ ...rest, command: { ...rest.command, key: 'k2' } }, removal]);
    erasure.finish();
    // Once the hub was told, its uuid is to go from the file too.
    open().dropEdit('removal');
    expect(hasErasedBytes(sql)).toBe(true);
  });

  test('an edit that cannot be read is left out, and the others count', () => {
    const { open, sql } = repository();
    open().putEdits([edit('a'), edit('b')], 1);
    sql.exec("UPDATE team_edits SET edit_json = '{' WHERE key = 'a'");
    expect(open().edits()).toEqual([edit('b')]);
  });
});
