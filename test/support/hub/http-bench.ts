import { Agent, request } from 'undici';
import { onTestFinished } from 'vitest';
import type { DeskRole } from '../../../core/team/desk.ts';
import {
  type HubServer,
  type HubServerParts,
  startHubServer,
} from '../../../main/hub/http/hub-server.ts';
import { SystemClock } from '../../../main/watch/system-clock.ts';
import { type BenchHub, HubBench } from './hub-bench.ts';

/** What a request got. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}

/** A hub over an engine in memory, with its real HTTP server. */
export class HttpBench {
  readonly bench: HubBench;
  readonly hub: BenchHub['hub'];
  readonly one: BenchHub;
  readonly server: HubServer;
  readonly warnings: string[] = [];
  readonly #agent = new Agent({ connections: null });
  #keyCount = 0;

  private constructor(bench: HubBench, one: BenchHub, server: HubServer, warnings: string[]) {
    this.bench = bench;
    this.one = one;
    this.hub = one.hub;
    this.server = server;
    this.warnings = warnings;
  }

  static async start(parts: Partial<HubServerParts> = {}): Promise<HttpBench> {
    const bench = new HubBench();
    const one = bench.hub();
    await one.start();
    const warnings: string[] = [];
    const server = await startHubServer({
      board: one.hub.board,
      desks: one.hub.desks,
      listen: { address: '127.0.0.1', port: 0 },
      tls: null,
      behindProxy: false,
      clock: new SystemClock(),
      log: {
        warn: (event) => warnings.push(event),
        defect: (event) => warnings.push(event),
      },
      ...parts,
    });
    const http = new HttpBench(bench, one, server, warnings);
    onTestFinished(async () => {
      await server.close();
      await http.#agent.destroy();
      await one.stop();
    });
    return http;
  }

  /** Lets a desk in. @returns its token */
  async desk(name: string, role: DeskRole = 'dispatcher'): Promise<string> {
    const invited = await this.hub.desks.invite(name, role);
    if (invited === 'taken') throw new Error('taken');
    const joined = await this.send('POST', '/v1/join', { body: { code: invited.code } });
    return (joined.body as { token: string }).token;
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    given: {
      readonly token?: string;
      readonly body?: unknown;
      readonly text?: string;
      /** Default: a fresh one. Null sends none. */
      readonly key?: string | null;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<HttpAnswer> {
    const { body, headers = {}, key, text, token } = given;
    this.#keyCount += 1;
    const answer = await request(`${this.server.url}${path}`, {
      method,
      dispatcher: this.#agent,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key === null || method === 'GET'
          ? {}
          : { 'idempotency-key': key ?? `k${this.#keyCount}` }),
        ...((body !== undefined || text !== undefined) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(text !== undefined && { body: text }),
    });
    const got = await answer.body.text();
    return { status: answer.statusCode, body: got === '' ? null : asJson(got), text: got };
  }

  /** Opens a stream; what comes is gathered until `stop`. */
  async events(token: string, query = ''): Promise<OpenStream> {
    const controller = new AbortController();
    const answer = await request(`${this.server.url}/v1/events${query}`, {
      dispatcher: this.#agent,
      headers: { authorization: `Bearer ${token}` },
      signal: controller.signal,
    });
    const stream: OpenStream = {
      status: answer.statusCode,
      text: '',
      isEnded: false,
      stop: () => controller.abort(),
    };
    const read = async (): Promise<void> => {
      try {
        for await (const chunk of answer.body) stream.text += String(chunk);
      } catch {
        // Ended by either side.
      }
      stream.isEnded = true;
    };
    void read();
    return stream;
  }
}

export interface OpenStream {
  readonly status: number;
  text: string;
  isEnded: boolean;
  readonly stop: () => void;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
