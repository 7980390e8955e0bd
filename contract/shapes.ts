import { z } from 'zod';

export const id = z.uuid();
export const idParams = z.object({ id });
export const time = z.iso.datetime();
export const messageReply = z.object({ message: z.string() });

/** Treats an empty query parameter as absent. */
export function unlessEmpty<T extends z.ZodType>(schema: T): z.ZodPreprocess<T> {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}

const WITHIN_CALENDAR = 'Enter a date in the years 1 to 9999';

/** PostgreSQL and ISO 8601 both write the years 1 to 9999 with four digits. */
function isWithinCalendar(moment: string): boolean {
  const year = new Date(moment).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Input day, `yyyy-mm-dd`. */
export const givenDay = z.iso.date().refine(isWithinCalendar, WITHIN_CALENDAR);

export const givenTime = z.iso.datetime({ offset: true }).refine(isWithinCalendar, WITHIN_CALENDAR);
