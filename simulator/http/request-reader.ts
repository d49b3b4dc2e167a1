import type { HttpRequest } from './message.ts';

/** What the bytes received so far amount to. */
export type ReadOutcome =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'bad'; readonly status: 400 | 413 | 431 | 501 | 505 }
  | {
      readonly kind: 'request';
      readonly request: Omit<HttpRequest, 'requestsBefore'>;
      /** Where the next request begins in the bytes. */
      readonly end: number;
    };

const longestHeadBytes = 16_384;
const longestBodyBytes = 65_536;
const incomplete = { kind: 'incomplete' } as const;

/** Reads one HTTP/1.1 request from the bytes at `start` (RFC 9112). */
export function readRequest(bytes: Buffer, start: number): ReadOutcome {
  const headEnd = bytes.indexOf('\r\n\r\n', start, 'latin1');
  if (headEnd === -1 || headEnd - start > longestHeadBytes) {
    return bytes.length - start > longestHeadBytes ? { kind: 'bad', status: 431 } : incomplete;
  }
  const lines = bytes.toString('latin1', start, headEnd).split('\r\n');
  const [method, target, version] = (lines[0] ?? '').split(' ');
  if (method === undefined || target === undefined || version === undefined) {
    return { kind: 'bad', status: 400 };
  }
  if (version !== 'HTTP/1.1' && version !== 'HTTP/1.0') {
    return { kind: 'bad', status: version.startsWith('HTTP/') ? 505 : 400 };
  }
  const headers = readHeaders(lines);
  if (headers === null || (version === 'HTTP/1.1' && !headers.has('host'))) {
    return { kind: 'bad', status: 400 };
  }
  const content = readContent(bytes, headEnd + 4, headers);
  if (content.kind !== 'content') {
    return content;
  }
  const connection = headers.get('connection')?.toLowerCase() ?? '';
  return {
    kind: 'request',
    request: {
      method,
      path: target.split('?', 1)[0] ?? target,
      headers,
      body: content.text,
      keepsAlive: version === 'HTTP/1.1' ? connection !== 'close' : connection === 'keep-alive',
    },
    end: content.end,
  };
}

function readHeaders(lines: readonly string[]): ReadonlyMap<string, string> | null {
  const headers = new Map<string, string>();
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const colon = line.indexOf(':');
    if (colon < 1 || /\s/.test(line.charAt(colon - 1)) || /^\s/.test(line)) {
      return null;
    }
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

type Content =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'bad'; readonly status: 400 | 413 | 501 }
  | { readonly kind: 'content'; readonly text: string; readonly end: number };

function readContent(bytes: Buffer, start: number, headers: ReadonlyMap<string, string>): Content {
  const coding = headers.get('transfer-encoding');
  if (coding !== undefined) {
    return coding.toLowerCase() === 'chunked'
      ? readChunks(bytes, start)
      : { kind: 'bad', status: 501 };
  }
  const lengthText = headers.get('content-length') ?? '0';
  if (!/^\d{1,9}$/.test(lengthText)) {
    return { kind: 'bad', status: 400 };
  }
  const end = start + Number(lengthText);
  if (end - start > longestBodyBytes) {
    return { kind: 'bad', status: 413 };
  }
  return end > bytes.length
    ? incomplete
    : { kind: 'content', text: bytes.toString('utf8', start, end), end };
}

function readChunks(bytes: Buffer, start: number): Content {
  const parts: Buffer[] = [];
  let total = 0;
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1');
    if (lineEnd === -1) {
      return incomplete;
    }
    const sizeText = bytes.toString('latin1', at, lineEnd).split(';', 1)[0]?.trim() ?? '';
    if (!/^[0-9a-f]{1,8}$/i.test(sizeText)) {
      return { kind: 'bad', status: 400 };
    }
    const size = Number.parseInt(sizeText, 16);
    at = lineEnd + 2;
    if (size === 0) {
      return readTrailer(bytes, at, parts);
    }
    total += size;
    if (total > longestBodyBytes) {
      return { kind: 'bad', status: 413 };
    }
    if (bytes.length < at + size + 2) {
      return incomplete;
    }
    parts.push(bytes.subarray(at, at + size));
    at += size + 2;
  }
}

function readTrailer(bytes: Buffer, start: number, parts: readonly Buffer[]): Content {
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1');
    if (lineEnd === -1) {
      return incomplete;
    }
    if (lineEnd === at) {
      return { kind: 'content', text: Buffer.concat(parts).toString('utf8'), end: lineEnd + 2 };
    }
    at = lineEnd + 2;
  }
}
