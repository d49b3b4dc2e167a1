import type { z } from 'zod';

/** What another hub said, as JSON of this shape; undefined for anything else. */
export function heard<Value>(schema: z.ZodType<Value>, said: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(said)).data;
  } catch {
    return undefined;
  }
}
