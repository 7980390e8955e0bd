import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { previewImport } from '#contract/import-preview.ts';
import { PREVIEW_ROWS } from '#contract/limits.ts';
import type { Upload } from '#contract/uploads.ts';
import { queryOf } from '../../../lib/query.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { type ImportDraft, previewPlan } from '../plan/draft.ts';
import { mappedCount } from '../plan/mapping.ts';
import type { PreviewRows } from './preview-cells.ts';

export interface Preview {
  /** Empty until loaded or while nothing is mapped; the previous draft's rows while reloading. */
  rows: PreviewRows;
  /** Newer rows are loading. */
  busy: boolean;
  error: Error | null;
  retry: () => void;
}

// Constant, so that memoized values stay valid.
const NONE: PreviewRows = [];
// Milliseconds, enough to type a tag.
const SETTLE_MS = 250;
// Milliseconds; users seldom return to an earlier plan.
const CACHE_MS = 30_000;

export function usePreview(upload: Upload, draft: ImportDraft): Preview {
  const settled = useDebounced(draft, SETTLE_MS);
  const rows = Math.min(PREVIEW_ROWS, upload.preview.length);
  const plan = useMemo(() => previewPlan(settled), [settled]);
  const enabled = rows > 0 && mappedCount(plan.fieldMapping) > 0;
  const query = useQuery({
    ...queryOf(previewImport, { body: { ...plan, uploadId: upload.uploadId, rows } }),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: CACHE_MS,
  });
  return {
    rows: enabled ? (query.data?.rows ?? NONE) : NONE,
    busy: enabled && (query.isFetching || settled !== draft),
    error: enabled ? query.error : null,
    retry: () => void query.refetch(),
  };
}
