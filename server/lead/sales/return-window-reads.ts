/** Condition for a sale `s` whose return window has ended; `c` are the settings of its customer. */
export const WINDOW_ENDED = 's.sold_at < now() - make_interval(days => c.return_days)';

/** SQL of whether only administrators can still return the lead of a sale; `c` may be missing. */
export const IS_LATE = `coalesce(s.returned_at IS NULL AND ${WINDOW_ENDED}, false)`;
