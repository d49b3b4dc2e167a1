import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PortableOrder } from '../../../../core/transfer/order-list-file.ts';
import {
  exportedOrder,
  portableOrder,
  orderListText,
  readOrderListFile,
  mergeOrder,
} from '../../../../core/transfer/order-list-file.ts';
import { longestNote } from '../../../../core/watch/order-preferences.ts';
import { emptyGroupRule } from '../../../../core/notification/group-rules.ts';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import { looksLikeTransfer } from '../../../../core/transfer/transfer-look.ts';
import {
  importedSettings,
  readTransfer,
  settingsText,
} from '../../../../core/transfer/transfer.ts';
import {
  orderIdAt,
  someOrder,
  somePortable,
  someWatched,
} from '../../../support/watched-orders.ts';

const exportedAtMs = Date.UTC(2026, 10, 21, 6, 31);

const word = fc.option(fc.stringMatching(/^[a-z]{1,12}(?: [a-z]{1,12}){0,3}$/), { nil: null });
const anyPortable = fc.record<PortableOrder>({
  id: fc.integer({ min: 1, max: 50 }).map(orderIdAt),
  label: word,
  note: word,
  group: word,
  promisedAtMs: fc.option(fc.integer({ min: 1, max: 4e12 }), { nil: null }),
  isMuted: fc.boolean(),
  isPinned: fc.boolean(),
});

/** An order after it took in what was imported. */
function after(ours: PortableOrder, theirs: PortableOrder): PortableOrder {
  const change = mergeOrder(ours, theirs);
  if (change === null) return ours;
  return {
    ...ours,
    label: change.label ?? ours.label,
    note: change.note ?? ours.note,
    group: change.group ?? ours.group,
    promisedAtMs: change.promisedAtMs ?? ours.promisedAtMs,
    isPinned: change.isPinned ?? ours.isPinned,
  };
}

describe('the file of a hand-over', () => {
  test('comes back as it was written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyPortable, { selector: ({ id }) => id }), (orders) => {
        const read = readTransfer(orderListText(orders, exportedAtMs));
        expect(read).toEqual({
          ok: true,
          value: { kind: 'orderList', exportedAtMs, orders, skipped: 0 },
        });
      }),
    );
  });

  test('holds nobody but whom the dispatcher wrote down, unless it is asked for', () => {
    const order = someOrder(orderIdAt(1), {
      courier: { name: 'Canary Courier', phoneNumber: '+85255123047', fix: null },
    });
    const watched = someWatched(orderIdAt(1), { order, label: 'florist', observedAtMs: 1 });
    const plain = orderListText([exportedOrder(watched, false)], exportedAtMs);
    expect(plain).toContain('florist');
    expect(plain).not.toMatch(/Canary|55123047|courier/);
    const personal = orderListText([exportedOrder(watched, true)], exportedAtMs);
    expect(personal).toContain('Canary Courier');
    expect(readTransfer(personal)).toMatchObject({ value: { orders: [portableOrder(watched)] } });
  });

  test('from a newer Waybell is refused in words, and nothing is taken from it', () => {
    const newer = orderListText([somePortable(orderIdAt(1))], exportedAtMs).replace(
      '"version":1',
      '"version":2',
    );
    expect(readTransfer(newer)).toEqual({ ok: false, failure: 'newer' });
  });

  test('that was cut off is told from one that never was ours', () => {
    const text = orderListText([somePortable(orderIdAt(1), { label: 'florist' })], exportedAtMs);
    expect(readTransfer(text.slice(0, -20))).toEqual({ ok: false, failure: 'damaged' });
    expect(readTransfer('uuid,label\n')).toEqual({ ok: false, failure: 'notOurs' });
    expect(readTransfer('[1, 2]')).toEqual({ ok: false, failure: 'notOurs' });
    expect(looksLikeTransfer(text)).toBe(true);
    expect(looksLikeTransfer('{"orders": []}')).toBe(false);
  });

  test('with entries that do not fit gives what fits, and counts the others', () => {
    const read = readOrderListFile({
      orders: [
        null,
        7,
        { uuid: 'not one' },
        { uuid: orderIdAt(1).toUpperCase(), label: ` a\u0007b\n `, note: 5, isMuted: 'yes' },
        { uuid: orderIdAt(1), label: 'twice' },
        {
          uuid: orderIdAt(2),
          label: 'x'.repeat(5000),
          note: 'y'.repeat(50_000),
          promisedAt: 'soon',
        },
      ],
    });
    expect(read?.skipped).toBe(3);
    expect(read?.orders[0]).toEqual(somePortable(orderIdAt(1), { label: 'ab' }));
    expect(read?.orders[1]?.label).toHaveLength(200);
    expect(read?.orders[1]?.note).toHaveLength(longestNote);
    expect(read?.orders[1]?.promisedAtMs).toBeNull();
  });

  test('with times that no promise has gives none', () => {
    for (const promisedAt of [
      '-271821-04-20T00:00:00.000Z',
      '+275760-09-13T00:00:00.000Z',
      '2100-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
    ]) {
      const read = readOrderListFile({
        exportedAt: promisedAt,
        orders: [{ uuid: orderIdAt(1), promisedAt }],
      });
      expect(read).toEqual({
        exportedAtMs: null,
        orders: [somePortable(orderIdAt(1))],
        skipped: 0,
      });
    }
  });

  test('whatever it holds, reading it ends in an answer and touches nothing', () => {
    const hostile = [
      '{"format":"waybell-hand-over","version":1,"orders":[{"__proto__":{"isMuted":true},"uuid":"x"}]}',
      `{"format":"waybell-hand-over","version":1,"orders":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      `{"format":"waybell-hand-over","version":1,"orders":[${'{},'.repeat(60_000)}{}]}`,
      '{"format":"waybell-hand-over","version":1e400,"orders":[]}',
      '{"format":["waybell-hand-over"],"version":1}',
      '\u0000',
    ];
    for (const text of hostile) expect(() => readTransfer(text)).not.toThrow();
    expect(Object.hasOwn(Object.prototype, 'isMuted')).toBe(false);
    fc.assert(
      fc.property(fc.jsonValue(), (content) => {
        readOrderListFile(content);
        readTransfer(JSON.stringify({ format: 'waybell-settings', version: 1, settings: content }));
      }),
    );
  });
});

describe('taking over', () => {
  test('twice is the same as once', () => {
    fc.assert(
      fc.property(anyPortable, anyPortable, (ours, theirs) => {
        const once = after(ours, theirs);
        expect(after(once, theirs)).toEqual(once);
        expect(mergeOrder(once, theirs)).toBeNull();
      }),
    );
  });

  test('loses none of the own words, and none of the others’ notes', () => {
    fc.assert(
      fc.property(anyPortable, anyPortable, (ours, theirs) => {
        const result = after(ours, theirs);
        expect(result.label).toBe(ours.label ?? theirs.label);
        expect(result.group).toBe(ours.group ?? theirs.group);
        for (const note of [ours.note, theirs.note])
          expect(result.note ?? '').toContain(note ?? '');
      }),
    );
  });

  test('takes what is missing here, and keeps what is here', () => {
    const theirs = somePortable(orderIdAt(1), {
      label: 'theirs',
      note: 'ring twice',
      group: 'hotels',
      promisedAtMs: 7000,
      isPinned: true,
    });
    const { label, note, group, promisedAtMs } = theirs;
    expect(mergeOrder(somePortable(orderIdAt(1)), theirs)).toEqual({
      label,
      note,
      group,
      promisedAtMs,
      isPinned: true,
    });
    const ours = { ...theirs, label: 'ours', group: 'clinics', promisedAtMs: 9000 };
    expect(mergeOrder(ours, theirs)).toBeNull();
    expect(mergeOrder(ours, { ...theirs, isPinned: false })).toBeNull();
  });

  test('never silences an order that is watched here', () => {
    expect(
      mergeOrder(somePortable(orderIdAt(1)), somePortable(orderIdAt(1), { isMuted: true })),
    ).toBeNull();
  });

  test('a note that would grow too long stays the own one', () => {
    const ours = somePortable(orderIdAt(1), { note: 'o'.repeat(longestNote - 3) });
    expect(mergeOrder(ours, somePortable(orderIdAt(1), { note: 'theirs' }))).toBeNull();
  });
});

describe('exported settings', () => {
  test('come back as they were, without what belongs to one computer', () => {
    const read = readTransfer(settingsText({ ...defaultSettings, theme: 'dark' }));
    expect(read).toMatchObject({ ok: true, value: { kind: 'settings', skipped: 0 } });
    const change = read.ok && read.value.kind === 'settings' ? read.value.change : {};
    expect(change.theme).toBe('dark');
    expect(change).not.toHaveProperty('webhooks');
    expect(settingsText(defaultSettings)).not.toMatch(/secret|token|clientId|baseUrl/i);
  });

  test('change nothing of the snoozes here, and all else that the file names', () => {
    const hotels = emptyGroupRule('hotels');
    const current = { ...defaultSettings, groupRules: [{ ...hotels, snoozedUntilMs: 8000 }] };
    expect(importedSettings({ theme: 'dark' }, current)).toEqual({ theme: 'dark' });
    const change = { theme: 'dark' as const, groupRules: [{ ...hotels, isMuted: true }] };
    expect(importedSettings(change, current)).toEqual({
      theme: 'dark',
      groupRules: [{ ...hotels, isMuted: true, snoozedUntilMs: 8000 }],
    });
  });

  test('whose values do not fit change nothing, one by one', () => {
    const read = readTransfer(
      JSON.stringify({
        format: 'waybell-settings',
        version: 1,
        settings: { theme: 'pink', density: 'compact', requestsPerMinute: 1e9, unknown: true },
      }),
    );
    expect(read).toEqual({
      ok: true,
      value: { kind: 'settings', change: { density: 'compact' }, skipped: 3 },
    });
  });
});
