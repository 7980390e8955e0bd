import { useQuery } from '@tanstack/react-query';
import type { GridFilter } from '#contract/import-fixing.ts';
import { gridListQuery } from './fix-queries.ts';

/** Rows that matched when the filter was applied. */
export interface FixList {
  /** In file order; the previous filter's while loading. */
  numbers: readonly number[];
  loading: boolean;
  error: unknown;
  /** Rows have changed since. */
  outdated: boolean;
  /** Reapplies the filter. */
  update: () => void;
}

const NO_ROWS: readonly number[] = [];

/** Fetches a filter's row numbers once, so that rows keep their places until it is reapplied. */
export function useFixList(uploadId: string, filter: GridFilter, revision: number): FixList {
  const { data, error, isFetching, refetch } = useQuery({
    ...gridListQuery(uploadId, filter),
    placeholderData: (before) => before,
  });
  return {
    numbers: data?.numbers ?? NO_ROWS,
    loading: isFetching,
    error: isFetching ? null : error,
    outdated: data !== undefined && data.revision < revision,
    update: () => void refetch(),
  };
}
