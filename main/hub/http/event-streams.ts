import type { ServerResponse } from 'node:http';
import type { HubStatus } from '../../../core/team/hub-status.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../engine/log/log.ts';
import type { Asker, HubBoard, HubDesks, OrderEntry } from '../ports.ts';
import { maskedOrder } from '../masked-event.ts';
import { EventWriter } from './event-writer.ts';
import { Refusal } from './refusals.ts';

/** How many streams a desk may have at a time. */
const mostStreams = 20;
const comeAgainSeconds = 10;
/** How many entries are read for a stream at once. */
const readAtOnce = 100;
/** How many orders are written in one turn of the event loop. */
const ordersAtOnce = 50;
const heartbeatEveryMs = 15_000;
const heartbeat = Buffer.from(': \n\n');

/** What {@link EventStreams} works with. */
export interface EventStreamsParts {
  readonly board: HubBoard;
  readonly desks: HubDesks;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'defect'>;
}

interface Stream {
  readonly deskId: string;
  readonly frame: (entry: OrderEntry) => Buffer;
  readonly writer: EventWriter;
  /** What was sent of the log. */
  at: number;
  hasNews: boolean;
  isReading: boolean;
}

/**
 * The long answers: all orders, and the streams of events. Each reads the log by itself and only as fast as its
 * desk takes it, so that one that does not read costs no memory. What is sent is encoded once for all.
 */
export class EventStreams {
  readonly #parts: EventStreamsParts;
  readonly #streams = new Set<Stream>();
  readonly #writers = new Set<EventWriter>();
  readonly #stops: readonly (() => void)[];
  readonly #whole = encoder(({ json }) => json);
  readonly #masked = encoder(({ maskedJson }) => maskedJson);
  #beatAtMs: number;

  constructor(parts: EventStreamsParts) {
    const { board, clock, desks } = parts;
    this.#parts = parts;
    this.#beatAtMs = clock.monotonicMs();
    this.#stops = [
      board.onEntries(() => {
        for (const stream of this.#streams) this.#wake(stream);
      }),
      board.onStatus((status) => this.#tell(statusFrame(status))),
      desks.onRevoked((deskId) => {
        for (const stream of this.#streams) if (stream.deskId === deskId) stream.writer.end();
      }),
    ];
  }

  get count(): number {
    return this.#streams.size;
  }

  /** The bytes that wait for connections to accept them. */
  get queuedBytes(): number {
    let bytes = 0;
    for (const { queuedBytes } of this.#writers) bytes += queuedBytes;
    return bytes;
  }

  /** @throws Refusal `tooMany` when the desk has as many streams as it may */
  checkRoom({ id }: Asker): void {
    let count = 0;
    for (const { deskId } of this.#streams) if (deskId === id) count += 1;
    if (count >= mostStreams) throw new Refusal('tooMany', {}, comeAgainSeconds);
  }

  /** Sends what happens after this place in the log, until the connection ends. */
  follow(asker: Asker, from: number, response: ServerResponse): void {
    const { board, desks } = this.#parts;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Proxies of the nginx kind would collect what is sent.
      'X-Accel-Buffering': 'no',
    });
    const { logId, sequence } = board;
    const stream: Stream = {
      deskId: asker.id,
      frame: asker.role === 'viewer' ? this.#masked : this.#whole,
      writer: this.#writer(response),
      at: from,
      hasNews: true,
      isReading: false,
    };
    this.#streams.add(stream);
    const disconnected = desks.connected(asker.id);
    response.once('close', () => {
      this.#streams.delete(stream);
      disconnected();
    });
    stream.writer.send(`event: log\ndata: ${JSON.stringify({ logId, sequence })}\n\n`);
    stream.writer.send(statusFrame(board.status()));
    this.#wake(stream);
  }

  /** Sends all orders as they are now, as one JSON object. */
  async sendOrders({ role }: Asker, response: ServerResponse): Promise<void> {
    const { board, clock, log } = this.#parts;
    const { logId, sequence } = board;
    const orders = board.orders();
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    const writer = this.#writer(response);
    try {
      writer.send(`${JSON.stringify({ logId, sequence }).slice(0, -1)},"orders":[`);
      for (let from = 0; from < orders.length && !writer.isOver; from += ordersAtOnce) {
        const some = orders
          .slice(from, from + ordersAtOnce)
          .map(({ order }) => JSON.stringify(role === 'viewer' ? maskedOrder(order) : order));
        writer.send((from === 0 ? '' : ',') + some.join(','));
        await clock.nextTurn();
        await writer.room();
      }
      writer.send(']}');
      response.end();
    } catch (error) {
      // Half of it was sent: a connection that breaks off says so.
      log.defect('hubOrdersFailed', error);
      response.destroy();
    }
  }

  /**
   * Ends connections that accept nothing, and all of a hub that is cut off; shows the others that the hub is there.
   * Called every second.
   */
  tick(): void {
    const { board, clock, log } = this.#parts;
    for (const writer of this.#writers) if (writer.endStalled()) log.warn('hubReaderStalled');
    if (board.isCutOff) for (const { writer } of this.#streams) writer.end();
    if (clock.monotonicMs() - this.#beatAtMs < heartbeatEveryMs) return;
    this.#beatAtMs = clock.monotonicMs();
    this.#tell(heartbeat);
  }

  /** Ends the streams. A list of orders breaks off with its connection, so that it is not mistaken for the whole list. */
  close(): void {
    for (const stop of this.#stops) stop();
    for (const { writer } of this.#streams) writer.end();
  }

  /** Sends something that may be lost to all that are not behind. */
  #tell(bytes: Buffer): void {
    for (const { isReading, writer } of this.#streams) {
      if (!isReading && !writer.isBehind) writer.send(bytes);
    }
  }

  #writer(response: ServerResponse): EventWriter {
    const writer = new EventWriter(response, this.#parts.clock);
    this.#writers.add(writer);
    response.once('close', () => this.#writers.delete(writer));
    return writer;
  }

  #wake(stream: Stream): void {
    stream.hasNews = true;
    if (stream.isReading) return;
    stream.isReading = true;
    void this.#read(stream);
  }

  async #read(stream: Stream): Promise<void> {
    const { board } = this.#parts;
    try {
      while (stream.hasNews) {
        stream.hasNews = false;
        while (stream.at < board.sequence && !stream.writer.isOver) {
          if (!(await this.#sendSome(stream))) break;
          await stream.writer.room();
        }
      }
    } catch (error) {
      // The desk comes again, and is told then what is wrong.
      this.#parts.log.defect('hubStreamFailed', error);
      stream.writer.end();
    } finally {
      // In the same step as the look for news, so that none is missed in between.
      stream.isReading = false;
    }
  }

  /** Sends until nothing fits. It ends before the wait for room, so that no entries are held meanwhile. */
  async #sendSome(stream: Stream): Promise<boolean> {
    const { writer, frame } = stream;
    const before = stream.at;
    const part = await this.#parts.board.entriesSince(before, readAtOnce);
    if (part.kind === 'gap') {
      writer.end();
      return false;
    }
    for (const entry of part.entries) {
      if (writer.isFull) return true;
      writer.send(frame(entry));
      stream.at = entry.sequence;
    }
    stream.at = Math.max(stream.at, part.through);
    return stream.at > before;
  }
}

/** Makes the events of entries, each once. */
function encoder(jsonOf: (entry: OrderEntry) => string): (entry: OrderEntry) => Buffer {
  const made = new WeakMap<OrderEntry, Buffer>();
  return (entry) => {
    const known = made.get(entry);
    if (known !== undefined) return known;
    const frame = Buffer.from(`id: ${entry.sequence}\nevent: order\ndata: ${jsonOf(entry)}\n\n`);
    made.set(entry, frame);
    return frame;
  };
}

function statusFrame(status: HubStatus): Buffer {
  return Buffer.from(`event: status\ndata: ${JSON.stringify(status)}\n\n`);
}
