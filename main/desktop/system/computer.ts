import type { ComputerState } from '../../../core/bridge/computer.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { BridgeEvents, BridgeFailure, HandlersOf } from '../../../core/bridge/bridge.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Localisation } from '../../../core/text/language.ts';
import type { Result } from '../../../core/text/result.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import type { Log } from '../../engine/log/log.ts';
import { type ClipboardService, longestClipboard, longestUnasked } from './clipboard.ts';
import type { LoginItem } from './login-item.ts';
import type { ShortcutRegistrar } from './shortcuts.ts';
import { Shortcuts } from './shortcuts.ts';

/** What the system reports. */
export interface ComputerSystem {
  isOnBattery(): boolean;
  /** The battery took over from the mains, or the other way round. */
  whenPowerChanged(changed: () => void): void;
  /**
   * A helper process of the window's engine ended by itself, such as the GPU's. The engine starts
   * another one; the end of a page's own process is reported by its window.
   */
  whenHelperGone(gone: (kind: string, reason: string) => void): void;
}

/** Opens a folder in the file manager. @returns the system's reason why not; empty when it did */
export type OpenFolder = (path: string) => Promise<string>;

/** What Waybell's place on this computer is made of. */
export interface ComputerParts {
  readonly system: ComputerSystem;
  readonly loginItem: LoginItem;
  readonly shortcuts: ShortcutRegistrar;
  readonly clipboard: Pick<ClipboardService, 'look'>;
  readonly watch: {
    /** What is known of a watched order, an evicted one too; undefined for one that is not watched. */
    find(id: OrderId): object | undefined;
    /** Null where a hub checks the orders. */
    readonly checks: {
      /** Every interval takes this many times as long from now on; 1 is as the settings have it. */
      setPaceFactor(factor: number): void;
    } | null;
  };
  readonly window: {
    show(): void;
    /** Lets the window look through a text for uuids; it watches nothing unasked. */
    send(channel: 'paste:offered', payload: BridgeEvents['paste:offered']): void;
  };
  readonly settings: { readonly current: Settings };
  readonly profileDir: string;
  readonly openFolder: OpenFolder;
  readonly localisation: Localisation;
  readonly log: Log;
}

/** On battery the machine and its radio are left alone twice as long. */
const batteryPaceFactor = 2;

/**
 * Waybell as a part of this computer: whether it starts at login, the keys that reach it from every
 * program, text that is dropped on its icon, and longer intervals on battery.
 */
export class ComputerIntegration {
  readonly #parts: ComputerParts;
  readonly #shortcuts: Shortcuts;

  constructor(parts: ComputerParts) {
    this.#parts = parts;
    this.#shortcuts = new Shortcuts(parts.shortcuts, {
      window: () => parts.window.show(),
      clipboard: () => void this.offerClipboard(),
    });
  }

  start(): void {
    const { log, loginItem, system } = this.#parts;
    loginItem.refresh();
    system.whenPowerChanged(() => this.#paceByPower());
    system.whenHelperGone((kind, reason) => log.warn('helperGone', { kind, reason }));
    this.settingsChanged();
  }

  stop(): void {
    this.#shortcuts.want({ window: null, clipboard: null });
  }

  settingsChanged(): void {
    const { windowShortcut, clipboardShortcut } = this.#parts.settings.current;
    this.#shortcuts.want({ window: windowShortcut, clipboard: clipboardShortcut });
    this.#paceByPower();
  }

  get handlers(): HandlersOf<'computer'> {
    return {
      'computer:state': () => this.#answer(),
      'computer:start-at-login': ({ isOn }) => {
        const after = this.#parts.loginItem.set(isOn);
        this.#parts.log.info('startAtLoginChanged', { wanted: isOn, state: after.kind });
        return this.#answer();
      },
      'computer:show-folder': () => this.#showFolder(),
    };
  }

  /** Text, or files that hold text, were dropped on the tray icon: the same as on the window. */
  dropped(read: () => string): void {
    const { log, window } = this.#parts;
    window.show();
    try {
      const text = read();
      if (text !== '') window.send('paste:offered', { text });
    } catch (error) {
      log.defect('dropNotRead', error);
      const refused = error instanceof RangeError ? 'tooLarge' : 'unreadable';
      window.send('paste:offered', { refused });
    }
  }

  /** Opens the window with the uuids on the clipboard: the same as a paste. */
  async offerClipboard(): Promise<void> {
    const { clipboard, log, window } = this.#parts;
    window.show();
    try {
      const seen = await clipboard.look('key', longestClipboard);
      if (seen !== null && seen.ids.length > 0) window.send('paste:offered', { text: seen.text });
    } catch (error) {
      log.defect('clipboardNotRead', error);
    }
  }

  /** How many orders on the clipboard are not watched; null when that cannot be told. Never rejects. */
  async unwatchedOnClipboard(): Promise<number | null> {
    const { clipboard, log, watch } = this.#parts;
    try {
      const seen = await clipboard.look('tray', longestUnasked);
      return seen && seen.ids.filter((id) => watch.find(id) === undefined).length;
    } catch (error) {
      log.defect('clipboardNotRead', error);
      return null;
    }
  }

  #answer(): Result<ComputerState, BridgeFailure> {
    const { loginItem, system } = this.#parts;
    return {
      ok: true,
      value: {
        startAtLogin: loginItem.state(),
        shortcuts: this.#shortcuts.states,
        isOnBattery: system.isOnBattery(),
      },
    };
  }

  async #showFolder(): Promise<Result<null, BridgeFailure>> {
    const { localisation, log, openFolder, profileDir } = this.#parts;
    if ((await openFolder(profileDir)) === '') return { ok: true, value: null };
    // The system's reason names the path, and with it the user.
    log.warn('folderNotShown');
    const message = refusalTextsIn[localisation.current.language].folderNotShown;
    return { ok: false, failure: { code: 'folder-not-shown', message } };
  }

  #paceByPower(): void {
    const { settings, system, watch } = this.#parts;
    const isSlow = settings.current.slowsOnBattery && system.isOnBattery();
    watch.checks?.setPaceFactor(isSlow ? batteryPaceFactor : 1);
  }
}
