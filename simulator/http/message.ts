/** A request as it came, its header names in lower case. */
export interface HttpRequest {
  readonly method: string;
  /** The request target without the query. */
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Whether the connection may be kept for another request (RFC 9112, 9.3). */
  readonly keepsAlive: boolean;
  /** How many requests this connection had before. */
  readonly requestsBefore: number;
}

export type HeaderField = readonly [name: string, value: string];

/** An answer before it is written. `Content-Length` and `Connection` are added when it is. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  /** Text is sent as UTF-8. */
  readonly body: string | Buffer;
}

/** An answer with a JSON body. */
export function jsonAnswer(
  status: number,
  value: unknown,
  headers: readonly HeaderField[] = [],
): HttpAnswer {
  return {
    status,
    headers: [['Content-Type', 'application/json'], ...headers],
    body: JSON.stringify(value),
  };
}

/**
 * An answer that refuses. The contract does not say what refusals look like (seeds/contract.md, 7);
 * this is the shape of RFC 6749, 5.2, for every endpoint.
 */
export function refusal(
  status: number,
  error: string,
  description: string,
  headers: readonly HeaderField[] = [],
): HttpAnswer {
  return jsonAnswer(status, { error, error_description: description }, headers);
}

/** The answer with some header fields replaced by others of the same name, whatever their case. */
export function withHeaders(answer: HttpAnswer, headers: readonly HeaderField[]): HttpAnswer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const kept = answer.headers.filter(([name]) => !names.has(name.toLowerCase()));
  return { ...answer, headers: [...kept, ...headers] };
}

/** The answer without the header fields of this name. */
export function withoutHeader(answer: HttpAnswer, name: string): HttpAnswer {
  const headers = answer.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...answer, headers };
}

/** The value of the first header field of this name. */
export function headerOf(answer: HttpAnswer, name: string): string | undefined {
  return answer.headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}
