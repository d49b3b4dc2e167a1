import type { WebhookReport } from '../../core/webhook/webhook-merge.ts';

/** So many that proved true are remembered: whatever a forged one taught is forgotten again. */
const mostKept = 32;

/**
 * How long webhooks are on their way at least, by our clock and the service's stamps: what of it is not
 * travel is the difference of the clocks, or of their time zones. Those that proved true teach it; until
 * one did, those that came.
 */
export class DelayBook {
  #confirmedMs: readonly number[] = [];
  #leastHeardMs: number | null = null;

  /** When an event happened by our clock, as near as that can be told; null without a stamp. */
  happenedAtMs({ createdAtMs }: Pick<WebhookReport, 'createdAtMs'>): number | null {
    if (createdAtMs === null) return null;
    const leastMs =
      this.#confirmedMs.length > 0 ? Math.min(...this.#confirmedMs) : (this.#leastHeardMs ?? 0);
    return createdAtMs + leastMs;
  }

  heard(report: WebhookReport): void {
    const delayMs = delayOf(report);
    if (delayMs === null) return;
    this.#leastHeardMs = Math.min(this.#leastHeardMs ?? delayMs, delayMs);
  }

  confirmed(report: WebhookReport): void {
    const delayMs = delayOf(report);
    if (delayMs !== null) this.#confirmedMs = [...this.#confirmedMs, delayMs].slice(-mostKept);
  }
}

function delayOf({ createdAtMs, receivedAtMs }: WebhookReport): number | null {
  return createdAtMs === null ? null : receivedAtMs - createdAtMs;
}
