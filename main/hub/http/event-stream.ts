import type { ServerResponse } from 'node:http';
import type { HubStatus } from '../../../core/team/hub-status.ts';
import type { Clock } from '../../watch/clock.ts';
import type { Asker, HubBoard } from '../ports.ts';

/** How many entries are handed to a socket at once. */
const entriesAtOnce = 200;
/** A connection that takes nothing for this long is closed. */
const stuckAfterMs = 60_000;
const heartbeatEveryMs = 15_000;

/** What an {@link EventStream} works with. */
export interface EventStreamParts {
  readonly board: HubBoard;
  readonly clock: Clock;
  readonly asker: Asker;
  readonly response: ServerResponse;
  readonly ended: () => void;
}

/**
 * One desk's stream of Server-Sent Events. Entries are read from the log as fast as the desk takes them: a desk
 * that does not read has at most {@link entriesAtOnce} of them waiting here.
 */
export class EventStream {
  readonly #parts: EventStreamParts;
  #place: number;
  #isReading = false;
  /** There may be more to read than was read. */
  #hasMore = true;
  #isEnded = false;
  #stuckSinceMs: number | null = null;
  readonly #stops: readonly (() => void)[];
  #cancelBeat: (() => void) | null = null;

  /** @param place the sequence after which it begins */
  constructor(parts: EventStreamParts, place: number) {
    this.#parts = parts;
    this.#place = place;
    const { board, response } = parts;
    response.on('close', () => this.end());
    response.on('error', () => this.end());
    response.on('drain', () => {
      this.#stuckSinceMs = null;
      void this.#read();
    });
    this.#stops = [
      board.onEntries(() => {
        this.#hasMore = true;
        void this.#read();
      }),
      board.onStatus((status) => this.#status(status)),
    ];
    const { logId, sequence } = board;
    this.#write(`event: log\ndata: ${JSON.stringify({ logId, sequence })}\n\n`);
    this.#status(board.status());
    this.#beat();
    void this.#read();
  }

  get deskId(): string {
    return this.#parts.asker.id;
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const stop of this.#stops) stop();
    this.#cancelBeat?.();
    this.#parts.response.end();
    // What waits for a desk that does not read is not waited for.
    this.#parts.response.destroy();
    this.#parts.ended();
  }

  get #isBehind(): boolean {
    return this.#parts.response.writableNeedDrain;
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const { asker, board } = this.#parts;
    while (this.#hasMore && !this.#isEnded && !this.#isBehind) {
      this.#hasMore = false;
      const part = await board.entriesSince(this.#place, entriesAtOnce).catch(() => null);
      // Without its log, or after a gap, the desk begins anew and learns why.
      if (part === null || part.kind === 'gap') {
        this.end();
        break;
      }
      if (part.through > this.#place) this.#hasMore = true;
      this.#place = Math.max(this.#place, part.through);
      const frames = part.entries.map(({ json, maskedJson, sequence }) => {
        return `id: ${sequence}\nevent: order\ndata: ${asker.role === 'viewer' ? maskedJson : json}\n\n`;
      });
      if (frames.length > 0) this.#write(frames.join(''));
    }
    this.#isReading = false;
  }

  /** A desk that is behind does without: the next one says as much. */
  #status(status: HubStatus): void {
    if (!this.#isBehind) this.#write(`event: status\ndata: ${JSON.stringify(status)}\n\n`);
  }

  #beat(): void {
    this.#cancelBeat = this.#parts.clock.schedule(() => {
      const nowMs = this.#parts.clock.monotonicMs();
      if (!this.#isBehind) this.#write(':\n\n');
      else if (this.#stuckSinceMs === null) this.#stuckSinceMs = nowMs;
      else if (nowMs - this.#stuckSinceMs >= stuckAfterMs - heartbeatEveryMs) {
        this.end();
        return;
      }
      this.#beat();
    }, heartbeatEveryMs);
  }

  #write(text: string): void {
    if (!this.#isEnded) this.#parts.response.write(text);
  }
}
