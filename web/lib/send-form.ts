import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { isRenewed } from './call-api.ts';
import { serverReach } from './server-reach.ts';

export interface SendFormOptions {
  /** Receives the share sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a multipart form with upload progress, which fetch doesn't report. @throws ApiError for an
 * unsuccessful answer, Error('Network error') if the server is unreachable, the signal's reason
 */
export async function sendForm<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: SendFormOptions = {},
): Promise<ReplyOf<E>> {
  await serverReach.whenReachable(options.signal);
  let sent = await sendOnce(endpoint, form, options);
  if (await isRenewed(sent.status, endpoint)) sent = await sendOnce(endpoint, form, options);
  if (sent.status >= 200 && sent.status <= 299) return JSON.parse(sent.text);
  throw new ApiError(sent.status, sent.statusText, sent.text);
}

function sendOnce(
  endpoint: Endpoint,
  form: FormData,
  { onProgress, signal }: SendFormOptions,
): Promise<{ status: number; statusText: string; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpoint.path);
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onerror = () => {
      void serverReach.check();
      reject(new Error('Network error'));
    };
    request.onabort = () => reject(signal?.reason ?? new Error('Aborted'));
    request.onload = () => {
      const { status, statusText, responseText: text } = request;
      resolve({ status, statusText, text });
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
