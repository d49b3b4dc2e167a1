import { z } from 'zod';
import type { Json } from '../orders/wire.ts';

/*
 * Everything that can go wrong with one answer, by name. simulator/README.md says what each is for.
 * Several actions may meet on one request: those that change the answer are applied in the order of
 * their rules, and of those that decide how it travels the last one counts.
 */

const json = z.json() as z.ZodType<Json>;
const bytes = z.int().min(0).max(4_000_000_000);
const ms = z.number().min(0).max(86_400_000);
const headers = z.record(z.string(), z.string());

const retryAfter = z.union([
  /** As it stands, garbage included. */
  z.string(),
  z.strictObject({
    form: z.enum(['seconds', 'imf-fixdate', 'rfc850', 'asctime']),
    /** From now by the service's `Date`; negative is in the past. */
    seconds: z.number(),
  }),
]);

const answerActions = [
  // Another answer instead.
  z.strictObject({
    do: z.literal('answer'),
    status: z.int().min(200).max(999),
    headers: headers.optional(),
    /** Text is sent as it stands, anything else as JSON. */
    body: json.optional(),
    retryAfter: retryAfter.optional(),
  }),
  z.strictObject({ do: z.literal('captivePortal'), form: z.enum(['html', 'redirect', '511']) }),
  z.strictObject({
    do: z.literal('redirect'),
    status: z.union([
      z.literal(301),
      z.literal(302),
      z.literal(303),
      z.literal(307),
      z.literal(308),
    ]),
    location: z.string(),
  }),
  z.strictObject({
    do: z.literal('refuseToken'),
    form: z.enum(['401', '401-bare', '403', '200-error-body']),
  }),
  z.strictObject({ do: z.literal('notModified'), etag: z.string().optional() }),
  // The right answer with other header fields.
  z.strictObject({ do: z.literal('headers'), set: headers }),
  z.strictObject({
    do: z.literal('etag'),
    form: z.enum(['absent', 'weak', 'changing', 'constant', 'unquoted', 'empty']),
  }),
  // The right answer with other content.
  z.strictObject({ do: z.literal('patch'), patch: json }),
  z.strictObject({
    do: z.literal('setField'),
    /** Keys from the top, such as `["courier", "location", "lat"]`; an index is text too. */
    path: z.array(z.string()).min(1),
    /** JSON text put in as it stands, so that `1e400`, `-0` or 20 digits can be said. */
    json: z.string(),
  }),
  z.strictObject({ do: z.literal('removeField'), path: z.array(z.string()).min(1) }),
  z.strictObject({ do: z.literal('repeatKey'), key: z.string(), json: z.string() }),
  z.strictObject({ do: z.literal('pollute') }),
  z.strictObject({ do: z.literal('nest'), depth: z.int().min(1).max(1_000_000) }),
  z.strictObject({
    do: z.literal('envelope'),
    shape: z.enum([
      'bare',
      'data',
      'order',
      'data.order',
      'array',
      'orders',
      'orders-with-others',
      'json-api',
      'unknown',
    ]),
  }),
  z.strictObject({ do: z.literal('otherUuid'), uuid: z.string().optional() }),
  z.strictObject({ do: z.literal('pastOrder'), agoMs: ms }),
  z.strictObject({
    do: z.literal('encode'),
    form: z.enum([
      'bom',
      'utf-16le',
      'utf-16be',
      'invalid-utf-8',
      'lone-surrogate',
      'nul-bytes',
      'latin-1',
    ]),
  }),
  z.strictObject({ do: z.literal('truncate'), keepShare: z.number().min(0).max(1) }),
  z.strictObject({ do: z.literal('append'), text: z.string() }),
  z.strictObject({ do: z.literal('contentType'), value: z.string().nullable() }),
  z.strictObject({
    do: z.literal('compress'),
    coding: z.enum(['gzip', 'deflate', 'br', 'zstd']),
    /** Compressed although the header does not say so, or the other way round. */
    lie: z.enum(['none', 'undeclared', 'not-compressed', 'cut-short']).default('none'),
  }),
  z.strictObject({ do: z.literal('zipBomb'), inflatesToBytes: bytes }),
] as const;

const transmissionActions = [
  z.strictObject({
    do: z.literal('interim'),
    /** Of the answers before the answer, in their order. */
    statuses: z.array(z.int().min(100).max(199)).min(1),
  }),
  z.strictObject({ do: z.literal('delay'), ms }),
  z.strictObject({ do: z.literal('blackHole') }),
  z.strictObject({
    do: z.literal('drip'),
    part: z.enum(['head', 'body']),
    bytes: z.int().min(1),
    everyMs: ms,
  }),
  z.strictObject({
    do: z.literal('reset'),
    when: z.enum(['beforeHead', 'afterHead', 'midBody']),
  }),
  z.strictObject({ do: z.literal('hangUp') }),
  z.strictObject({ do: z.literal('wrongLength'), offByBytes: z.int() }),
  z.strictObject({ do: z.literal('flood'), bytes }),
  z.strictObject({
    do: z.literal('protocolGarbage'),
    form: z.enum([
      'not-http',
      'bad-chunk-size',
      'huge-header',
      'header-control-character',
      'two-lengths',
      'length-and-chunked',
      'second-answer',
    ]),
  }),
] as const;

/** The schema of an action, for rules that come over the control address. */
export const faultActionSchema = z.discriminatedUnion('do', [
  ...answerActions,
  ...transmissionActions,
]);

/** One thing that goes wrong with one answer. */
export type FaultAction = z.output<typeof faultActionSchema>;

/** An action that changes how the answer travels. */
export type TransmissionAction = z.output<(typeof transmissionActions)[number]>;

/** An action that changes the answer itself. */
export type AnswerAction = z.output<(typeof answerActions)[number]>;

const transmissionActionNames: ReadonlySet<string> = new Set(
  transmissionActions.flatMap(({ shape }) => [...shape.do.values]),
);

/** Whether the action changes how the answer travels, not the answer itself. */
export function isTransmissionAction(action: FaultAction): action is TransmissionAction {
  return transmissionActionNames.has(action.do);
}

/** An action as it is written, with the defaults left out. */
export type FaultActionSource = z.input<typeof faultActionSchema>;
