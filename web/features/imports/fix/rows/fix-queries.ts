import { queryOptions } from '@tanstack/react-query';
import type { GridFilter, GridRow } from '#contract/import-fixing.ts';
import { listGridNumbers, readGridRows } from '#contract/import-grid-lists.ts';
import { callApi } from '../../../../lib/call-api.ts';

/**
 * Query of matching row numbers in file order. Changes don't refetch its key, so rows keep their
 * places until the filter is reapplied.
 */
export function gridListQuery(uploadId: string, filter: GridFilter) {
  return queryOptions({
    queryKey: ['grid list', uploadId, filter] as const,
    queryFn: ({ signal }) => callApi(listGridNumbers, { params: { uploadId }, query: filter }, signal),
    gcTime: 0,
  });
}

/** Fetches rows by number; large rows need several replies. */
export async function fetchGridRows(
  uploadId: string,
  rows: readonly number[],
  signal: AbortSignal,
): Promise<GridRow[]> {
  const fetched: GridRow[] = [];
  for (let left = [...rows]; left.length > 0; ) {
    const reply = await callApi(readGridRows, { params: { uploadId }, body: { rows: left } }, signal);
    fetched.push(...reply.rows);
    const { next } = reply;
    left = next === null ? [] : left.filter((row) => row >= next);
  }
  return fetched;
}
