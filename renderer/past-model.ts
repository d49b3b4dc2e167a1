import type { AppState, BoardPatch } from '../core/board/board.ts';
import type { WaybellBridge } from '../core/bridge/bridge.ts';
import { eventChannels, requestChannels } from '../core/bridge/channels.ts';
import type { RewoundBoard } from '../core/board/rewind.ts';
import type { OrderId } from '../core/order/order-id.ts';
import { sameValue } from '../core/same-value.ts';
import { notNarrowed } from '../core/settings/list-show.ts';
import type { Stop, WindowTime } from './stores/window-time.ts';
import { createWindowModel, type WindowModel } from './window-model.ts';

/** The list without an archive, as everything in it. */
function pastApp(app: AppState, { groupRules, pause, serviceHealth }: RewoundBoard): AppState {
  const settings = { ...app.settings, groupRules: [...groupRules], listShow: notNarrowed };
  return { ...app, pause, putAwayCount: 0, serviceHealth, settings };
}

/** Listens to nothing. */
function silent() {
  return () => undefined;
}

/**
 * The model of the window in the past, which draws through the same components. Its bridge reads the past and
 * refuses everything else, so that nothing in it can act; its time is that of the rewound board.
 */
export function createPastModel(live: WindowModel) {
  const { rewind } = live;
  const passing = new Set<() => void>();
  const listeners = new Set<(patch: BoardPatch) => void>();
  let sequence = 0;

  const then = (): RewoundBoard => {
    const { board } = rewind.getState();
    if (board === null) throw new Error('The window shows the present.');
    return board;
  };
  const app = (): AppState => {
    const state = live.board.getState().app;
    if (state === null) throw new Error('The past was read before the present.');
    return pastApp(state, then());
  };

  let lastMs = live.time.nowMs();
  const time: WindowTime = {
    nowMs: () => (lastMs = rewind.getState().board?.atMs ?? lastMs),
    after: live.time.after,
    // Time passes when another moment is shown.
    every: (_periodMs, run) => {
      passing.add(run);
      return () => passing.delete(run);
    },
  };

  const refused = async () => ({
    ok: false,
    failure: { code: 'internal-error', message: live.text.rewind.refused },
  });
  const closed: Readonly<Record<string, unknown>> = Object.fromEntries([
    ...Object.keys(requestChannels).map((name) => [name, refused] as const),
    ...Object.keys(eventChannels).map((name) => [name, silent] as const),
  ]);
  const open: Pick<WaybellBridge, 'snapshot' | 'orderDetail' | 'onBoardPatched'> = {
    snapshot: async () => ({ ok: true, value: { sequence, app: app(), rows: then().rows } }),
    orderDetail: ({ id }) => rewind.orderThen(id),
    onBoardPatched: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const bridge = { ...closed, ...open } as WaybellBridge;

  const model = createWindowModel(bridge, time, live.text, true);

  const select = (id: OrderId): boolean => {
    const isShown = model.list.getState().arrangement.groups.has(id);
    if (isShown) model.selection.select(id);
    return isShown;
  };

  const show = (board: RewoundBoard) => {
    const { rows } = model.board.getState();
    const ids = new Set(board.rows.map(({ id }) => id));
    sequence += 1;
    const patch: BoardPatch = {
      sequence,
      app: app(),
      upserted: board.rows.filter((row) => !sameValue(row, rows.get(row.id))),
      removed: [...rows.keys()].filter((id) => !ids.has(id)),
      putAway: [],
    };
    for (const listener of listeners) listener(patch);
    for (const run of passing) run();
    if (rewind.getState().isPlaying) return;
    model.list.sortNow();
    // Each event shows its order, so that one sees which it is about.
    const changed = board.rows.find(({ changedAtMs }) => changedAtMs === board.atMs);
    if (changed !== undefined) select(changed.id);
  };

  return {
    model,
    /** Follows the time that the dispatcher chooses, and begins where the window was in the present. */
    start: (): Stop => {
      const { view } = live.list.getState();
      if (view !== 'archive') model.list.openView(view);
      model.layout.setDetailWidth(live.layout.getState().detailWidthPx);
      let { openId } = live.detail.getState();
      const stopModel = model.start();
      const stopOpening = model.board.subscribe(({ phase }) => {
        if (phase.kind !== 'ready' || openId === null) return;
        const id = openId;
        openId = null;
        model.list.sortNow();
        if (select(id)) model.detail.open(id);
      });
      const stop = rewind.subscribe(({ board }, before) => {
        if (board !== null && board !== before.board) show(board);
      });
      return () => {
        stop();
        stopOpening();
        stopModel();
      };
    },
  };
}
