import { plainSending, type Sending } from '../http/delivery.ts';
import type { Reply } from '../http/http-server.ts';
import { headerOf, type HttpAnswer, refusal, withHeaders, withoutHeader } from '../http/message.ts';
import { matchesEtag } from '../http/order-endpoint.ts';
import { hash32 } from '../seeded-random.ts';
import {
  type AnswerAction,
  type FaultAction,
  isWayAction,
  type WayAction,
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
import { encodedBody } from './fault-encoding.ts';
import { garbageBytes } from './protocol-garbage.ts';
import { zipBomb } from './zip-bomb.ts';

/** What the actions may need to know of the request they hit. */
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
    if (isWayAction(action)) {
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

function changedSending(sending: Sending, action: WayAction): Sending {
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
    case 'earlyHints':
      return {
        ...sending,
        preamble: 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n',
      };
  }
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
