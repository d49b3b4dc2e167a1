import { type MessageBus, Variant } from 'dbus-native';
import { MenuLayout } from './menu-layout.ts';

/** The interface and, by convention, the path of a tray's menu. */
const MENU_INTERFACE = 'com.canonical.dbusmenu';

/** Where the menu is; StatusNotifierItem's `Menu` property points here. */
export const MENU_PATH = '/com/canonical/dbusmenu';

const read = (type: string) => ({ type, access: 'read' as const });

/** What dbusmenu declares; the versions in the wild agree on this much. */
const DESCRIPTION = {
  name: MENU_INTERFACE,
  methods: {
    GetLayout: [
      'iias',
      'u(ia{sv}av)',
      ['parentId', 'recursionDepth', 'propertyNames'],
      ['revision', 'layout'],
    ],
    GetGroupProperties: ['aias', 'a(ia{sv})', ['ids', 'propertyNames'], ['properties']],
    GetProperty: ['is', 'v', ['id', 'name'], ['value']],
    Event: ['isvu', '', ['id', 'eventId', 'data', 'timestamp'], []],
    EventGroup: ['a(isvu)', 'ai', ['events'], ['idErrors']],
    AboutToShow: ['i', 'b', ['id'], ['needUpdate']],
    AboutToShowGroup: ['ai', 'aiai', ['ids'], ['updatesNeeded', 'idErrors']],
  } satisfies Record<string, [string, string, string[], string[]]>,
  properties: {
    Version: read('u'),
    TextDirection: read('s'),
    Status: read('s'),
    IconThemePath: read('as'),
  },
  signals: {
    LayoutUpdated: ['ui', 'revision', 'parent'],
    ItemsPropertiesUpdated: ['a(ia{sv})a(ias)', 'updatedProps', 'removedProps'],
  },
};

/** A tray's menu on the bus (com.canonical.dbusmenu): the panel reads it and reports clicks. */
export class MenuService {
  readonly #bus: MessageBus;
  #layout = new MenuLayout(null);
  #revision = 1;

  constructor(bus: MessageBus) {
    this.#bus = bus;
    bus.exportInterface(this.#implementation(), MENU_PATH, DESCRIPTION);
  }

  show(menu: Electron.Menu | null): void {
    this.#layout = new MenuLayout(menu);
    this.#changed();
  }

  #implementation() {
    const layout = () => this.#layout;
    const clicked = (id: number, type: string) => {
      if (type === 'clicked') this.#clicked(id);
    };
    return {
      GetLayout: (parent: number, depth: number) => [this.#revision, layout().node(parent, depth)],
      GetGroupProperties: (ids: readonly number[]) =>
        (ids.length > 0 ? ids : layout().ids).map((id) => [id, layout().properties(id)]),
      GetProperty: (id: number, name: string) =>
        layout().properties(id)[name] ?? new Variant('s', ''),
      Event: (id: number, type: string) => {
        clicked(id, type);
        return null;
      },
      EventGroup: (events: readonly (readonly [number, string])[]) => {
        for (const [id, type] of events) clicked(id, type);
        return [];
      },
      AboutToShow: () => false,
      AboutToShowGroup: () => [[], []],
      Version: 3,
      TextDirection: 'ltr',
      Status: 'normal',
      IconThemePath: [],
    };
  }

  #clicked(id: number): void {
    const item = this.#layout.item(id);
    if (!item?.enabled) return;
    // after the reply: the panel waits for it, and the app's listener may take its time
    setImmediate(() => {
      item.click();
      if (item.type === 'checkbox' || item.type === 'radio') this.#changed();
    });
  }

  #changed(): void {
    this.#revision += 1;
    this.#bus.sendSignal(MENU_PATH, MENU_INTERFACE, 'LayoutUpdated', 'ui', [this.#revision, 0]);
  }
}
