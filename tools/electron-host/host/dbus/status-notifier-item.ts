import type { MessageBus } from 'dbus-native';
import { argbOf } from '../image/pixel-work.ts';
import type { Pixels } from '../image/png.ts';
import { warnOnce } from '../warn-once.ts';
import { MENU_PATH, MenuService } from './menu-service.ts';
import { connectToBus } from './session-bus.ts';

/** What a tray icon looks like now. */
export interface TrayLook {
  readonly icon: Pixels;
  readonly title: string;
  readonly toolTip: string;
  readonly menu: Electron.Menu | null;
}

/** What people do with a tray icon; places are screen coordinates. */
export interface TrayClicks {
  activated(x: number, y: number): void;
  middleClicked(): void;
  menuWanted(): void;
}

const ITEM = 'org.kde.StatusNotifierItem';
const ITEM_PATH = '/StatusNotifierItem';
const WATCHER = 'org.kde.StatusNotifierWatcher';
const WATCHER_PATH = '/StatusNotifierWatcher';

const read = (type: string) => ({ type, access: 'read' as const });

const DESCRIPTION = {
  name: ITEM,
  methods: {
    Activate: ['ii', '', ['x', 'y'], []],
    SecondaryActivate: ['ii', '', ['x', 'y'], []],
    ContextMenu: ['ii', '', ['x', 'y'], []],
    Scroll: ['is', '', ['delta', 'orientation'], []],
    ProvideXdgActivationToken: ['s', '', ['token'], []],
  } satisfies Record<string, [string, string, string[], string[]]>,
  properties: {
    Category: read('s'),
    Id: read('s'),
    Title: read('s'),
    Status: read('s'),
    WindowId: read('i'),
    IconName: read('s'),
    IconThemePath: read('s'),
    OverlayIconName: read('s'),
    AttentionIconName: read('s'),
    AttentionMovieName: read('s'),
    IconPixmap: read('a(iiay)'),
    OverlayIconPixmap: read('a(iiay)'),
    AttentionIconPixmap: read('a(iiay)'),
    ToolTip: read('(sa(iiay)ss)'),
    ItemIsMenu: read('b'),
    Menu: read('o'),
  },
  signals: {
    NewTitle: [''],
    NewIcon: [''],
    NewToolTip: [''],
    NewStatus: ['s', 'status'],
    NewMenu: [''],
  },
};

let lastItem = 0;

/**
 * A tray icon on the bus. Each has a connection of its own, because its object paths are fixed and
 * because ending the connection is what takes the icon back.
 *
 * https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/
 */
export class StatusNotifierItem {
  readonly #bus: MessageBus;
  readonly #name = `${ITEM}-${process.pid}-${++lastItem}`;
  readonly #menu: MenuService;
  #look: TrayLook;

  private constructor(bus: MessageBus, id: string, look: TrayLook, clicks: TrayClicks) {
    this.#bus = bus;
    this.#look = look;
    bus.exportInterface(this.#implementation(id, clicks), ITEM_PATH, DESCRIPTION);
    this.#menu = new MenuService(bus);
    this.#menu.show(look.menu);
  }

  /**
   * Puts the icon on the bus and tells the panel, now and whenever a panel starts.
   *
   * @param id what tells the app's icon from others, usually its name
   * @throws NoBusError when there is no bus
   */
  static async place(id: string, look: TrayLook, clicks: TrayClicks): Promise<StatusNotifierItem> {
    const bus = await connectToBus();
    const item = new StatusNotifierItem(bus, id, look, clicks);
    await bus.requestName(item.#name, 0);
    const daemon = await bus
      .getService('org.freedesktop.DBus')
      .getInterface('/org/freedesktop/DBus', 'org.freedesktop.DBus');
    await daemon.$subscribe('NameOwnerChanged', (name: string, _before: string, owner: string) => {
      if (name === WATCHER && owner !== '') void item.#announce();
    });
    await item.#announce();
    return item;
  }

  update(look: TrayLook): void {
    const before = this.#look;
    this.#look = look;
    if (before.icon !== look.icon) this.#signal('NewIcon');
    if (before.title !== look.title) this.#signal('NewTitle');
    if (before.toolTip !== look.toolTip) this.#signal('NewToolTip');
    if (before.menu !== look.menu) this.#menu.show(look.menu);
  }

  remove(): void {
    this.#bus.connection.end();
  }

  async #announce(): Promise<void> {
    try {
      await this.#bus.invoke({
        destination: WATCHER,
        path: WATCHER_PATH,
        interface: WATCHER,
        member: 'RegisterStatusNotifierItem',
        signature: 's',
        body: [this.#name],
      });
    } catch {
      warnOnce('no panel shows tray icons; the icon waits until one does');
    }
  }

  #signal(name: keyof typeof DESCRIPTION.signals): void {
    this.#bus.sendSignal(ITEM_PATH, ITEM, name);
  }

  #implementation(id: string, clicks: TrayClicks) {
    const look = () => this.#look;
    return {
      Activate(x: number, y: number) {
        clicks.activated(x, y);
        return null;
      },
      SecondaryActivate() {
        clicks.middleClicked();
        return null;
      },
      ContextMenu() {
        clicks.menuWanted();
        return null;
      },
      Scroll: () => null,
      ProvideXdgActivationToken: () => null,
      Category: 'ApplicationStatus',
      Id: id,
      Status: 'Active',
      WindowId: 0,
      IconName: '',
      IconThemePath: '',
      OverlayIconName: '',
      AttentionIconName: '',
      AttentionMovieName: '',
      OverlayIconPixmap: [],
      AttentionIconPixmap: [],
      ItemIsMenu: false,
      Menu: MENU_PATH,
      get Title() {
        return look().title || id;
      },
      get IconPixmap() {
        const { icon } = look();
        return icon.width === 0 ? [] : [[icon.width, icon.height, argbOf(icon)]];
      },
      get ToolTip() {
        return ['', [], look().toolTip, ''];
      },
    };
  }
}
