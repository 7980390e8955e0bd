import type { z } from 'zod';

/** Returns a form validator: true, or the schema's error message. */
export function checkedBy(schema: z.ZodType) {
  return (value: unknown): true | string => schema.safeParse(value).error?.issues[0]?.message ?? true;
}
