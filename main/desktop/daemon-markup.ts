import type { Clock } from '../watch/clock.ts';

/** What a Linux notification daemon has said about itself, and whom to ask. */
export interface DaemonMarkupParts {
  /** Its capabilities; null when no daemon answers. */
  readonly ask: () => Promise<readonly string[] | null>;
  readonly clock: Clock;
}

/** A daemon can be exchanged while we run; it is asked again when something is shown, at most so often. */
const askEveryMs = 60_000;

/**
 * Makes a text safe for a daemon that reads markup, so that a label `<b>&` is shown as typed.
 *
 * A daemon with the capability `body-markup` reads the body as a small XML; text that is none of it
 * may turn bold, become a link, or make the whole body vanish. The summary is never markup.
 * https://specifications.freedesktop.org/notification/latest/markup.html
 *
 * Electron escapes nothing: it hands title and body to `notify_notification_new` of libnotify as they
 * are, https://github.com/electron/electron/blob/main/shell/browser/notifications/linux/libnotify_notification.cc,
 * and libnotify hands them on to the daemon.
 */
export class DaemonMarkup {
  readonly #parts: DaemonMarkupParts;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  /** Most daemons do, and an `&amp;` too many is better than a body that is lost. */
  #readsMarkup = true;

  constructor(parts: DaemonMarkupParts) {
    this.#parts = parts;
    this.#ask();
  }

  /** The body as the daemon must get it. */
  body(text: string): string {
    this.#ask();
    return this.#readsMarkup ? escapeMarkup(text) : text;
  }

  #ask(): void {
    const nowMs = this.#parts.clock.monotonicMs();
    if (nowMs - this.#askedAtMs < askEveryMs) return;
    this.#askedAtMs = nowMs;
    const learn = (capabilities: readonly string[] | null): void => {
      if (capabilities !== null) this.#readsMarkup = capabilities.includes('body-markup');
    };
    this.#parts.ask().then(learn, () => undefined);
  }
}

/** Just the characters that begin something in markup; a quote means nothing outside of a tag. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
