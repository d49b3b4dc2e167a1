import type { Pause } from '../board/board.ts';
import type { WindowPlace } from '../bridge/bridge.ts';
import type { ConnectionState } from '../delivery/connection.ts';
import { needsCredentials } from '../delivery/delivery-failure.ts';
import { heldUntilMs, isEndlessQuiet } from '../notification/quiet-hours.ts';
import type { NotificationSettings } from '../notification/notification-settings.ts';
import { ageText, clockText, endText } from '../order/format.ts';
import type { OrderId } from '../order/order-id.ts';
import {
  type ServiceHealth,
  servicePauseUntilMs,
  type UnreachableService,
} from '../watch/service-health.ts';
import { trayTextsIn } from './tray-texts.ts';
import type { TrayTexts } from './tray-texts.ts';

/** An order in the tray menu. */
export interface TrayOrder {
  readonly id: OrderId;
  /** Its label or short uuid. */
  readonly name: string;
  /** Why it needs attention, in a few words. */
  readonly reason: string;
  /** It was seen and is not handled; absent otherwise. */
  readonly isSeen?: true;
}

/** A change of an order in the tray menu. */
export interface TrayChange {
  readonly id: OrderId;
  /** Its label or short uuid. */
  readonly name: string;
  /** What happened, as a notification says it. */
  readonly title: string;
  readonly atMs: number;
  /** The desk of the team that has it; absent where none has. */
  readonly holder?: string;
  /** That what it needed attention for is handled, in words; absent where it is not. */
  readonly handled?: string;
}

/** All that the tray icon depends on. */
export interface TrayState {
  readonly connection: ConnectionState;
  readonly serviceHealth: ServiceHealth;
  /** Null where checking is not paused from here: a hub checks for the whole team. */
  readonly pause: Pause | null;
  /** Until when notifications are held back; null while they are not. */
  readonly mutedUntilMs: number | null;
  /** Default: there are none. */
  readonly quietHours?: NotificationSettings['quietHours'];
  /** Whether the system turned out not to show notifications. */
  readonly areNotificationsFailing?: boolean;
  /** How many orders are on the list, which the archive is no part of. */
  readonly listedCount: number;
  readonly attentionCount: number;
  /** The orders that need attention, the most serious first; the menu shows the first five. */
  readonly attentionOrders: readonly TrayOrder[];
  /** False where all that needs attention was seen. */
  readonly hasUnseen?: boolean;
  /** What happened to orders last, the newest first. */
  readonly latestChanges: readonly TrayChange[];
  /** How many orders on the clipboard are not watched; null while it is not known. */
  readonly clipboardOrders: number | null;
  readonly nowMs: number;
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
  | { readonly kind: 'show'; readonly place: WindowPlace }
  | { readonly kind: 'markAllSeen' }
  /** Lets the window look through the clipboard for uuids. */
  | { readonly kind: 'offerClipboard' }
  /** Null is until it is resumed. */
  | { readonly kind: 'pause'; readonly forMs: number | null }
  | { readonly kind: 'pauseUntilTomorrow' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'mute'; readonly forMs: number }
  | { readonly kind: 'muteUntilTomorrow' }
  | { readonly kind: 'unmute' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'about' }
  | { readonly kind: 'quit' };

/** One line of the tray menu. A text alone is there to be read. */
export type TrayMenuEntry =
  | { readonly kind: 'separator' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string; readonly command: TrayCommand }
  | { readonly kind: 'submenu'; readonly text: string; readonly entries: readonly TrayMenuEntry[] };

/** The tray as it should look. */
export interface TrayFace {
  readonly icon: TrayIcon;
  /** The state in words, without any name, because others can see the screen. */
  readonly tooltip: string;
  readonly menu: readonly TrayMenuEntry[];
  /** Whether words of the menu change with the time alone. */
  readonly isAging: boolean;
  /** For docks and launchers that show a number: how many orders need attention. */
  readonly badgeCount: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const maxMenuOrders = 5;

/**
 * How the tray shows the state of the watching. When several things hold, the most important is shown:
 * error, offline, paused, attention, active, idle. Icon, tooltip and menu say the same. English unless
 * other words are given.
 */
export function trayFace(state: TrayState, texts: TrayTexts = trayTextsIn.en): TrayFace {
  const mood = moodOf(state);
  const attentionCount = Math.max(0, state.attentionCount);
  const said = saidOf(mood, state, texts);
  return {
    icon:
      mood === 'attention' ? `attention-${attentionCount > 9 ? '9plus' : attentionCount}` : mood,
    tooltip: texts.tooltip(said),
    menu: menuOf(mood, state, texts),
    isAging:
      state.attentionOrders.length > 0 ||
      state.mutedUntilMs !== null ||
      state.quietHours?.isOn === true ||
      state.latestChanges.some(({ atMs }) => state.nowMs - atMs < hourMs),
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
  if (servicePauseUntilMs(serviceHealth) !== null) return 'paused';
  if (serviceHealth.state === 'unreachable') {
    const isForUser = needsCredentials(serviceHealth.cause) || isCertificate(serviceHealth);
    return isForUser ? 'error' : 'offline';
  }
  if (pause?.kind === 'paused') return 'paused';
  if (attentionCount > 0) return 'attention';
  return connection.kind === 'connected' && listedCount > 0 ? 'active' : 'idle';
}

function isCertificate(serviceHealth: UnreachableService): boolean {
  return serviceHealth.cause === 'tls-untrusted' || serviceHealth.cause === 'tls-failed';
}

/** The state in words, and whether notifications are muted, held back or not shown, which the icon does not say. */
function saidOf(mood: Mood, state: TrayState, texts: TrayTexts): readonly string[] {
  const { mutedUntilMs } = state;
  const muted = mutedUntilMs === null ? [] : [texts.state.muted(timeText(mutedUntilMs, state))];
  const failing = state.areNotificationsFailing === true ? [texts.state.notShown] : [];
  return [stateOf(mood, state, texts), ...muted, ...quietOf(state, texts), ...failing];
}

/** That quiet hours hold notifications back, and until when; nothing while they do not. */
function quietOf(
  { locale, nowMs, quietHours, timeZone }: TrayState,
  { state: say }: TrayTexts,
): readonly string[] {
  const untilMs = quietHours === undefined ? null : heldUntilMs(quietHours, nowMs);
  if (untilMs === null) return [];
  const isEndless = isEndlessQuiet(untilMs, nowMs);
  return [say.quiet(isEndless ? null : endText(untilMs, nowMs, locale, timeZone))];
}

function stateOf(mood: Mood, state: TrayState, { state: say }: TrayTexts): string {
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
      const serviceUntilMs = servicePauseUntilMs(serviceHealth);
      // The dispatcher's own pause is the one that they can end.
      if (serviceUntilMs !== null && pause?.kind !== 'paused') {
        return say.pausedByService(timeText(serviceUntilMs, state));
      }
      const untilMs = pause?.kind === 'paused' ? pause.untilMs : null;
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

function menuOf(mood: Mood, state: TrayState, texts: TrayTexts): readonly TrayMenuEntry[] {
  const { menu } = texts;
  const shown = state.attentionOrders.slice(0, maxMenuOrders);
  const isConnected = state.connection.kind !== 'none';
  return [
    command(menu.open, { kind: 'openWindow' }),
    { kind: 'separator' },
    { kind: 'text', text: texts.line(saidOf(mood, state, texts)) },
    ...(mood === 'offline' || mood === 'error' ? [command(menu.retry, { kind: 'retry' })] : []),
    ...(isRefused(state) ? [show(menu.updateCredentials, 'credentials')] : []),
    ...(shown.length > 0 ? [separator] : []),
    ...shown.map(({ id, isSeen, name, reason }) =>
      command(texts.order(name, isSeen === true ? texts.seen(reason) : reason), {
        kind: 'openOrder',
        id,
      }),
    ),
    ...(shown.length > 0
      ? [
          show(menu.showAll(state.attentionCount), 'needsAttention'),
          ...(state.hasUnseen === false
            ? []
            : [command(menu.markAllSeen, { kind: 'markAllSeen' } as const)]),
        ]
      : []),
    ...(isConnected
      ? [
          separator,
          latestChanges(state, texts),
          ...clipboardEntries(state, texts),
          separator,
          ...(state.pause === null ? [] : [pauseEntry(state.pause, texts)]),
          muteEntry(state, texts),
          ...(quietOf(state, texts).length > 0 ? [show(menu.quietHours, 'quietHours')] : []),
        ]
      : []),
    separator,
    show(menu.settings, 'settings'),
    command(menu.about, { kind: 'about' }),
    command(menu.quit, { kind: 'quit' }),
  ];
}

const separator: TrayMenuEntry = { kind: 'separator' };

/** Whether other credentials would help. */
function isRefused({ connection, serviceHealth }: TrayState): boolean {
  return (
    connection.kind === 'connected' &&
    serviceHealth.state === 'unreachable' &&
    needsCredentials(serviceHealth.cause)
  );
}

/** What happened last, and the way to all of it. */
function latestChanges(state: TrayState, texts: TrayTexts): TrayMenuEntry {
  const { menu } = texts;
  const changes = state.latestChanges.map(({ atMs, handled, holder, id, name, title }) => {
    const text = texts.change(name, title, changeAge(atMs, state, texts));
    const held = holder === undefined ? text : texts.held(text, holder);
    const line = handled === undefined ? held : texts.handled(held, handled);
    return command(line, { kind: 'openOrder', id });
  });
  const all = show(menu.allNotifications, 'notifications');
  const entries = changes.length === 0 ? [all] : [...changes, separator, all];
  return { kind: 'submenu', text: menu.latestChanges, entries };
}

/** Seconds are not counted: the menu is drawn once a minute. */
function changeAge(atMs: number, state: TrayState, { justNow }: TrayTexts): string {
  const { locale, nowMs, timeZone } = state;
  return nowMs - atMs < minuteMs ? justNow : ageText(atMs, nowMs, locale, timeZone);
}

function clipboardEntries(
  { clipboardOrders }: TrayState,
  { menu }: TrayTexts,
): readonly TrayMenuEntry[] {
  if (clipboardOrders === 0) return [];
  const text =
    clipboardOrders === null ? menu.lookAtClipboard : menu.watchClipboard(clipboardOrders);
  return [command(text, { kind: 'offerClipboard' })];
}

function pauseEntry(pause: Pause, { menu }: TrayTexts): TrayMenuEntry {
  if (pause.kind === 'paused') return command(menu.resume, { kind: 'resume' });
  return {
    kind: 'submenu',
    text: menu.pause,
    entries: [
      command(menu.for15Minutes, { kind: 'pause', forMs: 15 * minuteMs }),
      command(menu.forAnHour, { kind: 'pause', forMs: hourMs }),
      command(menu.untilTomorrow, { kind: 'pauseUntilTomorrow' }),
      command(menu.untilResumed, { kind: 'pause', forMs: null }),
    ],
  };
}

function muteEntry(state: TrayState, { menu }: TrayTexts): TrayMenuEntry {
  if (state.mutedUntilMs !== null) return command(menu.unmute, { kind: 'unmute' });
  return {
    kind: 'submenu',
    text: menu.mute,
    entries: [
      command(menu.forAnHour, { kind: 'mute', forMs: hourMs }),
      command(menu.untilTomorrow, { kind: 'muteUntilTomorrow' }),
    ],
  };
}

function show(text: string, place: WindowPlace): TrayMenuEntry {
  return command(text, { kind: 'show', place });
}

function command(text: string, does: TrayCommand): TrayMenuEntry {
  return { kind: 'command', text, command: does };
}

function timeText(atMs: number, { locale, timeZone }: TrayState): string {
  return clockText(atMs, locale, timeZone);
}
