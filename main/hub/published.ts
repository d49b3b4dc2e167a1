import type { z } from 'zod';

/** What another hub published, as JSON of this shape; undefined for anything else. */
export function readPublished<Value>(schema: z.ZodType<Value>, body: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
