import { constants, gzipSync } from 'node:zlib';
import { plainSending, type Sending } from '../http/delivery.ts';
import type { Reply } from '../http/http-server.ts';
import { headerOf, type HttpAnswer, refusal, withHeaders, withoutHeader } from '../http/message.ts';
import { matchesEtag } from '../http/order-endpoint.ts';
import { hash32 } from '../seeded-random.ts';
import {
  type AnswerAction,
  type FaultAction,
  isTransmissionAction,
  type TransmissionAction,
} from './fault-action.ts';
import { captivePortal, compressed, otherAnswer, refusedToken, withEtag } from './fault-answers.ts';
import {
  envelopedText,
  nestedText,
  patchedText,
  pollutedText,
  textWithField,
  textWithoutField,
  textWithRepeatedKey,
} from './fault-content.ts';

/** What actions may need to know about the request. */
export interface FaultContext {
  /** The service's calendar, in milliseconds since 1970. */
  readonly stampMs: number;
  /** Counts up from request to request. */
  readonly requestNumber: number;
  readonly ifNoneMatch: string | null;
  /** The body of the order asked for as it was so long ago, or null when it did not exist. */
  readonly pastBody: (agoMs: number) => string | null;
}

/**
 * The reply after the actions. `unfaulted` must hold a whole body even where the client's condition
 * would have spared it, for a changed body needs a whole one; the condition is judged at the end.
 */
export function faultedReply(
  unfaulted: HttpAnswer,
  actions: readonly FaultAction[],
  context: FaultContext,
): Reply {
  let answer = unfaulted;
  let sending: Sending = plainSending;
  for (const action of actions) {
    if (isTransmissionAction(action)) {
      sending = changedSending(sending, action);
    } else {
      answer = changedAnswer(answer, action, context);
    }
  }
  const hasEtagFault = actions.some(({ do: kind }) => kind === 'etag');
  return { answer: judged(answer, unfaulted, hasEtagFault, context), sending };
}

/** A changed body gets an ETag of its own, and a condition that names the ETag spares the body. */
function judged(
  answer: HttpAnswer,
  unfaulted: HttpAnswer,
  hasEtagFault: boolean,
  context: FaultContext,
): HttpAnswer {
  const etag = headerOf(answer, 'etag');
  if (answer.status !== 200 || etag === undefined || hasEtagFault) {
    return answer;
  }
  const isChanged = answer.body !== unfaulted.body;
  const own = isChanged ? `"${hash32(String(answer.body)).toString(36)}-changed"` : etag;
  const condition = context.ifNoneMatch;
  return condition !== null && matchesEtag(condition, own)
    ? { status: 304, headers: [['ETag', own]], body: '' }
    : withHeaders(answer, [['ETag', own]]);
}

function changedSending(sending: Sending, action: TransmissionAction): Sending {
  switch (action.do) {
    case 'delay':
      return { ...sending, delayMs: sending.delayMs + action.ms };
    case 'blackHole':
      return { ...sending, delivery: { how: 'never' } };
    case 'drip': {
      const { part, bytes, everyMs } = action;
      return { ...sending, delivery: { how: 'drip', part, bytes, everyMs } };
    }
    case 'reset':
      return { ...sending, delivery: { how: 'reset', when: action.when } };
    case 'hangUp':
      return { ...sending, delivery: { how: 'hangUp' } };
    case 'wrongLength':
      return { ...sending, delivery: { how: 'wrongLength', offByBytes: action.offByBytes } };
    case 'flood':
      return { ...sending, delivery: { how: 'flood', bytes: action.bytes } };
    case 'protocolGarbage':
      return { ...sending, delivery: { how: 'raw', bytes: garbageBytes(action.form) } };
    case 'interim':
      return { ...sending, preamble: action.statuses.map(interimHead).join('') };
  }
}

function interimHead(status: number): string {
  return `HTTP/1.1 ${status} Wait\r\nLink: </style.css>; rel=preload\r\n\r\n`;
}

function changedAnswer(
  answer: HttpAnswer,
  action: AnswerAction,
  context: FaultContext,
): HttpAnswer {
  switch (action.do) {
    case 'answer':
      return otherAnswer(action, context.stampMs);
    case 'captivePortal':
      return captivePortal(action.form);
    case 'redirect':
      return { status: action.status, headers: [['Location', action.location]], body: '' };
    case 'refuseToken':
      return refusedToken(action.form);
    case 'notModified': {
      const etag = action.etag ?? headerOf(answer, 'etag');
      return { status: 304, headers: etag === undefined ? [] : [['ETag', etag]], body: '' };
    }
    case 'headers':
      return withHeaders(answer, Object.entries(action.set));
    case 'etag':
      return withEtag(answer, action.form, context.requestNumber);
    case 'pastOrder': {
      const body = context.pastBody(action.agoMs);
      return body === null
        ? refusal(404, 'not_found', 'There is no such order.')
        : { ...answer, body };
    }
    case 'encode':
      return encodedBody(answer, action.form);
    case 'truncate': {
      const body = Buffer.from(answer.body);
      return { ...answer, body: body.subarray(0, Math.floor(body.length * action.keepShare)) };
    }
    case 'contentType':
      return action.value === null
        ? withoutHeader(answer, 'content-type')
        : withHeaders(answer, [['Content-Type', action.value]]);
    case 'compress':
      return compressed(answer, action);
    case 'zipBomb':
      return withHeaders({ ...answer, body: zipBomb(action.inflatesToBytes) }, [
        ['Content-Encoding', 'gzip'],
      ]);
    case 'patch':
      return rewritten(answer, (text) => patchedText(text, action.patch));
    case 'setField':
      return rewritten(answer, (text) => textWithField(text, action.path, action.json));
    case 'removeField':
      return rewritten(answer, (text) => textWithoutField(text, action.path));
    case 'repeatKey':
      return rewritten(answer, (text) => textWithRepeatedKey(text, action.key, action.json));
    case 'pollute':
      return rewritten(answer, pollutedText);
    case 'nest':
      return rewritten(answer, (text) => nestedText(text, action.depth));
    case 'envelope':
      return rewritten(answer, (text) => envelopedText(text, action.shape));
    case 'otherUuid': {
      const uuid = action.uuid ?? '0b5e55ed-0000-4000-8000-000000000002';
      return rewritten(answer, (text) => patchedText(text, { uuid }));
    }
    case 'append':
      return rewritten(answer, (text) => text + action.text);
  }
}

/**
 * Applies a change of text to a good answer. Refusals stay, and so do bodies that another fault has
 * already made no text, no JSON, or too deep to be written anew.
 */
function rewritten(answer: HttpAnswer, change: (text: string) => string): HttpAnswer {
  if (answer.status !== 200 || typeof answer.body !== 'string') {
    return answer;
  }
  try {
    return { ...answer, body: change(answer.body) };
  } catch {
    return answer;
  }
}

const memberBytes = 16 * 1024 * 1024;

/**
 * A gzip body that inflates to about this many bytes: many small members one after the other, which
 * decoders read as one stream (RFC 1952, 2.2), so it is cheap to make.
 */
function zipBomb(inflatesToBytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(Math.min(memberBytes, inflatesToBytes), ' '), {
    level: constants.Z_BEST_COMPRESSION,
  });
  return Buffer.concat(
    Array.from({ length: Math.max(1, Math.ceil(inflatesToBytes / memberBytes)) }, () => member),
  );
}

/** How the bytes of an answer break HTTP. */
type ProtocolGarbage =
  | 'not-http'
  | 'bad-chunk-size'
  | 'huge-header'
  | 'header-control-character'
  | 'two-lengths'
  | 'length-and-chunked'
  | 'second-answer';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const forged = '{"uuid":"0b5e55ed-0000-4000-8000-000000000003","status":"completed"}';

/** Bytes that a client must not accept as an answer. */
function garbageBytes(form: ProtocolGarbage): Buffer {
  return Buffer.from(garbage(form), 'latin1');
}

function garbage(form: ProtocolGarbage): string {
  const length = `Content-Length: ${forged.length}\r\n`;
  switch (form) {
    case 'not-http':
      return 'SSH-2.0-OpenSSH_9.9\r\n';
    case 'bad-chunk-size':
      return `${ok}Transfer-Encoding: chunked\r\n\r\nZZ\r\n${forged}\r\n0\r\n\r\n`;
    case 'huge-header':
      return `${ok}X-Filler: ${'x'.repeat(1_000_000)}\r\n${length}\r\n${forged}`;
    case 'header-control-character':
      return `${ok}X-Odd: a\0b\u{7}\r\n${length}\r\n${forged}`;
    case 'two-lengths':
      return `${ok}Content-Length: 5\r\n${length}\r\n${forged}`;
    case 'length-and-chunked':
      return `${ok}${length}Transfer-Encoding: chunked\r\n\r\n${forged.length.toString(16)}\r\n${forged}\r\n0\r\n\r\n`;
    case 'second-answer':
      return `${ok}Content-Length: 2\r\n\r\n{}${ok}${length}\r\n${forged}`;
  }
}

/** How the bytes of a body differ from plain UTF-8. */
type EncodingFault =
  | 'bom'
  | 'utf-16le'
  | 'utf-16be'
  | 'invalid-utf-8'
  | 'lone-surrogate'
  | 'nul-bytes'
  | 'latin-1';

/** The answer with its text in other bytes. Refusals are changed too: proxies do not look. */
function encodedBody(answer: HttpAnswer, form: EncodingFault): HttpAnswer {
  const text = answer.body.toString();
  switch (form) {
    case 'bom':
      return { ...answer, body: `\u{feff}${text}` };
    case 'utf-16le':
      return { ...answer, body: Buffer.from(`\u{feff}${text}`, 'utf16le') };
    case 'utf-16be':
      return { ...answer, body: Buffer.from(`\u{feff}${text}`, 'utf16le').swap16() };
    case 'invalid-utf-8': {
      // In the middle of a text, where only the decoder can notice.
      const body = Buffer.from(text);
      const quote = body.indexOf('":"');
      const bad = Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80]);
      const cut = quote === -1 ? body.length : quote + 3;
      return { ...answer, body: Buffer.concat([body.subarray(0, cut), bad, body.subarray(cut)]) };
    }
    case 'lone-surrogate':
      return { ...answer, body: text.replace('":"', '":"\\ud83d') };
    case 'nul-bytes':
      return { ...answer, body: text.replace('":"', '":"\\u0000') };
    case 'latin-1':
      return { ...answer, body: Buffer.from(text.replace('":"', '":"é'), 'latin1') };
  }
}
