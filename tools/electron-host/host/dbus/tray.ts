import { app } from '../app/app.ts';
import { electronClass, preventableEvent } from '../electron-types.ts';
import { pixelsOf } from '../image/native-image.ts';
import { refusingEmitter } from '../refusal.ts';
import { warnOnce } from '../warn-once.ts';
import { hasSessionBus } from './session-bus.ts';
import { StatusNotifierItem, type TrayLook } from './status-notifier-item.ts';

const NOWHERE: Electron.Rectangle = { x: 0, y: 0, width: 0, height: 0 };

/** A tray icon. Without a session bus or a panel it works too, but is not shown. */
class HostTray extends refusingEmitter('Tray') {
  readonly #guid: string | null;
  #look: TrayLook;
  #isDestroyed = false;
  #item: StatusNotifierItem | undefined;

  constructor(image: Electron.NativeImage | string, guid?: string) {
    super();
    this.#guid = guid ?? null;
    this.#look = { icon: pixelsOf(image), title: '', toolTip: '', menu: null };
    void this.#place();
  }

  setImage(image: Electron.NativeImage | string): void {
    this.#change({ icon: pixelsOf(image) });
  }

  setToolTip(toolTip: string): void {
    this.#change({ toolTip });
  }

  setTitle(title: string): void {
    this.#change({ title });
  }

  getTitle(): string {
    return this.#look.title;
  }

  setContextMenu(menu: Electron.Menu | null): void {
    this.#change({ menu });
  }

  getGUID(): string | null {
    return this.#guid;
  }

  /** The panel does not say where it draws. */
  getBounds(): Electron.Rectangle {
    return { ...NOWHERE };
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#item?.remove();
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  setIgnoreDoubleClickEvents(_ignore: boolean): void {
    // nothing to do: panels report single clicks only
  }

  #change(change: Partial<TrayLook>): void {
    if (this.#isDestroyed) throw new Error('Tray is destroyed');
    this.#look = { ...this.#look, ...change };
    this.#item?.update(this.#look);
  }

  async #place(): Promise<void> {
    if (!hasSessionBus()) {
      warnOnce('no D-Bus session bus: there is no tray icon, and notifications fail');
      return;
    }
    try {
      const item = await StatusNotifierItem.place(app.getName(), this.#look, {
        activated: (x, y) =>
          this.emit('click', preventableEvent({}), { ...NOWHERE, x, y }, { x, y }),
        middleClicked: () => this.emit('middle-click', preventableEvent({}), NOWHERE),
        menuWanted: () => this.emit('right-click', preventableEvent({}), NOWHERE),
      });
      this.#item = item;
      if (this.#isDestroyed) item.remove();
      else item.update(this.#look);
    } catch (error) {
      warnOnce(`no tray icon: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Electron's `Tray`. */
export const Tray = electronClass<typeof Electron.Tray>()(HostTray);
