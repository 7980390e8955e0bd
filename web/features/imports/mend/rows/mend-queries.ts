import { queryOptions } from '@tanstack/react-query';
import { listGridNumbers, readGridRows } from '#contract/import-grid-lists.ts';
import type { GridFilter, GridRow } from '#contract/import-mending.ts';
import { callApi } from '../../../../lib/call-api.ts';

/**
 * Returns the query of the row numbers that match a filter, in file order. Its key isn't a path, so that changes don't
 * refetch it: rows stay in their places until the filter is applied again.
 */
export function gridListQuery(uploadId: string, filter: GridFilter) {
  return queryOptions({
    queryKey: ['grid list', uploadId, filter] as const,
    queryFn: ({ signal }) => callApi(listGridNumbers, { params: { uploadId }, query: filter }, signal),
    gcTime: 0,
  });
}

/** Fetches rows by their numbers. */
export async function fetchGridRows(
  uploadId: string,
  rows: readonly number[],
  signal: AbortSignal,
): Promise<GridRow[]> {
  const reply = await callApi(readGridRows, { params: { uploadId }, body: { rows: [...rows] } }, signal);
  return reply.rows;
}
