import { z } from 'zod';

// Schemas that many entities share.

export const id = z.uuid();
export const idParams = z.object({ id });
export const time = z.iso.datetime();
export const messageReply = z.object({ message: z.string() });

/** Makes an empty parameter of a query string count as absent. */
export function unlessEmpty<T extends z.ZodType>(schema: T): z.ZodPreprocess<T> {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}
