import type { OrderRow } from '../../../core/bridge/board.ts';
import { mayArchive, orderName } from '../../actions.ts';
import { type OrderCommand, orderCommands } from '../order-commands.ts';
import { isMeant, paletteOrders } from './palette-search.ts';
import { rowLook, type Tone } from '../list/row-look.ts';
import { viewNames } from '../../board/views.ts';
import { settingsSections } from '../../stores/settings/settings-store.ts';
import { isolated } from '../controls/received.tsx';
import type { WindowModel } from '../../window-model.ts';

/** One line of the palette that can be chosen. */
export interface PaletteItem extends OrderCommand {
  readonly key: string;
  readonly tone: Tone | null;
  /** A remark at the end of the line. */
  readonly note: string | null;
}

/** Lines under one heading. */
export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

function orderItem(model: WindowModel, row: OrderRow): PaletteItem {
  const look = rowLook(row, model.text, model.time.nowMs());
  return {
    key: `order ${row.id}`,
    icon: `st-${look.tone}`,
    tone: look.tone,
    name: orderName(row),
    note: look.words,
    keys: [],
    run: () => model.reveal(row.id),
  };
}

type Command = OrderCommand & { readonly key: string; readonly note?: string };

function plain(command: Command): PaletteItem {
  return { tone: null, note: null, ...command };
}

function orderActions(model: WindowModel, row: OrderRow): readonly PaletteItem[] {
  const { check, mute, snooze, pin, archive, copy, stop } = orderCommands(model, [row.id]);
  const movable = row.isArchived || mayArchive(row) ? [archive] : [];
  return [check, mute, snooze, pin, ...movable, copy, stop].map((command) =>
    plain({ key: command.name, ...command }),
  );
}

function places(model: WindowModel): readonly PaletteItem[] {
  const { text, list, settings, layers, board, actions } = model;
  const { counts } = list.getState();
  const isPaused = board.getState().app?.pause.kind === 'paused';
  const views = viewNames.map((view, index) =>
    plain({
      key: `view ${view}`,
      icon: view === 'needsAttention' ? 'st-attention' : 'all',
      name: text.views[view],
      note: text.orders(counts[view]),
      keys: [String(index + 1)],
      run: () => list.openView(view),
    }),
  );
  const sections = settingsSections.map((section) =>
    plain({
      key: `settings ${section}`,
      icon: 'sliders',
      name: `${text.settings.title}: ${text.settings.sections[section]}`,
      keys: [],
      run: () => settings.open(section),
    }),
  );
  return [
    ...views,
    plain({
      key: 'pause',
      icon: isPaused ? 'play' : 'pause',
      name: isPaused ? text.bar.resume : text.bar.pause,
      keys: ['Shift', 'Mod', 'P'],
      run: () => void actions.togglePause(),
    }),
    ...sections,
    ...orderList(model),
    plain({
      key: 'keyboard',
      icon: 'keyboard',
      name: text.bar.keyboard,
      keys: ['?'],
      run: () => layers.open('keyboardHelp'),
    }),
  ];
}

function orderList({ text, actions, transfer }: WindowModel): readonly PaletteItem[] {
  const words = text.transfer;
  const commands: readonly Command[] = [
    {
      key: 'summary',
      icon: 'copy',
      name: words.summaryButton,
      keys: [],
      run: () => void actions.copySummary(),
    },
    {
      key: 'orderList',
      icon: 'archive',
      name: words.save,
      keys: [],
      run: () => void transfer.save('orderList'),
    },
    {
      key: 'import',
      icon: 'archive',
      name: words.import,
      keys: [],
      run: () => void transfer.open(),
    },
  ];
  return commands.map(plain);
}

/**
 * What the palette offers for a query: orders first, then what can be done with the best match, then
 * places. Without a query the open or selected order comes first.
 */
export function paletteGroups(model: WindowModel, query: string): readonly PaletteGroup[] {
  const { text, board, list, selection } = model;
  const { rows } = board.getState();
  const { hidden, arrangement } = list.getState();
  const { activeId } = selection.getState();
  const shown = query.trim() === '' ? arrangement.orderIds.slice(0, 5) : [...rows.keys()];
  const ids = activeId === null ? shown : [activeId, ...shown.filter((id) => id !== activeId)];
  const candidates = ids.flatMap((id) => (hidden.has(id) ? [] : (rows.get(id) ?? [])));
  const orders = paletteOrders(candidates, query);
  const [best] = orders;
  const actionsOfBest = best ? orderActions(model, best) : [];
  const isAction = best !== undefined && (query.trim() !== '' || best.id === activeId);
  return [
    { title: text.palette.orders, items: orders.map((row) => orderItem(model, row)) },
    {
      title: best ? text.palette.actionsFor(isolated(orderName(best))) : '',
      items: isAction ? actionsOfBest : [],
    },
    { title: text.palette.goTo, items: places(model).filter(({ name }) => isMeant(name, query)) },
  ].filter(({ items }) => items.length > 0);
}
