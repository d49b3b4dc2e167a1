import { droppedText, isPlainPaste } from './components/paste/dropped-text.ts';
import { backToBoard, lookThrough } from './components/paste/look-through.ts';
import { notNarrowed } from '../core/settings/list-show.ts';
import type { OrderId } from '../core/order/order-id.ts';
import { isNarrowed } from './board/arrangement.ts';
import { viewsOf } from './board/views.ts';
import {
  type KeyCommand,
  type KeyPlace,
  keyCommand,
  type KeyStroke,
  type PlainCommand,
} from './keyboard.ts';
import { orderCommands } from './components/order-commands.ts';
import type { RewindStore } from './stores/rewind-store.ts';
import type { Stop } from './stores/window-time.ts';
import type { WindowModel } from './window-model.ts';
import { nextZoomPercent, usualZoomPercent } from '../core/settings/zoom.ts';

/** How far the page keys go, in orders. */
const pageSize = 10;

const regions = ['sidebar', 'list', 'detail'] as const;

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  if (target.closest('input, textarea, select, [contenteditable="true"]')) return 'field';
  return target.closest('button, a, summary, [role="button"]') ? 'control' : 'elsewhere';
}

function focusRegion(direction: 1 | -1): void {
  const here = document.activeElement?.closest('[data-region]')?.getAttribute('data-region');
  const from = regions.findIndex((region) => region === here);
  for (let step = 1; step <= regions.length; step += 1) {
    const at = (from + direction * step + regions.length * 2) % regions.length;
    const region = document.querySelector<HTMLElement>(`[data-region="${regions[at]}"]`);
    if (!region) continue;
    const first =
      region.tabIndex >= 0
        ? region
        : region.querySelector<HTMLElement>('[aria-current], [data-region-start], button, input');
    (first ?? region).focus();
    return;
  }
}

/** Whether a menu has the key. One that Escape closed keeps that Escape, and no key that comes while it fades. */
function isInMenu({ key, target }: KeyboardEvent): boolean {
  const menu = target instanceof Element ? target.closest('[role="menu"]') : null;
  return menu !== null && (key === 'Escape' || !menu.hasAttribute('data-closed'));
}

/** Whether a modal dialog is open, so that the keys of the page must not act. */
export function isBehindModal(): boolean {
  return document.querySelector('dialog:modal') !== null;
}

/** Moves the focus into the list. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-region="list"]')?.focus();
}

/** Moves the focus into the list with the next frame, unless a control has it by then. */
export function handFocusToList(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusList();
  });
}

/** Moves the focus to where uuids are pasted. */
export function focusPasteBar(): void {
  document.querySelector<HTMLElement>('.field.paste input')?.focus();
}

/** Watches or opens what was pasted and moves the focus to the list, where the next key acts. */
export async function watchPasted(model: WindowModel): Promise<void> {
  await model.paste.watch();
  const { openPaste, preview } = model.paste.getState();
  // What could not be watched, or was pasted since, keeps the focus.
  if (openPaste !== null || preview !== null) return;
  const field = document.activeElement;
  if (field instanceof HTMLElement && field.closest('.paste, .pastepop')) field.blur();
  handFocusToList();
}

function selectNextUnseen(model: WindowModel): void {
  const ids = model.list.getState().arrangement.orderIds;
  const { rows } = model.board.getState();
  const { activeId } = model.selection.getState();
  const from = activeId === null ? -1 : ids.indexOf(activeId);
  const around = [...ids.slice(from + 1), ...ids.slice(0, from + 1)];
  const next = around.find((id) => rows.get(id)?.isUnseen === true && id !== activeId);
  if (next !== undefined) model.selection.select(next);
}

function openOrEnterDetails(model: WindowModel): void {
  if (document.activeElement?.closest('.pastepop')) {
    // The lines of a long paste have the focus.
    void watchPasted(model);
    return;
  }
  const { activeId } = model.selection.getState();
  if (activeId === null) return;
  if (model.detail.getState().openId === activeId) {
    document.querySelector<HTMLElement>('[data-region="detail"]')?.focus();
  } else model.detail.open(activeId);
}

/** Opens the menu of the selected orders beneath the active row; on the list, if that is out of sight. */
function openRowMenu({ layers, selection }: WindowModel): boolean {
  const { activeId, isAll } = selection.getState();
  const list = document.querySelector('[data-region="list"]')?.getBoundingClientRect();
  if (activeId === null || !list) return false;
  const row = document.querySelector(`[data-order="${activeId}"]`)?.getBoundingClientRect();
  const bottom = row?.bottom ?? list.top;
  focusList();
  if (isAll) selection.select(activeId);
  layers.openRowMenu(list.left + 40, Math.min(Math.max(bottom - 8, list.top), list.bottom), false);
  return true;
}

/** Closes the topmost thing that is open, and nothing below it. */
function closeTopmost(model: WindowModel): boolean {
  if (document.querySelector('.popover')) return false;
  if (model.paste.getState().preview !== null) {
    model.paste.close();
    focusList();
    return true;
  }
  if (model.layers.getState().isFiltering) {
    model.list.setFilter('');
    model.layers.setFiltering(false);
    focusList();
    return true;
  }
  if (isNarrowed(model.list.getState().narrowing)) {
    model.list.narrow(notNarrowed);
    focusList();
    return true;
  }
  if (model.detail.getState().openId !== null) {
    const wasInside = document.activeElement?.closest('.detail') !== null;
    model.detail.close();
    if (wasInside) focusList();
    return true;
  }
  if (model.selection.getState().selectedIds.size > 1) {
    model.selection.select(model.selection.getState().activeId);
    return true;
  }
  const { cardIds, view } = model.list.getState();
  if (cardIds !== null) {
    model.list.openView(view);
    focusList();
    return true;
  }
  if (model.connect.getState().isEditing) {
    model.connect.cancel();
    return true;
  }
  return false;
}

function renameActive({ selection, detail }: WindowModel): boolean {
  const { activeId } = selection.getState();
  if (activeId === null) return false;
  selection.select(activeId);
  detail.open(activeId);
  detail.setRenaming(true);
  return true;
}

function copySelectedIds({ selection, actions }: WindowModel): boolean {
  const ids = selection.selected();
  if (ids.length === 0 || window.getSelection()?.isCollapsed === false) return false;
  void actions.copyIds(ids);
  return true;
}

function hasTeam({ board }: WindowModel): boolean {
  return board.getState().app?.team != null;
}

/** Does something with the selected orders where there is a team. */
function inTeam(model: WindowModel, act: (ids: readonly OrderId[]) => void): boolean {
  const ids = model.selection.selected();
  if (!hasTeam(model) || ids.length === 0) return false;
  act(ids);
  return true;
}

/** Does something with the selected orders, or with the one that is selected alone. */
function withSelected(
  model: WindowModel,
  name: keyof ReturnType<typeof orderCommands>,
  many: 'one' | 'several' = 'several',
): boolean {
  const ids = model.selection.selected();
  if (ids.length === 0 || (many === 'one' && ids.length > 1)) return false;
  orderCommands(model, ids)[name].run();
  return true;
}

/** Whether this desk looks on. */
function isViewer({ board }: WindowModel): boolean {
  return board.getState().app?.team?.me.role === 'viewer';
}

/** What each command does. False means that there was nothing to do and the key keeps its meaning. */
const plainCommands: Readonly<Record<PlainCommand, (model: WindowModel) => unknown>> = {
  open: openOrEnterDetails,
  menu: openRowMenu,
  close: closeTopmost,
  nextUnseen: selectNextUnseen,
  checkNow: ({ actions, selection }) => actions.checkNow(selection.selected()),
  mute: ({ actions, selection }) => actions.toggleMuted(selection.selected()),
  follow: ({ actions, selection }) => actions.toggleFollowed(selection.selected()),
  snooze: (model) => withSelected(model, 'snooze'),
  snoozeUntil: (model) => withSelected(model, 'snoozeUntil'),
  promise: (model) => withSelected(model, 'promise'),
  remind: (model) => withSelected(model, 'remind'),
  group: (model) => !isViewer(model) && withSelected(model, 'group'),
  note: (model) => !isViewer(model) && withSelected(model, 'note', 'one'),
  copyPhone: (model) => !isViewer(model) && withSelected(model, 'copyPhone', 'one'),
  callCourier: (model) => !isViewer(model) && withSelected(model, 'callCourier', 'one'),
  customerText: (model) => withSelected(model, 'customerText', 'one'),
  customerTextOther: (model) => withSelected(model, 'customerTextOther', 'one'),
  sameCourier: (model) => withSelected(model, 'sameCourier', 'one'),
  quietHours: ({ settings }) => settings.openPlace('quiet'),
  archive: ({ actions, selection }) => actions.toggleArchived(selection.selected()),
  pin: ({ actions, selection }) => actions.togglePinned(selection.selected()),
  rename: renameActive,
  markSeen: ({ actions, selection }) => actions.markSeen(selection.selected()),
  called: (model) => withSelected(model, 'called'),
  callAwaited: (model) => withSelected(model, 'callAwaited'),
  handled: ({ actions, selection }) => actions.handled(selection.selected()),
  claim: (model) => inTeam(model, (ids) => orderCommands(model, ids).claim.run()),
  handOn: (model) => inTeam(model, (ids) => orderCommands(model, ids).handOn.run()),
  stopWatching: ({ actions, selection }) => actions.stopWatching(selection.selected()),
  undo: ({ actions }) => actions.reverse('undo'),
  redo: ({ actions }) => actions.reverse('redo'),
  filter: ({ layers }) => layers.setFiltering(true),
  copyIds: copySelectedIds,
  selectAll: ({ selection }) => selection.selectAll(),
  togglePause: (model) => !hasTeam(model) && model.actions.togglePause(),
  fitMap: ({ detail }) => detail.toggleFit(),
  settings: ({ settings }) => settings.open(),
  palette: ({ layers }) => layers.open('palette'),
  lastHour: ({ layers }) => layers.open('lastHour'),
  notifications: ({ openNotifications }) => openNotifications(),
  rewind: ({ rewind }) => void rewind.open(),
  help: ({ layers }) => layers.open('keyboardHelp'),
};

/** Does what a key asks for. Returns whether the key was used up. */
function carryOut(command: KeyCommand, model: WindowModel): boolean {
  if (command.kind === 'step') {
    model.selection.step(command.step, pageSize, command.isExtending);
  } else if (command.kind === 'view') {
    if (!viewsOf(hasTeam(model)).includes(command.view)) return false;
    model.list.openView(command.view);
    // The keys of the list are the next ones that are wanted, not those of the view before in the sidebar.
    if (document.activeElement?.closest('[data-region="sidebar"]') != null) focusList();
  } else if (command.kind === 'region') focusRegion(command.direction);
  else return plainCommands[command.kind](model) !== false;
  return true;
}

/** Hears every key that is pressed in the window, until stopped. */
export function listenForKeyDown(pressed: (event: KeyboardEvent) => void): Stop {
  window.addEventListener('keydown', pressed);
  return () => window.removeEventListener('keydown', pressed);
}

/** Whether the key of shortcuts is held: Command on macOS, Ctrl elsewhere. */
export function isModHeld(
  event: Readonly<{ metaKey: boolean; ctrlKey: boolean }>,
  platform: string | undefined,
): boolean {
  return platform === 'macos' ? event.metaKey : event.ctrlKey;
}

function strokeOf(event: KeyboardEvent, { board }: WindowModel): KeyStroke {
  const platform = board.getState().app?.platform;
  return {
    key: event.key,
    hasMod: isModHeld(event, platform),
    hasShift: event.shiftKey,
    hasOther: event.altKey || (platform === 'macos' ? event.ctrlKey : event.metaKey),
  };
}

/** Moves through time by a key. @returns false for any other key */
function moveInTime({ hasMod, hasOther, hasShift, key }: KeyStroke, rewind: RewindStore): boolean {
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (hasMod || hasOther || (direction !== 1 && direction !== -1)) return false;
  if (hasShift) rewind.goTo(rewind.getState().atMs + direction * 1000);
  else rewind.step(direction);
  return true;
}

/** What the past can do as the present does: it only reads. */
const readingCommands: ReadonlySet<KeyCommand['kind']> = new Set([
  'view',
  'region',
  'open',
  'fitMap',
]);

/** Does what a key asks for in the past: reading, and leaving it. */
function carryOutInPast(command: KeyCommand, past: WindowModel, rewind: RewindStore): boolean {
  if (command.kind === 'step') return carryOut({ ...command, isExtending: false }, past);
  if (command.kind === 'markSeen') {
    rewind.togglePlay();
    return true;
  }
  if (command.kind === 'close' && closeTopmost(past)) return true;
  if (command.kind === 'close' || command.kind === 'rewind') {
    rewind.close();
    return true;
  }
  if (command.kind === 'view' && command.view === 'archive') return false;
  return readingCommands.has(command.kind) && carryOut(command, past);
}

/** Listens for the keys of the rewound board until stopped. No key of the present does anything. */
export function listenForPastKeys(past: WindowModel, rewind: RewindStore): Stop {
  return listenForKeyDown((event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const stroke = strokeOf(event, past);
    const usesLetters = past.board.getState().app?.settings.usesLetterKeys;
    // The only field is the time bar, which accepts no text.
    const place = placeOf(event.target) === 'field' ? 'elsewhere' : placeOf(event.target);
    const command = keyCommand(stroke, place, usesLetters);
    const isDone =
      moveInTime(stroke, rewind) || (command !== null && carryOutInPast(command, past, rewind));
    if (isDone) event.preventDefault();
  });
}

/** Whether something is typed there: Ctrl+Z takes back what was typed. */
function isTextField(target: EventTarget | null): boolean {
  const typed = 'input:not([type=radio], [type=checkbox], [type=range]), textarea';
  return target instanceof HTMLElement && target.matches(typed);
}

/** Takes back, or does again, what the last message offers. @returns whether the key asked for that */
export function reverseByKey(event: KeyboardEvent, model: WindowModel): boolean {
  if (isTextField(event.target)) return false;
  const command = keyCommand(strokeOf(event, model), 'elsewhere', false);
  return (command?.kind === 'undo' || command?.kind === 'redo') && carryOut(command, model);
}

/** Listens for the keys of the board until stopped. */
export function listenForKeys(model: WindowModel): Stop {
  return listenForKeyDown((event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isBehindModal() || isInMenu(event)) return;
    const { app } = model.board.getState();
    const command = keyCommand(
      strokeOf(event, model),
      placeOf(event.target),
      app?.settings.usesLetterKeys,
    );
    if (command && carryOut(command, model)) event.preventDefault();
  });
}

/** Listens for pastes anywhere in the window but in fields, until stopped: what was pasted is looked through on the board. */
export function listenForPaste(model: WindowModel): Stop {
  const pasted = (event: ClipboardEvent) => {
    const target = event.target;
    const isOwnField = target instanceof HTMLElement && target.closest('.paste') !== null;
    if (placeOf(target) === 'field' && !isOwnField) return;
    const { clipboardData } = event;
    if (clipboardData === null || clipboardData.types.length === 0) return;
    event.preventDefault();
    if (isPlainPaste(clipboardData)) {
      backToBoard(model);
      model.paste.paste(clipboardData.getData('text/plain'));
    } else void lookThrough(model, droppedText(clipboardData));
  };
  window.addEventListener('paste', pasted);
  return () => window.removeEventListener('paste', pasted);
}

/** The size that a key asks for, as every browser has it, or null for any other key. */
export function zoomWanted(key: string, percent: number): number | null {
  switch (key) {
    case '+':
    case '=':
      return nextZoomPercent(percent, 1);
    case '-':
    case '_':
      return nextZoomPercent(percent, -1);
    case '0':
      return usualZoomPercent;
    default:
      return null;
  }
}

/** Makes everything larger and smaller by key, on every page of the window. */
export function listenForZoom(model: Pick<WindowModel, 'board' | 'settings'>): Stop {
  return listenForKeyDown((event) => {
    const { app } = model.board.getState();
    if (!app || event.altKey || !isModHeld(event, app.platform)) return;
    const wanted = zoomWanted(event.key, app.settings.zoomPercent);
    if (wanted === null) return;
    event.preventDefault();
    if (wanted !== app.settings.zoomPercent) void model.settings.change({ zoomPercent: wanted });
  });
}
