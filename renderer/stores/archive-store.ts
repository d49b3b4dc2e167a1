import { createStore } from 'zustand/vanilla';
import type { ArchivePlace, ArchiveQuery } from '../../core/board/archive-page.ts';
import type { BridgeFailure, WaybellBridge } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { SearchHit } from '../../core/watch/order-search.ts';
import type { Narrowing } from '../../core/settings/list-show.ts';
import { groupOfView, isGroupView } from '../board/views.ts';
import type { BoardStore } from './board-store.ts';
import type { ListState, ListStore } from './list-store.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** How many orders of the archive are read at once. */
const pageSize = 200;
/** Orders come to the archive and leave it many at once. */
const recountAfterMs = 500;
const hourMs = 3_600_000;
/** The last moment that JavaScript knows. */
const endOfTimeMs = 8.64e15;

/** What the archive reads with. */
export interface ArchivePeers {
  readonly bridge: Pick<WaybellBridge, 'archivedOrders' | 'findOrders'>;
  readonly board: BoardStore;
  readonly list: ListStore;
  readonly time: WindowTime;
  readonly fail: (failure: BridgeFailure) => void;
}

/** How far the archive is read. */
export interface ArchiveState {
  /** The first page is under way. */
  readonly isReading: boolean;
  /** What the list asks for of the archive; null while it needs nothing of it. */
  readonly query: ArchiveQuery | null;
}

function promisedIn({ promise }: Narrowing, nowMs: number): ArchiveQuery['promised'] {
  switch (promise) {
    case 'all':
      return undefined;
    case 'promised':
      return { fromMs: 0, untilMs: endOfTimeMs };
    case 'withinHour':
      return { fromMs: nowMs, untilMs: nowMs + hourMs };
    // What is over is late or not.
    case 'likelyLate':
      return { fromMs: 0, untilMs: 0 };
    case 'past':
      return { fromMs: 0, untilMs: nowMs - 1 };
  }
}

/** What a list asks for of the archive: its orders in that view, in all others the number that a filter finds. */
function queryOf({ filter, narrowing, sort, view }: ListState, nowMs: number): ArchiveQuery | null {
  const text = filter.trim();
  if (view !== 'archive') return text === '' ? null : { text, sort };
  const { group } = narrowing;
  const promised = promisedIn(narrowing, nowMs);
  return {
    sort,
    ...(text === '' ? {} : { text }),
    ...(group === 'all' ? {} : { group: isGroupView(group) ? groupOfView(group) : null }),
    ...(promised === undefined ? {} : { promised }),
  };
}

/** Reads evicted orders for the list: a page at a time, as far as the list is scrolled. */
export function createArchiveStore({ bridge, board, list, time, fail }: ArchivePeers) {
  const store = createStore<ArchiveState>(() => ({ isReading: false, query: null }));
  let hits: readonly SearchHit[] = [];
  let total = 0;
  let next: ArchivePlace | null = null;
  let isAsking = false;
  let lastRead = 0;
  let stopRecount: Stop | null = null;
  /** The filter, the sorting and what else chooses the orders, without the time. */
  let shown = '';

  const ask = async (query: ArchiveQuery, after: ArchivePlace | null, limit: number) => {
    lastRead += 1;
    const number = lastRead;
    isAsking = true;
    const answer = await bridge.archivedOrders({
      query,
      after,
      limit,
    });
    // The list asked for something else meanwhile.
    if (number !== lastRead) return;
    isAsking = false;
    store.setState({ isReading: false });
    if (!answer.ok) {
      fail(answer.failure);
      return;
    }
    const page = answer.value;
    hits = [...hits, ...page.hits];
    total = page.total ?? total;
    next = page.next;
    list.adoptArchived({ hits, total });
    board.hold(page.rows);
    list.sortNow();
  };

  const readAgain = () => {
    hits = [];
    total = 0;
    next = null;
    const state = list.getState();
    const query = queryOf(state, time.nowMs());
    const isEmpty = board.getState().app?.putAwayCount === 0;
    store.setState({ query, isReading: query !== null && !isEmpty });
    list.adoptArchived(null);
    if (query === null || isEmpty) {
      lastRead += 1;
      isAsking = false;
      return;
    }
    void ask(query, null, state.view === 'archive' ? pageSize : 0);
  };

  /** Orders came to the archive or left it. */
  const recount = async () => {
    stopRecount = null;
    const { query } = store.getState();
    if (query === null || isAsking) return;
    const number = lastRead;
    const answer = await bridge.archivedOrders({ query, after: null, limit: 0 });
    if (number !== lastRead || !answer.ok) return;
    total = answer.value.total ?? total;
    list.adoptArchived({ hits, total });
  };

  const look = () => {
    const { filter, narrowing, sort, view } = list.getState();
    const isArchive = view === 'archive';
    const asked = isArchive
      ? ['archive', filter.trim(), narrowing.group, narrowing.promise, sort]
      : ['', filter.trim()];
    if (asked.join('\n') === shown) return;
    shown = asked.join('\n');
    readAgain();
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    start: (): Stop => {
      const stops = [
        list.subscribe(look),
        board.subscribe(({ app, changedIds, rowsVersion }, before) => {
          const had = before.app?.putAwayCount ?? 0;
          const has = app?.putAwayCount ?? 0;
          const isNewBoard = changedIds === null && rowsVersion !== before.rowsVersion;
          if (isNewBoard || (had === 0 && has > 0)) readAgain();
          else if (had !== has) stopRecount ??= time.after(recountAfterMs, () => void recount());
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        stopRecount?.();
      };
    },
    /** Reads the next page, if there is one. */
    more: () => {
      const { query } = store.getState();
      if (query === null || next === null || isAsking) return;
      void ask(query, next, pageSize);
    },
    /** Brings the rows of those of these orders that are evicted. */
    bring: async (ids: readonly OrderId[]): Promise<void> => {
      const { app, rows } = board.getState();
      const absent = ids.filter((id) => !rows.has(id));
      if (absent.length === 0 || app?.putAwayCount === 0) return;
      const answer = await bridge.findOrders({ ids: absent });
      if (answer.ok) board.hold(answer.value);
      else fail(answer.failure);
    },
  };
}
