import { parseOrderId } from '../../../core/order/order-id.ts';
import { type Admitted, BenchDesk } from './bench-desks.ts';
import { until } from './waiting.ts';

/*
 * Some desks in a process of their own. It adds their orders, says when all of them have the answers, and says of
 * each change when the last of its desks had stored and announced it.
 */

/** What the parent may say. */
export type GroupCommand =
  | {
      readonly do: 'begin';
      readonly url: string;
      readonly desks: readonly { readonly admitted: Admitted; readonly uuids: readonly string[] }[];
      /** How many orders the team has once all desks have added theirs. */
      readonly orderCount: number;
    }
  /** One of its desks after the other claims the next of these orders. */
  | { readonly do: 'claim'; readonly uuids: readonly string[] };

/** What the group says to its parent. */
export type GroupNews =
  | { readonly kind: 'ready' }
  /** When its last desk had the change, by this machine's clock. */
  | { readonly kind: 'seen'; readonly change: string; readonly atMs: number }
  | { readonly kind: 'claimed'; readonly tookMs: readonly number[] };

let desks: readonly BenchDesk[] = [];
const seenBy = new Map<string, number>();

function send(news: GroupNews): void {
  process.send?.(news);
}

function updated(uuid: string, note: string | null): void {
  const change = `${uuid} ${note}`;
  const count = (seenBy.get(change) ?? 0) + 1;
  seenBy.set(change, count);
  if (count === desks.length) send({ kind: 'seen', change, atMs: Date.now() });
}

async function begin(command: Extract<GroupCommand, { do: 'begin' }>): Promise<void> {
  const { orderCount, url } = command;
  desks = command.desks.map(({ admitted }) => new BenchDesk(url, admitted, { updated }));
  await until(
    () => desks.every(({ watch }) => watch.state.desks.length > 0),
    60_000,
    'letting the desks in',
  );
  for (const [index, { watch }] of desks.entries()) {
    const ids = (command.desks[index]?.uuids ?? []).flatMap((uuid) => parseOrderId(uuid) ?? []);
    await watch.add(ids.map((id) => ({ id, label: null })));
  }
  await until(
    () =>
      desks.every(({ watch }) => {
        const list = watch.list();
        return list.length === orderCount && list.every(({ order }) => order !== null);
      }),
    180_000,
    'the first answers',
  );
  send({ kind: 'ready' });
}

async function claim(uuids: readonly string[]): Promise<void> {
  const tookMs: number[] = [];
  for (const [index, uuid] of uuids.entries()) {
    const id = parseOrderId(uuid);
    const desk = desks[index % desks.length];
    if (id === null || desk === undefined) throw new Error(`no desk can claim ${uuid}`);
    const beganMs = performance.now();
    const refusal = (await desk.watch.claim([id], { takesOver: true })).get(id);
    if (refusal !== null) throw new Error(`a claim was refused: ${JSON.stringify(refusal)}`);
    tookMs.push(performance.now() - beganMs);
  }
  send({ kind: 'claimed', tookMs });
}

process.on('message', (command: GroupCommand) => {
  void (command.do === 'begin' ? begin(command) : claim(command.uuids));
});
