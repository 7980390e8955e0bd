import { getImportGrid } from '#contract/import-fixing.ts';
import { queryOf } from '../../../lib/query.ts';

/** Query of an upload's grid state, refetched on every change. */
export function gridQuery(uploadId: string) {
  return { ...queryOf(getImportGrid, { params: { uploadId } }), staleTime: 0 };
}
