import type { QueryClient } from '@tanstack/react-query';
import { getImport, listImports } from '#contract/imports.ts';
import { listLeads } from '#contract/leads.ts';
import { queryOf } from '../../../lib/query.ts';

/** The import history; refetched each time the screen opens, because imports continue without the browser. */
export const historyQuery = { ...queryOf(listImports, {}), staleTime: 0 };

/** Returns the query of an import with its details; refetched each time they open and on every event. */
export function importQuery(id: string) {
  return { ...queryOf(getImport, { params: { id } }), staleTime: 0 };
}

/** Invalidates all queries whose data an import or its undo changes. */
export function refreshAfterImport(client: QueryClient): void {
  const paths = [listLeads.path, listImports.path, '/api/dashboard/'];
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && paths.some((stem) => path.startsWith(stem)),
  });
}
