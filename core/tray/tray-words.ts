import { failureText } from '../delivery/failure-text.ts';
import type { DeliveryFailureCode } from '../delivery/delivery-failure.ts';

/** Every word of the tray's tooltip and menu, so that a second language is a second object. Times arrive as finished text. */
export interface TrayWords {
  readonly state: {
    /** @param cause null when it is the keychain that blocks */
    readonly stopped: (cause: TrayTrouble | null) => string;
    readonly noContact: (cause: TrayTrouble, since: string) => string;
    /** @param until null is until it is resumed */
    readonly paused: (until: string | null) => string;
    readonly attention: (orders: number, watched: number) => string;
    readonly checked: (orders: number) => string;
    readonly notConnected: string;
    readonly nothingChecked: string;
    readonly muted: (until: string) => string;
    /** The system does not show notifications. */
    readonly notShown: string;
  };
  /** The state as the tooltip says it: after the name of the program. */
  readonly tooltip: (parts: readonly string[]) => string;
  /** The state as a line of the menu. */
  readonly line: (parts: readonly string[]) => string;
  readonly order: (name: string, reason: string) => string;
  readonly menu: {
    readonly open: string;
    readonly retry: string;
    readonly showAll: (orders: number) => string;
    readonly resume: string;
    readonly pauseFor15Minutes: string;
    readonly pauseForAnHour: string;
    readonly unmute: string;
    readonly muteForAnHour: string;
    readonly muteUntilTomorrow: string;
    readonly about: string;
    readonly quit: string;
  };
}

/** Why nothing can be seen. */
export interface TrayTrouble {
  readonly code: DeliveryFailureCode;
  readonly httpStatus: number | null;
}

function orders(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'order' : 'orders'}`;
}

/** The trouble as it stands inside a sentence. */
function trouble({ code, httpStatus }: TrayTrouble): string {
  const { title } = failureText(code, httpStatus, 'en');
  return title.slice(0, 1).toLowerCase() + title.slice(1);
}

/** The words of the design's wording. */
export const englishTray: TrayWords = {
  state: {
    stopped: (cause) =>
      `${cause === null ? 'keychain not available' : trouble(cause)}, checking is stopped`,
    noContact: (cause, since) => `no contact since ${since}, ${trouble(cause)}`,
    paused: (until) =>
      `checking is paused ${until === null ? 'until you resume' : `until ${until}`}`,
    attention: (needy, watched) =>
      `${orders(needy)} ${needy === 1 ? 'needs' : 'need'} attention, ${watched.toLocaleString('en')} checked`,
    checked: (watched) => `${orders(watched)} checked`,
    notConnected: 'not connected',
    nothingChecked: 'no orders are checked',
    muted: (until) => `notifications muted until ${until}`,
    notShown: 'notifications are not shown by the system',
  },
  tooltip: (parts) => `Waybell: ${parts.join(', ')}`,
  line(parts) {
    const text = parts.join(', ');
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  },
  order: (name, reason) => `${name}: ${reason}`,
  menu: {
    open: 'Open Waybell',
    retry: 'Try now',
    showAll: (needy) => `Show all ${needy.toLocaleString('en')}`,
    resume: 'Resume checking',
    pauseFor15Minutes: 'Pause checking for 15\u00A0minutes',
    pauseForAnHour: 'Pause checking for 1\u00A0hour',
    unmute: 'Unmute notifications',
    muteForAnHour: 'Mute notifications for 1\u00A0hour',
    muteUntilTomorrow: 'Mute notifications until tomorrow',
    about: 'About Waybell',
    quit: 'Quit Waybell',
  },
};
