import type { Pause } from './board.ts';
import type { ConnectionState } from './connection.ts';
import { failureScope, failureText } from './failure-text.ts';
import { clockText } from './format.ts';
import type { OrderId } from './order-id.ts';
import type { Sight } from './sight.ts';

/** An order in the tray menu. */
export interface TrayOrder {
  readonly id: OrderId;
  /** Its label or short uuid. */
  readonly name: string;
  /** Why it needs attention, in a few words. */
  readonly reason: string;
}

/** All that the tray icon depends on. */
export interface TrayState {
  readonly connection: ConnectionState;
  readonly sight: Sight;
  readonly pause: Pause;
  /** Until when notifications are held back, in the future; null while they are not. */
  readonly mutedUntilMs: number | null;
  /** Orders that are checked. */
  readonly watchedCount: number;
  readonly attentionCount: number;
  /** The orders that need attention, the most serious first; the menu shows the first five. */
  readonly attentionOrders: readonly TrayOrder[];
  /** A BCP 47 tag for times. */
  readonly locale: string;
  readonly timeZone?: string;
}

/** A file of assets/tray without its size. */
export type TrayIcon =
  | 'idle'
  | 'active'
  | 'offline'
  | 'paused'
  | 'error'
  | `attention-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | 'attention-9plus';

/** What a menu entry does; `until` of a pause is up to whoever holds the clock. */
export type TrayCommand =
  | { readonly kind: 'openWindow' }
  | { readonly kind: 'openOrder'; readonly id: OrderId }
  | { readonly kind: 'showAttention' }
  | { readonly kind: 'pause'; readonly forMs: number }
  | { readonly kind: 'resume' }
  | { readonly kind: 'mute'; readonly forMs: number }
  | { readonly kind: 'muteUntilTomorrow' }
  | { readonly kind: 'unmute' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'quit' };

/** One line of the tray menu. A line without a command is there to be read. */
export type TrayMenuEntry =
  | { readonly kind: 'separator' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string; readonly command: TrayCommand };

/** The tray as it should look. */
export interface TrayFace {
  readonly icon: TrayIcon;
  /** The state in words; never a name, for it can be read over a shoulder. */
  readonly tooltip: string;
  readonly menu: readonly TrayMenuEntry[];
  /** For docks and launchers that show a number: how many orders need attention. */
  readonly badgeCount: number;
}

const minuteMs = 60_000;
const maxMenuOrders = 5;

/**
 * How the tray shows the state of the desk. When several things hold, the most important is shown:
 * error, offline, paused, attention, active, idle. Icon, tooltip and menu say the same.
 */
export function trayFace(state: TrayState): TrayFace {
  const mood = moodOf(state);
  const attentionCount = Math.max(0, state.attentionCount);
  return {
    icon: mood === 'attention' ? attentionIcon(attentionCount) : mood,
    tooltip: `Waybell: ${wordsOf(mood, state)}${muteWords(state)}`,
    menu: menuOf(mood, state),
    badgeCount: attentionCount,
  };
}

type Mood = 'error' | 'offline' | 'paused' | 'attention' | 'active' | 'idle';

function moodOf({ connection, sight, pause, watchedCount, attentionCount }: TrayState): Mood {
  if (connection.kind === 'keychainBlocked') return 'error';
  if (sight.state === 'blind') {
    const isForUser = failureScope(sight.cause) === 'credentials' || isCertificate(sight);
    return isForUser ? 'error' : 'offline';
  }
  if (pause.kind === 'paused') return 'paused';
  if (attentionCount > 0) return 'attention';
  return connection.kind === 'connected' && watchedCount > 0 ? 'active' : 'idle';
}

function isCertificate(sight: Extract<Sight, { state: 'blind' }>): boolean {
  return sight.cause === 'tls-untrusted' || sight.cause === 'tls-failed';
}

function attentionIcon(orders: number): TrayIcon {
  switch (orders) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
      return `attention-${orders}`;
    default:
      return 'attention-9plus';
  }
}

function wordsOf(mood: Mood, state: TrayState): string {
  const watched = count(state.watchedCount, 'order');
  switch (mood) {
    case 'error':
      return `${lowerFirst(troubleOf(state))}, checking is stopped`;
    case 'offline': {
      const since = state.sight.state === 'blind' ? timeText(state.sight.sinceMs, state) : '';
      return `no contact since ${since}, ${lowerFirst(troubleOf(state))}`;
    }
    case 'paused': {
      const { pause } = state;
      const until =
        pause.kind === 'paused' && pause.untilMs !== null
          ? `until ${timeText(pause.untilMs, state)}`
          : 'until you resume';
      return `checking is paused ${until}`;
    }
    case 'attention': {
      const needs = state.attentionCount === 1 ? 'needs' : 'need';
      const orders = count(state.attentionCount, 'order');
      return `${orders} ${needs} attention, ${state.watchedCount.toLocaleString('en')} checked`;
    }
    case 'active':
      return `${watched} checked`;
    case 'idle':
      return state.connection.kind === 'none' ? 'not connected' : 'no orders are checked';
  }
}

function troubleOf(state: TrayState): string {
  if (state.connection.kind === 'keychainBlocked') return 'Keychain not available';
  return state.sight.state === 'blind'
    ? failureText(state.sight.cause, state.sight.httpStatus).title
    : '';
}

function menuOf(mood: Mood, state: TrayState): readonly TrayMenuEntry[] {
  const shown = state.attentionOrders.slice(0, maxMenuOrders);
  const isConnected = state.connection.kind !== 'none';
  return [
    command('Open Waybell', { kind: 'openWindow' }),
    { kind: 'separator' },
    { kind: 'text', text: upperFirst(`${wordsOf(mood, state)}${muteWords(state)}`) },
    ...(mood === 'offline' || mood === 'error' ? [command('Try now', { kind: 'retry' })] : []),
    ...(shown.length > 0 ? [separator] : []),
    ...shown.map((order) =>
      command(`${order.name}: ${order.reason}`, { kind: 'openOrder', id: order.id }),
    ),
    ...(state.attentionCount > shown.length && shown.length > 0
      ? [
          command(`Show all ${state.attentionCount.toLocaleString('en')}`, {
            kind: 'showAttention',
          }),
        ]
      : []),
    ...(isConnected ? [separator, ...pauseEntries(state.pause), ...muteEntries(state)] : []),
    separator,
    command('Quit Waybell', { kind: 'quit' }),
  ];
}

const separator: TrayMenuEntry = { kind: 'separator' };

function pauseEntries(pause: Pause): readonly TrayMenuEntry[] {
  if (pause.kind === 'paused') return [command('Resume checking', { kind: 'resume' })];
  return [
    command('Pause checking for 15\u00A0minutes', { kind: 'pause', forMs: 15 * minuteMs }),
    command('Pause checking for 1\u00A0hour', { kind: 'pause', forMs: 60 * minuteMs }),
  ];
}

function muteEntries({ mutedUntilMs }: TrayState): readonly TrayMenuEntry[] {
  if (mutedUntilMs !== null) return [command('Unmute notifications', { kind: 'unmute' })];
  return [
    command('Mute notifications for 1\u00A0hour', { kind: 'mute', forMs: 60 * minuteMs }),
    command('Mute notifications until tomorrow', { kind: 'muteUntilTomorrow' }),
  ];
}

/** Said in words only: the icon's slash is kept for a muted order. */
function muteWords(state: TrayState): string {
  return state.mutedUntilMs === null
    ? ''
    : `, notifications muted until ${timeText(state.mutedUntilMs, state)}`;
}

function command(text: string, does: TrayCommand): TrayMenuEntry {
  return { kind: 'command', text, command: does };
}

function timeText(atMs: number, { locale, timeZone }: TrayState): string {
  return clockText(atMs, locale, timeZone);
}

function count(number: number, thing: string): string {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
