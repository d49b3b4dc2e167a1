import type { MenuItemConstructorOptions } from 'electron';
import type { Language } from '../../../core/text/language.ts';
import type { Platform } from '../../engine/launch/platform.ts';

/** The labels, as Electron's own are always English. Each name but `edit` and `window` is a role. */
const english = {
  about: 'About Waybell',
  hide: 'Hide Waybell',
  hideOthers: 'Hide Others',
  unhide: 'Show All',
  quit: 'Quit Waybell',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  delete: 'Delete',
  selectAll: 'Select All',
  window: 'Window',
  minimize: 'Minimize',
  close: 'Close Window',
  front: 'Bring All to Front',
};

const chinese: typeof english = {
  about: '關於 Waybell',
  hide: '隱藏 Waybell',
  hideOthers: '隱藏其他',
  unhide: '全部顯示',
  quit: '結束 Waybell',
  edit: '編輯',
  undo: '還原',
  redo: '重做',
  cut: '剪下',
  copy: '拷貝',
  paste: '貼上',
  delete: '刪除',
  selectAll: '全選',
  window: '視窗',
  minimize: '縮到最小',
  close: '關閉視窗',
  front: '將此程式所有視窗移至最前',
};

const textsIn: Readonly<Record<Language, typeof english>> = { en: english, 'zh-Hant': chinese };

type Entry = Exclude<keyof typeof english, 'edit' | 'window'>;

/**
 * The menu bar: on macOS the few entries without which copying, pasting and quitting by key do not
 * work there; elsewhere none, because the window has its own controls.
 */
export function applicationMenu(
  platform: Platform,
  language: Language,
): MenuItemConstructorOptions[] | null {
  if (platform !== 'macos') return null;
  const texts = textsIn[language];
  const entries = (...roles: readonly Entry[]): MenuItemConstructorOptions[] =>
    roles.map((role) => ({ role, label: texts[role] }));
  const line: MenuItemConstructorOptions = { type: 'separator' };
  return [
    {
      label: 'Waybell',
      submenu: [
        ...entries('about'),
        line,
        ...entries('hide', 'hideOthers', 'unhide'),
        line,
        ...entries('quit'),
      ],
    },
    {
      label: texts.edit,
      submenu: [
        ...entries('undo', 'redo'),
        line,
        ...entries('cut', 'copy', 'paste', 'delete', 'selectAll'),
      ],
    },
    { label: texts.window, submenu: entries('minimize', 'close', 'front') },
  ];
}
