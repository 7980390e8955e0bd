import type { Endpoint, SentTo } from '#contract/endpoint.ts';
import { addressOf, refused } from './call.ts';

/**
 * Fetches a file from a call of the contract and saves it under the name that the server gives it; answers the
 * headers. The body goes into a Blob, which browsers keep on disk when it is large; unlike a navigation to the
 * address, this tells a refusal and a broken connection from a file. Throws ApiError for a refusal, and what fetch
 * throws when the connection breaks or `signal` aborts.
 */
export async function saveReply<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
): Promise<Headers> {
  const response = await fetch(addressOf(endpoint, input), {
    credentials: 'include',
    ...(signal && { signal }),
  });
  if (!response.ok) throw refused(response.status, response.statusText, await response.text());
  saveBlob(await response.blob(), fileName(response.headers.get('content-disposition')));
  return response.headers;
}

/** The name in a Content-Disposition header, the one in UTF-8 first; '' leaves the choice to the browser. */
export function fileName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1] ?? '';
}

/** Saves a file that the page holds. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser has to have begun with it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
