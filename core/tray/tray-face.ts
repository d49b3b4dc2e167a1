import type { Pause } from '../bridge/board.ts';
import type { ConnectionState } from '../delivery/connection.ts';
import { needsCredentials } from '../delivery/delivery-failure.ts';
import { clockText } from '../order/format.ts';
import type { OrderId } from '../order/order-id.ts';
import type { ServiceHealth, UnreachableService } from '../watch/service-health.ts';
import { trayWordsIn } from './tray-words.ts';
import type { TrayWords } from './tray-words.ts';

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
  readonly serviceHealth: ServiceHealth;
  readonly pause: Pause;
  /** Until when notifications are held back; null while they are not. */
  readonly mutedUntilMs: number | null;
  /** Whether the system turned out not to show notifications. */
  readonly areNotificationsFailing?: boolean;
  /** How many orders are on the list, which the archive is no part of. */
  readonly listedCount: number;
  readonly attentionCount: number;
  /** The orders that need attention, the most serious first; the menu shows the first five. */
  readonly attentionOrders: readonly TrayOrder[];
  /** A BCP 47 tag for times. */
  readonly locale: string;
  readonly timeZone?: string;
}

/** An icon that tools/tray-icons.ts draws. */
export type TrayIcon =
  | 'idle'
  | 'active'
  | 'offline'
  | 'paused'
  | 'error'
  | `attention-${number}`
  | 'attention-9plus';

/** What a menu entry does. */
export type TrayCommand =
  | { readonly kind: 'openWindow' }
  | { readonly kind: 'openOrder'; readonly id: OrderId }
  | { readonly kind: 'showAttention' }
  | { readonly kind: 'markAllSeen' }
  | { readonly kind: 'settings' }
  /** Null is until it is resumed. */
  | { readonly kind: 'pause'; readonly forMs: number | null }
  | { readonly kind: 'resume' }
  | { readonly kind: 'mute'; readonly forMs: number }
  | { readonly kind: 'muteUntilTomorrow' }
  | { readonly kind: 'unmute' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'about' }
  | { readonly kind: 'quit' };

/** One line of the tray menu. A line without a command is there to be read. */
export type TrayMenuEntry =
  | { readonly kind: 'separator' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string; readonly command: TrayCommand };

/** The tray as it should look. */
export interface TrayFace {
  readonly icon: TrayIcon;
  /** The state in words, without any name, because others can see the screen. */
  readonly tooltip: string;
  readonly menu: readonly TrayMenuEntry[];
  /** For docks and launchers that show a number: how many orders need attention. */
  readonly badgeCount: number;
}

const minuteMs = 60_000;
const maxMenuOrders = 5;

/**
 * How the tray shows the state of the watching. When several things hold, the most important is shown:
 * error, offline, paused, attention, active, idle. Icon, tooltip and menu say the same. English unless
 * other words are given.
 */
export function trayFace(state: TrayState, words: TrayWords = trayWordsIn.en): TrayFace {
  const mood = moodOf(state);
  const attentionCount = Math.max(0, state.attentionCount);
  const said = saidOf(mood, state, words);
  return {
    icon:
      mood === 'attention' ? `attention-${attentionCount > 9 ? '9plus' : attentionCount}` : mood,
    tooltip: words.tooltip(said),
    menu: menuOf(mood, state, words),
    badgeCount: attentionCount,
  };
}

type Mood = 'error' | 'offline' | 'paused' | 'attention' | 'active' | 'idle';

function moodOf({
  connection,
  serviceHealth,
  pause,
  listedCount,
  attentionCount,
}: TrayState): Mood {
  if (connection.kind === 'keychainBlocked') return 'error';
  if (serviceHealth.state === 'unreachable') {
    const isForUser = needsCredentials(serviceHealth.cause) || isCertificate(serviceHealth);
    return isForUser ? 'error' : 'offline';
  }
  if (pause.kind === 'paused') return 'paused';
  if (attentionCount > 0) return 'attention';
  return connection.kind === 'connected' && listedCount > 0 ? 'active' : 'idle';
}

function isCertificate(serviceHealth: UnreachableService): boolean {
  return serviceHealth.cause === 'tls-untrusted' || serviceHealth.cause === 'tls-failed';
}

/** The state in words, and whether notifications are muted or not shown, which the icon does not say. */
function saidOf(mood: Mood, state: TrayState, words: TrayWords): readonly string[] {
  const { mutedUntilMs } = state;
  const muted = mutedUntilMs === null ? [] : [words.state.muted(timeText(mutedUntilMs, state))];
  const failing = state.areNotificationsFailing === true ? [words.state.notShown] : [];
  return [stateOf(mood, state, words), ...muted, ...failing];
}

function stateOf(mood: Mood, state: TrayState, { state: say }: TrayWords): string {
  const { serviceHealth, pause, listedCount, attentionCount } = state;
  switch (mood) {
    case 'error':
    case 'offline':
      if (serviceHealth.state !== 'unreachable' || state.connection.kind === 'keychainBlocked') {
        return say.keychainBlocked;
      }
      return mood === 'error'
        ? say.refused(
            serviceHealth,
            serviceHealth.retryAtMs === null ? null : timeText(serviceHealth.retryAtMs, state),
          )
        : say.noContact(serviceHealth, timeText(serviceHealth.sinceMs, state));
    case 'paused': {
      const untilMs = pause.kind === 'paused' ? pause.untilMs : null;
      return say.paused(untilMs === null ? null : timeText(untilMs, state));
    }
    case 'attention':
      return say.attention(attentionCount, listedCount);
    case 'active':
      return say.listed(listedCount);
    case 'idle':
      return state.connection.kind === 'none' ? say.notConnected : say.nothingListed;
  }
}

function menuOf(mood: Mood, state: TrayState, words: TrayWords): readonly TrayMenuEntry[] {
  const { menu } = words;
  const shown = state.attentionOrders.slice(0, maxMenuOrders);
  const isConnected = state.connection.kind !== 'none';
  return [
    command(menu.open, { kind: 'openWindow' }),
    { kind: 'separator' },
    { kind: 'text', text: words.line(saidOf(mood, state, words)) },
    ...(mood === 'offline' || mood === 'error' ? [command(menu.retry, { kind: 'retry' })] : []),
    ...(shown.length > 0 ? [separator] : []),
    ...shown.map(({ id, name, reason }) =>
      command(words.order(name, reason), { kind: 'openOrder', id }),
    ),
    ...(shown.length > 0
      ? [
          command(menu.showAll(state.attentionCount), { kind: 'showAttention' }),
          command(menu.markAllSeen, { kind: 'markAllSeen' }),
        ]
      : []),
    ...(isConnected
      ? [separator, ...pauseEntries(state.pause, words), ...muteEntries(state, words)]
      : []),
    separator,
    command(menu.settings, { kind: 'settings' }),
    command(menu.about, { kind: 'about' }),
    command(menu.quit, { kind: 'quit' }),
  ];
}

const separator: TrayMenuEntry = { kind: 'separator' };

function pauseEntries(pause: Pause, { menu }: TrayWords): readonly TrayMenuEntry[] {
  if (pause.kind === 'paused') return [command(menu.resume, { kind: 'resume' })];
  return [
    command(menu.pauseFor15Minutes, { kind: 'pause', forMs: 15 * minuteMs }),
    command(menu.pauseForAnHour, { kind: 'pause', forMs: 60 * minuteMs }),
    command(menu.pauseUntilResumed, { kind: 'pause', forMs: null }),
  ];
}

function muteEntries(state: TrayState, { menu }: TrayWords): readonly TrayMenuEntry[] {
  if (state.mutedUntilMs !== null) return [command(menu.unmute, { kind: 'unmute' })];
  return [
    command(menu.muteForAnHour, { kind: 'mute', forMs: 60 * minuteMs }),
    command(menu.muteUntilTomorrow, { kind: 'muteUntilTomorrow' }),
  ];
}

function command(text: string, does: TrayCommand): TrayMenuEntry {
  return { kind: 'command', text, command: does };
}

function timeText(atMs: number, { locale, timeZone }: TrayState): string {
  return clockText(atMs, locale, timeZone);
}
