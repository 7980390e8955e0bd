import { keepPreviousData } from '@tanstack/react-query';
import { listSuppressionLists, listSuppressions } from '#contract/suppressions.ts';
import { queryOf } from '../../lib/query.ts';
import type { SuppressionSearch } from './search.ts';

export const ENTRIES_PAGE_SIZE = 50;

export const listsQuery = queryOf(listSuppressionLists, {});

export function entriesQuery({ list, search, page = '1' }: SuppressionSearch) {
  const offset = (Math.max(1, Number(page) || 1) - 1) * ENTRIES_PAGE_SIZE;
  return {
    ...queryOf(listSuppressions, {
      query: { ...(list && { listId: list }), ...(search && { search }), limit: ENTRIES_PAGE_SIZE, offset },
    }),
    placeholderData: keepPreviousData,
  };
}
