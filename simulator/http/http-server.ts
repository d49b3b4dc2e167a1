import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { ServiceClock } from '../service-clock.ts';
import { deliver, type Line, plainSending, type Sending } from './delivery.ts';
import { type HttpAnswer, type HttpRequest, refusal } from './message.ts';
import type { RequestLog } from './request-log.ts';
import { readRequest } from './request-reader.ts';

/** What is to be sent for a request. */
export interface Reply {
  readonly answer: HttpAnswer;
  readonly sending: Sending;
}

/** The certificate and key of a server that speaks TLS, in PEM. */
export interface TlsIdentity {
  readonly certificatePem: string;
  readonly keyPem: string;
}

/** What a server needs to answer. */
export interface HttpServerOptions {
  readonly port: number;
  readonly tls: TlsIdentity | null;
  readonly idleSeconds: number;
  readonly clock: ServiceClock;
  readonly log: RequestLog;
  /** Decides on the reply. Must log the request's arrival. */
  readonly reply: (request: HttpRequest) => Reply;
}

/**
 * A small HTTP/1.1 server straight on TCP (RFC 9112), on 127.0.0.1 only. It is not Node's own because
 * it has to be able to do everything wrong that a network and a service can, and because it is the
 * yardstick of the benchmarks.
 */
export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #lines = new Set<Line>();
  readonly #secureContext: SecureContext | null;
  #server: Server;
  #port = 0;
  #isDark = false;

  private constructor(options: HttpServerOptions) {
    const { tls } = options;
    this.#options = options;
    this.#secureContext =
      tls === null ? null : createSecureContext({ cert: tls.certificatePem, key: tls.keyPem });
    this.#server = this.#newServer();
  }

  /** Starts listening. @throws the system's error when the port cannot be had */
  static async listening(options: HttpServerOptions): Promise<HttpServer> {
    const server = new HttpServer(options);
    await server.#listen(options.port);
    return server;
  }

  get port(): number {
    return this.#port;
  }

  /** Stops listening and resets every connection, until {@link comeBack}. */
  async goDark(): Promise<void> {
    if (!this.#isDark) {
      this.#isDark = true;
      await this.#stopListening();
    }
  }

  /** Listens on the same port again. */
  async comeBack(): Promise<void> {
    if (this.#isDark) {
      this.#server = this.#newServer();
      await this.#listen(this.#port);
      this.#isDark = false;
    }
  }

  /** Resets every open connection and goes on listening. */
  dropConnections(): void {
    for (const line of this.#lines) {
      line.reset();
    }
  }

  async close(): Promise<void> {
    if (!this.#isDark) {
      this.#isDark = true;
      await this.#stopListening();
    }
  }

  #newServer(): Server {
    return createServer({ noDelay: true }, (socket) => this.#accept(socket));
  }

  async #listen(port: number): Promise<void> {
    this.#server.listen({ port, host: '127.0.0.1', backlog: 4096 });
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : port;
  }

  async #stopListening(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.dropConnections();
    await closed;
  }

  #accept(raw: Socket): void {
    const { log, idleSeconds } = this.#options;
    const secureContext = this.#secureContext;
    const socket =
      secureContext === null ? raw : new TLSSocket(raw, { isServer: true, secureContext });
    // Only a TCP socket can be reset, so the one under TLS is kept at hand.
    const line = { socket, reset: () => raw.resetAndDestroy() };
    const connection = new Connection(line, this.#options);
    this.#lines.add(line);
    log.connectionOpened();
    socket.setTimeout(idleSeconds * 1000);
    socket.on('timeout', () => connection.idled());
    socket.on('data', (bytes) => connection.received(bytes));
    // A client may vanish at any time; 'close' follows and does the rest.
    raw.on('error', () => undefined);
    socket.on('error', () => raw.destroy());
    raw.on('close', () => {
      this.#lines.delete(line);
      connection.closed();
      log.connectionClosed();
    });
  }
}

/** One connection: reads requests and answers them one after the other. */
class Connection {
  readonly #line: Line;
  readonly #socket: Socket;
  readonly #options: HttpServerOptions;
  #pending: Buffer = Buffer.alloc(0);
  #requests = 0;
  #isAnswering = false;
  #isReading = false;

  constructor(line: Line, options: HttpServerOptions) {
    this.#line = line;
    this.#socket = line.socket;
    this.#options = options;
  }

  received(bytes: Buffer): void {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    this.#readOn();
  }

  /** Closes a connection on which nothing is going on. */
  idled(): void {
    if (!this.#isAnswering) {
      this.#socket.end();
    }
  }

  closed(): void {
    if (this.#isAnswering) {
      this.#isAnswering = false;
      this.#options.log.answered();
    }
  }

  #readOn(): void {
    if (this.#isReading) {
      return;
    }
    this.#isReading = true;
    let start = 0;
    while (!this.#isAnswering && start < this.#pending.length && this.#socket.writable) {
      const outcome = readRequest(this.#pending, start);
      if (outcome.kind === 'incomplete') {
        break;
      }
      if (outcome.kind === 'bad') {
        this.#refuse(outcome.status);
        start = this.#pending.length;
        break;
      }
      start = outcome.end;
      this.#answer({ ...outcome.request, requestsBefore: this.#requests });
    }
    this.#pending = this.#pending.subarray(start);
    this.#isReading = false;
  }

  #answer(request: HttpRequest): void {
    const { clock, log, reply, idleSeconds } = this.#options;
    this.#requests += 1;
    this.#isAnswering = true;
    const { answer, sending } = reply(request);
    const send = (): void => {
      if (this.#socket.destroyed) {
        return;
      }
      const framing = {
        hasBody: request.method !== 'HEAD',
        keepsAlive: request.keepsAlive,
        idleSeconds,
        stampMs: clock.stampMs(clock.storyMs()),
      };
      deliver(this.#line, answer, framing, sending, clock, () => {
        this.#isAnswering = false;
        log.answered();
        this.#readOn();
      });
    };
    if (sending.delayMs > 0) {
      clock.schedule(send, sending.delayMs);
    } else {
      send();
    }
  }

  #refuse(status: number): void {
    const { clock, idleSeconds } = this.#options;
    const framing = {
      hasBody: true,
      keepsAlive: false,
      idleSeconds,
      stampMs: clock.stampMs(clock.storyMs()),
    };
    const answer = refusal(status, 'invalid_request', 'The request cannot be read.');
    deliver(this.#line, answer, framing, plainSending, clock, () => undefined);
  }
}
