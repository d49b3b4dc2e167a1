import { shortcutNames } from '../../../core/bridge/computer.ts';
import type { ShortcutName, ShortcutState } from '../../../core/bridge/computer.ts';

/** The system's list of keys that work in every program; fits Electron's globalShortcut. */
export interface ShortcutRegistrar {
  /** @returns false when another program has the key, or the desktop gives none away */
  register(accelerator: string, pressed: () => void): boolean;
  unregister(accelerator: string): void;
}

/** The key of each shortcut by the settings; null for none. */
export type WantedShortcuts = Readonly<Record<ShortcutName, string | null>>;

/** The keys that reach Waybell from every program. */
export class Shortcuts {
  readonly #registrar: ShortcutRegistrar;
  readonly #pressed: Readonly<Record<ShortcutName, () => void>>;
  readonly #held = new Map<ShortcutName, string>();
  #wanted: WantedShortcuts = { window: null, clipboard: null };

  constructor(registrar: ShortcutRegistrar, pressed: Readonly<Record<ShortcutName, () => void>>) {
    this.#registrar = registrar;
    this.#pressed = pressed;
  }

  /** What became of each; a key that was taken is tried again at the next {@link want}. */
  get states(): Readonly<Record<ShortcutName, ShortcutState>> {
    return { window: this.#stateOf('window'), clipboard: this.#stateOf('clipboard') };
  }

  /** Takes the wanted keys and gives the others back. */
  want(wanted: WantedShortcuts): void {
    this.#wanted = wanted;
    // First every key is given back that is no longer wanted, so that two shortcuts can swap keys.
    for (const [name, accelerator] of this.#held) {
      if (wanted[name] === accelerator) continue;
      this.#registrar.unregister(accelerator);
      this.#held.delete(name);
    }
    for (const name of shortcutNames) {
      const accelerator = wanted[name];
      if (accelerator === null || this.#held.has(name)) continue;
      if (this.#register(accelerator, name)) this.#held.set(name, accelerator);
    }
  }

  #register(accelerator: string, name: ShortcutName): boolean {
    try {
      return this.#registrar.register(accelerator, () => this.#pressed[name]());
    } catch {
      // Electron throws for a key that this system does not know.
      return false;
    }
  }

  #stateOf(name: ShortcutName): ShortcutState {
    if (this.#wanted[name] === null) return 'none';
    return this.#held.has(name) ? 'active' : 'taken';
  }
}
