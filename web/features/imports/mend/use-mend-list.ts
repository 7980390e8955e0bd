import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GridFilter } from '#contract/import-mending.ts';
import { gridListQuery } from './mend-queries.ts';

/** Rows that matched the filter when it was applied. */
export interface MendList {
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
export function useMendList(uploadId: string, filter: GridFilter, revision: number): MendList {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...gridListQuery(uploadId, filter),
    placeholderData: (before) => before,
  });
  const [applied, setApplied] = useState({ at: dataUpdatedAt, revision });
  if (applied.at !== dataUpdatedAt) setApplied({ at: dataUpdatedAt, revision });
  return {
    numbers: data ?? NO_ROWS,
    loading: isFetching,
    error: isFetching ? null : error,
    outdated: applied.revision !== revision,
    update: () => void refetch(),
  };
}
