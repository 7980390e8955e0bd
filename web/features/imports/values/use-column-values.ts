import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type ColumnValues, listImportValues } from '#contract/import-values.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import { queryOf } from '../../../lib/query.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { draftPlan, type ImportDraft } from '../plan/draft.ts';
import { valueColumns, withMeanings } from './value-draft.ts';

export interface ColumnValuesState {
  /** Columns listed or being read. */
  wanted: readonly string[];
  columns: readonly ColumnValues[];
  /** First reading of these columns. */
  pending: boolean;
  error: Error | null;
  retry: () => void;
}

const NONE: readonly ColumnValues[] = [];
/** Milliseconds before the file is read. */
const SETTLE_MS = 300;
const CACHE_MS = 300_000;
const TRIES = 2;

/** Reads a draft's column values from the whole file and adds known meanings. */
export function useColumnValues(
  upload: Upload,
  draft: ImportDraft,
  customFields: readonly CustomFieldSpec[],
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void,
): ColumnValuesState {
  const wanted = useMemo(
    () => valueColumns(upload.columns, draft, customFields),
    [upload, draft, customFields],
  );
  const body = useMemo(() => valuesRequest(upload, draft, wanted), [upload, draft, wanted]);
  // Compared as text, because other choices don't change the values.
  const now = JSON.stringify(body);
  const settled = useDebounced(now, SETTLE_MS);
  const query = useQuery({
    ...queryOf(listImportValues, { body: JSON.parse(settled) as typeof body }),
    enabled: wanted.length > 0 && settled === now,
    placeholderData: keepPreviousData,
    gcTime: CACHE_MS,
    retry: TRIES,
  });
  const columns = query.data?.columns ?? NONE;
  useEffect(() => {
    // Stops once every meaning is in the draft.
    if (withMeanings(draft, columns) !== draft) onEdit((current) => withMeanings(current, columns));
  }, [draft, columns, onEdit]);
  const known = columns.filter(({ column, target }) => draft.mapping[column] === target);
  const isRead = (column: string) => known.some((one) => one.column === column);
  return {
    wanted,
    columns: known,
    pending: query.error === null && !wanted.every(isRead),
    error: wanted.length > 0 ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** Contains only what affects the values, so that other choices don't reread the file. */
function valuesRequest({ uploadId }: Upload, draft: ImportDraft, columns: string[]) {
  const { columnTools, options } = draftPlan(draft);
  const { sheet, encoding, delimiter, headerRow } = options;
  const reading = { sheet, encoding, delimiter, headerRow };
  const fieldMapping = Object.fromEntries(columns.map((column) => [column, draft.mapping[column] ?? '']));
  return { uploadId, columns, fieldMapping, columnTools, options: reading };
}
