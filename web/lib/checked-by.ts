import type { z } from 'zod';

/** Validates a field of a form as the contract does: true, or what is wrong in its words. */
export function checkedBy(schema: z.ZodType) {
  return (value: unknown): true | string => schema.safeParse(value).error?.issues[0]?.message ?? true;
}
