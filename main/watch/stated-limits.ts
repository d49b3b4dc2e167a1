import type { StatedPace } from './ports.ts';

/** What a service said about its pace is taken to hold for so long after it last said so. */
const holdsForMs = 15 * 60_000;

/**
 * What the service said about how much it wants to be asked, as far as it still holds. Times are on
 * the monotonic clock.
 */
export class StatedLimits {
  #closedUntilMs = Number.NEGATIVE_INFINITY;
  #perMinute: { readonly value: number; readonly untilMs: number } | null = null;
  #window: { readonly perSecond: number; readonly untilMs: number } | null = null;
  #pollEvery: { readonly ms: number; readonly untilMs: number } | null = null;

  /** Nothing is to be sent before. */
  get closedUntilMs(): number {
    return this.#closedUntilMs;
  }

  /** @returns how many of `held` requests may still leave before they are counted anew */
  take(stated: StatedPace, held: number, nowMs: number): number {
    const { pauseMs, perMinute, pollEveryMs, window } = stated;
    if (pauseMs !== null) this.#closedUntilMs = Math.max(this.#closedUntilMs, nowMs + pauseMs);
    if (perMinute !== null) this.#perMinute = { value: perMinute, untilMs: nowMs + holdsForMs };
    if (pollEveryMs !== null) this.#pollEvery = { ms: pollEveryMs, untilMs: nowMs + holdsForMs };
    if (window === null) return held;
    const untilMs = nowMs + window.resetInMs;
    if (window.remaining === 0) this.#closedUntilMs = Math.max(this.#closedUntilMs, untilMs);
    const kept = Math.min(held, window.remaining);
    const perSecond = ((window.remaining - kept) * 1000) / window.resetInMs;
    this.#window = { perSecond, untilMs };
    return kept;
  }

  /** The rate that the service allows at present. */
  perSecond(nowMs: number): number {
    const inWindow = valid(this.#window, nowMs)?.perSecond ?? Number.POSITIVE_INFINITY;
    const always = valid(this.#perMinute, nowMs)?.value ?? Number.POSITIVE_INFINITY;
    return Math.min(inWindow, always / 60);
  }

  /** How often one order may be asked for at most; 0 when the service did not say. */
  pollEveryMs(nowMs: number): number {
    return valid(this.#pollEvery, nowMs)?.ms ?? 0;
  }
}

function valid<Held extends { readonly untilMs: number }>(
  held: Held | null,
  nowMs: number,
): Held | null {
  return held !== null && nowMs < held.untilMs ? held : null;
}
