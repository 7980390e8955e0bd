import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { toApiError } from './call-api.ts';

export interface SendFormOptions {
  /** Called with the share of the body sent so far, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a multipart form to an endpoint that returns JSON and reports the share sent so far, which fetch
 * can't.
 * @throws ApiError for an unsuccessful answer, Error('Network error') when the server can't be reached, and
 * the signal's reason when it aborts
 */
export function sendForm<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: SendFormOptions = {},
): Promise<ReplyOf<E>> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpoint.path);
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new Error('Network error'));
    request.onabort = () => reject(signal?.reason ?? new Error('Aborted'));
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status > 299) reject(toApiError(status, statusText, responseText));
      else resolve(JSON.parse(responseText));
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
