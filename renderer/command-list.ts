import type { Dictionary } from './text/en/dictionary.ts';

/** The parts of the page of keys. */
const commandSections = ['move', 'act', 'order', 'find'] as const;

/** One thing that the board does by a key. */
interface BoardCommand {
  readonly section: (typeof commandSections)[number];
  /**
   * The keys that do it, such as `Shift+S`, where `Mod` is Command on a Mac and Ctrl elsewhere; the first is the one
   * that is shown. None for what several keys do together, such as the arrows.
   */
  readonly keys: readonly string[];
  /** What the page of keys shows in the place of the first key. */
  readonly shown?: readonly string[];
  /** Where the keys act: also in a field, or only where no button has the focus. Default: everywhere but in fields. */
  readonly place?: 'inFieldsToo' | 'notOnControls';
  /** There with a team alone, or without one alone. */
  readonly only?: 'team' | 'noTeam';
}

/**
 * What the board does by a key, in the order of the page of keys: the one list from which the keyboard acts, which
 * the palette, the menus and the buttons take their keys from, and which the guide's table shows
 * (test/unit/docs/guides.test.ts).
 */
const list = {
  nextPrevious: { section: 'move', keys: [], shown: ['J', 'K'] },
  firstLast: { section: 'move', keys: [], shown: ['Home', 'End'] },
  nextUnseen: { section: 'move', keys: ['N'] },
  regions: { section: 'move', keys: [], shown: ['F6'] },
  views: { section: 'move', keys: [], shown: ['1', '–', '9'] },
  open: { section: 'move', keys: ['Enter'], place: 'notOnControls' },
  menu: { section: 'move', keys: ['Shift+F10', 'ContextMenu'], place: 'notOnControls' },
  close: { section: 'move', keys: ['Escape'], shown: ['Esc'], place: 'inFieldsToo' },
  lastHour: { section: 'move', keys: ['H'] },
  notifications: { section: 'move', keys: ['B'] },
  rewind: { section: 'move', keys: ['W'] },
  quietHours: { section: 'move', keys: ['Q'] },

  paste: { section: 'act', keys: [], shown: ['Mod', 'V'] },
  checkNow: { section: 'act', keys: ['R'] },
  mute: { section: 'act', keys: ['M'] },
  follow: { section: 'act', keys: ['L'] },
  snooze: { section: 'act', keys: ['S'] },
  snoozeUntil: { section: 'act', keys: ['Shift+S'] },
  remind: { section: 'act', keys: ['I'] },
  markSeen: { section: 'act', keys: ['Space'], place: 'notOnControls' },
  handled: { section: 'act', keys: ['V'] },
  called: { section: 'act', keys: ['D'] },
  callAwaited: { section: 'act', keys: ['Shift+D'] },
  claim: { section: 'act', keys: ['C'], only: 'team' },
  handOn: { section: 'act', keys: ['Shift+C'], only: 'team' },
  archive: { section: 'act', keys: ['E'] },
  pin: { section: 'act', keys: ['P'] },
  stopWatching: { section: 'act', keys: ['Delete', 'Backspace'] },
  undo: { section: 'act', keys: ['Mod+Z'] },
  redo: { section: 'act', keys: ['Shift+Mod+Z', 'Mod+Y'] },

  copyPhone: { section: 'order', keys: ['Y'] },
  callCourier: { section: 'order', keys: ['A'] },
  customerText: { section: 'order', keys: ['X'] },
  customerTextOther: { section: 'order', keys: ['Shift+X'] },
  sameCourier: { section: 'order', keys: ['U'] },
  promise: { section: 'order', keys: ['T'] },
  rename: { section: 'order', keys: ['F2'] },
  note: { section: 'order', keys: ['O'] },
  group: { section: 'order', keys: ['G'] },
  fitMap: { section: 'order', keys: ['F'] },
  copyIds: { section: 'order', keys: ['Mod+C'] },

  palette: { section: 'find', keys: ['Mod+K'], place: 'inFieldsToo' },
  filter: { section: 'find', keys: ['/'] },
  selectSeveral: { section: 'find', keys: [], shown: ['Shift', '↑↓'] },
  selectAll: { section: 'find', keys: ['Mod+A'] },
  togglePause: { section: 'find', keys: ['Shift+Mod+P'], only: 'noTeam' },
  settings: { section: 'find', keys: ['Mod+,'], place: 'inFieldsToo' },
  zoom: { section: 'find', keys: [], shown: ['Mod', '+', '−', '0'] },
  help: { section: 'find', keys: ['?'] },
} as const satisfies Readonly<Record<string, BoardCommand>>;

export type CommandName = keyof typeof list;

/** {@link list}, to be read by name. */
export const boardCommands: Readonly<Record<CommandName, BoardCommand>> = list;

/** The names of all commands, in the order of the page of keys. */
// The names of the list are its keys.
export const commandNames = Object.keys(list) as readonly CommandName[];

/** The keys of a command as they are shown, one after the other. */
export function keysOf(name: CommandName): readonly string[] {
  const { keys, shown } = boardCommands[name];
  return shown ?? keys[0]?.split('+') ?? [];
}

/** A text with the key of a command behind it, such as the tooltip of its button. */
export function withKey(said: string, name: CommandName): string {
  return `${said}  ${keysOf(name).join('+')}`;
}

/** One line of the page of keys. */
export interface KeyLine {
  readonly name: CommandName;
  readonly does: string;
  readonly keys: readonly string[];
}

/** The page of keys: what each part of it is called, and its lines. */
export function keyPage(
  { help }: Pick<Dictionary, 'help'>,
  hasTeam: boolean,
): readonly { readonly title: string; readonly lines: readonly KeyLine[] }[] {
  return commandSections.map((section) => ({
    title: help.sections[section],
    lines: commandNames
      .filter((name) => {
        const { only, section: its } = boardCommands[name];
        return its === section && only !== (hasTeam ? 'noTeam' : 'team');
      })
      .map((name) => {
        const keys = keysOf(name);
        // Two views are a team's.
        const isOfViews = name === 'views' && !hasTeam;
        return { name, does: help.names[name], keys: isOfViews ? ['1', '–', '7'] : keys };
      }),
  }));
}
