/** Whether Waybell starts, hidden, when the user logs in; asked of the system each time. */
export type StartAtLogin =
  | { readonly kind: 'on' }
  | { readonly kind: 'off' }
  /** macOS requires the user to allow it in System Settings first. */
  | { readonly kind: 'toBeAllowed' }
  /** A file of another program is in the place of ours; it is left alone. */
  | { readonly kind: 'foreign'; readonly fileName: string }
  /** The system or the disk refused the change. */
  | { readonly kind: 'failed' };

/** The system-wide shortcuts. `clipboard` also offers the uuids that are on the clipboard. */
export const shortcutNames = ['window', 'clipboard'] as const;

export type ShortcutName = (typeof shortcutNames)[number];

/** The state of a shortcut: `taken` when another program has the key or the system refused it. */
export type ShortcutState = 'none' | 'active' | 'taken';

/** How Waybell is integrated into this computer. */
export interface ComputerState {
  readonly startAtLogin: StartAtLogin;
  readonly shortcuts: Readonly<Record<ShortcutName, ShortcutState>>;
  readonly isOnBattery: boolean;
}
