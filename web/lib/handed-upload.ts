import { queryOptions, skipToken } from '@tanstack/react-query';
import { type Upload, upload } from '#contract/uploads.ts';
import { queryClient } from './query.ts';

/**
 * An upload that one screen hands to another under its id. It lies with what was read, so that it is forgotten with
 * the session and some minutes after nobody has asked for it.
 */
export function handedUpload(uploadId: string) {
  return queryOptions<Upload>({ queryKey: [upload.path, uploadId], queryFn: skipToken });
}

/** Hands an upload over; the other screen finds it by its id. */
export function handOver(handed: Upload): void {
  queryClient.setQueryData(handedUpload(handed.uploadId).queryKey, handed);
}
