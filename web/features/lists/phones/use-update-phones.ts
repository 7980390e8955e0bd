import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { previewUpdatePhones, updatePhonesCsv } from '#contract/phones.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { sendForm } from '../../../lib/send-form.ts';
import { type ToastMessage, toast } from '../../../ui/toast-store.ts';
import { useListTask } from '../use-list-task.ts';

export type UpdatePhonesReply = ReplyOf<typeof updatePhonesCsv>;
export type UpdatePhonesPreview = ReplyOf<typeof previewUpdatePhones>;

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** The server's error text, `Upload failed` where it answered without one, something else where it did not answer. */
export function updateFailure(error: unknown): ToastMessage {
  const said = error instanceof ApiError ? (error.serverMessage ?? 'Upload failed') : undefined;
  return { title: 'Update Failed', description: said ?? 'Failed to process CSV file' };
}

/** What an update from a file would do. */
export function useUpdatePreview() {
  const [share, setShare] = useState<number | null>(null);
  const preview = useMutation({
    mutationFn: (file: File) => sendForm(previewUpdatePhones, formOf(file), { onProgress: setShare }),
    onMutate: () => setShare(null),
    onError: (error) => void toast({ tone: 'destructive', ...updateFailure(error) }),
  });
  return { ...preview, share };
}

/** Gives leads the phones of a file. */
export function useUpdatePhones() {
  return useListTask<File, UpdatePhonesReply>({
    send: (file, onProgress) => sendForm(updatePhonesCsv, formOf(file), { onProgress }),
    done: ({ updated }) => ({
      title: 'Phone Numbers Updated',
      description: `${formatCount(updated, 'phone number')} updated`,
    }),
    failed: updateFailure,
  });
}
