import { useSyncExternalStore } from 'react';
import { NO_QUEUE, onQueueChange, type QueueState, queueState } from './queue-state.ts';

/** The queue of a user; an empty one while it is not open. */
export function useQueue(owner: string): QueueState {
  const held = useSyncExternalStore(onQueueChange, queueState);
  return held.owner === owner ? held : NO_QUEUE;
}
