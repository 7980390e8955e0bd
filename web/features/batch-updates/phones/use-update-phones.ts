import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { previewUpdatePhones, updatePhonesCsv } from '#contract/phones.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { sendForm } from '../../../lib/send-form.ts';
import { type ToastMessage, toast } from '../../../ui/toast-store.ts';
import { nothingChanged, useBatchUpdate } from '../use-batch-update.ts';

export type UpdatePhonesReply = ReplyOf<typeof updatePhonesCsv>;
export type UpdatePhonesPreview = ReplyOf<typeof previewUpdatePhones>;

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/**
 * Returns a failed update's toast: the server's text, else `Upload failed`, or another text if
 * unanswered.
 */
export function updateFailure(error: unknown): ToastMessage {
  const said = error instanceof ApiError ? (error.serverMessage ?? 'Upload failed') : undefined;
  return { title: 'Update Failed', description: said ?? 'Failed to process CSV file' };
}

/** Previews an update from a file. */
export function useUpdatePreview() {
  const [share, setShare] = useState<number | null>(null);
  const preview = useMutation({
    mutationFn: (file: File) => sendForm(previewUpdatePhones, formOf(file), { onProgress: setShare }),
    onMutate: () => setShare(null),
    onError: (error) => void toast({ tone: 'destructive', ...updateFailure(error) }),
  });
  return { ...preview, share };
}

/** Updates phones from a file. */
export function useUpdatePhones() {
  return useBatchUpdate<File, UpdatePhonesReply>({
    send: (file, onProgress) => sendForm(updatePhonesCsv, formOf(file), { onProgress }),
    done: ({ updated }) =>
      updated === 0
        ? nothingChanged('No Phone Numbers Updated')
        : { title: 'Phone Numbers Updated', description: `${formatCount(updated, 'phone number')} updated` },
    failed: updateFailure,
  });
}
