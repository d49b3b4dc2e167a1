/** Whether Waybell starts, hidden, when the user logs in; asked of the system each time. */
export type StartAtLogin =
  | { readonly kind: 'on' }
  | { readonly kind: 'off' }
  /** macOS wants it allowed in its System Settings first. */
  | { readonly kind: 'toBeAllowed' }
  /** A file that is not ours stands where ours would be; it is left alone. */
  | { readonly kind: 'foreign'; readonly fileName: string }
  /** The system or the disk did not take it. */
  | { readonly kind: 'failed' };

/** What system-wide keys there are. `clipboard` also offers the uuids that are on the clipboard. */
export const shortcutNames = ['window', 'clipboard'] as const;

export type ShortcutName = (typeof shortcutNames)[number];

/** What became of a system-wide key; `taken` when another program has it or the system refused it. */
export type ShortcutState = 'none' | 'active' | 'taken';

/** How Waybell sits on this computer. */
export interface ComputerState {
  readonly startAtLogin: StartAtLogin;
  readonly shortcuts: Readonly<Record<ShortcutName, ShortcutState>>;
  readonly isOnBattery: boolean;
}
