import { z } from 'zod';
import type { RequestTarget } from '../http/request-log.ts';
import { type FaultAction, faultActionSchema } from './fault-action.ts';
import { faultWhenSchema, isHit } from './fault-when.ts';

const faultRuleSchema = z.strictObject({
  /** For people, and to take the rule away again. */
  name: z.string().min(1).optional(),
  /** Which requests the rule looks at; everything left out matches everything. */
  match: z
    .strictObject({
      target: z.enum(['token', 'order']).optional(),
      uuids: z.array(z.string()).readonly().optional(),
      method: z.string().optional(),
      /** Only requests on a connection that was used before. */
      isReused: z.boolean().optional(),
      /** Only requests with this token, counted from 1. */
      tokenNumber: z.int().min(1).optional(),
    })
    .default({}),
  when: faultWhenSchema,
  action: faultActionSchema,
});

/** The schema of the list that the control address accepts. */
export const faultRulesSchema = z.array(faultRuleSchema).max(10_000);

/** A rule in force: which requests it looks at, which of them it hits and what happens to these. */
export type FaultRule = z.output<typeof faultRuleSchema>;

/** A rule as it is written, with the defaults left out. */
export type FaultRuleSource = z.input<typeof faultRuleSchema>;

/** What a rule may look at in a request. */
export interface FaultTrigger {
  readonly target: RequestTarget;
  readonly uuid: string | null;
  readonly method: string;
  readonly requestsBefore: number;
  readonly tokenNumber: number | null;
  readonly networkMs: number;
}

interface Standing {
  readonly rule: FaultRule;
  readonly number: number;
  matched: number;
  hits: number;
}

/** Holds the rules and decides which of them hit a request. */
export class FaultRules {
  readonly #seed: number;
  #standing: Standing[] = [];
  #added = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Adds rules behind those already in force. @throws ZodError when one of them makes no sense */
  add(...rules: readonly FaultRuleSource[]): void {
    for (const rule of faultRulesSchema.parse(rules)) {
      this.#standing.push({ rule, number: this.#added, matched: 0, hits: 0 });
      this.#added += 1;
    }
  }

  /** Takes the rules with this name away, or all of them. */
  clear(name?: string): void {
    this.#standing =
      name === undefined ? [] : this.#standing.filter(({ rule }) => rule.name !== name);
  }

  /** The rules in force and how often each hit. */
  inForce(): readonly { readonly rule: FaultRule; readonly hits: number }[] {
    return this.#standing.map(({ rule, hits }) => ({ rule, hits }));
  }

  /** The actions that hit this request, in the order of their rules. */
  actionsFor(trigger: FaultTrigger): readonly FaultAction[] {
    if (this.#standing.length === 0) {
      return [];
    }
    const actions: FaultAction[] = [];
    for (const standing of this.#standing) {
      if (matches(standing.rule, trigger)) {
        standing.matched += 1;
        if (this.#hits(standing, trigger)) {
          standing.hits += 1;
          actions.push(standing.rule.action);
        }
      }
    }
    this.#standing = this.#standing.filter(
      ({ rule, hits }) => hits < (rule.when.times ?? Number.POSITIVE_INFINITY),
    );
    return actions;
  }

  #hits({ rule, number, matched }: Standing, { uuid, networkMs }: FaultTrigger): boolean {
    return isHit(rule.when, { seed: this.#seed, number, matched, uuid, networkMs });
  }
}

function matches({ match }: FaultRule, trigger: FaultTrigger): boolean {
  return (
    (match.target === undefined || match.target === trigger.target) &&
    (match.uuids === undefined ||
      match.uuids.some((uuid) => uuid.toLowerCase() === trigger.uuid)) &&
    (match.method === undefined || match.method === trigger.method) &&
    (match.isReused === undefined || match.isReused === trigger.requestsBefore > 0) &&
    (match.tokenNumber === undefined || match.tokenNumber === trigger.tokenNumber)
  );
}
