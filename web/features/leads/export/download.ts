import type { SentTo } from '#contract/endpoint.ts';
import { exportLeads } from '#contract/exports.ts';

import { saveReply } from '../../../lib/save-file.ts';

export type LeadExportQuery = SentTo<typeof exportLeads>['query'];

/** Number of exported and of matching leads; null if the answer doesn't say. */
export interface Exported {
  exported: number | null;
  matching: number | null;
}

/**
 * Saves an export as a file.
 * @throws ApiError when the server refuses, and the error of fetch when the connection breaks or `signal`
 * aborts
 */
export async function downloadLeads(query: LeadExportQuery, signal: AbortSignal): Promise<Exported> {
  const headers = await saveReply(exportLeads, { query }, signal);
  return { exported: countIn(headers, 'x-exported-count'), matching: countIn(headers, 'x-total-count') };
}

function countIn(headers: Headers, header: string): number | null {
  const text = headers.get(header);
  return text === null ? null : Number(text);
}
