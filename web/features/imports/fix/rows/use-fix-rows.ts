import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { GridRow } from '#contract/import-fixing.ts';
import { fetchGridRows } from './fix-queries.ts';
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
