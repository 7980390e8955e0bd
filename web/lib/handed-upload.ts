import { queryOptions, skipToken } from '@tanstack/react-query';
import { type Upload, upload } from '#contract/uploads.ts';
import { queryClient } from './query.ts';

/**
 * Returns the query of an upload that one screen hands to another. It lives in the query cache, so that it
 * disappears with the session, and some minutes after its last use.
 */
export function handedUpload(uploadId: string) {
  return queryOptions<Upload>({ queryKey: [upload.path, uploadId], queryFn: skipToken });
}

/** Hands an upload over to another screen, which finds it by its ID. */
export function handOver(handed: Upload): void {
  queryClient.setQueryData(handedUpload(handed.uploadId).queryKey, handed);
}
