import { app } from '../app/app.ts';
import { electronClass } from '../electron-types.ts';
import { refusingEmitter } from '../refusal.ts';
import { MenuItem } from './menu-item.ts';

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
