import type { QueryClient } from '@tanstack/react-query';
import { getImportGrid } from '#contract/import-fixing.ts';
import { getImport, listImports } from '#contract/imports.ts';
import { listLeads } from '#contract/leads.ts';
import { queryOf } from '../../../lib/query.ts';

/** Query of an upload's grid state, refetched on every change. */
export function gridQuery(uploadId: string) {
  return { ...queryOf(getImportGrid, { params: { uploadId } }), staleTime: 0 };
}

/** Import history, refetched on opening, because imports run on the server. */
export const historyQuery = { ...queryOf(listImports, {}), staleTime: 0 };

/** Query of an import's details, refetched on opening and on events. */
export function importQuery(id: string) {
  return { ...queryOf(getImport, { params: { id } }), staleTime: 0 };
}

/** Invalidates queries affected by an import or undo. */
export function refreshAfterImport(client: QueryClient): void {
  const paths = [listLeads.path, listImports.path, '/api/dashboard/'];
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && paths.some((stem) => path.startsWith(stem)),
  });
}
