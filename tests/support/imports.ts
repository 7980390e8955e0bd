import { type ImportCheckEvent, importCheckEvent } from '#contract/import-dry-run.ts';
import type { ImportEvent, ImportStats } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import type { Upload } from '#contract/uploads.ts';
import type { TestApp } from './app.ts';
import { type Client, eventsOf, fileOf, formWith } from './client.ts';
import { csv } from './files/csv.ts';

/** Fields of the import form as objects; missing fields aren't sent. */
export interface PlanFields {
  fieldMapping: Record<string, string>;
  nameSplitConfig?: { column: string; enabled: boolean };
  importMode?: { mode: string; matchField?: string };
  manualTags?: string[];
  options?: Record<string, unknown>;
  columnTools?: unknown[];
  valueMaps?: Record<string, Record<string, string | null>>;
  /** Only rows that were edited since: `fixed` imports those that were left, `stored` updates the leads of the others. */
  rows?: 'fixed' | 'stored';
  /** Checks with the grid of the upload. */
  grid?: true;
}

/** Returns a CSV file of the rows, which include the header. */
export function csvFile(rows: readonly (readonly string[])[], name = 'leads.csv'): File {
  return fileOf(name, new Uint8Array(csv(rows)));
}

/** Returns the parts of the import form, the file or upload first. */
export function importParts(from: File | string, plan: PlanFields): [string, string | File][] {
  const fields = Object.entries(plan).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return [typeof from === 'string' ? ['uploadId', from] : ['file', from], ...fields];
}

/** Starts an import of a file, or of an upload by its id; returns the response with the event stream. */
export function postImport(client: Client, from: File | string, plan: PlanFields): Promise<Response> {
  return client.send('/api/import-stream', { method: 'POST', body: formWith(importParts(from, plan)) });
}

/** Imports a file, or an upload by its id, and waits for the end. Throws if the import does not complete. */
export async function importLeads(
  client: Client,
  from: File | string,
  plan: PlanFields,
): Promise<{ importId: string; stats: ImportStats; events: ImportEvent[] }> {
  const response = await postImport(client, from, plan);
  if (response.status !== 200) {
    throw new Error(`The import was refused with ${response.status}: ${await response.text()}`);
  }
  const events = await eventsOf(response);
  const last = events.at(-1);
  if (last?.type !== 'complete') throw new Error(`The import ended with ${JSON.stringify(last)}`);
  return { importId: last.importId, stats: last.stats, events };
}

/** Requests a dry run of an upload; returns the response with the event stream. */
export function postCheck(
  client: Client,
  uploadId: string,
  plan: PlanFields,
  signal?: AbortSignal,
): Promise<Response> {
  return client.send('/api/imports/check', {
    method: 'POST',
    body: JSON.stringify({ uploadId, ...plan }),
    headers: { 'content-type': 'application/json' },
    ...(signal && { signal }),
  });
}

/** Runs a dry run of an upload and returns the events of the stream. Throws if the server rejects it. */
export async function checkUpload(
  client: Client,
  uploadId: string,
  plan: PlanFields,
): Promise<ImportCheckEvent[]> {
  const response = await postCheck(client, uploadId, plan);
  if (response.status !== 200) {
    throw new Error(`The check was refused with ${response.status}: ${await response.text()}`);
  }
  return (await eventsOf(response)).map((event) => importCheckEvent.parse(event));
}

/** Uploads a file. Throws if the server rejects it. */
export async function uploadFile(client: Client, file: File): Promise<Upload> {
  const response = await client.send('/api/upload', { method: 'POST', body: formWith([['file', file]]) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The upload was refused with ${response.status}: ${text}`);
  return JSON.parse(text) as Upload;
}

/** Returns the organization's newest 200 leads, oldest first. */
export async function leadsOf(client: Client): Promise<Lead[]> {
  const { body } = await client.get<{ leads: Lead[] }>('/api/leads?limit=200');
  return body.leads.reverse();
}

/** Returns the number of an organization's leads by its counters and by its rows. */
export async function leadCounts(
  app: Pick<TestApp, 'context'>,
  organizationId: string,
): Promise<{ counted: number; stored: number }> {
  const { rows } = await app.context.db.owner.query<{ counted: number; stored: number }>(
    `SELECT (SELECT coalesce(sum(total), 0)::int8 FROM lead_stats WHERE organization_id = $1 AND dimension = 'all') AS counted,
       (SELECT count(*) FROM leads WHERE organization_id = $1 AND deleted_at IS NULL) AS stored`,
    [organizationId],
  );
  return rows[0] ?? { counted: -1, stored: -2 };
}

/** Returns the sum of an import's counters, which must equal its number of rows. */
export function accounted(stats: ImportStats & { unprocessed?: number }): number {
  const { imported, updated, duplicates, skipped, errors, unprocessed = 0 } = stats;
  return imported + updated + duplicates + skipped + errors + unprocessed;
}
