import { connect } from 'node:net';

/*
 * Many streams of events in one process, which does as little as it can: it looks where an event begins, and reads
 * of each the number and, once for all streams, the label. The label is the time at which its writer sent it.
 */

/** What the parent may say. */
export type ReadersCommand =
  | { readonly do: 'open'; readonly streams: readonly StreamAddress[] }
  /** Asks for the figures since it was asked last. */
  | { readonly do: 'collect' };

export interface StreamAddress {
  readonly url: string;
  readonly token: string;
  /** Where in the log it begins. */
  readonly since: number;
}

/** What the readers say to their parent. */
export type ReadersNews =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'collected';
      /** Events, each counted at every stream that got it. */
      readonly events: number;
      /** For each event that is on all streams: how long it took from its writer to the last of them. */
      readonly lateMs: readonly number[];
    };

/** The number and the label of an event stand within its first bytes, as many as this. */
const headBytes = 400;
const eventBegins = '\nid: ';

interface Underway {
  readonly sentAtMs: number;
  count: number;
}

let streamCount = 0;
let openCount = 0;
let events = 0;
let lateMs: number[] = [];
const underway = new Map<number, Underway>();

function send(news: ReadersNews): void {
  process.send?.(news);
}

function arrived(head: Buffer): void {
  const sequence = Number.parseInt(head.toString('latin1', 0, 12), 10);
  events += 1;
  const known = underway.get(sequence) ?? { sentAtMs: sentAtMs(head), count: 0 };
  known.count += 1;
  if (known.count < streamCount) underway.set(sequence, known);
  else {
    underway.delete(sequence);
    // What no writer sent has no time.
    if (known.sentAtMs > 0) lateMs.push(Date.now() - known.sentAtMs);
  }
}

function sentAtMs(head: Buffer): number {
  return Number(/"label":"(\d+)/.exec(head.toString('latin1'))?.[1]);
}

/** What was received of a stream and not looked at. */
function rest(received: Buffer): Buffer {
  let begin = received.indexOf(eventBegins);
  while (begin >= 0 && received.length - begin >= headBytes) {
    const from = begin + eventBegins.length;
    arrived(received.subarray(from, from + headBytes));
    begin = received.indexOf(eventBegins, from);
  }
  return received.subarray(begin >= 0 ? begin : Math.max(0, received.length - eventBegins.length));
}

function open({ since, token, url }: StreamAddress): void {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const head = `GET /v1/events?since=${since} HTTP/1.1\r\nHost: ${hostname}\r\n`;
  socket.write(`${head}Authorization: Bearer ${token}\r\n\r\n`);
  let left: Buffer = Buffer.alloc(0);
  let isOpen = false;
  socket.on('data', (bytes) => {
    if (!isOpen) {
      isOpen = true;
      const status = bytes.toString('latin1', 0, 15);
      if (!status.startsWith('HTTP/1.1 200')) throw new Error(`no stream: ${status}`);
      openCount += 1;
      if (openCount === streamCount) send({ kind: 'open' });
    }
    left = rest(left.length === 0 ? bytes : Buffer.concat([left, bytes]));
  });
  socket.on('close', () => {
    throw new Error('a hub ended a stream');
  });
}

process.on('message', (command: ReadersCommand) => {
  if (command.do === 'open') {
    streamCount = command.streams.length;
    for (const each of command.streams) open(each);
  } else {
    send({ kind: 'collected', events, lateMs });
    events = 0;
    lateMs = [];
  }
});
