import { keepPreviousData } from '@tanstack/react-query';
import { listLeads } from '#contract/leads.ts';
import { LEADS_PAGE_SIZE } from '#contract/limits.ts';
import { queryOf } from '../../lib/query.ts';

/** One page of leads, newest first; `page` from 1. The page before stays on screen while it loads. */
export function leadsQuery(page: number) {
  const query = queryOf(listLeads, {
    query: { limit: LEADS_PAGE_SIZE, offset: (page - 1) * LEADS_PAGE_SIZE },
  });
  return { ...query, placeholderData: keepPreviousData };
}
