import { createStore } from 'zustand/vanilla';
import type { OrderRow } from '../../core/board/board.ts';
import type { PasteReport, WaybellBridge } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import {
  findOrderIdsInSteps,
  type FoundOrderId,
  type PasteFindings,
} from '../../core/paste/find-order-ids.ts';
import { isFinished } from '../../core/order/order-status.ts';
import type { BoardStore } from './board-store.ts';
import type { ListStore } from './list-store.ts';
import type { ToastStore } from './toast-store.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** An order found in a text, with what is known about it already. */
export interface FoundOrder extends FoundOrderId {
  /** The text says that it is over or, of a watched order, the service did. */
  readonly looksFinished: boolean;
}

/** An order found in a text that is on the list already. */
export interface KnownOrder extends FoundOrder {
  readonly row: OrderRow;
}

/** What a text holds, before anything is done with it. */
export interface PastePreview {
  readonly text: string;
  readonly lineCount: number;
  readonly fresh: readonly FoundOrder[];
  readonly known: readonly KnownOrder[];
  readonly rejected: PasteFindings['rejected'];
  /** How many further times an order was named. */
  readonly repeated: number;
  /** Some characters were lost: labels and groups with them are left out. */
  readonly isGarbled: boolean;
  /** More uuids followed than are found in one text. */
  readonly isCutOff: boolean;
}

/** Whether what was found beside the uuids is used. */
export type FoundAnnotations = 'found' | 'none';

/** Where a text is from that was not pasted. */
export type PasteOrigin = NonNullable<Parameters<WaybellBridge['addToWatchList']>[0]['origin']>;

/** The preview of what was pasted. */
export interface PasteState {
  /** Null while there is no text. */
  readonly preview: PastePreview | null;
  /** Labels that the dispatcher wrote, or emptied, for one order each. */
  readonly ownLabels: ReadonlyMap<OrderId, string>;
  /** One label for all others; empty for none. */
  readonly label: string;
  /** Which labels new orders get, unless they have one for all or one of their own. */
  readonly foundLabels: FoundAnnotations;
  /** Whether orders get the groups and promised times of the text. */
  readonly foundColumns: FoundAnnotations;
  /** Whether watched orders get them in place of their own. */
  readonly replacesOwn: boolean;
  readonly isAdding: boolean;
  /** Where the text is from; null for one that was pasted. */
  readonly origin: PasteOrigin | null;
  /** The number of the newest paste, which the field takes the focus for; null once the paste is done with. */
  readonly openPaste: number | null;
}

/** What the paste bar works with. */
export interface PastePeers {
  readonly board: BoardStore;
  readonly list: ListStore;
  readonly toasts: ToastStore;
  readonly time: WindowTime;
  /** Called before these orders are added, so that a removal of theirs cannot overtake it. */
  readonly aboutToWatch: (ids: readonly OrderId[]) => void;
  /** Brings the rows of evicted orders. */
  readonly bring: (ids: readonly OrderId[]) => Promise<void>;
  readonly watched: (report: PasteReport) => void;
  /** Called when everything in the text is watched already. */
  readonly show: (ids: readonly OrderId[]) => void;
}

const closed: PasteState = {
  preview: null,
  ownLabels: new Map(),
  label: '',
  foundLabels: 'found',
  foundColumns: 'found',
  replacesOwn: false,
  isAdding: false,
  origin: null,
  openPaste: null,
};

/** The most that a label may have, in characters of JavaScript. */
export const mostLabelUnits = 200;

/** The label that an order gets when it is watched, as its field shows it; empty for none. */
export function labelOf(found: FoundOrder, state: PasteState): string {
  const own = state.ownLabels.get(found.id);
  if (own !== undefined) return own;
  if (state.label.trim() !== '') return state.label;
  return state.foundLabels === 'found' ? (found.label ?? '') : '';
}

/** Whether the text names a group for an order, or a promised time that can be read. */
export function hasColumns({ group, promised }: FoundOrder): boolean {
  return group !== undefined || (promised !== undefined && promised.atMs !== null);
}

/** How many promised times of a text cannot be read. */
export function unreadTimes({ fresh, known }: Pick<PastePreview, 'fresh' | 'known'>): number {
  return [...fresh, ...known].filter(({ promised }) => promised?.atMs === null).length;
}

/** An order with its group from a column that is not used otherwise. */
function groupedBy<Found extends FoundOrder>(found: Found, column: number): Found {
  return found.group === undefined && found.spare?.column === column
    ? { ...found, group: found.spare.text }
    : found;
}

/** The column of a text that is not used, and may be that of groups; null for none. */
export function spareColumn({
  fresh,
  known,
}: Pick<PastePreview, 'fresh' | 'known'>): number | null {
  const found = [...fresh, ...known].find(
    ({ group, spare }) => group === undefined && spare !== undefined,
  );
  return found?.spare?.column ?? null;
}

/** How many rows of a text name an order and have no uuid; the others that are rejected look like one. */
export function rowsWithoutUuid({ rejected }: Pick<PastePreview, 'rejected'>): number {
  return rejected.filter(({ reason }) => reason === 'noUuid').length;
}

/**
 * The watched orders that the text gives a group or a promised time, with its label, as far as they lack it; or have
 * another one that is replaced.
 */
export function updatedBy(
  { known }: Pick<PastePreview, 'known'>,
  {
    foundColumns,
    foundLabels,
    replacesOwn,
  }: Pick<PasteState, 'foundColumns' | 'foundLabels' | 'replacesOwn'>,
): readonly KnownOrder[] {
  if (foundColumns !== 'found') return [];
  const isGiven = <Value>(given: Value | null, own: Value | null): boolean =>
    given !== null && given !== own && (own === null || replacesOwn);
  return known
    .filter(hasColumns)
    .filter(
      ({ group = null, label, promised, row }) =>
        isGiven(group, row.group) ||
        isGiven(promised?.atMs ?? null, row.promisedAtMs) ||
        (foundLabels === 'found' && isGiven(label, row.label)),
    );
}

/** An order as main is asked to watch it. */
function toWatch({ id, group, promised }: FoundOrder, label: string, state: PasteState) {
  const usesColumns = state.foundColumns === 'found';
  const promisedAtMs = promised?.atMs ?? null;
  return {
    id,
    label: label.trim().slice(0, mostLabelUnits) || null,
    ...(usesColumns && group !== undefined ? { group } : {}),
    ...(usesColumns && promisedAtMs !== null ? { promisedAtMs } : {}),
  };
}

/** How long a text is looked through at a time: short enough to fit into one frame. */
const sliceMs = 10;

function looksFinished({ status, isArchived }: OrderRow): boolean {
  return isArchived || (status !== null && isFinished(status.phase));
}

function previewOf(
  text: string,
  findings: PasteFindings,
  watched: (id: OrderId) => OrderRow | undefined,
): PastePreview {
  const fresh: FoundOrder[] = [];
  const known: KnownOrder[] = [];
  for (const found of findings.found) {
    const row = watched(found.id);
    if (row) known.push({ ...found, row, looksFinished: looksFinished(row) });
    else fresh.push(found);
  }
  return {
    text,
    lineCount: text.split(/\r\n|\r|\n/).length,
    fresh,
    known,
    rejected: findings.rejected,
    repeated: findings.duplicateCount,
    isGarbled: findings.isGarbled,
    isCutOff: findings.isCutOff,
  };
}

/** The paste bar. Nothing is watched before `watch`. */
export function createPasteStore(bridge: WaybellBridge, peers: PastePeers) {
  const { board, list, toasts, time } = peers;
  const store = createStore<PasteState>(() => closed);
  // What was just taken off the list counts as new, although main may not know it yet.
  const watched = (id: OrderId) =>
    list.getState().hidden.has(id) ? undefined : board.getState().rows.get(id);
  let stopLooking: Stop | null = null;
  /** What was pasted while the paste before it was being added. */
  let following: readonly string[] = [];
  let looks = 0;
  /** Ends when it is known what the newest text holds; null while no text is being looked through. */
  let looking: PromiseWithResolvers<void> | null = null;
  const stopWaiting = () => {
    looking?.resolve();
    looking = null;
  };
  /** Says what a text holds once it is known of each order whether it is evicted. */
  const preview = (
    text: string,
    findings: PasteFindings,
    done: (preview: PastePreview) => void,
  ) => {
    const { app, rows } = board.getState();
    const unknown = findings.found.map(({ id }) => id).filter((id) => !rows.has(id));
    const tell = () => {
      done(previewOf(text, findings, watched));
      stopWaiting();
    };
    if (unknown.length === 0 || app?.putAwayCount === 0) {
      tell();
      return;
    }
    const number = looks;
    void peers.bring(unknown).then(() => {
      if (number === looks) tell();
    });
  };
  /** Looks through a text a slice at a time, so that a long one holds nothing up. */
  const look = (text: string, done: (preview: PastePreview | null) => void) => {
    if (store.getState().isAdding) return;
    stopLooking?.();
    stopLooking = null;
    looks += 1;
    if (text.trim() === '') {
      done(null);
      stopWaiting();
      return;
    }
    looking ??= Promise.withResolvers();
    const steps = findOrderIdsInSteps(text, time.nowMs());
    const goOn = () => {
      const untilMs = time.nowMs() + sliceMs;
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done === true) {
          stopLooking = null;
          preview(text, step.value, done);
          return;
        }
        if (time.nowMs() >= untilMs) break;
      }
      stopLooking = time.after(0, goOn);
    };
    goOn();
  };
  const show = (shown: PastePreview | null) =>
    store.setState(shown === null ? { preview: null, openPaste: null } : { preview: shown });
  let pastes = 0;
  const openPaste = () => {
    pastes += 1;
    store.setState({ openPaste: pastes });
  };
  const close = () => {
    stopLooking?.();
    looks += 1;
    stopWaiting();
    if (!store.getState().isAdding) store.setState(closed);
  };
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Looks through a text that is being typed. */
    type: (text: string) => {
      if (!store.getState().isAdding) store.setState({ origin: null });
      look(text, show);
    },
    /** Shows what a text holds if there is something new in it, without taking the focus. */
    offer: (text: string) => {
      if (store.getState().preview !== null) return;
      look(text, (offered) => {
        if (offered !== null && offered.fresh.length > 0) show(offered);
      });
    },
    close,
    /** Looks through a text that came from a paste, or from elsewhere as a whole. */
    paste: (text: string, origin: PasteOrigin | null = null) => {
      openPaste();
      if (store.getState().isAdding) {
        following = [...following, text];
        return;
      }
      store.setState({ origin });
      look(text, show);
    },
    /** Takes a column that nothing says what it is for the groups of the orders. */
    takeAsGroups: (column: number) =>
      store.setState(({ preview: shown }) => {
        if (shown === null) return {};
        return {
          preview: {
            ...shown,
            fresh: shown.fresh.map((found) => groupedBy(found, column)),
            known: shown.known.map((found) => groupedBy(found, column)),
          },
        };
      }),
    /** Gives all new orders one label, except those with one of their own. */
    setLabel: (label: string) => store.setState({ label }),
    /** Gives one order a label of its own; an empty one refuses what was found. */
    setOwnLabel: (id: OrderId, label: string) =>
      store.setState(({ ownLabels }) => ({ ownLabels: new Map([...ownLabels, [id, label]]) })),
    setFoundLabels: (foundLabels: FoundAnnotations) => store.setState({ foundLabels }),
    setFoundColumns: (foundColumns: FoundAnnotations) => store.setState({ foundColumns }),
    setReplacesOwn: (replacesOwn: boolean) => store.setState({ replacesOwn }),
    /**
     * Watches what is new, gives watched orders their groups and promised times, and closes the preview when
     * that worked. When the text does neither, it closes the preview and shows what is watched already.
     * A text that is still being looked through is waited for: Enter may come at once after a paste.
     */
    watch: async () => {
      if (looking !== null) await looking.promise;
      const state = store.getState();
      const { preview: shown } = state;
      if (!shown || state.isAdding) return;
      const updated = updatedBy(shown, state);
      if (shown.fresh.length + updated.length === 0) {
        if (shown.known.length === 0) return;
        close();
        peers.show(shown.known.map(({ id }) => id));
        return;
      }
      store.setState({ isAdding: true });
      peers.aboutToWatch(shown.fresh.map(({ id }) => id));
      const orders = [
        ...shown.fresh.map((found) => toWatch(found, labelOf(found, state), state)),
        ...updated.map((found) => {
          const label = state.foundLabels === 'found' ? found.label : null;
          return toWatch(found, label ?? '', state);
        }),
      ];
      const mode = state.replacesOwn ? 'replaced' : 'filledIn';
      const answer = await bridge.addToWatchList({
        orders,
        ...(updated.length === 0 ? {} : { words: mode }),
        ...(state.origin === null ? {} : { origin: state.origin }),
      });
      store.setState({ isAdding: false });
      const pasted = following;
      following = [];
      if (answer.ok) {
        close();
        peers.watched(answer.value);
      } else {
        toasts.fail(answer.failure);
      }
      // What could not be added stays in the preview, together with what was pasted since.
      const open = answer.ok ? [] : [shown.text];
      if (pasted.length > 0) {
        store.setState({ origin: null });
        openPaste();
        look([...open, ...pasted].join('\n'), show);
      }
    },
  };
}
