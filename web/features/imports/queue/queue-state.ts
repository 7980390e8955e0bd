import type { ImportJobs } from './job-queue.ts';
import { type StoredParts, wouldBeLost } from './queue-turns.ts';
import { EACH_BY_ITSELF, type MappingChoice } from './shared-mapping.ts';

/** State of the whole queue, which outlives the screen that shows it. */
export interface QueueState {
  /** ID of the user who owns the queue; null while none is open. */
  owner: string | null;
  /** `elsewhere`: another page of this browser works on the queue. */
  phase: 'opening' | 'open' | 'elsewhere';
  jobs: ImportJobs;
  choice: MappingChoice;
  /** `refused`: the browser has refused to store a file. */
  kept: StoredParts & { refused: boolean };
}

export const NO_QUEUE: QueueState = {
  owner: null,
  phase: 'opening',
  jobs: [],
  choice: EACH_BY_ITSELF,
  kept: { jobs: true, files: new Set(), refused: false },
};

const listeners = new Set<() => void>();
let state = NO_QUEUE;
let losing = false;

/** Returns the current state of the queue. */
export function queueState(): QueueState {
  return state;
}

/** Changes parts of the state and notifies the listeners. */
export function setQueueState(change: Partial<QueueState>): void {
  state = { ...state, ...change };
  askBeforeUnload(state.jobs.some((job) => wouldBeLost(job, state.kept)));
  for (const listener of listeners) listener();
}

/** Subscribes to changes of the queue. Returns the function that unsubscribes. */
export function onQueueChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Makes the browser ask before reloading or closing the page, on any screen, while files would be lost. */
function askBeforeUnload(asks: boolean): void {
  if (asks === losing) return;
  losing = asks;
  if (asks) addEventListener('beforeunload', preventUnload);
  else removeEventListener('beforeunload', preventUnload);
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
