/**
 * The part of time that talking to the service needs: a base that only grows for deadlines and token
 * lifetimes, the machine's own date for HTTP dates, and one way to wait.
 */
export interface DeliveryClock {
  /** Milliseconds that only ever grow; the base is arbitrary. */
  monotonicMs(): number;
  /** Milliseconds since 1970 by the machine's clock. */
  wallMs(): number;
  /** Calls `run` once after `delayMs`; the answer cancels it. */
  schedule(run: () => void, delayMs: number): () => void;
}
