import { useSyncExternalStore } from 'react';
import { NO_QUEUE, onQueueChange, type QueueState, queueState } from './queue-state.ts';

/** Subscribes to the queue of a user; empty while it isn't open. */
export function useQueue(owner: string): QueueState {
  const held = useSyncExternalStore(onQueueChange, queueState);
  return held.owner === owner ? held : NO_QUEUE;
}
