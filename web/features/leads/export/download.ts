import type { SentTo } from '#contract/endpoint.ts';
import { exportLeads } from '#contract/exports.ts';

import { saveReply } from '../../../lib/save-file.ts';

export type ExportQuery = SentTo<typeof exportLeads>['query'];

/** How many leads a file holds, and how many matched; null where the answer does not say. */
export interface Exported {
  exported: number | null;
  matching: number | null;
}

/** Saves an export. Throws ApiError for a refusal, and what fetch throws when the connection breaks or `signal` aborts. */
export async function downloadLeads(query: ExportQuery, signal: AbortSignal): Promise<Exported> {
  const headers = await saveReply(exportLeads, { query }, signal);
  return { exported: countIn(headers, 'x-exported-count'), matching: countIn(headers, 'x-total-count') };
}

function countIn(headers: Headers, header: string): number | null {
  const text = headers.get(header);
  return text === null ? null : Number(text);
}
