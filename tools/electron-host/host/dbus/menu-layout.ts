import { Variant } from 'dbus-native';
import { nativeImage } from '../image/native-image.ts';

/** A menu as com.canonical.dbusmenu sends it: id, properties, children in variants. */
export type MenuNode = [id: number, properties: MenuProperties, children: Variant[]];

/** The properties of one entry. */
export type MenuProperties = Record<string, Variant>;

/**
 * A menu in the terms of com.canonical.dbusmenu. Entries are numbered in reading order from 1, and
 * 0 is the menu itself.
 */
export class MenuLayout {
  readonly #menu: Electron.Menu | null;
  readonly #items: readonly Electron.MenuItem[];

  constructor(menu: Electron.Menu | null) {
    this.#menu = menu;
    this.#items = menu ? inReadingOrder(menu) : [];
  }

  /** All ids but the menu's own. */
  get ids(): readonly number[] {
    return this.#items.map((_, at) => at + 1);
  }

  item(id: number): Electron.MenuItem | undefined {
    return this.#items[id - 1];
  }

  properties(id: number): MenuProperties {
    if (id === 0) return { 'children-display': new Variant('s', 'submenu') };
    const item = this.item(id);
    return item ? propertiesOf(item) : {};
  }

  /** @param depth how many levels of children to give; -1 for all */
  node(id: number, depth: number): MenuNode {
    const submenu = id === 0 ? this.#menu : this.item(id)?.submenu;
    const items = depth === 0 ? [] : (submenu?.items ?? []);
    const children = items.map(
      (child) => new Variant('(ia{sv}av)', this.node(this.#items.indexOf(child) + 1, depth - 1)),
    );
    return [id, this.properties(id), children];
  }
}

function inReadingOrder(menu: Electron.Menu): Electron.MenuItem[] {
  return menu.items.flatMap((item) => [
    item,
    ...(item.submenu ? inReadingOrder(item.submenu) : []),
  ]);
}

function propertiesOf(item: Electron.MenuItem): MenuProperties {
  const { enabled, visible, type, label, checked, icon, submenu } = item;
  const shared = { enabled: new Variant('b', enabled), visible: new Variant('b', visible) };
  if (type === 'separator') return { ...shared, type: new Variant('s', 'separator') };
  const image = typeof icon === 'string' ? nativeImage.createFromPath(icon) : icon;
  return {
    ...shared,
    label: new Variant('s', dbusLabel(label)),
    ...((type === 'checkbox' || type === 'radio') && {
      'toggle-type': new Variant('s', type === 'radio' ? 'radio' : 'checkmark'),
      'toggle-state': new Variant('i', checked ? 1 : 0),
    }),
    ...(image && !image.isEmpty() && { 'icon-data': new Variant('ay', image.toPNG()) }),
    ...(submenu && { 'children-display': new Variant('s', 'submenu') }),
  };
}

/** Electron marks the access key with `&` (`&&` is an ampersand), dbusmenu with `_`. */
export function dbusLabel(label: string): string {
  return label
    .replaceAll('_', '__')
    .replace(/&(.)/g, (_, next: string) => (next === '&' ? '&' : `_${next}`));
}
