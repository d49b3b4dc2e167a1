import { type ViewName, viewNames } from './board/views.ts';
import { boardCommands, type CommandName, commandNames } from './command-list.ts';
import type { Step } from './stores/selection-store.ts';

/** The commands that one key alone asks for. */
export type PlainCommand = Exclude<
  CommandName,
  'firstLast' | 'nextPrevious' | 'paste' | 'regions' | 'selectSeveral' | 'views' | 'zoom'
>;

/** What a key asks for. */
export type KeyCommand =
  | { readonly kind: 'step'; readonly step: Step; readonly isExtending: boolean }
  | { readonly kind: 'view'; readonly view: ViewName }
  | { readonly kind: 'region'; readonly direction: 1 | -1 }
  | { readonly kind: PlainCommand };

/** The parts of a key event that matter. */
export interface KeyStroke {
  readonly key: string;
  /** Command on macOS, Ctrl elsewhere. */
  readonly hasMod: boolean;
  readonly hasShift: boolean;
  /** A modifier that no command uses: Alt, Ctrl on macOS, the Windows or Super key elsewhere. */
  readonly hasOther: boolean;
}

/** Where the focus is when the key is pressed. */
export type KeyPlace =
  /** In a field that accepts text. */
  | 'field'
  /** On a button, a link or another control that has its own use for Enter and Space. */
  | 'control'
  /** In the list or nowhere in particular. */
  | 'elsewhere';

const steps: Readonly<Record<string, Step>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
};

/** A key with what is held beside it, in one form. */
function chordOf(key: string, hasMod: boolean, hasShift: boolean): string {
  const name = key === ' ' ? 'space' : key.toLowerCase();
  return `${hasMod ? 'mod ' : ''}${hasShift ? 'shift ' : ''}${name}`;
}

/** What each key asks for. */
const byChord: ReadonlyMap<string, PlainCommand> = new Map(
  commandNames.flatMap((name) =>
    boardCommands[name].keys.map((written) => {
      const parts = written.split('+');
      const chord = chordOf(parts.at(-1) ?? '', parts.includes('Mod'), parts.includes('Shift'));
      // What has a key of its own is no other command.
      return [chord, name as PlainCommand] as const;
    }),
  ),
);

const stepLetters: Readonly<Record<string, Step>> = { j: 'next', k: 'previous' };

function plainCommand({ hasMod, hasShift, key }: KeyStroke): PlainCommand | null {
  const exact = byChord.get(chordOf(key, hasMod, hasShift));
  // Some characters need Shift, and a letter with it is the letter unless it has a meaning of its own.
  return exact ?? (hasMod ? null : (byChord.get(chordOf(key, false, false)) ?? null));
}

/**
 * What a key asks for at a place, or null when it keeps its ordinary meaning. Single letters never
 * act while a field has the focus, and can be turned off (WCAG 2.2, 2.1.4).
 */
export function keyCommand(
  stroke: KeyStroke,
  place: KeyPlace,
  usesLetters = true,
): KeyCommand | null {
  if (stroke.hasOther) return null;
  if (stroke.key === 'F6') return { kind: 'region', direction: stroke.hasShift ? -1 : 1 };
  const kind = plainCommand(stroke);
  const isLetter = !stroke.hasMod && stroke.key.length === 1 && stroke.key !== ' ';
  if (kind !== null) {
    const acts = boardCommands[kind].place;
    if (place === 'field' && acts !== 'inFieldsToo') return null;
    if (place === 'control' && acts === 'notOnControls') return null;
    return isLetter && !usesLetters ? null : { kind };
  }
  if (place === 'field' || stroke.hasMod) return null;
  const step = steps[stroke.key];
  if (step && place === 'elsewhere') return { kind: 'step', step, isExtending: stroke.hasShift };
  if (!usesLetters) return null;
  const letterStep = stepLetters[stroke.key.toLowerCase()];
  if (letterStep) return { kind: 'step', step: letterStep, isExtending: false };
  const view = viewNames[Number(stroke.key) - 1];
  return view === undefined ? null : { kind: 'view', view };
}
