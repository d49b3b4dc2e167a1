import type { AppState, OrderRow } from '../../../core/board/board.ts';
import type { SettingRow } from '../../../core/settings/setting-row.ts';
import { isCardShown } from '../../../core/board/team.ts';
import { settingsTable } from '../../../core/settings/settings-table.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { orderName } from '../../actions.ts';
import { groupCommands } from '../group-commands.ts';
import { isSubmenu, menuOf, type OrderCommand } from '../order-commands.ts';
import { keysOf } from '../../command-list.ts';
import { fitOf, foundBy, orderFit, paletteOrders } from './palette-search.ts';
import { rowLook, type Tone } from '../list/row-look.ts';
import type { Found } from '../../board/arrangement.ts';
import { groupView, markable, viewsOf } from '../../board/views.ts';
import { type SettingsSection, settingsSections } from '../../stores/settings/settings-store.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { isolated } from '../controls/received.tsx';
import type { WindowModel } from '../../window-model.ts';

/** One line of the palette that can be chosen. */
export interface PaletteItem extends OrderCommand {
  readonly key: string;
  readonly tone: Tone | null;
  /** What an order was found by, when neither its name nor the remark says so. */
  readonly foundBy: string | null;
  /** A remark at the end of the line. */
  readonly note: string | null;
  /** Other words for it, by which it is found, too. */
  readonly also?: string;
}

/** Lines under one heading. */
export interface PaletteGroup {
  readonly key: string;
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

/** A group, and how well its best line fits the query. */
interface RankedGroup extends PaletteGroup {
  readonly fit: number;
}

function orderItem(
  model: WindowModel,
  row: OrderRow,
  query: string,
  found: Found | null,
): PaletteItem {
  const look = rowLook(row, model.text, model.time.nowMs());
  const name = orderName(row);
  return {
    key: `order ${row.id}`,
    icon: `st-${look.tone}`,
    tone: look.tone,
    name,
    foundBy: foundBy(row, found?.get(row.id), query, [name, look.text], model.text),
    note: look.text,
    keys: [],
    run: () => model.reveal(row.id),
  };
}

type Command = OrderCommand & Pick<PaletteItem, 'key' | 'also'> & { readonly note?: string };

function plain(command: Command): PaletteItem {
  return { tone: null, foundBy: null, note: null, ...command };
}

/** What can be done with orders. Opening is left out: an order's own line does that. */
function actionsOf(model: WindowModel, ids: readonly OrderId[]): readonly PaletteItem[] {
  if (ids.length === 0) return [];
  return menuOf(model, ids)
    .flat()
    .flatMap((line) => (isSubmenu(line) ? line.commands : [line]))
    .filter(({ keys }) => keys[0] !== 'Enter')
    .map((command) => plain({ key: command.name, ...command }));
}

function actionsTitle({ board, text }: WindowModel, ids: readonly OrderId[]): string {
  const [first] = ids;
  const row = ids.length === 1 && first !== undefined ? board.getState().rows.get(first) : null;
  return text.palette.actionsFor(row ? isolated(orderName(row)) : text.orders(ids.length));
}

function forAll(model: WindowModel): readonly PaletteItem[] {
  const { text, list, board, actions, transfer } = model;
  const texts = text.transfer;
  const isPaused = board.getState().app?.pause.kind === 'paused';
  // The hub checks for all desks: none of them pauses it.
  const team = board.getState().app?.team ?? null;
  const hasTeam = team !== null;
  const { hidden } = list.getState();
  const onList = [...board.getState().rows.values()].filter(
    ({ id, isArchived }) => !isArchived && !hidden.has(id),
  );
  const shown = list.getState().arrangement.orderIds;
  const unseen = markable(shown, board.getState().rows).length;
  const commands: readonly Command[] = [
    ...(team?.me.role === 'viewer'
      ? []
      : [
          {
            key: 'check',
            icon: 'poll',
            name: text.palette.checkAll,
            keys: [],
            run: () => void actions.checkNow(onList.map(({ id }) => id)),
          } as const,
        ]),
    ...(unseen === 0
      ? []
      : [
          {
            key: 'markAllSeen',
            icon: 'eye',
            name: text.list.markAllSeen,
            keys: [],
            note: text.orders(unseen),
            asks: {
              title: text.palette.asks.markSeen(text.orders(unseen)),
              body: text.palette.asks.undo,
            },
            run: () => void actions.markSeen(shown),
          } as const,
        ]),
    ...(hasTeam
      ? []
      : [
          {
            key: 'pause',
            icon: isPaused ? 'play' : 'pause',
            name: isPaused ? text.bar.resume : text.bar.pause,
            keys: keysOf('togglePause'),
            ...(!isPaused && { asks: text.palette.asks.pause }),
            run: () => void actions.togglePause(),
          } as const,
        ]),
    {
      key: 'summary',
      icon: 'copy',
      name: texts.summaryButton,
      keys: [],
      run: () => void actions.copySummary(),
    },
    {
      key: 'orderList',
      icon: 'archive',
      name: texts.save,
      also: text.palette.export,
      keys: [],
      run: () => void transfer.save('orderList'),
    },
    {
      key: 'saveSettings',
      icon: 'archive',
      name: texts.saveSettings,
      also: text.palette.export,
      keys: [],
      run: () => void transfer.save('settings'),
    },
    {
      key: 'import',
      icon: 'archive',
      name: texts.import,
      keys: [],
      run: () => void transfer.open(),
    },
    {
      key: 'folder',
      icon: 'archive',
      name: text.settings.privacy.showFolder,
      keys: [],
      run: () => void actions.showFolder(),
    },
  ];
  return commands.map(plain);
}

/** What the page of the connection has, which differs at a team's desk and in the demo. */
function namesOfConnection({ settings }: Dictionary, app: AppState | null): readonly string[] {
  const { connection: texts } = settings;
  const connection = app?.connection ?? { kind: 'none' };
  if (app?.team != null || connection.kind === 'none') return [];
  if (connection.kind === 'connected' && connection.isDemo) {
    return [texts.baseUrl, texts.useOwn, texts.leaveDemo];
  }
  const { advanced, baseUrl, clientId, fields, proxy, secret, test, tokenScheme } = texts;
  const { orderPath, tokenHeader, extraHeaders, caFile, statusMeanings } = fields;
  const details = [
    orderPath,
    tokenHeader,
    tokenScheme,
    extraHeaders,
    caFile,
    proxy,
    statusMeanings,
  ];
  return [baseUrl, clientId, secret, test, advanced, ...details];
}

/** What the settings are called that have a part of a page of their own, by their page. */
function ownNames(
  text: Dictionary,
  app: AppState | null,
): readonly (readonly [SettingsSection, ...string[]])[] {
  const { computer, notifications: texts } = text.settings;
  const { clipboard, window: opens } = computer.shortcuts;
  const hasTeam = app?.team != null;
  return [
    ['connection', ...namesOfConnection(text, app)],
    ['notifications', texts.sound, texts.level],
    ['computer', computer.startAtLogin, opens.title, clipboard.title],
    ['notifications', texts.what, texts.everyMove, texts.onlyAfter, texts.atMostEvery],
    ['notifications', text.groupSettings.title],
    ['timing', texts.notMoving, texts.longWait, texts.leastLongWait, texts.silent, texts.lost],
    ['timing', texts.pickupStay, texts.destinationStay, texts.timeZone],
    ...(hasTeam ? [] : [['timing', texts.atStop, texts.leftStop] as const]),
  ];
}

/** The settings by their names, and those of a few words by each of them: theme, language, sizes. */
function settingPlaces({ board, settings, text }: WindowModel): readonly PaletteItem[] {
  const app = board.getState().app;
  const { sections } = text.settings;
  const quiet = plain({
    key: 'setting quietHours',
    icon: 'sliders',
    name: text.help.names.quietHours,
    note: sections.timing,
    keys: keysOf('quietHours'),
    run: () => settings.openPlace('quiet'),
  });
  const rows = Object.entries<SettingRow>(settingsTable).flatMap(([name, row]) => {
    const { page } = row;
    if (row.kind === 'own' || row.row === null || page === null) return [];
    if (!isCardShown(row.row.card, app?.team ?? null)) return [];
    const { title } = row.row[text.language];
    const place = plain({
      key: `setting ${name}`,
      icon: 'sliders',
      name: title,
      note: sections[page],
      keys: [],
      run: () => settings.open(page),
    });
    const isLocked = app?.lockedSettings.includes(name) ?? false;
    if (row.kind !== 'choice' || page !== 'appearance' || isLocked) return [place];
    const { choices } = row.row[text.language];
    const changes = row.choices.map((value) =>
      plain({
        key: `setting ${name} ${value}`,
        icon: 'sliders',
        name: text.palette.setTo(title, choices[value] ?? value),
        note: sections[page],
        keys: [],
        run: () => void settings.change({ [name]: value }),
      }),
    );
    return [place, ...changes];
  });
  const zoom = plain({
    key: 'setting zoom',
    icon: 'sliders',
    name: text.board.zoom,
    note: sections.appearance,
    also: text.palette.zoom,
    keys: [],
    run: () => settings.open('appearance'),
  });
  const own = ownNames(text, app).flatMap(([section, ...names]) =>
    names.map((name) =>
      plain({
        key: `setting ${name}`,
        icon: 'sliders',
        name,
        note: sections[section],
        keys: [],
        run: () => settings.open(section),
      }),
    ),
  );
  return [quiet, zoom, ...rows, ...own];
}

function places(model: WindowModel): readonly PaletteItem[] {
  const { text, board, list, rewind, settings, layers } = model;
  const { counts } = list.getState();
  const connection = board.getState().app?.connection;
  const isOwn = connection?.kind === 'connected' && !connection.isDemo;
  const forget: Command = {
    key: 'forget',
    icon: 'key',
    name: text.settings.connection.forget,
    keys: [],
    run: () => {
      settings.open('connection');
      settings.askToForget(true);
    },
  };
  const views = viewsOf(board.getState().app?.team != null).map((view, index) =>
    plain({
      key: `view ${view}`,
      icon: view === 'needsAttention' ? 'st-attention' : 'all',
      name: text.views[view],
      note: text.orders(counts[view]),
      keys: [String(index + 1)],
      run: () => list.openView(view),
    }),
  );
  const groups = list.getState().groups.map(({ group, orders: many }) =>
    plain({
      key: `group ${group}`,
      icon: 'tag',
      name: text.groupsNav.named(isolated(group)),
      note: text.orders(many),
      keys: [],
      run: () => list.openView(groupView(group)),
    }),
  );
  const { groups: allGroups, view } = list.getState();
  const opened = allGroups.filter(({ group }) => groupView(group) === view);
  const groupActions = opened.flatMap(({ group }) =>
    groupCommands(model, group).map((command) =>
      plain({
        ...command,
        key: `group ${group} ${command.name}`,
        name: text.palette.setTo(isolated(group), command.name),
      }),
    ),
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
    ...groups,
    ...sections,
    ...(isOwn ? [plain(forget)] : []),
    plain({
      key: 'last hour',
      icon: 'clock',
      name: text.lastHour.title,
      keys: keysOf('lastHour'),
      run: () => layers.open('lastHour'),
    }),
    plain({
      key: 'notifications',
      icon: 'bell',
      name: text.notificationHistory.title,
      keys: keysOf('notifications'),
      run: () => model.openNotifications(),
    }),
    plain({
      key: 'rewind',
      icon: 'undo',
      name: text.rewind.open,
      keys: keysOf('rewind'),
      run: () => void rewind.open(),
    }),
    plain({
      key: 'keyboard',
      icon: 'keyboard',
      name: text.bar.keyboard,
      also: text.palette.help,
      keys: keysOf('help'),
      run: () => layers.open('keyboardHelp'),
    }),
    // What one does with the open group, and each setting, stands behind the places that one goes to.
    ...groupActions,
    ...settingPlaces(model),
  ];
}

/** The lines whose name the query means, the best first; of equals those that ask come last. */
function matching(
  head: Pick<PaletteGroup, 'key' | 'title'>,
  items: readonly PaletteItem[],
  query: string,
): RankedGroup {
  const found = items
    .flatMap((item) => {
      const fit = fitOf(item.name, query) ?? fitOf(item.also ?? '', query);
      return fit === null ? [] : [{ item, fit }];
    })
    .toSorted(
      (one, other) =>
        one.fit - other.fit || Number('asks' in one.item) - Number('asks' in other.item),
    );
  return { ...head, items: found.map(({ item }) => item), fit: found[0]?.fit ?? 0 };
}

/** What the palette offers before anything is typed: a few orders, the open or selected one first. */
function offeredFirst(model: WindowModel): readonly PaletteGroup[] {
  const { text, board, list, selection } = model;
  const { rows } = board.getState();
  const { activeId } = selection.getState();
  const selectedIds = selection.selected();
  const shown = list.getState().arrangement.orderIds.slice(0, 5);
  const ids = activeId === null ? shown : [activeId, ...shown.filter((id) => id !== activeId)];
  const orders = ids.flatMap((id) => rows.get(id) ?? []);
  return [
    {
      key: 'orders',
      title: text.palette.orders,
      items: orders.map((row) => orderItem(model, row, '', null)),
    },
    {
      key: 'selected',
      title: actionsTitle(model, selectedIds),
      items: actionsOf(model, selectedIds),
    },
    { key: 'all', title: text.palette.forAll, items: forAll(model) },
    { key: 'places', title: text.palette.goTo, items: places(model) },
  ];
}

/**
 * What the palette offers for a query: actions for what is selected, orders with the actions for the
 * best of them, actions for all, places. The group with the best match comes first.
 */
function matches(model: WindowModel, query: string, found: Found | null): readonly PaletteGroup[] {
  const { text, board, list, selection } = model;
  const { hidden } = list.getState();
  const rows = [...board.getState().rows.values()].filter(({ id }) => !hidden.has(id));
  const orders = paletteOrders(rows, query, found);
  const [best] = orders;
  const bestIds = best ? [best.id] : [];
  const fit = best ? orderFit(best, query) : 0;
  const selectedIds = selection.selected();
  const selected = matching(
    { key: 'selected', title: actionsTitle(model, selectedIds) },
    actionsOf(model, selectedIds),
    query,
  );
  const isSelected = selectedIds.length === 1 && selectedIds[0] === best?.id;
  const isListed = (action: PaletteItem) =>
    isSelected && selected.items.some(({ key }) => key === action.key);
  const groups: readonly RankedGroup[] = [
    selected,
    {
      key: 'orders',
      title: text.palette.orders,
      items: orders.map((row) => orderItem(model, row, query, found)),
      fit,
    },
    {
      key: 'best',
      title: actionsTitle(model, bestIds),
      items: actionsOf(model, bestIds).filter((action) => !isListed(action)),
      fit,
    },
    matching({ key: 'all', title: text.palette.forAll }, forAll(model), query),
    matching({ key: 'places', title: text.palette.goTo }, places(model), query),
  ];
  return groups.toSorted((one, other) => one.fit - other.fit);
}

/**
 * What the palette offers for what was typed, in the order of the lines.
 *
 * @param found the orders that were found for it
 */
export function paletteGroups(
  model: WindowModel,
  query: string,
  found: Found | null,
): readonly PaletteGroup[] {
  const groups = query.trim() === '' ? offeredFirst(model) : matches(model, query, found);
  return groups.filter(({ items }) => items.length > 0);
}
