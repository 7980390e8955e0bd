import type { ReportRow } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import type { Upload } from '#contract/uploads.ts';
import { type SignedIn, signUp } from '../client.ts';
import { importLeads, leadsOf, uploadFile } from '../imports.ts';
import { type DocumentedFile, fileOfDocumented } from './documented-file.ts';
import { knownMeanings } from './known-meanings.ts';
import { type Score, scoreOf } from './score.ts';

/** Imports a documented file with what the server suggests, in an organization of its own, and scores the leads. */
export async function importAsSuggested(url: string, file: DocumentedFile): Promise<Score> {
  const user = await signUp(url);
  for (const { header, customType } of file.columns) {
    if (customType !== null) await user.post('/api/custom-fields', { name: header, type: customType });
  }
  const upload = await uploadFile(user, fileOfDocumented(file));
  const plan = planAsSuggested(upload);
  const valueMaps = await knownMeanings(user, upload);
  const { importId } = await importLeads(user, upload.uploadId, { ...plan, ...valueMaps });
  return scoreOf(file, upload, await leadsByRow(user, importId, upload.totalRows));
}

function planAsSuggested({ suggestedMapping, nameColumn }: Upload) {
  return {
    fieldMapping: suggestedMapping,
    ...(nameColumn !== null && { nameSplitConfig: { column: nameColumn, enabled: true } }),
  };
}

/** Returns the lead of each data row, null for rows that were not imported. */
async function leadsByRow(user: SignedIn, importId: string, rows: number): Promise<(Lead | null)[]> {
  const { body } = await user.get<{ rows: ReportRow[] }>(`/api/imports/${importId}/report`);
  const missing = new Set(body.rows.filter(({ outcome }) => outcome !== 'warning').map(({ row }) => row));
  const leads = await leadsOf(user);
  return Array.from({ length: rows }, (_, row) => (missing.has(row + 2) ? null : (leads.shift() ?? null)));
}
