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

/** Preview of the first rows of a file as leads. */
export interface Preview {
  /**
   * Rows of the preview; empty until they load or while nothing is mapped, and the previous draft's rows
   * while newer ones load.
   */
  rows: PreviewRows;
  /** True while newer rows are loading. */
  busy: boolean;
  error: Error | null;
  retry: () => void;
}

// A constant array, so that memoized values derived from it stay valid.
const NONE: PreviewRows = [];
// Delay in milliseconds; long enough to type a tag, short enough to feel immediate.
const SETTLE_MS = 250;
// Cache lifetime in milliseconds; users seldom return to an earlier plan.
const CACHE_MS = 30_000;

/** Previews the first rows of an upload as its draft changes. */
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
