import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { GridRow } from '#contract/import-fixing.ts';
import { fetchGridRows } from './fix-queries.ts';
import { createRowLoader, type RowLoader } from './row-loader.ts';

/** Rows of a grid and the changes of its revision. */
export interface FixRows {
  loader: RowLoader<GridRow>;
  /** Reason why rows could not be loaded, or null. */
  failure: unknown;
  /** Takes note of the revision after a change of one's own; rows are refetched if others changed something too. */
  noteRevision: (revision: number, own: boolean) => void;
}

/** Loads the rows of an upload's grid and refetches them when its revision grows. */
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
