import type { Jobs } from './job-queue.ts';
import { type Kept, wouldBeLost } from './queue-turns.ts';
import { EACH_BY_ITSELF, type MappingChoice } from './shared-mapping.ts';

/** The queue as a whole, which outlives the screen that shows it. */
export interface QueueState {
  /** Id of the user whose queue it is; null while nobody's is open. */
  owner: string | null;
  /** `elsewhere`: another page of this browser goes on with it. */
  phase: 'opening' | 'open' | 'elsewhere';
  jobs: Jobs;
  choice: MappingChoice;
  /** `refused`: the browser has refused to keep a file. */
  kept: Kept & { refused: boolean };
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

/** The queue as it stands. */
export function queueState(): QueueState {
  return state;
}

/** Changes parts of the queue and tells who shows it. */
export function setQueueState(change: Partial<QueueState>): void {
  state = { ...state, ...change };
  askBeforeUnload(state.jobs.some((job) => wouldBeLost(job, state.kept)));
  for (const listener of listeners) listener();
}

/** Runs `listener` whenever the queue has changed. Returns what ends that. */
export function onQueueChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The browser asks before it reloads or closes the page, on whichever screen, while files would be lost. */
function askBeforeUnload(asks: boolean): void {
  if (asks === losing) return;
  losing = asks;
  if (asks) addEventListener('beforeunload', hold);
  else removeEventListener('beforeunload', hold);
}

function hold(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
