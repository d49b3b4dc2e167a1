import { Pool, type Dispatcher } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../../../core/clock.ts';
import { LogUnavailable } from '../ports.ts';

/** How long one member may take for an answer: without a deadline, a request to one that hangs takes seven seconds. */
const tryWithinMs = 1500;
/** How long all members together may take. */
const callWithinMs = 4000;
const connectWithinMs = 1000;
/** The longest answer; the entries of a list come in parts. */
const longestAnswerBytes = 128 * 1024 * 1024;

/** The codes of gRPC that etcd answers with and something depends on. */
const codes = { invalid: 3, notFound: 5, exhausted: 8, outOfRange: 11, unauthenticated: 16 };

/** Where etcd is, and how a hub shows who it is. */
export interface EtcdAccess {
  /** The members that may be asked, such as `http://127.0.0.1:2379`. No other address is dialled. */
  readonly members: readonly string[];
  readonly login: { readonly name: string; readonly password: string } | null;
  /** A client's certificate and its key as PEM. */
  readonly certificate: { readonly cert: string; readonly key: string } | null;
}

/** etcd refused a request, and will again. */
export class EtcdRefusal extends LogUnavailable {
  /** The lease that was named is over. */
  readonly isUnknownLease: boolean;
  /** The revision that was named was forgotten by etcd, or is none yet. */
  readonly isOutOfRange: boolean;

  constructor(code: number) {
    super(`etcd refused a request with code ${code}`);
    this.isUnknownLease = code === codes.notFound;
    this.isOutOfRange = code === codes.outOfRange;
  }
}

/** What answers there is no etcd. */
export class NoEtcd extends LogUnavailable {}

/** What is asked of a member, and for how long. */
type Question<Answer> = readonly [
  member: number,
  path: string,
  body: object | null,
  schema: z.ZodType<Answer>,
  withinMs: number,
];

/** An answer, and when it was given by the member's clock, to the second; null where it does not say. */
interface Answered<Answer> {
  readonly answer: Answer;
  readonly dateMs: number | null;
}

const errorSchema = z.object({ code: z.int().optional() });
const tokenSchema = z.object({ token: z.string() });
const streamErrorSchema = z.object({ error: z.unknown() });

/**
 * Asks the members of an etcd cluster over their JSON gateway, one after the other until one answers. A request
 * that failed may have been done all the same.
 */
export class EtcdClient {
  readonly #access: EtcdAccess;
  readonly #clock: Clock;
  readonly #pools: readonly Pool[];
  /** The member that answered last, which is asked first. */
  #preferred = 0;
  #token: Promise<string> | null = null;
  #isClosed = false;

  constructor(access: EtcdAccess, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
    this.#pools = access.members.map(
      (origin) =>
        new Pool(origin, {
          allowH2: false,
          // The deadlines here run on the clock that is handed in; undici's do not.
          headersTimeout: 0,
          bodyTimeout: 0,
          connect: { ...access.certificate, allowH2: false, timeout: connectWithinMs },
        }),
    );
  }

  get memberCount(): number {
    return this.#pools.length;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * @throws EtcdRefusal for what no member ever does
   * @throws LogUnavailable when none answered in time
   */
  async call<Answer>(path: string, body: object, schema: z.ZodType<Answer>): Promise<Answer> {
    const endMs = this.#clock.monotonicMs() + callWithinMs;
    let cause: unknown = null;
    for (let tries = 0; ; tries += 1) {
      const leftMs = endMs - this.#clock.monotonicMs();
      if (this.#isClosed || leftMs <= 0 || tries >= 2 * this.#pools.length + 1) break;
      const member = this.#preferred;
      try {
        const within = Math.min(tryWithinMs, leftMs);
        return await this.#ask(member, path, body, schema, within);
      } catch (error) {
        if (error instanceof EtcdRefusal) throw error;
        cause = error;
        this.#avoid(member);
      }
    }
    throw new LogUnavailable('etcd cannot be reached', { cause });
  }

  /** Asks one member alone. @throws whatever went wrong */
  async askMember<Answer>(
    member: number,
    path: string,
    schema: z.ZodType<Answer>,
  ): Promise<Answered<Answer>> {
    return this.#askDated(member, path, path.startsWith('/v3/') ? {} : null, schema, tryWithinMs);
  }

  /** Reads the lines of a stream of the member that is preferred. @throws when it breaks off or cannot be had */
  async *lines(path: string, body: object, signal: AbortSignal): AsyncGenerator<unknown, void> {
    const deadline = new AbortController();
    const cancel = this.#clock.schedule(() => deadline.abort(), tryWithinMs);
    const member = this.#preferred;
    try {
      const either = AbortSignal.any([signal, deadline.signal]);
      const answer = await this.#send(member, path, body, either);
      cancel();
      if (answer.statusCode !== 200) throw await refusalOf(answer);
      let rest: Buffer[] = [];
      for await (const chunk of answer.body) {
        let bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from([]);
        for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
          const line = Buffer.concat([...rest, bytes.subarray(0, end)]).toString();
          rest = [];
          bytes = bytes.subarray(end + 1);
          const read: unknown = JSON.parse(line);
          if (streamErrorSchema.safeParse(read).success) throw new Error('etcd ended a stream');
          yield read;
        }
        rest.push(bytes);
      }
      throw new Error('etcd ended a stream');
    } catch (error) {
      // Also of one that hangs, whose stream was ended.
      this.#avoid(member);
      throw error;
    } finally {
      cancel();
      // What is left of it is not read any more.
      deadline.abort();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#pools.map((pool) => pool.destroy()));
  }

  /** Asks another one first, because this one does not do what it should. */
  #avoid(member: number): void {
    if (this.#preferred === member) this.#preferred = (member + 1) % this.#pools.length;
  }

  async #ask<Answer>(...question: Question<Answer>): Promise<Answer> {
    return (await this.#askDated(...question)).answer;
  }

  async #askDated<Answer>(
    ...[member, path, body, schema, withinMs]: Question<Answer>
  ): Promise<Answered<Answer>> {
    const deadline = new AbortController();
    const cancel = this.#clock.schedule(() => deadline.abort(), withinMs);
    try {
      const answer = await this.#send(member, path, body, deadline.signal);
      if (answer.statusCode !== 200) throw await refusalOf(answer);
      const dateMs = Date.parse(String(answer.headers['date']));
      return {
        answer: parsed(schema, (await whole(answer)).toString()),
        dateMs: Number.isNaN(dateMs) ? null : dateMs,
      };
    } catch (error) {
      if (error instanceof TokenRefused) this.#token = null;
      throw error;
    } finally {
      cancel();
    }
  }

  async #send(
    member: number,
    path: string,
    body: object | null,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const pool = this.#pools[member];
    if (pool === undefined) throw new RangeError('no such member of etcd');
    const authorization = path.startsWith('/v3/') ? await this.#authorization(pool, signal) : null;
    return pool.request({
      method: body === null ? 'GET' : 'POST',
      path,
      headers: {
        ...(body !== null && { 'content-type': 'application/json' }),
        ...(authorization !== null && { authorization }),
      },
      body: body === null ? null : JSON.stringify(body),
      signal,
    });
  }

  /** A token of the login, which etcd forgets after some minutes without a request. */
  async #authorization(pool: Pool, signal: AbortSignal): Promise<string | null> {
    const { login } = this.#access;
    if (login === null) return null;
    const token = (this.#token ??= authenticated(pool, login, signal));
    try {
      return await token;
    } catch (error) {
      if (this.#token === token) this.#token = null;
      throw error;
    }
  }
}

/** The token is not valid any more: the next request logs in again. */
export class TokenRefused extends Error {}

async function authenticated(
  pool: Pool,
  login: NonNullable<EtcdAccess['login']>,
  signal: AbortSignal,
): Promise<string> {
  const answer = await pool.request({
    method: 'POST',
    path: '/v3/auth/authenticate',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
    signal,
  });
  if (answer.statusCode !== 200) throw await refusalOf(answer);
  return parsed(tokenSchema, (await whole(answer)).toString()).token;
}

/** @throws NoEtcd, without the text, in which a login could stand */
function parsed<Answer>(schema: z.ZodType<Answer>, text: string): Answer {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new NoEtcd('no etcd answers there');
  }
}

/** What an answer says that is none, without its text, in which a login could stand. */
async function refusalOf(answer: Dispatcher.ResponseData): Promise<Error> {
  const text = (await whole(answer)).toString();
  let code: number | undefined;
  try {
    code = errorSchema.parse(JSON.parse(text)).code;
  } catch {
    return new NoEtcd('no etcd answers there');
  }
  if (code === codes.unauthenticated) return new TokenRefused();
  // etcd answers with it for a token of before a member's restart, too.
  if (code === codes.invalid && text.includes('token')) return new TokenRefused();
  if (code === codes.exhausted) return new LogUnavailable('etcd has no room');
  if (code === codes.invalid || code === codes.notFound || code === codes.outOfRange) {
    return new EtcdRefusal(code);
  }
  return new LogUnavailable(`etcd answered with code ${code ?? 'none'}`);
}

async function whole({ body }: Dispatcher.ResponseData): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new Error('no bytes');
    byteCount += chunk.byteLength;
    if (byteCount > longestAnswerBytes) throw new Error('etcd answers with too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
