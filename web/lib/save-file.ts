import type { Endpoint, SentTo } from '#contract/endpoint.ts';
import { sendCall } from './call-api.ts';

/**
 * Downloads a call's file under the server's file name and returns the headers; unlike a link, it
 * detects errors. @throws ApiError when the server refuses, fetch's error when the connection
 * breaks or `signal` aborts
 */
export async function saveReply<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
): Promise<Headers> {
  const response = await sendCall(endpoint, input, signal);
  saveBlob(await response.blob(), fileName(response.headers.get('content-disposition')));
  return response.headers;
}

/** Returns a Content-Disposition's file name, preferably the UTF-8 variant; '' lets the browser choose. */
export function fileName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1] ?? '';
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser needs the URL until the download starts.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
