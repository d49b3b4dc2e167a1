import { app } from '../app/app.ts';
import { electronClass, preventableEvent } from '../electron-types.ts';
import { refuseTheRest, refusingEmitter } from '../refusal.ts';
import { BrowserWindow } from './browser-window.ts';

/** A menu as a model. The tray shows it over D-Bus; a window's menu and popups are not drawn. */
class HostMenu extends refusingEmitter('Menu') {
  items: Electron.MenuItem[] = [];

  static buildFromTemplate(
    template: readonly (Electron.MenuItemConstructorOptions | Electron.MenuItem)[],
  ): Electron.Menu {
    const menu = new Menu();
    for (const entry of template)
      menu.append(entry instanceof MenuItem ? entry : new MenuItem(entry));
    return menu;
  }

  static setApplicationMenu(menu: Electron.Menu | null): void {
    app.applicationMenu = menu;
  }

  static getApplicationMenu(): Electron.Menu | null {
    return app.applicationMenu;
  }

  append(menuItem: Electron.MenuItem): void {
    this.insert(this.items.length, menuItem);
  }

  insert(pos: number, menuItem: Electron.MenuItem): void {
    menuItem.menu = this;
    this.items.splice(pos, 0, menuItem);
  }

  getMenuItemById(id: string): Electron.MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }

  popup(_options?: Electron.PopupOptions): void {}
  closePopup(): void {}
}

/** Electron's `Menu`. */
export const Menu = electronClass<typeof Electron.Menu>()(HostMenu);

let lastCommandId = 0;

/** What a role does; roles that are not here only have their label. */
const ROLE_ACTIONS: Readonly<Partial<Record<NonNullable<Electron.MenuItem['role']>, () => void>>> =
  {
    quit: () => app.quit(),
    close: () => BrowserWindow.getFocusedWindow()?.close(),
    minimize: () => BrowserWindow.getFocusedWindow()?.minimize(),
    reload: () => BrowserWindow.getFocusedWindow()?.reload(),
    forceReload: () => BrowserWindow.getFocusedWindow()?.webContents.reloadIgnoringCache(),
  };

/** One entry of a menu: a plain model; what draws it reads it. */
class HostMenuItem {
  readonly commandId = ++lastCommandId;
  readonly userAccelerator = null;
  id: string;
  label: string;
  sublabel: string;
  toolTip: string;
  accessibilityLabel: string;
  type: Electron.MenuItem['type'];
  role?: NonNullable<Electron.MenuItem['role']>;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  registerAccelerator: boolean;
  accelerator: Electron.Accelerator | null;
  icon?: Electron.NativeImage | string;
  submenu?: Electron.Menu;
  click: (...args: readonly unknown[]) => void;

  constructor(options: Electron.MenuItemConstructorOptions) {
    const { role, submenu, label } = options;
    this.id = options.id ?? '';
    this.label = label ?? (role === undefined ? '' : role.charAt(0).toUpperCase() + role.slice(1));
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.accessibilityLabel = options.accessibilityLabel ?? '';
    this.type = options.type ?? (submenu ? 'submenu' : 'normal');
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.registerAccelerator = options.registerAccelerator ?? true;
    this.accelerator = options.accelerator ?? null;
    // electron.d.ts lets an item be made with a few macOS roles that it does not list on the item
    if (role !== undefined) this.role = role as NonNullable<Electron.MenuItem['role']>;
    if (options.icon !== undefined) this.icon = options.icon;
    if (submenu) this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu;
    this.click = (event) => this.#clicked(options, event);
  }

  #clicked(options: Electron.MenuItemConstructorOptions, event: unknown): void {
    const item = this as unknown as Electron.MenuItem;
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.type === 'radio') checkAlone(item);
    const roleAction = this.role === undefined ? undefined : ROLE_ACTIONS[this.role];
    if (roleAction) {
      roleAction();
      return;
    }
    const keyboardEvent = (event ?? preventableEvent({})) as Electron.KeyboardEvent;
    options.click?.(item, BrowserWindow.getFocusedWindow() ?? undefined, keyboardEvent);
  }
}
refuseTheRest('MenuItem', HostMenuItem.prototype);

/** Radio items that stand together, without a separator between them, are one choice. */
function checkAlone(item: Electron.MenuItem): void {
  const items = item.menu.items;
  const at = items.indexOf(item);
  const before = items.slice(0, at).findLastIndex(({ type }) => type !== 'radio') + 1;
  const after = items.slice(at).findIndex(({ type }) => type !== 'radio');
  for (const one of items.slice(before, after === -1 ? items.length : at + after))
    one.checked = one === item;
}

/** Electron's `MenuItem`. */
export const MenuItem = electronClass<typeof Electron.MenuItem>()(HostMenuItem);
