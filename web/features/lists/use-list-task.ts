import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refetchTouched } from '../../lib/live.ts';
import { type ToastMessage, toast } from '../../ui/toast-store.ts';

interface ListTask<V, R> {
  /** `onProgress` takes the share of a file that has left, 0 to 1. */
  send: (values: V, onProgress: (share: number) => void) => Promise<R>;
  done: (reply: R, values: V) => ToastMessage;
  failed: (error: Error, values: V) => ToastMessage;
}

/** Changes many leads by one call, says in a toast how that ended, and reads anew what it touched, the dashboard too. */
export function useListTask<V, R>({ send, done, failed }: ListTask<V, R>) {
  const client = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  const task = useMutation({
    mutationFn: (values: V) => send(values, setShare),
    onMutate: () => setShare(null),
    onSuccess: (reply, values) => void toast(done(reply, values)),
    onError: (error, values) => void toast({ tone: 'destructive', ...failed(error, values) }),
    onSettled: () => void refetchTouched(client, new Set(['leads'])),
  });
  return { ...task, share };
}
