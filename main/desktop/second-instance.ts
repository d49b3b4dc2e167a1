import { resolve } from 'node:path';
import { serialize } from 'node:v8';
import { z } from 'zod';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { cleanLine } from '../../core/text/safe-text.ts';
import type { NamedOrder, OrderNaming } from '../engine/launch/named-orders.ts';

/** What a running app is asked to open: by another start of it, by a link, or by the dock. */
export interface OpenRequest {
  /** Named on the command line: watched at once. */
  readonly orders: readonly NamedOrder[];
  /** From links, which any web page can open: offered, never watched unasked. */
  readonly offeredIds: readonly OrderId[];
}

/** The orders that are named, with those in the files; null when a file cannot be read. */
export type OrdersOf = (naming: OrderNaming) => readonly NamedOrder[] | null;

/** A request that only raises the window. */
export const nothingToOpen: OpenRequest = { orders: [], offeredIds: [] };

/** What a start sends to the program that runs already. */
export interface Handover {
  readonly data: {
    readonly orders: readonly NamedOrder[];
    readonly offeredIds: readonly OrderId[];
    /** Paths of files with further orders, for the running program to read. */
    readonly files: readonly string[];
  };
  /** Whether it would end the running program: see {@link mostBytes}. */
  readonly isTooLarge: boolean;
}

/**
 * On Linux and macOS the command line, its folder and the data come in one message of 32 KiB, and a longer one has the
 * running program killed (https://github.com/electron/electron/issues/52020). Chromium adds switches to the command line.
 */
const mostBytes = 28 * 1024;

/**
 * What this start sends: its orders or, where these are too many, the files that name them.
 *
 * @param start the whole command line of this process, and the folder that its paths are relative to
 */
export function handoverOf(
  { orders, offeredIds, orderFiles, orderIds }: OpenRequest & OrderNaming,
  start: { readonly argv: readonly string[]; readonly workingDir: string },
): Handover {
  const besideBytes = [start.workingDir, ...start.argv]
    .map((text) => Buffer.byteLength(text) + 1)
    .reduce((sum, bytes) => sum + bytes, 0);
  const isTooLarge = (data: Handover['data']): boolean =>
    besideBytes + serialize(data).byteLength > mostBytes;
  const whole = { orders: [...orders], offeredIds: [...offeredIds], files: [] };
  if (!isTooLarge(whole)) return { data: whole, isTooLarge: false };
  const named = {
    orders: orderIds.map((id) => ({ id, label: null })),
    offeredIds: [...offeredIds],
    files: orderFiles.map((path) => resolve(start.workingDir, path)),
  };
  return { data: named, isTooLarge: isTooLarge(named) };
}

/** The longest words, in characters; the same as for those that are typed in the window. */
const longestLabel = 200;
const longestGroup = 80;

const schema = z.object({
  orders: z
    .array(
      z.object({
        id: z.string(),
        label: z.string().max(1000).nullable(),
        group: z.string().max(1000).optional(),
        promisedAtMs: z.int().positive().optional(),
      }),
    )
    .max(50_000),
  offeredIds: z.array(z.string()).max(50_000),
  files: z.array(z.string().max(4096)).max(1000).optional(),
});

/**
 * Reads what another start of the app sent. It is trusted no more than an argument: data that does not
 * fit opens nothing, and what is no uuid is left out.
 *
 * @param ordersOf reads the files that were handed over; null when one of them cannot be read
 */
export function readOpenRequest(data: unknown, ordersOf: OrdersOf): OpenRequest {
  const parsed = schema.safeParse(data);
  if (!parsed.success) return nothingToOpen;
  const given = parsed.data.orders.flatMap(({ group, id, label, promisedAtMs }) => {
    const read = parseOrderId(id);
    if (read === null) return [];
    const groupName = cleanAnnotation(group, longestGroup) ?? undefined;
    return [
      { id: read, label: cleanAnnotation(label, longestLabel), group: groupName, promisedAtMs },
    ];
  });
  const offeredIds = parsed.data.offeredIds.map(parseOrderId).filter((id) => id !== null);
  const { files = [] } = parsed.data;
  const orderIds = given.map(({ id }) => id);
  const named = files.length === 0 ? null : ordersOf({ orderIds, orderFiles: files });
  return { orders: named ?? given, offeredIds };
}

function cleanAnnotation(raw: string | null | undefined, longest: number): string | null {
  const clean = cleanLine(raw ?? '', longest);
  return clean === '' ? null : clean;
}
