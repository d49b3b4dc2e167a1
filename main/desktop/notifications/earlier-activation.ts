/** What Windows tells of a notification that was activated; a part of Electron's own. */
export interface Activation {
  /** `click`, `action` or `reply`. */
  readonly type: string;
  /** The raw activation arguments. */
  readonly arguments: string;
  readonly actionIndex?: number;
}

/** Who hears of notifications that an earlier run of the program showed. */
export interface EarlierNotifications {
  /** Whether this run holds the notification with this tag, which then tells everything itself. */
  readonly isHeld: (tag: string) => boolean;
  /** @param tag that the notification was shown with; null when it cannot be told */
  readonly clicked: (tag: string | null) => void;
  /** @param index of the button, counted from 0 */
  readonly acted: (tag: string, index: number) => void;
}

/**
 * Takes up an activation that may be of an earlier run. Windows tells every activation here, those of
 * notifications that are still held too, buttons included (types, `Notification.handleActivation`):
 * taken as clicks they would bring the window up for a "Snooze" or a "Copy uuid".
 */
export function takeUpActivation(
  { actionIndex, arguments: args, type }: Activation,
  { acted, clicked, isHeld }: EarlierNotifications,
): void {
  const tag = activatedTag(args);
  if (tag !== null && isHeld(tag)) return;
  if (tag !== null && type === 'action' && actionIndex !== undefined) acted(tag, actionIndex);
  else clicked(tag);
}

/**
 * The tag of the notification that Windows activated, from its raw activation arguments
 * `type=click&tag=<tag>`; null when there is none. Electron writes the notification's id as the tag
 * (https://github.com/electron/electron/pull/50328).
 */
function activatedTag(args: string): string | null {
  const tag = new URLSearchParams(args).get('tag');
  return tag === null || tag === '' ? null : tag;
}
