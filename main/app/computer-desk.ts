import type { ComputerState } from '../../core/bridge/computer.ts';
import type { BridgeFailure } from '../../core/bridge/bridge.ts';
import { findOrderIds } from '../../core/paste/find-order-ids.ts';
import type { Result } from '../../core/text/result.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { type ClipboardParts, DeskClipboard, longestClipboard } from './desk-clipboard.ts';
import type { HandlersOf } from '../desktop/bridge/bridge-server.ts';
import type { LoginItem } from '../desktop/system/login-item.ts';
import type { ShortcutRegistrar } from '../desktop/system/shortcuts.ts';
import { Shortcuts } from '../desktop/system/shortcuts.ts';
import type { Log } from '../log/log.ts';

/** The requests that are answered here. */
export type ComputerHandlers = HandlersOf<'computer'> & DeskClipboard['handlers'];

/** What Waybell's place on this computer is made of. */
export interface ComputerParts extends Omit<ClipboardParts, 'isOffering' | 'log'> {
  readonly loginItem: LoginItem;
  readonly shortcuts: ShortcutRegistrar;
  readonly isOnBattery: () => boolean;
  /** @returns stops listening */
  readonly whenPowerChanged: (changed: () => void) => () => void;
  /** A helper of the window's engine ended by itself. @returns stops listening */
  readonly whenHelperGone: (gone: (kind: string, reason: string) => void) => () => void;
  /** Every pace takes so many times as long from now on; 1 as the settings have it. */
  readonly setPaceFactor: (factor: number) => void;
  readonly showWindow: () => void;
  /** Opens the window with a text to be looked through for uuids; nothing is watched unasked. */
  readonly offerText: (text: string) => void;
  readonly settings: () => Settings;
  readonly log: Log;
}

/** On battery the machine and its radio are left alone twice as long. */
const batteryPaceFactor = 2;

/**
 * Waybell as a part of this computer: whether it starts at login, the keys that reach it from every
 * program, and that it goes easy on a battery.
 */
export class ComputerDesk {
  readonly #parts: ComputerParts;
  readonly #shortcuts: Shortcuts;
  readonly #clipboard: DeskClipboard;
  #ends: readonly (() => void)[] = [];

  constructor(parts: ComputerParts) {
    this.#parts = parts;
    this.#clipboard = new DeskClipboard({
      ...parts,
      isOffering: () => parts.settings().offersClipboard,
    });
    this.#shortcuts = new Shortcuts(parts.shortcuts, {
      window: parts.showWindow,
      clipboard: () => void this.#offerClipboard(),
    });
  }

  start(): void {
    this.#parts.loginItem.refresh();
    this.#ends = [
      this.#parts.whenPowerChanged(() => this.#paceByPower()),
      this.#parts.whenHelperGone((kind, reason) =>
        this.#parts.log.warn('helperGone', { kind, reason }),
      ),
    ];
    this.settingsChanged();
  }

  /** Resolves once no personal data of ours is on the clipboard any more. */
  async stop(): Promise<void> {
    for (const end of this.#ends) end();
    this.#shortcuts.want({ window: null, clipboard: null });
    await this.#clipboard.stop();
  }

  settingsChanged(): void {
    const { windowShortcut, clipboardShortcut } = this.#parts.settings();
    this.#shortcuts.want({ window: windowShortcut, clipboard: clipboardShortcut });
    this.#paceByPower();
  }

  get handlers(): ComputerHandlers {
    return {
      ...this.#clipboard.handlers,
      'computer:state': () => this.#answer(),
      'computer:start-at-login': ({ isOn }) => {
        const after = this.#parts.loginItem.set(isOn);
        this.#parts.log.info('startAtLoginChanged', { wanted: isOn, state: after.kind });
        return this.#answer();
      },
    };
  }

  #answer(): Result<ComputerState, BridgeFailure> {
    return {
      ok: true,
      value: {
        startAtLogin: this.#parts.loginItem.state(),
        shortcuts: this.#shortcuts.states,
        isOnBattery: this.#parts.isOnBattery(),
      },
    };
  }

  #paceByPower(): void {
    const isSlow = this.#parts.settings().slowsOnBattery && this.#parts.isOnBattery();
    this.#parts.setPaceFactor(isSlow ? batteryPaceFactor : 1);
  }

  /** Somebody dropped text, or files that hold text, on the tray icon: the same as a paste. */
  dropped(read: () => string): void {
    try {
      this.#offer(read());
    } catch (error) {
      this.#parts.log.defect('dropNotRead', error);
      this.#parts.showWindow();
    }
  }

  /** Puts a text of ours on the clipboard. */
  async copy(text: string): Promise<void> {
    try {
      await this.#clipboard.write(text, false);
    } catch (error) {
      this.#parts.log.defect('clipboardNotWritten', error);
    }
  }

  async #offerClipboard(): Promise<void> {
    const { log, readClipboard, showWindow } = this.#parts;
    try {
      this.#offer(await readClipboard());
    } catch (error) {
      log.defect('clipboardNotRead', error);
      showWindow();
    }
  }

  #offer(text: string): void {
    const { offerText, showWindow } = this.#parts;
    if (text.length <= longestClipboard && findOrderIds(text).found.length > 0) offerText(text);
    else showWindow();
  }
}
