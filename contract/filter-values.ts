// Checks of filters and links without zod, for code that every screen loads.

/** In characters. */
export const FILTER_TEXT_MAX = 500;
/** In characters; must fit into a URL. */
export const WHERE_MAX = 2_000;

/** Choices of a filter by a number's check. */
export const CHECK_STATES = ['qualified', 'unqualified', 'unchecked'] as const;

/** States of a lead's next step. */
export const DUE_STATES = ['today', 'overdue', 'upcoming', 'none'] as const;

/** How sure it is that leads are the same person, surest first. */
export const DUPLICATE_BANDS = ['certain', 'likely', 'possible'] as const;

export type DuplicateBand = (typeof DUPLICATE_BANDS)[number];

/** Filters of the built-in views. */
export const OWN_VIEWS = { mine: { owner: 'me' }, due: { owner: 'me,none', due: 'today' } } as const;

/** `100` is a minimum, `100-500` an inclusive range. */
export const AMOUNT_RANGE = /^\d{1,12}(\.\d{1,2})?(-\d{1,12}(\.\d{1,2})?)?$/;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns whether the text is a list for the filter `owner`. */
export function isOwnerList(text: string): boolean {
  return text.split(',').every((one) => one === 'me' || one === 'none' || isUuid(one));
}

/** Returns whether the text is a day, `yyyy-mm-dd`; PostgreSQL has no year 0. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  // Date would turn February 30 into March 2.
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
