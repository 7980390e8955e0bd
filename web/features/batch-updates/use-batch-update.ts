import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refetchTouched } from '../../lib/live.ts';
import { type ToastMessage, toast } from '../../ui/toast-store.ts';

interface BatchUpdate<V, R> {
  /** Sends the request; `onProgress` takes the share of the file sent so far, 0 to 1. */
  send: (values: V, onProgress: (share: number) => void) => Promise<R>;
  done: (reply: R, values: V) => ToastMessage;
  failed: (error: Error, values: V) => ToastMessage;
}

/**
 * Changes many leads in one call, reports the result in a toast, and invalidates the affected queries,
 * including the dashboard's.
 */
export function useBatchUpdate<V, R>({ send, done, failed }: BatchUpdate<V, R>) {
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

/** Returns the message about a list that changed no lead. */
export function nothingChanged(title: string): ToastMessage {
  return { tone: 'neutral', title, description: 'The result shows why' };
}
