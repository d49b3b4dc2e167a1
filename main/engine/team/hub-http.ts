import { type buildConnector, type Dispatcher, Pool } from 'undici';
import { z } from 'zod';
import type { JoinRefusal } from '../../../core/board/team.ts';
import { isLoopback } from '../../../core/text/loopback.ts';
import type { Result } from '../../../core/text/result.ts';
import type { Clock } from '../../../core/clock.ts';

/** How connections are opened: which authorities vouch for a hub, and where names lead. */
export type OpensConnections = () => Promise<buildConnector.BuildOptions>;

/** Why an address is not one of a hub. */
type HubAddressFault = Extract<JoinRefusal, 'notAnAddress' | 'plainHttp'>;

const longestAddress = 2000;

/** Reads the address of a hub. @returns it without a slash at its end */
export function parseHubUrl(text: string): Result<string, HubAddressFault> {
  const trimmed = text.trim();
  if (trimmed.length > longestAddress || !URL.canParse(trimmed)) {
    return { ok: false, failure: 'notAnAddress' };
  }
  const { hash, hostname, origin, password, pathname, protocol, search, username } = new URL(
    trimmed,
  );
  const isPlain = protocol === 'http:';
  if (!isPlain && protocol !== 'https:') return { ok: false, failure: 'notAnAddress' };
  if (`${hash}${password}${search}${username}` !== '')
    return { ok: false, failure: 'notAnAddress' };
  if (isPlain && !isLoopback(hostname.replace(/^\[|\]$/g, ''))) {
    return { ok: false, failure: 'plainHttp' };
  }
  let end = pathname.length;
  while (pathname[end - 1] === '/') end -= 1;
  return { ok: true, value: `${origin}${pathname.slice(0, end)}` };
}

/** An answer of a hub, or that none came. */
export type HubReply =
  | { readonly kind: 'answered'; readonly body: unknown }
  | {
      readonly kind: 'refused';
      readonly httpStatus: number;
      readonly code: string;
      readonly message: string;
      readonly desk?: string;
      /** In `revoked`: the log of the hub that refused. */
      readonly logId?: string;
    }
  /** Nothing came in time, or it was not a hub that spoke. */
  | { readonly kind: 'away'; readonly isUntrusted: boolean };

export interface HubRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Such as `/v1/orders`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The addresses of a team's other hubs, as a desk keeps them. */
export interface OtherHubs {
  load(): readonly string[];
  save(hubUrls: readonly string[]): void;
}

/** What {@link HubHttp} works with. */
export interface HubHttpParts {
  /** As {@link parseHubUrl} gives it. */
  readonly hubUrl: string;
  /** Where else the team can be reached; nowhere unless given. */
  readonly others?: OtherHubs;
  readonly clock: Clock;
  readonly opens: OpensConnections;
}

/** How long a hub may take to open a connection, and to answer. */
const connectWithinMs = 5000;
const answerWithinMs = 10_000;
const longestAnswerBytes = 4_000_000;

const errorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    desk: z.string().exactOptional(),
    logId: z.string().exactOptional(),
  }),
});

/** Requests to one hub. No answer and no failure of it holds the token. */
export class HubHttp {
  readonly #parts: HubHttpParts;
  /** All hubs of the team, that which is asked now first. */
  #hubUrls: readonly string[];
  #pool: Promise<Pool> | null = null;

  /** @throws RangeError for an address that {@link parseHubUrl} refuses */
  constructor(parts: HubHttpParts) {
    const parsed = parseHubUrl(parts.hubUrl);
    if (!parsed.ok) throw new RangeError(`not an address of a hub: ${parsed.failure}`);
    this.#parts = parts;
    this.#hubUrls = [parsed.value, ...this.#trusted(parts.others?.load() ?? [])];
  }

  /** The hub said where else the team can be reached. */
  learned(hubUrls: readonly string[]): void {
    const [first = this.#parts.hubUrl] = this.#hubUrls;
    const known = this.#trusted([this.#parts.hubUrl, ...hubUrls]).filter((url) => url !== first);
    const isSame = [first, ...known].toSorted().join(' ') === this.#hubUrls.toSorted().join(' ');
    if (isSame) return;
    this.#hubUrls = [first, ...known];
    this.#parts.others?.save(this.#hubUrls.filter((url) => url !== this.#parts.hubUrl));
  }

  /** The hub that is asked now does not answer: the next is asked from now on, where there is one. */
  async goOn(): Promise<void> {
    const [first, ...others] = this.#hubUrls;
    if (first === undefined || others.length === 0) return;
    this.#hubUrls = [...others, first];
    await this.close();
  }

  /** Whether the team has other hubs than that which is asked now. */
  get hasOthers(): boolean {
    return this.#hubUrls.length > 1;
  }

  /** Asks and waits for the whole answer; each hub of the team in turn until one gives it. */
  async ask(request: HubRequest): Promise<HubReply> {
    for (let left = this.#hubUrls.length; ; left -= 1) {
      const [first] = this.#hubUrls;
      const reply = await this.#ask(request);
      if (reply.kind !== 'away' || left <= 1) return reply;
      if (first === this.#hubUrls[0]) await this.goOn();
    }
  }

  async #ask(request: HubRequest): Promise<HubReply> {
    const deadline = new AbortController();
    const cancel = this.#parts.clock.schedule(() => deadline.abort(), answerWithinMs);
    try {
      return await hubReply(await this.open(request, deadline.signal));
    } catch (error) {
      return { kind: 'away', isUntrusted: isUntrusted(error) };
    } finally {
      cancel();
    }
  }

  /** Asks and answers with the first bytes. @throws when no answer comes, or `signal` is aborted */
  async open(
    { body, headers = {}, method, path }: HubRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    this.#pool ??= this.#opened();
    const pool = await this.#pool;
    signal.throwIfAborted();
    return await pool.request({
      method,
      path: `${new URL(this.#hubUrl).pathname.replace(/\/$/, '')}${path}`,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    // Another request opens a new one.
    this.#pool = null;
    await (await pool)?.destroy();
  }

  get #hubUrl(): string {
    return this.#hubUrls[0] ?? this.#parts.hubUrl;
  }

  /** Those to which the token may go: none less protected than the hub that was joined. */
  #trusted(hubUrls: readonly string[]): readonly string[] {
    const { protocol } = new URL(this.#parts.hubUrl);
    const known = hubUrls.flatMap((text) => {
      const parsed = parseHubUrl(text);
      return parsed.ok && new URL(parsed.value).protocol === protocol ? [parsed.value] : [];
    });
    return [...new Set(known)];
  }

  async #opened(): Promise<Pool> {
    const connect = await this.#parts.opens();
    return new Pool(new URL(this.#hubUrl).origin, {
      allowH2: false,
      connections: 8,
      // The deadlines here run on the clock that is handed in; undici's do not.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { ...connect, allowH2: false, timeout: connectWithinMs },
    });
  }
}

/** Reads an answer to its end. What does not speak as a hub is not the hub: a proxy, or a network's sign-in page. */
export async function hubReply({ body, statusCode }: Dispatcher.ResponseData): Promise<HubReply> {
  const away = { kind: 'away', isUntrusted: false } as const;
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) return away;
    byteCount += chunk.byteLength;
    if (byteCount > longestAnswerBytes) return away;
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  const isGood = statusCode >= 200 && statusCode < 300;
  if (isGood && text === '') return { kind: 'answered', body: null };
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return away;
  }
  if (isGood) return { kind: 'answered', body: read };
  const refusal = errorSchema.safeParse(read).data?.error;
  const isForNow = statusCode === 408 || statusCode === 429 || statusCode >= 500;
  if (refusal === undefined || isForNow || statusCode < 400) return away;
  return { kind: 'refused', httpStatus: statusCode, ...refusal };
}

/** Whether a connection was not made because of the certificate. */
function isUntrusted(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null;
  return typeof code === 'string' && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET/.test(code);
}
