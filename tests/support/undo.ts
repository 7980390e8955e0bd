import type { ImportRecord, ImportUndo, KeptLead, ReportRow } from '#contract/imports.ts';
import type { Client } from './client.ts';
import { until } from './until.ts';

/** An import as its details tell of it. */
export type ShownImport = ImportRecord & {
  fieldMapping: Record<string, string>;
  unimportedColumns: string[];
  firstProblems: ReportRow[];
  firstKept: KeptLead[];
};

/** Reads an import with its details, again while the server has no connection to its database. */
export function importDetail(client: Client, importId: string): Promise<ShownImport> {
  return until('the import is shown', async () => {
    const { status, body } = await client.get<ShownImport>(`/api/imports/${importId}`);
    return status === 503 ? null : body;
  });
}

/** Begins to undo an import; throws when that is refused. */
export async function beginUndo(client: Client, importId: string): Promise<ImportUndo | null> {
  const { status, body } = await client.post<ImportRecord>(`/api/imports/${importId}/undo`);
  if (status !== 200) throw new Error(`The undo was refused with ${status}: ${JSON.stringify(body)}`);
  return body.undo;
}

/** Waits until the undo of an import has ended. */
export function endOfUndo(client: Client, importId: string): Promise<ImportUndo> {
  return until('the undo ended', async () => {
    const { undo } = await importDetail(client, importId);
    return undo === null || undo.status === 'processing' ? null : undo;
  });
}

/** Undoes an import and waits for the end. */
export async function undoneImport(client: Client, importId: string): Promise<ImportUndo> {
  await beginUndo(client, importId);
  return endOfUndo(client, importId);
}
