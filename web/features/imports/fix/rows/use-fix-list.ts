import { useQuery } from '@tanstack/react-query';
import type { GridFilter } from '#contract/import-fixing.ts';
import { gridListQuery } from './fix-queries.ts';

/** Rows that matched the filter when it was applied. */
export interface FixList {
  /** Row numbers in file order; those of the filter before while the new ones load. */
  numbers: readonly number[];
  loading: boolean;
  error: unknown;
  /** True if rows have changed since. */
  outdated: boolean;
  /** Applies the filter again. */
  update: () => void;
}

const NO_ROWS: readonly number[] = [];

/** Fetches the row numbers of a filter once, so that no row leaves its place until the filter is applied again. */
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
