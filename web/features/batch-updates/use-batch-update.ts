import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { type ToastMessage, toast } from '../../ui/toast-store.ts';

interface BatchUpdate<V, R> {
  /** `onProgress` receives the share of the file sent, 0 to 1. */
  send: (values: V, onProgress: (share: number) => void) => Promise<R>;
  done: (reply: R, values: V) => ToastMessage;
  failed: (error: Error, values: V) => ToastMessage;
}

/** Changes leads in one call, reports in a toast, and invalidates affected queries. */
export function useBatchUpdate<V, R>({ send, done, failed }: BatchUpdate<V, R>) {
  const client = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  const task = useMutation({
    mutationFn: (values: V) => send(values, setShare),
    onMutate: () => setShare(null),
    onSuccess: (reply, values) => void toast(done(reply, values)),
    onError: (error, values) => void toast({ tone: 'destructive', ...failed(error, values) }),
    onSettled: () => void refetchTouched(client, LEAD_TOPICS),
  });
  return { ...task, share };
}

/** Returns the toast of a list that changed no lead. */
export function nothingChanged(title: string): ToastMessage {
  return { tone: 'neutral', title, description: 'The result shows why' };
}
