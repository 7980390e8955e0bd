import type { Endpoint, SentTo } from '#contract/endpoint.ts';
import { saveReply } from '../../../lib/save-file.ts';

/** Exported and matching leads; null if the answer doesn't say. */
export interface Exported {
  exported: number | null;
  matching: number | null;
  /** Left out because they are on a suppression list. */
  suppressed: number | null;
  /** Left out for lack of a required consent. */
  noConsent: number | null;
}

/**
 * Downloads a file of leads. @throws ApiError when the server refuses, fetch's error when the
 * connection breaks or `signal` aborts
 */
export async function downloadLeads<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
): Promise<Exported> {
  const headers = await saveReply(endpoint, input, signal);
  return {
    exported: countIn(headers, 'x-exported-count'),
    matching: countIn(headers, 'x-total-count'),
    suppressed: countIn(headers, 'x-suppressed-count'),
    noConsent: countIn(headers, 'x-no-consent-count'),
  };
}

function countIn(headers: Headers, header: string): number | null {
  const text = headers.get(header);
  return text === null ? null : Number(text);
}
