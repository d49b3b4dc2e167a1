/**
 * A system-wide key in Electron's spelling, such as `Control+Alt+W`: modifiers in a fixed order, then
 * one key. A letter, a digit or the space bar needs a modifier other than Shift; without one it could
 * no longer be typed. https://www.electronjs.org/docs/latest/tutorial/keyboard-shortcuts
 */
export const acceleratorPattern =
  /^(?:(?=(?:Control|Command|Super|Alt)\+)(?:Control\+)?(?:Command\+)?(?:Super\+)?(?:Alt\+)?(?:Shift\+)?(?:[A-Z0-9]|Space|F(?:[1-9]|1\d|2[0-4]))|(?:Shift\+)?F(?:[1-9]|1\d|2[0-4]))$/;

/** A key press as a page gets it; fits KeyboardEvent. */
export interface PressedKey {
  /** The key by its place on the keyboard, such as `KeyW`: a layout or Alt changes the letter. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The system-wide key that a key press asks for; null while only modifiers are held, and for a press
 * that cannot be a system-wide key.
 *
 * @param isMac the meta key is Command there, and Super elsewhere
 */
export function acceleratorOf(pressed: PressedKey, isMac: boolean): string | null {
  const key = /^(?:Key([A-Z])|Digit(\d)|(F\d{1,2}|Space))$/.exec(pressed.code);
  const name = key?.[1] ?? key?.[2] ?? key?.[3];
  if (name === undefined) return null;
  const accelerator = [
    ...(pressed.ctrlKey ? ['Control'] : []),
    ...(pressed.metaKey ? [isMac ? 'Command' : 'Super'] : []),
    ...(pressed.altKey ? ['Alt'] : []),
    ...(pressed.shiftKey ? ['Shift'] : []),
    name,
  ].join('+');
  return acceleratorPattern.test(accelerator) ? accelerator : null;
}
