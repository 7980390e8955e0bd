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

const YEAR_ONE = '0001';
const FROM_YEAR_ONE = 'Enter a date from the year 1 on';

/** A day that a caller gives, `yyyy-mm-dd`. PostgreSQL has no year 0. */
export const givenDay = z.iso.date().refine((day) => day >= YEAR_ONE, FROM_YEAR_ONE);

/** A moment that a caller gives. */
export const givenTime = z.iso
  .datetime({ offset: true })
  .refine((moment) => moment >= YEAR_ONE, FROM_YEAR_ONE);
