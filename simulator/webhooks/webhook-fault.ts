import { z } from 'zod';
import { faultWhenSchema, isHit } from '../faults/fault-when.ts';
import { isJsonObject, mergePatched } from '../orders/merge-patch.ts';
import type { WireNotification } from '../orders/notification.ts';
import { eventKinds, type Json } from '../orders/wire.ts';

/*
 * Everything that can go wrong with a webhook, by name; simulator/README.md says what each is for.
 * Content and timing are decided once for an event, so a retry carries the same bytes; how an attempt
 * travels is decided at each attempt, so a retry can fare better.
 */

const json = z.json() as z.ZodType<Json>;
const ms = z.number().min(0).max(86_400_000);

const eventActions = [
  z.strictObject({ do: z.literal('patch'), patch: json }),
  z.strictObject({ do: z.literal('body'), text: z.string() }),
  z.strictObject({ do: z.literal('lengths'), reasons: z.enum(['none', 'fewer', 'more']) }),
  z.strictObject({ do: z.literal('unknownKind'), kind: z.string(), reason: z.string() }),
  z.strictObject({
    do: z.literal('createdAt'),
    form: z.enum(['iso', 'milliseconds', 'text', 'null', 'absent']),
  }),
  z.strictObject({
    do: z.literal('data'),
    form: z.enum(['absent', 'null', 'text', 'uuid-only', 'partial']),
  }),
  z.strictObject({ do: z.literal('drop') }),
  z.strictObject({ do: z.literal('late'), afterMs: ms }),
  z.strictObject({ do: z.literal('duplicate'), times: z.int().min(1).max(100), everyMs: ms }),
] as const;

const attemptActions = [
  z.strictObject({ do: z.literal('slow'), bytesPerSecond: z.int().min(1).max(1_000_000) }),
  z.strictObject({ do: z.literal('broken'), at: z.enum(['connection', 'head', 'body']) }),
  z.strictObject({ do: z.literal('unheard') }),
  z.strictObject({ do: z.literal('wrongSignature') }),
] as const;

const eventActionSchema = z.discriminatedUnion('do', eventActions);
const attemptActionSchema = z.discriminatedUnion('do', attemptActions);

/** The actions on webhooks. */
export const webhookFaultSchema = z.discriminatedUnion('do', [...eventActions, ...attemptActions]);

/** What happens to an event as a whole. */
export type EventFault = z.output<typeof eventActionSchema>;
/** What happens to one attempt to deliver it. */
export type AttemptFault = z.output<typeof attemptActionSchema>;

const ruleSchema = z.strictObject({
  /** For people, and to take the rule away again. */
  name: z.string().min(1).optional(),
  /** Which webhooks the rule looks at; everything left out matches everything. */
  match: z
    .strictObject({
      uuids: z.array(z.string()).readonly().optional(),
      /** Those that report one of these. */
      kinds: z.array(z.enum(eventKinds)).readonly().optional(),
    })
    .default({}),
  when: faultWhenSchema,
  action: webhookFaultSchema,
});

/** The schema of the list that the control address accepts. */
export const webhookRulesSchema = z.array(ruleSchema).max(10_000);

/** A rule as it is written, with the defaults left out. */
export type WebhookRuleSource = z.input<typeof ruleSchema>;

/** What a rule may look at. */
export interface WebhookTrigger {
  readonly uuid: string;
  readonly kinds: readonly string[];
  readonly networkMs: number;
}

interface Standing {
  readonly rule: z.output<typeof ruleSchema>;
  readonly number: number;
  matched: number;
  hits: number;
}

/** Holds the rules and decides which of them hit a webhook. */
export class WebhookFaults {
  readonly #seed: number;
  #standing: Standing[] = [];
  #added = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Adds rules behind those in force. @throws ZodError when one of them makes no sense */
  add(...rules: readonly WebhookRuleSource[]): void {
    for (const rule of webhookRulesSchema.parse(rules)) {
      this.#standing.push({ rule, number: this.#added, matched: 0, hits: 0 });
      this.#added += 1;
    }
  }

  /** Takes the rules with this name away, or all of them. */
  clear(name?: string): void {
    this.#standing =
      name === undefined ? [] : this.#standing.filter(({ rule }) => rule.name !== name);
  }

  /** The actions on an event, in the order of the rules. Called once for each event. */
  ofEvent(trigger: WebhookTrigger): readonly EventFault[] {
    return this.#hitting(trigger, eventActionSchema);
  }

  /** The actions on one attempt to deliver an event. */
  ofAttempt(trigger: WebhookTrigger): readonly AttemptFault[] {
    return this.#hitting(trigger, attemptActionSchema);
  }

  #hitting<Action>(trigger: WebhookTrigger, schema: z.ZodType<Action>): readonly Action[] {
    const actions: Action[] = [];
    for (const standing of this.#standing) {
      const { data: action } = schema.safeParse(standing.rule.action);
      if (action === undefined || !matches(standing.rule, trigger)) {
        continue;
      }
      standing.matched += 1;
      const { rule, number, matched, hits } = standing;
      const turn = { seed: this.#seed, number, matched, ...trigger };
      if (hits < (rule.when.times ?? Number.POSITIVE_INFINITY) && isHit(rule.when, turn)) {
        standing.hits += 1;
        actions.push(action);
      }
    }
    return actions;
  }
}

/** What is sent of a notification: its JSON, or other text in its place. */
export function faultyBody(notification: WireNotification, faults: readonly EventFault[]): string {
  let body: Json = { ...notification };
  let text: string | null = null;
  for (const fault of faults) {
    if (fault.do === 'body') {
      ({ text } = fault);
    } else if (isJsonObject(body)) {
      body = withFault(body, fault);
    }
  }
  return text ?? JSON.stringify(body);
}

type Body = { readonly [key: string]: Json };

function withFault(body: Body, fault: EventFault): Json {
  switch (fault.do) {
    case 'patch':
      return mergePatched(body, fault.patch);
    case 'lengths':
      return { ...body, reasons: reasonsOf(listOf(body['reasons']), fault.reasons) };
    case 'unknownKind':
      return {
        ...body,
        kinds: [...listOf(body['kinds']), fault.kind],
        reasons: [...listOf(body['reasons']), fault.reason],
      };
    case 'createdAt':
      return withField(body, 'created_at', createdAt(body['created_at'], fault.form));
    case 'data':
      return withField(body, 'data', dataOf(body['data'], fault.form));
    case 'body':
    case 'drop':
    case 'late':
    case 'duplicate':
      return body;
    default:
      return fault satisfies never;
  }
}

function reasonsOf(reasons: readonly Json[], form: 'none' | 'fewer' | 'more'): readonly Json[] {
  if (form === 'more') {
    return [...reasons, 'One more'];
  }
  return form === 'fewer' ? reasons.slice(0, -1) : [];
}

function createdAt(
  seconds: Json | undefined,
  form: 'iso' | 'milliseconds' | 'text' | 'null' | 'absent',
): Json | undefined {
  if (typeof seconds !== 'number') {
    return seconds;
  }
  const stampMs = seconds * 1000;
  switch (form) {
    case 'iso':
      return new Date(stampMs).toISOString();
    case 'milliseconds':
      return stampMs;
    case 'text':
      return String(seconds);
    case 'null':
      return null;
    case 'absent':
      return undefined;
    default:
      return form satisfies never;
  }
}

function dataOf(
  data: Json | undefined,
  form: 'absent' | 'null' | 'text' | 'uuid-only' | 'partial',
): Json | undefined {
  const order = isJsonObject(data) ? data : {};
  switch (form) {
    case 'absent':
      return undefined;
    case 'null':
      return null;
    case 'text':
      return JSON.stringify(order);
    case 'uuid-only':
      return { uuid: order['uuid'] ?? null };
    case 'partial': {
      const { courier: _courier, price: _price, destinations: _destinations, ...others } = order;
      return others;
    }
    default:
      return form satisfies never;
  }
}

function withField(body: Body, field: string, value: Json | undefined): Body {
  const others = Object.entries(body).filter(([key]) => key !== field);
  return Object.fromEntries(value === undefined ? others : [...others, [field, value]]);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function matches({ match }: Standing['rule'], trigger: WebhookTrigger): boolean {
  return (
    (match.uuids === undefined ||
      match.uuids.some((uuid) => uuid.toLowerCase() === trigger.uuid)) &&
    (match.kinds === undefined || match.kinds.some((kind) => trigger.kinds.includes(kind)))
  );
}
