import type {
  NativeNotification,
  NativeNotificationOptions,
  NotificationMaker,
} from '../../../main/desktop/notifications/system-notifications.ts';

/** A native notification that records the calls to it. */
class FakeNotification implements NativeNotification {
  readonly options: NativeNotificationOptions;
  isClosed = false;
  events: Parameters<NativeNotification['listen']>[0] | null = null;
  readonly #journal: string[];
  readonly #isShownAtOnce: boolean;

  constructor(options: NativeNotificationOptions, journal: string[], isShownAtOnce: boolean) {
    this.options = options;
    this.#journal = journal;
    this.#isShownAtOnce = isShownAtOnce;
  }

  show(): void {
    this.#journal.push(`show ${this.options.title}`);
    if (this.#isShownAtOnce) this.events?.shown();
  }

  close(): void {
    this.isClosed = true;
    this.#journal.push(`close ${this.options.title}`);
    this.events?.closed(true);
  }

  listen(events: NonNullable<FakeNotification['events']>): void {
    this.events = events;
  }
}

/** The desktop's own notifications, as a system of any kind offers them. */
export class FakeNotificationMaker implements NotificationMaker {
  readonly made: FakeNotification[] = [];
  readonly journal: string[] = [];
  replacesById = false;
  outlivesProgram = false;
  showsActions = true;
  hasDaemon = true;
  /** Whether a notification reports at once that it is shown; otherwise the test does. */
  isShownAtOnce = false;

  isSupported(): boolean {
    return this.hasDaemon;
  }

  async settled(): Promise<void> {}

  make(options: NativeNotificationOptions): FakeNotification {
    const made = new FakeNotification(options, this.journal, this.isShownAtOnce);
    this.made.push(made);
    return made;
  }
}
