/** One event of a stream, by the fields that a hub uses. */
export interface StreamEvent {
  readonly id: string | null;
  readonly name: string;
  readonly data: string;
}

/** The longest event, in characters: an order with its answer has some ten thousand. */
const longestEvent = 8_000_000;

/**
 * Reads Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html) out of chunks
 * that end anywhere, also within a character or a line end.
 */
export class EventStream {
  readonly #decoder = new TextDecoder();
  /** The beginning of a line whose end has not come. */
  #rest = '';
  #id: string | null = null;
  #name = 'message';
  #data: string[] = [];
  #length = 0;
  /** How many events were longer than any event is, and therefore left out. */
  #oversized = 0;

  get oversized(): number {
    return this.#oversized;
  }

  /** @returns the events that are whole by now */
  push(chunk: Uint8Array): readonly StreamEvent[] {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    // A carriage return at the end may be half of a line end.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    const events = lines.flatMap((line) => this.#line(line) ?? []);
    if (this.#length + this.#rest.length > longestEvent) {
      this.#length = Number.POSITIVE_INFINITY;
      this.#data = [];
      this.#rest = '';
    }
    return events;
  }

  #line(line: string): StreamEvent | null {
    if (line === '') return this.#end();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    this.#length += line.length;
    if (field === 'id') this.#id = value;
    else if (field === 'event') this.#name = value;
    else if (field === 'data' && this.#length <= longestEvent) this.#data.push(value);
    return null;
  }

  #end(): StreamEvent | null {
    const isOversized = this.#length > longestEvent;
    if (isOversized) this.#oversized += 1;
    const isEvent = !isOversized && this.#data.length > 0;
    const event = isEvent ? { id: this.#id, name: this.#name, data: this.#data.join('\n') } : null;
    this.#id = null;
    this.#name = 'message';
    this.#data = [];
    this.#length = 0;
    return event;
  }
}
