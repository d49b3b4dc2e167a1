import { z } from 'zod';
import {
  caFileRefusal,
  defaultConnectionOptions as defaults,
  orderPathRefusal,
  proxyUrlRefusal,
  tokenHeaderRefusal,
  tokenSchemeRefusal,
  type ConnectionOptions,
  type ProxyChoice,
  type TokenScheme,
} from './connection-options.ts';
import { extraHeaderRefusal } from './extra-headers.ts';
import type { OptionFault } from './option-fault.ts';
import { maxExtraHeaders, maxStatusMeanings } from './option-fault.ts';
import { knownPhases } from '../order/order.ts';

/** Text that a rule of core/delivery/connection-options.ts accepts. */
const text = (refusal: (value: string) => OptionFault | null) =>
  z.string().superRefine((value, context) => {
    const fault = refusal(value);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault.code });
  });

/** The schemas by kind: a scheme without a schema does not compile. */
const tokenSchemes = {
  asGiven: z.strictObject({ kind: z.literal('asGiven') }),
  none: z.strictObject({ kind: z.literal('none') }),
  fixed: z.strictObject({ kind: z.literal('fixed'), scheme: text(tokenSchemeRefusal) }),
} satisfies { [Kind in TokenScheme['kind']]: z.ZodType<Extract<TokenScheme, { kind: Kind }>> };

/** The schemas by kind: a choice without a schema does not compile. */
const proxyChoices = {
  system: z.strictObject({ kind: z.literal('system') }),
  environment: z.strictObject({ kind: z.literal('environment') }),
  none: z.strictObject({ kind: z.literal('none') }),
  fixed: z.strictObject({ kind: z.literal('fixed'), url: text(proxyUrlRefusal) }),
} satisfies { [Kind in ProxyChoice['kind']]: z.ZodType<Extract<ProxyChoice, { kind: Kind }>> };

/** What each option may be, without a default: shared by the stored options and by a draft. */
const values = {
  orderPath: text(orderPathRefusal),
  tokenHeader: text(tokenHeaderRefusal),
  tokenScheme: z.union(Object.values(tokenSchemes)),
  extraHeaders: z.record(z.string(), z.string()).refine((headers) => {
    const entries = Object.entries(headers);
    const names = new Set(entries.map(([name]) => name.toLowerCase()));
    return (
      entries.length <= maxExtraHeaders &&
      names.size === entries.length &&
      entries.every(([name, value]) => extraHeaderRefusal(name, value) === null)
    );
  }),
  caFile: text(caFileRefusal).nullable(),
  proxy: z.union(Object.values(proxyChoices)),
  statusMeanings: z
    .record(z.string().trim().min(1).max(80), z.enum(knownPhases))
    .refine((meanings) => Object.keys(meanings).length <= maxStatusMeanings),
};

/** Options as the connect screen sends them. One unusable option refuses them all. */
export const connectionOptionsSchema: z.ZodType<ConnectionOptions, ConnectionOptions> = z
  .strictObject(values)
  .refine(
    ({ extraHeaders, tokenHeader }) =>
      !Object.keys(extraHeaders).some((name) => name.toLowerCase() === tokenHeader.toLowerCase()),
  );

/**
 * Options as they were stored. Only an option that does not fit falls back to its default. Each default is
 * the stricter choice or the contract's own, so falling back never trusts more than was asked for.
 */
export const storedConnectionOptionsSchema: z.ZodType<ConnectionOptions> = z.object({
  orderPath: values.orderPath.catch(defaults.orderPath),
  tokenHeader: values.tokenHeader.catch(defaults.tokenHeader),
  tokenScheme: values.tokenScheme.catch({ kind: 'asGiven' }),
  extraHeaders: values.extraHeaders.catch({}),
  caFile: values.caFile.catch(null),
  proxy: values.proxy.catch({ kind: 'system' }),
  statusMeanings: values.statusMeanings.catch({}),
});
