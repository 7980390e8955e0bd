import type { QueryClient } from '@tanstack/react-query';
import { getImport, listImports } from '#contract/imports.ts';
import { listLeads } from '#contract/leads.ts';
import { queryOf } from '../../lib/query.ts';

/** The import history, read anew each time the screen opens, since imports go on without the browser. */
export const historyQuery = { ...queryOf(listImports, {}), staleTime: 0 };

/** An import with its details; read anew each time they are opened, and with every word of a change. */
export function importQuery(id: string) {
  return { ...queryOf(getImport, { params: { id } }), staleTime: 0 };
}

/** Has everything read anew that an import or its undo changes. */
export function refreshAfterImport(client: QueryClient): void {
  const paths = [listLeads.path, listImports.path, '/api/dashboard/'];
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && paths.some((stem) => path.startsWith(stem)),
  });
}
