import type { Socket } from 'node:net';
import type { DeliveryClock } from './ports.ts';

/** Fewer answers than these cost less when each is read as it comes than another timer does. */
const fewestTogether = 8;
/** How long answers are left lying before anything is known of how fast they come. */
const firstWaitMs = 120;
/** Nobody sees an answer later than this. */
const longestWaitMs = 400;
const shortestWaitMs = 20;
/** The share of answers that may come after the others were read. */
const lateShare = 1 / 50;
/** How far one answer moves the wait. */
const stepMs = 1;

/** What Node's sockets are driven by; there is no public way to stop one that is read piece by piece. */
interface ReadHandle {
  reading: boolean;
  readStart: () => void;
  readStop: () => void;
}

/**
 * Lets the answers to requests that left together lie in the system's buffers until most of them have
 * come, and reads them all in one turn: an answer that wakes the process by itself finds every cache
 * cold. What that saves: docs/adr/0012-answers-read-together.md.
 *
 * How long they lie follows how fast the service answers: so that one of fifty comes later.
 */
export class GatheredReads {
  readonly #clock: DeliveryClock;
  /** Asked in this turn of the event loop. */
  #asked: Socket[] = [];
  /** Their answers are not read. */
  #left: Socket[] = [];
  /** Read again, and not answered yet. */
  #opened = new Set<Socket>();
  /** What is answered in this turn had come before. */
  #isOpening = false;
  #waitMs = firstWaitMs;
  #cancelTimer: (() => void) | null = null;

  constructor(clock: DeliveryClock) {
    this.#clock = clock;
  }

  /** For how long answers are left lying at present. */
  get waitMs(): number {
    return this.#waitMs;
  }

  /** A request was written to this socket, and its answer may wait for others. */
  join(socket: Socket): void {
    this.#asked.push(socket);
    if (this.#asked.length === 1) queueMicrotask(this.#leave);
  }

  /** An answer began on this socket. */
  came(socket: Socket): void {
    if (!this.#opened.delete(socket)) return;
    const isLate = !this.#isOpening;
    const wantedMs = this.#waitMs + stepMs * (isLate ? 1 - lateShare : -lateShare);
    this.#waitMs = Math.min(Math.max(wantedMs, shortestWaitMs), longestWaitMs);
  }

  close(): void {
    this.#asked = [];
    this.#open();
  }

  readonly #leave = (): void => {
    const asked = this.#asked;
    this.#asked = [];
    if (asked.length < fewestTogether) return;
    for (const socket of asked) {
      const handle = readHandle(socket);
      if (handle === null || !handle.reading) continue;
      handle.reading = false;
      handle.readStop();
      this.#left.push(socket);
    }
    if (this.#left.length === 0) return;
    this.#cancelTimer ??= this.#clock.schedule(this.#open, this.#waitMs);
  };

  readonly #open = (): void => {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const left = this.#left;
    this.#left = [];
    this.#opened = new Set(left);
    this.#isOpening = true;
    setImmediate(() => {
      this.#isOpening = false;
    });
    for (const socket of left) {
      const handle = readHandle(socket);
      // Gone, or read again by Node itself.
      if (handle === null || handle.reading) continue;
      handle.reading = true;
      handle.readStart();
    }
  };
}

function readHandle(socket: Socket): ReadHandle | null {
  const handle: unknown = Reflect.get(socket, '_handle');
  return isReadHandle(handle) ? handle : null;
}

/** A runtime whose sockets look different reads answers as they come. */
function isReadHandle(handle: unknown): handle is ReadHandle {
  return (
    typeof handle === 'object' &&
    handle !== null &&
    'reading' in handle &&
    'readStart' in handle &&
    typeof handle.readStart === 'function' &&
    'readStop' in handle &&
    typeof handle.readStop === 'function'
  );
}
