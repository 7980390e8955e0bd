import { dayIn, pageIn, textUpTo, uuidIn } from '../../lib/read-search.ts';

export interface AuditSearch {
  /** Unknown actions mean no filter. */
  action?: string | undefined;
  user?: string | undefined;
  /** First and last day, `yyyy-mm-dd` in the user's time zone. */
  from?: string | undefined;
  to?: string | undefined;
  /** From 2. */
  page?: number | undefined;
  /** Part of a username or IP address on this page. */
  search?: string | undefined;
  /** Entry whose details are open. */
  entry?: string | undefined;
}

const PAGE_MAX = 1_000_000;

/** Parses the search parameters; drops malformed values. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const page = pageIn(raw['page']);
  return {
    action: textUpTo(raw['action'], 100),
    user: textUpTo(raw['user'], 200),
    from: dayIn(raw['from']),
    to: dayIn(raw['to']),
    page: page !== undefined && page <= PAGE_MAX ? page : undefined,
    search: textUpTo(raw['search'], 200),
    entry: uuidIn(raw['entry']),
  };
}
