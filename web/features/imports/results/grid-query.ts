import { getImportGrid } from '#contract/import-fixing.ts';
import { queryOf } from '../../../lib/query.ts';

/** Returns the query of the state of an upload's grid; refetched on every change by anyone. */
export function gridQuery(uploadId: string) {
  return { ...queryOf(getImportGrid, { params: { uploadId } }), staleTime: 0 };
}
