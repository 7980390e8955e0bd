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

const WITHIN_CALENDAR = 'Enter a date in the years 1 to 9999';

/** Returns whether a moment lies in the years 1 to 9999 in UTC, which PostgreSQL and ISO 8601 both write with four digits. */
function isWithinCalendar(moment: string): boolean {
  const year = new Date(moment).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** A day that a caller gives, `yyyy-mm-dd`. */
export const givenDay = z.iso.date().refine(isWithinCalendar, WITHIN_CALENDAR);

/** A moment that a caller gives. */
export const givenTime = z.iso.datetime({ offset: true }).refine(isWithinCalendar, WITHIN_CALENDAR);
