import type { Clock } from '../../../core/clock.ts';

/** What a {@link NotificationDaemon} needs. */
export interface NotificationDaemonParts {
  /** Asks the daemon for its capabilities; null when none answers. */
  readonly ask: () => Promise<readonly string[] | null>;
  readonly clock: Clock;
  /** It became known whether a daemon runs, or that changed. */
  readonly found?: (isThere: boolean) => void;
}

/** The daemon can be replaced while Waybell runs: it is asked again at a showing, at most this often. */
const askEveryMs = 60_000;

/**
 * The notification daemon of a Linux desktop, and what it said that it can do.
 *
 * A daemon with the capability `body-markup` reads the body as a small XML; text that is none of it
 * may turn bold, become a link, or make the whole body vanish. So it is escaped, and a label `<b>&` is
 * shown as typed. The summary is never markup.
 * https://specifications.freedesktop.org/notification/latest/markup.html
 *
 * Nothing else escapes it. Electron hands title and body to `notify_notification_new` of libnotify as they
 * are, https://github.com/electron/electron/blob/main/shell/browser/notifications/linux/libnotify_notification.cc,
 * and libnotify hands them on to the daemon.
 */
export class NotificationDaemon {
  readonly #parts: NotificationDaemonParts;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  /** True until a daemon answers: most read markup, and one `&amp;` too many is better than a lost body. */
  #readsMarkup = true;
  #showsActions = false;
  #isThere: boolean | null = null;
  #isAsking = false;
  #known: Promise<void> = Promise.resolve();

  constructor(parts: NotificationDaemonParts) {
    this.#parts = parts;
    this.renewed();
  }

  /** Whether it shows buttons; false until it said so. */
  get showsActions(): boolean {
    return this.#showsActions;
  }

  /**
   * Resolves once it is known what the present daemon can do, or that it does not say so. One that did not answer in
   * time is asked again: at login it starts beside all other programs.
   */
  get known(): Promise<void> {
    if (this.#isThere === false && !this.#isAsking) this.renewed();
    return this.#known;
  }

  /** Another daemon took over: what was known holds until it answers. */
  renewed(): void {
    this.#askedAtMs = this.#parts.clock.monotonicMs();
    this.#known = this.#ask();
  }

  /** The body as the daemon must get it. */
  body(text: string): string {
    this.look();
    return this.#readsMarkup ? escapeMarkup(text) : text;
  }

  /** Asks the daemon, unless that was done within the last minute. */
  look(): void {
    const nowMs = this.#parts.clock.monotonicMs();
    if (nowMs - this.#askedAtMs < askEveryMs) return;
    this.#askedAtMs = nowMs;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    const learn = (capabilities: readonly string[] | null): void => {
      if (capabilities !== null) {
        this.#readsMarkup = capabilities.includes('body-markup');
        this.#showsActions = capabilities.includes('actions');
      }
      this.#learnPresence(capabilities !== null);
    };
    this.#isAsking = true;
    await this.#parts.ask().then(learn, () => learn(null));
    this.#isAsking = false;
  }

  #learnPresence(isThere: boolean): void {
    if (isThere === this.#isThere) return;
    this.#isThere = isThere;
    this.#parts.found?.(isThere);
  }
}

/** Escapes the characters that begin something in markup; a quote means nothing outside of a tag. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
