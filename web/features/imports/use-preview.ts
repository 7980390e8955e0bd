import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { previewImport } from '#contract/imports.ts';
import { PREVIEW_ROWS } from '#contract/limits.ts';
import type { Upload } from '#contract/uploads.ts';
import { queryOf } from '../../lib/query.ts';
import { type Draft, previewPlanOf } from './draft.ts';
import { mappedCount } from './mapping.ts';
import type { PreviewRows } from './preview-cells.ts';
import { useDebounced } from './use-debounced.ts';

/** What the first rows of a file become. */
export interface Preview {
  /** Empty until they are known, or while nothing is mapped; those of the draft before while newer ones come. */
  rows: PreviewRows;
  /** Newer ones are on their way. */
  busy: boolean;
  error: Error | null;
  retry: () => void;
}

// One array, so that what is derived from it is derived once.
const NONE: PreviewRows = [];
// Milliseconds; long enough for a tag to be typed, short enough to feel at once.
const SETTLE = 250;
// A plan that is left behind is seldom looked at again.
const KEEP = 30_000;

/** Follows a draft with a preview of the first rows of its upload. */
export function usePreview(upload: Upload, draft: Draft): Preview {
  const settled = useDebounced(draft, SETTLE);
  const rows = Math.min(PREVIEW_ROWS, upload.preview.length);
  const plan = useMemo(() => previewPlanOf(settled), [settled]);
  const enabled = rows > 0 && mappedCount(plan.fieldMapping) > 0;
  const query = useQuery({
    ...queryOf(previewImport, { body: { ...plan, uploadId: upload.uploadId, rows } }),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: KEEP,
  });
  return {
    rows: enabled ? (query.data?.rows ?? NONE) : NONE,
    busy: enabled && (query.isFetching || settled !== draft),
    error: enabled ? query.error : null,
    retry: () => void query.refetch(),
  };
}
