import { createStore } from 'zustand/vanilla';
import type { BoardPatch, BoardSnapshot, AppState, OrderRow } from '../../core/board/board.ts';
import type { BridgeFailure, WaybellBridge } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { sameValue } from '../../core/same-value.ts';
import type { Settings } from '../../core/settings/settings.ts';

/** How far the window is with the first snapshot. */
export type BoardPhase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly failure: BridgeFailure };

/**
 * The state that main sent. `rows` is one map for the life of the store: copying ten thousand entries for
 * every patch would cost more than drawing them. `rowsVersion` counts its changes; each row in it is
 * a new object when it changed.
 */
export interface BoardState {
  readonly phase: BoardPhase;
  readonly sequence: number;
  readonly app: AppState | null;
  readonly rows: ReadonlyMap<OrderId, OrderRow>;
  /** Those of the rows that main asks for on demand alone, because their orders are evicted. */
  readonly heldIds: ReadonlySet<OrderId>;
  readonly rowsVersion: number;
  /** What the latest `rowsVersion` changed, with what it removed; null when that may be anything. */
  readonly changedIds: readonly OrderId[] | null;
}

function kept<Part>(next: Part, before: Part): Part {
  return sameValue(next, before) ? before : next;
}

/** A new state with the parts of the one before that say the same, so that nothing is drawn again for them. */
function withKeptParts(next: AppState, before: AppState | null): AppState {
  if (before === null) return next;
  return {
    ...next,
    connection: kept(next.connection, before.connection),
    serviceHealth: kept(next.serviceHealth, before.serviceHealth),
    pause: kept(next.pause, before.pause),
    notifications: kept(next.notifications, before.notifications),
    settings: kept(next.settings, before.settings),
    speech: kept(next.speech, before.speech),
    webhooks: kept(next.webhooks, before.webhooks),
  };
}

/** No row is kept whose order is evicted. */
function holdsNone(_id: OrderId): boolean {
  return false;
}

/** Creates a board that is empty until it is started. */
export function createBoardStore(bridge: WaybellBridge) {
  const rows = new Map<OrderId, OrderRow>();
  const heldIds = new Set<OrderId>();
  let isHeld = holdsNone;
  const store = createStore<BoardState>(() => ({
    phase: { kind: 'loading' },
    sequence: -1,
    app: null,
    rows,
    heldIds,
    rowsVersion: 0,
    changedIds: null,
  }));
  let isAsking = false;
  let early: BoardPatch[] = [];

  const place = (snapshot: BoardSnapshot) => {
    rows.clear();
    heldIds.clear();
    for (const row of snapshot.rows) rows.set(row.id, row);
    store.setState((state) => ({
      phase: { kind: 'ready' },
      sequence: snapshot.sequence,
      app: snapshot.app,
      rowsVersion: state.rowsVersion + 1,
      changedIds: null,
    }));
  };

  const apply = (patch: BoardPatch) => {
    for (const id of patch.removed) {
      rows.delete(id);
      heldIds.delete(id);
    }
    for (const id of patch.putAway) {
      if (rows.has(id) && isHeld(id)) heldIds.add(id);
      else rows.delete(id);
    }
    // None is evicted any more: everything was erased, or the last one is loaded.
    const gone = patch.app?.putAwayCount === 0 ? [...heldIds] : [];
    for (const id of gone) rows.delete(id);
    if (gone.length > 0) heldIds.clear();
    for (const row of patch.upserted) {
      rows.set(row.id, row);
      heldIds.delete(row.id);
    }
    const { putAway, removed, upserted } = patch;
    const changedIds = [...removed, ...putAway, ...gone, ...upserted.map((row) => row.id)];
    store.setState((state) => ({
      sequence: patch.sequence,
      app: patch.app ? withKeptParts(patch.app, state.app) : state.app,
      ...(changedIds.length > 0 && { rowsVersion: state.rowsVersion + 1, changedIds }),
    }));
  };

  const receive = (patch: BoardPatch) => {
    if (isAsking) {
      early.push(patch);
      return;
    }
    const { sequence, phase } = store.getState();
    if (phase.kind !== 'ready' || patch.sequence > sequence + 1) {
      early = [patch];
      void reload();
    } else if (patch.sequence === sequence + 1) apply(patch);
    // An older patch is already part of the snapshot.
  };

  const reload = async () => {
    if (isAsking) return;
    isAsking = true;
    const answer = await bridge.snapshot();
    isAsking = false;
    const waiting = early;
    early = [];
    if (!answer.ok) {
      store.setState({ phase: { kind: 'failed', failure: answer.failure } });
      return;
    }
    place(answer.value);
    for (const patch of waiting) receive(patch);
  };

  const rowsChanged = (changedIds: readonly OrderId[]) => {
    if (changedIds.length === 0) return;
    store.setState(({ rowsVersion }) => ({ rowsVersion: rowsVersion + 1, changedIds }));
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Adds rows of evicted orders. A row that main keeps up to date stays. */
    hold: (archived: readonly OrderRow[]) => {
      const fresh = archived.filter(({ id }) => !rows.has(id) || heldIds.has(id));
      for (const row of fresh) {
        rows.set(row.id, row);
        heldIds.add(row.id);
      }
      rowsChanged(fresh.map(({ id }) => id));
    },
    /** Keeps these rows when their orders are evicted, and drops all others of that kind. */
    holdOnly: (isShown: (id: OrderId) => boolean) => {
      isHeld = isShown;
      const dropped = [...heldIds].filter((id) => !isShown(id));
      for (const id of dropped) {
        rows.delete(id);
        heldIds.delete(id);
      }
      rowsChanged(dropped);
    },
    /** Asks for the snapshot again, for example after it could not be had. */
    reload,
    /** Adopts settings from an answer of main, before the patch that will hold them. */
    adoptSettings: (settings: Settings) =>
      store.setState(({ app }) => ({ app: app === null ? null : { ...app, settings } })),
    /** Listens, then asks for the snapshot. Patches that arrive in between are not lost. */
    start: () => {
      const stop = bridge.onBoardPatched(receive);
      void reload();
      return stop;
    },
  };
}

/** The board as main sees it, kept up to date by numbered patches. */
export type BoardStore = ReturnType<typeof createBoardStore>;
