import type { SentTo } from '#contract/endpoint.ts';
import { exportLeads } from '#contract/exports.ts';
import { addressOf, refused } from '../../../lib/call.ts';

export type ExportQuery = SentTo<typeof exportLeads>['query'];

/** How many leads a file holds, and how many matched; null where the answer does not say. */
export interface Exported {
  exported: number | null;
  matching: number | null;
}

/**
 * Fetches an export and saves it under the name that the server gives it. The body goes into a Blob, which browsers
 * keep on disk when it is large; unlike a navigation to the address, this tells a refusal and a broken connection
 * from a file. Throws ApiError for a refusal, and what fetch throws when the connection breaks or `signal` aborts.
 */
export async function downloadLeads(query: ExportQuery, signal: AbortSignal): Promise<Exported> {
  const response = await fetch(addressOf(exportLeads, { query }), { credentials: 'include', signal });
  if (!response.ok) throw refused(response.status, response.statusText, await response.text());
  save(await response.blob(), fileName(response.headers.get('content-disposition')));
  return { exported: countIn(response, 'x-exported-count'), matching: countIn(response, 'x-total-count') };
}

function countIn(response: Response, header: string): number | null {
  const text = response.headers.get(header);
  return text === null ? null : Number(text);
}

/** The name in a Content-Disposition header; '' leaves the choice to the browser. */
export function fileName(disposition: string | null): string {
  return /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1] ?? '';
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser has to have begun with it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
