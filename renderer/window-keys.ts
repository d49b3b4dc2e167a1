import { type KeyCommand, type KeyPlace, keyCommand } from './keyboard.ts';
import { isBehindModal } from './components/controls/modal.ts';
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

/** Whether the keys belong to a menu that is open. */
function isInMenu(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="menu"]') !== null;
}

/** Moves the focus into the list. */
export function focusList(): void {
  document.querySelector<HTMLElement>('[data-region="list"]')?.focus();
}

/** Moves the focus to where uuids are pasted. */
export function focusPasteBar(): void {
  document.querySelector<HTMLElement>('.field.paste input')?.focus();
}

/** Watches what was pasted and goes on in the list, where the next key acts. */
export async function watchPasted(model: WindowModel): Promise<void> {
  await model.paste.watch();
  if (model.paste.getState().preview === null) requestAnimationFrame(focusList);
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
  const { activeId } = model.selection.getState();
  if (activeId === null) return;
  if (model.detail.getState().openId === activeId) {
    document.querySelector<HTMLElement>('[data-region="detail"]')?.focus();
  } else model.detail.open(activeId);
}

/** Closes what lies on top and nothing else. */
function closeTopmost(model: WindowModel): boolean {
  if (document.querySelector('.popover')) return false;
  if (model.detail.getState().isRenaming) {
    model.detail.setRenaming(false);
    return true;
  }
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
  if (model.connect.getState().isEditing) {
    model.connect.cancel();
    return true;
  }
  return false;
}

/** Does what a key asks for. Returns whether the key was used up. */
function carryOut(command: KeyCommand, model: WindowModel): boolean {
  const { actions, selection } = model;
  switch (command.kind) {
    case 'step':
      selection.step(command.step, pageSize, command.isExtending);
      return true;
    case 'view':
      model.list.openView(command.view);
      return true;
    case 'region':
      focusRegion(command.direction);
      return true;
    case 'open':
      openOrEnterDetails(model);
      return true;
    case 'close':
      return closeTopmost(model);
    case 'nextUnseen':
      selectNextUnseen(model);
      return true;
    case 'checkNow':
      void actions.checkNow(selection.selected());
      return true;
    case 'snooze':
      void actions.snooze(selection.selected(), 'quarter');
      return true;
    case 'mute':
      void actions.toggleMuted(selection.selected());
      return true;
    case 'archive':
      void actions.toggleArchived(selection.selected());
      return true;
    case 'pin':
      void actions.togglePinned(selection.selected());
      return true;
    case 'rename': {
      const { activeId } = selection.getState();
      if (activeId === null) return false;
      selection.select(activeId);
      model.detail.open(activeId);
      model.detail.setRenaming(true);
      return true;
    }
    case 'markSeen':
      void actions.markSeen(selection.selected());
      return true;
    case 'stopWatching':
      actions.stopWatching(selection.selected());
      return true;
    case 'undo':
      model.toasts.undo();
      return true;
    case 'filter':
      model.layers.setFiltering(true);
      return true;
    case 'copyIds': {
      const ids = selection.selected();
      if (ids.length === 0 || window.getSelection()?.isCollapsed === false) return false;
      const { toast } = model.text;
      const saying = ids.length === 1 ? toast.uuidCopied : toast.uuidsCopied(ids.length);
      void actions.copy(ids.join('\n'), saying);
      return true;
    }
    case 'selectAll':
      selection.selectAll();
      return true;
    case 'togglePause':
      void (model.board.getState().app?.pause.kind === 'paused'
        ? actions.resume()
        : actions.pause());
      return true;
    case 'fitMap':
      model.detail.toggleFit();
      return true;
    case 'settings':
      model.settings.open();
      return true;
    case 'palette':
      model.layers.open('palette');
      return true;
    case 'help':
      model.layers.open('keyboardHelp');
      return true;
    default:
      return command satisfies never;
  }
}

/** Listens for the keys and pastes of the board until stopped. */
export function listenForKeys(model: WindowModel): Stop {
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (isBehindModal() || isInMenu(event.target)) return;
      const isMac = model.board.getState().app?.platform === 'macos';
      const command = keyCommand(
        {
          key: event.key,
          hasMod: isMac ? event.metaKey : event.ctrlKey,
          hasShift: event.shiftKey,
          hasOther: event.altKey || (isMac ? event.ctrlKey : event.metaKey),
        },
        placeOf(event.target),
        model.board.getState().app?.settings.usesLetterKeys,
      );
      if (command && carryOut(command, model)) event.preventDefault();
    },
    { signal },
  );
  window.addEventListener(
    'paste',
    (event) => {
      const target = event.target;
      const isOwnField = target instanceof HTMLElement && target.closest('.paste') !== null;
      if (placeOf(target) === 'field' && !isOwnField) return;
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      if (pasted === '') return;
      event.preventDefault();
      model.paste.paste(pasted);
    },
    { signal },
  );
  return () => controller.abort();
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
  const controller = new AbortController();
  window.addEventListener(
    'keydown',
    (event) => {
      const { app } = model.board.getState();
      if (!app || event.altKey) return;
      if (!(app.platform === 'macos' ? event.metaKey : event.ctrlKey)) return;
      const wanted = zoomWanted(event.key, app.settings.zoomPercent);
      if (wanted === null) return;
      event.preventDefault();
      if (wanted !== app.settings.zoomPercent) void model.settings.change({ zoomPercent: wanted });
    },
    { signal: controller.signal },
  );
  return () => controller.abort();
}
