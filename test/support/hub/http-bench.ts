import { onTestFinished } from 'vitest';
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import type { DeskRole } from '../../../core/team/desk.ts';
import {
  type HubServerParts,
  type HubServer,
  startHubServer,
} from '../../../main/hub/http/hub-server.ts';
import type { HubBoard } from '../../../main/hub/ports.ts';
import { openApi } from '../../../tools/hub-open-api.ts';
import { RecordingLog } from '../recording-log.ts';
import { type BenchHub, HubBench } from './hub-bench.ts';

/** What is sent with a request. */
export interface Asked {
  readonly token?: string;
  readonly key?: string;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer, whose body fits the OpenAPI document. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; null for another one. */
  readonly json: unknown;
}

/** One event of a stream. */
export interface SentEvent {
  readonly event: string;
  readonly id: string | null;
  readonly data: unknown;
}

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(
          z.string(),
          z.object({
            content: z
              .record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }))
              .optional(),
          }),
        ),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

const document = documentSchema.parse(openApi());
const checks = new Map<string, z.ZodType>();

/** Checks a value by the schema that a JSON schema describes. @throws ZodError when it does not fit */
function check(schema: Readonly<Record<string, unknown>>, value: unknown): void {
  const name = JSON.stringify(schema);
  let checked = checks.get(name);
  if (checked === undefined) {
    const whole = { ...schema, $defs: document.components.schemas };
    const local = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
    checked = z.fromJSONSchema(JSON.parse(local));
    checks.set(name, checked);
  }
  checked.parse(value);
}

/** @throws Error when the OpenAPI document has no such answer */
function checkAnswer(method: string, path: string, status: number, json: unknown): void {
  const operation = Object.entries(document.paths)
    .filter(([template]) => new RegExp(`^${template.replace('{uuid}', '[^/]+')}$`).test(path))
    .map(([, methods]) => methods[method.toLowerCase()])[0];
  // What is nowhere has no place in the document.
  if (operation === undefined) return;
  const response = operation.responses[status];
  if (response === undefined) throw new Error(`${method} ${path} may not answer ${status}`);
  const schema = response.content?.['application/json']?.schema;
  if (schema !== undefined) check(schema, json);
  else if (json !== null) throw new Error(`${method} ${path} answers ${status} without a body`);
}

/** A board that does some things otherwise. */
export function boardWith(board: HubBoard, changed: Partial<HubBoard>): HubBoard {
  return new Proxy(board, {
    get(target, name) {
      if (name in changed) return Reflect.get(changed, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A hub with its HTTP interface: real HTTP on fake time, over a log in memory. */
export class HttpBench {
  readonly bench: HubBench;
  readonly log: RecordingLog;
  readonly one: BenchHub;
  readonly server: HubServer;
  readonly #agent: Agent;
  /** All that was received, to be searched. */
  received = '';

  private constructor(
    bench: HubBench,
    one: BenchHub,
    log: RecordingLog,
    server: HubServer,
    agent: Agent,
  ) {
    this.bench = bench;
    this.one = one;
    this.log = log;
    this.server = server;
    this.#agent = agent;
  }

  /**
   * @param parts what is not as usual; `ca` is the authority that the client trusts
   * @param hubOf makes the hub; alone and in memory unless given
   */
  static async start(
    parts: Partial<HubServerParts> & { readonly ca?: string } = {},
    hubOf: (bench: HubBench) => BenchHub = (bench) => bench.hub(),
  ): Promise<HttpBench> {
    const bench = new HubBench();
    const one = hubOf(bench);
    const log = new RecordingLog();
    await one.start();
    const { ca, ...others } = parts;
    const server = await startHubServer({
      board: one.hub.board,
      desks: one.hub.desks,
      listen: { address: '127.0.0.1', port: 0 },
      tls: null,
      behindProxy: false,
      clock: bench.clock,
      log,
      ...others,
    });
    const agent = new Agent(ca === undefined ? {} : { connect: { ca } });
    onTestFinished(async () => {
      await agent.destroy();
      await server.close();
      await one.stop();
    });
    return new HttpBench(bench, one, log, server, agent);
  }

  get hub(): BenchHub['hub'] {
    return this.one.hub;
  }

  /** Lets a desk in. @returns its token */
  async desk(name: string, role: DeskRole = 'dispatcher'): Promise<string> {
    const { desks } = this.one.hub;
    const invited = await desks.invite(name, role);
    if (invited === 'taken') throw new Error(`${name} is there already`);
    const joined = await desks.join(invited.code);
    if (joined === null) throw new Error('the code is not taken');
    return joined.token;
  }

  /** Sends a request, and checks that the answer is one of those in the OpenAPI document. */
  async ask(method: Dispatcher.HttpMethod, path: string, asked: Asked = {}): Promise<Answered> {
    const { statusCode, headers, body } = await request(
      this.server.url + path,
      this.#options(method, asked),
    );
    const text = await body.text();
    this.received += `${JSON.stringify(headers)}\n${text}\n`;
    const type = String(headers['content-type']);
    const json: unknown = type.startsWith('application/json') ? JSON.parse(text) : null;
    if (type.startsWith('application/json') || text === '') {
      checkAnswer(method, path.replace(/\?.*/, ''), statusCode, json);
    }
    return { status: statusCode, headers, text, json };
  }

  /** Opens a stream of events. */
  async stream(
    token: string,
    query = '',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventReader> {
    const answer = await request(
      `${this.server.url}/v1/events${query}`,
      this.#options('GET', { token, headers }),
    );
    if (answer.statusCode !== 200) throw new Error(`no stream: ${answer.statusCode}`);
    return new EventReader(answer.body, (text) => {
      this.received += text;
    });
  }

  /** A figure of this interface. */
  async figure(name: string): Promise<number> {
    const { text } = await this.ask('GET', '/metrics');
    const line = text.split('\n').find((each) => each.startsWith(`waybell_hub_${name} `));
    return Number(line?.split(' ').at(-1));
  }

  #options(method: Dispatcher.HttpMethod, { body, headers, key, token }: Asked) {
    return {
      method,
      dispatcher: this.#agent,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    };
  }
}

/** Reads the events of a stream one after the other, and checks each by its schema. */
export class EventReader {
  readonly #events: AsyncGenerator<SentEvent>;
  readonly #body: Dispatcher.ResponseData['body'];

  constructor(body: Dispatcher.ResponseData['body'], received: (text: string) => void) {
    this.#body = body;
    this.#events = eventsOf(body, received);
  }

  /** The next event of this name; what comes before is left out. Null when the stream ends. */
  async next(name = 'order'): Promise<SentEvent | null> {
    for (;;) {
      const { done, value } = await this.#events.next();
      if (done === true) return null;
      if (value.event === name) return value;
    }
  }

  close(): void {
    this.#body.destroy();
  }
}

const dataSchemas: Readonly<Record<string, string>> = {
  log: 'LogPlace',
  order: 'OrderEvent',
  status: 'HubStatus',
};

async function* eventsOf(
  body: AsyncIterable<unknown>,
  received: (text: string) => void,
): AsyncGenerator<SentEvent> {
  let rest = '';
  let last = '';
  try {
    for await (const bytes of body) {
      const more = String(bytes);
      received(more);
      const blocks = (rest + more).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => {
            const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
            return [name, value];
          }),
        );
        const event = fields.get('event') ?? 'comment';
        const text = fields.get('data') ?? 'null';
        const data: unknown = JSON.parse(text);
        const schema = dataSchemas[event];
        // Thousands that are the same are checked once.
        if (schema !== undefined && text !== last)
          check({ $ref: `#/components/schemas/${schema}` }, data);
        last = text;
        yield { event, id: fields.get('id') ?? null, data };
      }
    }
  } catch (error) {
    // The hub ends a stream by ending its connection.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
