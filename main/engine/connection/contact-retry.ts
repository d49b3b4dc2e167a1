import type { Watch } from '../watch/ports.ts';
import type { ConnectionService } from './connection-service.ts';

/** What a {@link ContactRetry} acts on. */
export interface ContactRetryParts {
  readonly connection: Pick<ConnectionService, 'retry' | 'state'>;
  readonly watch: Pick<Watch, 'retryNow' | 'serviceHealth'>;
}

/** Ends the pause between two tries, because a person wants contact with the service now. */
export class ContactRetry {
  readonly #parts: ContactRetryParts;

  constructor(parts: ContactRetryParts) {
    this.#parts = parts;
  }

  /** "Try again": also opens the connection anew, unless the service answers and refuses the credentials. */
  async now(): Promise<void> {
    const { connection, watch } = this.#parts;
    const { serviceHealth } = watch;
    const isRefused =
      serviceHealth.state === 'unreachable' && serviceHealth.cause === 'credentials-refused';
    if (isRefused) watch.retryNow();
    // The watcher tries at once when it hears of the opened connection.
    else await connection.retry();
  }

  /**
   * Orders are to be checked now, checking was resumed, or a connection test passed. A pause that the
   * service asked for goes on, and a try that is under way is left to end.
   */
  ifLost(): void {
    const { connection, watch } = this.#parts;
    const { serviceHealth } = watch;
    if (connection.state.kind === 'keychainBlocked') return void connection.retry();
    if (serviceHealth.state === 'reachable' || serviceHealth.cause === 'rate-limited') return;
    watch.retryNow();
  }
}
