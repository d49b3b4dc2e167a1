import type { DeliveryFailureCode } from '../../../core/delivery/delivery-failure.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import type { Clock } from '../../../core/clock.ts';

/** The failures that a computer without a network meets. */
const offlineCauses: ReadonlySet<DeliveryFailureCode> = new Set([
  'dns-failed',
  'unreachable',
  'timeout',
  'connection-lost',
]);
/** Whether the computer is online is asked every 2 s for the first five minutes, then every 15 s. */
const soonMs = 2000;
const soonForMs = 5 * 60_000;
const laterMs = 15_000;

/** What a {@link NetworkReturn} is made of. */
export interface NetworkReturnParts {
  readonly clock: Clock;
  /** Whether the system has any network. False is certain; true does not mean that the service is there. */
  readonly isOnline: () => boolean;
  readonly returned: () => void;
}

/**
 * Says when the network of this computer is back, so that the next attempt is made at once.
 *
 * Electron announces that to windows only, and there may be no window. So the system is asked again and
 * again, but only while the service is unreachable because this computer is offline. At all other times
 * no timer runs.
 */
export class NetworkReturn {
  readonly #parts: NetworkReturnParts;
  #offlineSinceMs = 0;
  #cancel: (() => void) | null = null;

  constructor(parts: NetworkReturnParts) {
    this.#parts = parts;
  }

  serviceHealthChanged(serviceHealth: ServiceHealth): void {
    const mayBeOffline =
      serviceHealth.state === 'unreachable' && offlineCauses.has(serviceHealth.cause);
    if (!mayBeOffline) this.stop();
    else if (this.#cancel === null && !this.#parts.isOnline()) {
      this.#offlineSinceMs = this.#parts.clock.monotonicMs();
      this.#lookLater();
    }
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #lookLater(): void {
    const { clock, isOnline, returned } = this.#parts;
    const offlineForMs = clock.monotonicMs() - this.#offlineSinceMs;
    this.#cancel = clock.schedule(
      () => {
        this.#cancel = null;
        if (isOnline()) returned();
        else this.#lookLater();
      },
      offlineForMs < soonForMs ? soonMs : laterMs,
    );
  }
}
