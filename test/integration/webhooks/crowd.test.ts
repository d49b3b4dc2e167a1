import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { event, portOf, watching } from '../../support/webhooks/watching-receiver.ts';
import type { WebhookBench } from '../../support/webhooks/webhook-bench.ts';

/* A stranger who does not know the secret path holds as many connections as the receiver gives. */

/** What a stranger does with a connection to keep it. */
const holdings: Readonly<Record<string, (socket: Socket) => void>> = {
  'that send nothing': () => undefined,
  'that send a request byte by byte'(socket) {
    const letters = 'POST /hooks/x HTTP/1.1\r\nHost: localhost\r\nX-A: '[Symbol.iterator]();
    const dribble = setInterval(() => socket.write(letters.next().value ?? 'a'), 100);
    socket.on('close', () => clearInterval(dribble));
  },
  'that send no more after their first byte': (socket) => void socket.write('P'),
  'that ended their half': (socket) => void socket.end(),
  'that were refused and stay': (socket) =>
    void socket.write('GET /hooks/wrong HTTP/1.1\r\nHost: localhost\r\n\r\n'),
};

/** Connections of strangers from one address, held until the test ends. */
class Crowd {
  readonly #port: number;
  readonly #hold: (socket: Socket) => void;
  readonly #comesAgain: boolean;
  readonly #open = new Set<Socket>();
  #hasLeft = false;

  constructor(bench: WebhookBench, hold: (socket: Socket) => void, comesAgain = false) {
    this.#port = portOf(bench).port;
    this.#hold = hold;
    this.#comesAgain = comesAgain;
    onTestFinished(() => {
      this.#hasLeft = true;
    });
  }

  /** How many connections the receiver has not ended. */
  get size(): number {
    return this.#open.size;
  }

  async gather(count: number): Promise<void> {
    for (let no = 0; no < count; no += 1) await this.#join();
  }

  async #join(): Promise<void> {
    const socket = opened(this.#port);
    this.#open.add(socket);
    const ended = (): void => {
      if (this.#open.delete(socket) && this.#comesAgain && !this.#hasLeft) void this.#join();
    };
    socket.on('end', ended).on('close', ended);
    await once(socket, 'connect').catch(() => undefined);
    this.#hold(socket);
  }
}

/** A connection that stays open on our side whatever the receiver does. */
function opened(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined).resume();
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** The answers to twenty events, each over a connection of its own. */
async function twentyAnswers(bench: WebhookBench): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (let nonce = 0; nonce < 20; nonce += 1) {
    const sent = bench.post({ body: event(bench, { nonce }) });
    answers.push(
      await sent.then(
        ({ status }) => status,
        (error: unknown) => error,
      ),
    );
  }
  return answers;
}

const allStored = Array.from({ length: 20 }, () => 202);

describe('who knows the path gets through', () => {
  it.each(Object.entries(holdings))('beside 300 connections %s', async (_name, hold) => {
    const bench = await watching();
    await new Crowd(bench, hold).gather(300);
    expect(await twentyAnswers(bench)).toEqual(allStored);
  });

  it.each(Object.entries(holdings))(
    'beside 300 connections %s, each of which comes again when it is ended',
    async (_name, hold) => {
      const bench = await watching();
      await new Crowd(bench, hold, true).gather(300);
      expect(await twentyAnswers(bench)).toEqual(allStored);
    },
  );

  it('after 3,000 connections in a row, of which at most 256 stay', async () => {
    const bench = await watching();
    const crowd = new Crowd(bench, () => undefined);
    await crowd.gather(3000);
    expect(await twentyAnswers(bench)).toEqual(allStored);
    await expect.poll(() => crowd.size).toBeLessThanOrEqual(256);
    expect(crowd.size).toBeGreaterThanOrEqual(200);
    expect(bench.service.state.rejected['too-many']).toBeGreaterThan(2700);
  });
});

/** A connection that can send requests in parts and see what is answered. */
class Sender {
  readonly #socket: Socket;
  #answers = '';
  #isEnded = false;

  constructor(bench: WebhookBench) {
    this.#socket = opened(portOf(bench).port);
    this.#socket.setEncoding('latin1').on('data', (text: string) => (this.#answers += text));
    for (const end of ['end', 'close']) this.#socket.on(end, () => (this.#isEnded = true));
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  /** The statuses of the answers so far; `ended` once the receiver closed the connection. */
  get got(): readonly string[] {
    const statuses = [...this.#answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(
      ([, status = '']) => status,
    );
    return this.#isEnded ? [...statuses, 'ended'] : statuses;
  }
}

function head(bench: WebhookBench, length: number, more = ''): string {
  const fields = `Host: localhost\r\nContent-Length: ${length}\r\n${more}`;
  return `POST ${bench.path()} HTTP/1.1\r\n${fields}\r\n`;
}

async function probed(bench: WebhookBench): Promise<Sender> {
  const sender = new Sender(bench);
  sender.send(head(bench, 0));
  await expect.poll(() => sender.got).toEqual(['200']);
  return sender;
}

describe('whose connection ends when all places are taken', () => {
  it('the oldest of those that sent no request with the path, whatever else they sent', async () => {
    const bench = await watching();
    const first = new Sender(bench);
    first.send('POST /');
    const second = new Sender(bench);
    const known = await probed(bench);
    const crowd = new Crowd(bench, () => undefined);
    await crowd.gather(253);
    expect((await bench.post()).status).toBe(200);
    await expect.poll(() => first.got).toEqual(['ended']);
    expect([second.got, known.got, crowd.size]).toEqual([[], ['200'], 253]);
  });

  it('never one with a request under way, however many strangers come', async () => {
    const bench = await watching();
    const sender = new Sender(bench);
    const body = event(bench);
    sender.send(head(bench, body.length) + body.slice(0, 10));
    await new Crowd(bench, () => undefined).gather(600);
    sender.send(body.slice(10));
    await expect.poll(() => sender.got).toEqual(['202']);
    expect(bench.service.state.accepted).toBe(1);
  });

  it('one of several requests at once is under way until the last is answered', async () => {
    const bench = await watching();
    const sender = new Sender(bench);
    const body = event(bench);
    sender.send(head(bench, 0) + head(bench, body.length));
    await expect.poll(() => sender.got).toEqual(['200']);
    await Promise.all(Array.from({ length: 255 }, () => probed(bench)));
    expect((await bench.post()).status).toBe(200);
    sender.send(body);
    await expect.poll(() => sender.got).toEqual(['200', '202']);
  });

  it('without strangers, the one that has been idle longest since its last answer', async () => {
    const bench = await watching();
    const [first, second] = [await probed(bench), await probed(bench)];
    await Promise.all(Array.from({ length: 254 }, () => probed(bench)));
    first.send(head(bench, 0));
    await expect.poll(() => first.got).toEqual(['200', '200']);
    expect((await bench.post()).status).toBe(200);
    await expect.poll(() => second.got).toEqual(['200', 'ended']);
    expect(first.got).toEqual(['200', '200']);
  });

  it('the new one while 256 requests with the path are under way, each of which is answered', async () => {
    const bench = await watching();
    const senders = Array.from({ length: 256 }, () => new Sender(bench));
    const bodies = senders.map((_, nonce) => event(bench, { nonce }));
    for (const [no, sender] of senders.entries()) {
      sender.send(head(bench, bodies[no]?.length ?? 0, 'Expect: 100-continue\r\n'));
    }
    await expect.poll(() => senders.flatMap(({ got }) => got)).toEqual(senders.map(() => '100'));
    await expect(bench.post()).rejects.toThrow(/hang up|ECONN|EPIPE/);
    for (const [no, sender] of senders.entries()) sender.send(bodies[no] ?? '');
    const stored = senders.flatMap(() => ['100', '202']);
    await expect.poll(() => senders.flatMap(({ got }) => got)).toEqual(stored);
    expect((await bench.post()).status).toBe(200);
  });
});

it('a connection that sends nothing is ended after a while, one that began to is not', async () => {
  const bench = await watching();
  const began = new Sender(bench);
  began.send('POST');
  // It was accepted before this one, and its answer comes after the first bytes were read.
  const known = await probed(bench);
  const silent = new Sender(bench);
  await expect.poll(() => silent.got).toEqual(['ended']);
  expect(bench.service.state.rejected).toEqual({ 'too-slow': 1 });
  began.send(head(bench, 0).slice('POST'.length));
  known.send(head(bench, 0));
  await expect.poll(() => [...began.got, ...known.got]).toEqual(['200', '200', '200']);
});
