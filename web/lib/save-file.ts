import type { Endpoint, SentTo } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { callUrl, isRenewed, sendWhenReachable } from './call-api.ts';

/**
 * Downloads a file from a call of the contract, saves it under the server's file name, and returns the
 * headers. The body becomes a Blob, which browsers keep on disk if it is large; unlike navigating to the URL,
 * this detects errors and broken connections.
 * @throws ApiError when the server refuses, and the error of fetch when the connection breaks or `signal`
 * aborts
 */
export async function saveReply<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
): Promise<Headers> {
  const { body }: { body?: unknown } = input;
  const send = () =>
    fetch(callUrl(endpoint, input), {
      method: endpoint.method,
      credentials: 'include',
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
      ...(signal && { signal }),
    });
  let response = await sendWhenReachable(send, false, signal);
  if (await isRenewed(response.status, endpoint)) response = await send();
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  saveBlob(await response.blob(), fileName(response.headers.get('content-disposition')));
  return response.headers;
}

/**
 * Returns the file name in a Content-Disposition header, preferring the UTF-8 one; '' lets the browser
 * choose.
 */
export function fileName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1] ?? '';
}

/** Saves a Blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser needs the URL until it has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
