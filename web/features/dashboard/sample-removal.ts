import { useSyncExternalStore } from 'react';
import { removeDemoData } from '#contract/demo-data.ts';
import { messageOf } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount } from '../../lib/format.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { queryClient } from '../../lib/query.ts';
import { toast } from '../../ui/toast-store.ts';

// The removal is final on the server, so that it starts once the time for Undo is over.

const UNDO_SECONDS = 10;

let timer: ReturnType<typeof setTimeout> | undefined;
let isRemoving = false;
const listeners = new Set<() => void>();

function set(removing: boolean): void {
  isRemoving = removing;
  for (const listener of listeners) listener();
}

/** Returns whether the sample data is about to be removed. */
export function useIsRemoving(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isRemoving,
  );
}

/** Removes the sample data, at once if the page is left, unless the user undoes it in time. */
export function startSampleRemoval(leads: number): void {
  if (isRemoving) return;
  set(true);
  timer = setTimeout(remove, UNDO_SECONDS * 1000);
  addEventListener('pagehide', remove);
  toast({
    tone: 'neutral',
    title: `Removing ${formatCount(leads, 'sample lead')}`,
    description: `You have ${UNDO_SECONDS} seconds to undo.`,
    action: { label: 'Undo', onAction: keep },
    duration: UNDO_SECONDS * 1000,
  });
}

function endWait(): void {
  clearTimeout(timer);
  timer = undefined;
  removeEventListener('pagehide', remove);
}

function keep(): void {
  if (timer === undefined) return;
  endWait();
  set(false);
  toast({ title: 'Sample data kept', description: 'Nothing was removed.' });
}

async function remove(): Promise<void> {
  endWait();
  try {
    await callApi(removeDemoData, {}, undefined, { keepalive: true });
    toast({ title: 'Sample data removed' });
  } catch (error) {
    toast({
      tone: 'destructive',
      title: "Couldn't remove the sample data",
      description: messageOf(error, 'Please try again.'),
    });
  }
  refetchTouched(queryClient, [...LEAD_TOPICS, 'imports']);
  set(false);
}
