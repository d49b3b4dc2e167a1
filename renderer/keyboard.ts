import { type ViewName, viewNames } from './board/views.ts';
import type { Step } from './stores/selection-store.ts';

/** What a key asks for. */
export type KeyCommand =
  | { readonly kind: 'step'; readonly step: Step; readonly isExtending: boolean }
  | { readonly kind: 'view'; readonly view: ViewName }
  | { readonly kind: 'region'; readonly direction: 1 | -1 }
  | {
      readonly kind:
        | 'open'
        | 'menu'
        | 'close'
        | 'nextUnseen'
        | 'checkNow'
        | 'mute'
        | 'follow'
        | 'snooze'
        | 'snoozeUntil'
        | 'promise'
        | 'archive'
        | 'pin'
        | 'rename'
        | 'markSeen'
        | 'called'
        | 'callAwaited'
        | 'handled'
        | 'claim'
        | 'handOn'
        | 'stopWatching'
        | 'undo'
        | 'redo'
        | 'filter'
        | 'copyIds'
        | 'selectAll'
        | 'togglePause'
        | 'fitMap'
        | 'settings'
        | 'palette'
        | 'lastHour'
        | 'notifications'
        | 'rewind'
        | 'help';
    };

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

const withMod: Readonly<Record<string, KeyCommand>> = {
  z: { kind: 'undo' },
  y: { kind: 'redo' },
  c: { kind: 'copyIds' },
  a: { kind: 'selectAll' },
};
const withModAndShift: Readonly<Record<string, KeyCommand>> = {
  p: { kind: 'togglePause' },
  z: { kind: 'redo' },
};

const letters: Readonly<Record<string, KeyCommand>> = {
  j: { kind: 'step', step: 'next', isExtending: false },
  k: { kind: 'step', step: 'previous', isExtending: false },
  n: { kind: 'nextUnseen' },
  r: { kind: 'checkNow' },
  m: { kind: 'mute' },
  l: { kind: 'follow' },
  s: { kind: 'snooze' },
  t: { kind: 'promise' },
  d: { kind: 'called' },
  v: { kind: 'handled' },
  c: { kind: 'claim' },
  e: { kind: 'archive' },
  p: { kind: 'pin' },
  f: { kind: 'fitMap' },
  h: { kind: 'lastHour' },
  b: { kind: 'notifications' },
  w: { kind: 'rewind' },
  '/': { kind: 'filter' },
  '?': { kind: 'help' },
};

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
  if (stroke.key === 'Escape') return { kind: 'close' };
  if (stroke.key === 'F6') return { kind: 'region', direction: stroke.hasShift ? -1 : 1 };
  if (stroke.hasMod && stroke.key === ',') return { kind: 'settings' };
  if (stroke.hasMod && stroke.key.toLowerCase() === 'k') return { kind: 'palette' };
  if (place === 'field') return null;
  const letter = stroke.key.toLowerCase();
  if (stroke.hasMod) return (stroke.hasShift ? withModAndShift : withMod)[letter] ?? null;
  if (stroke.key === 'F2') return { kind: 'rename' };
  if (stroke.key === 'Delete' || stroke.key === 'Backspace') return { kind: 'stopWatching' };
  const step = steps[stroke.key];
  if (place === 'elsewhere') {
    if (step) return { kind: 'step', step, isExtending: stroke.hasShift };
    if (stroke.key === 'Enter') return { kind: 'open' };
    if (stroke.key === 'ContextMenu' || (stroke.hasShift && stroke.key === 'F10')) {
      return { kind: 'menu' };
    }
    if (stroke.key === ' ') return { kind: 'markSeen' };
  }
  if (!usesLetters) return null;
  if (stroke.hasShift && letter === 's') return { kind: 'snoozeUntil' };
  if (stroke.hasShift && letter === 'c') return { kind: 'handOn' };
  if (stroke.hasShift && letter === 'd') return { kind: 'callAwaited' };
  const view = viewNames[Number(letter) - 1];
  return view === undefined ? (letters[letter] ?? null) : { kind: 'view', view };
}
