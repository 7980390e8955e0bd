import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { GridFilter, GridRow } from '#contract/import-fixing.ts';
import { listGridNumbers, readGridRows } from '#contract/import-grid-lists.ts';
import { callApi } from '../../../../lib/call-api.ts';
import { createRowLoader, type RowLoader } from './row-loader.ts';

export interface FixRows {
  loader: RowLoader<GridRow>;
  /** Why rows couldn't be loaded, or null. */
  failure: unknown;
  /** Records the revision after an own change; other users' changes refetch rows. */
  noteRevision: (revision: number, own: boolean) => void;
}

/** Loads rows of an upload's grid and refetches them on newer revisions. */
export function useFixRows(uploadId: string, revision: number | undefined): FixRows {
  const [loader] = useState(() =>
    createRowLoader<GridRow>({ fetchRows: (rows, signal) => fetchGridRows(uploadId, rows, signal) }),
  );
  useSyncExternalStore(loader.subscribe, loader.version);
  const known = useRef<number | null>(null);

  function noteRevision(next: number, own: boolean) {
    const before = known.current;
    if (before !== null && next <= before) return;
    known.current = next;
    if (before !== null && !(own && next === before + 1)) loader.refresh();
  }

  useEffect(() => {
    if (revision !== undefined) noteRevision(revision, false);
  });
  useEffect(() => () => loader.close(), [loader]);
  return { loader, failure: loader.failure(), noteRevision };
}

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
async function fetchGridRows(
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
