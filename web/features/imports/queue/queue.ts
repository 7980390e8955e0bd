import { getUser } from '#contract/users.ts';
import { queryClient } from '../../../lib/query.ts';
import type { FoundFile } from './found-files.ts';
import { type ImportJob, isOver, type QueueAction, queueReducer, resumedJob } from './job-queue.ts';
import { changesBetween, needsFile } from './kept-changes.ts';
import { forgetKeptQueue, type KeptQueue, openKeptQueue, type QueueChange, TakenOver } from './kept-queue.ts';
import { type Claim, canAgree, holdQueue, untilAborted } from './queue-lock.ts';
import { NO_QUEUE, queueState, setQueueState } from './queue-state.ts';
import { startable } from './queue-turns.ts';
import { type JobHost, runJob } from './run-job.ts';
import { type MappingChoice, mappingFor } from './shared-mapping.ts';

/** A user's queue while this page works on it or waits for it. */
interface Session {
  owner: string;
  controller: AbortController;
  /** Null if the browser refuses storage. */
  keeper: KeptQueue | null;
  /** Files of jobs added in this page. */
  files: Map<string, File>;
  running: Set<string>;
  /** The last write, and the last storing of a file; neither rejects. */
  writing: Promise<void>;
  filing: Promise<void>;
  /** Resolves when this page owns the queue. */
  opening: Promise<void>;
}

// This cookie tells a page that a queue exists before it has loaded this code.
const QUEUE_COOKIE = 'import_queue';
const QUEUE_COOKIE_SECONDS = 7 * 24 * 60 * 60;

let session: Session | null = null;
let added = 0;

queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== getUser.path || session === null) return;
  const user = queryClient.getQueryData<{ id: string } | null>([getUser.path]);
  if (user?.id !== session.owner) closeQueue();
});

/** Opens the queue of the signed-in user and works on it; does nothing if it is open. */
export function openQueue(owner: string): void {
  if (session?.owner === owner) return;
  closeQueue();
  openSession(owner, 'ask');
}

/**
 * Opens the queue without a user's request. Without Web Locks, the queue is left to the page that shows it.
 */
export function resumeQueue(owner: string): void {
  if (canAgree()) openQueue(owner);
}

/** Takes the queue over from another page. */
export function takeOverQueue(): void {
  if (session) openSession(session.owner, 'steal');
}

/** Removes a user's queue from this browser on sign-out. Imports started on the server continue. */
export async function forgetQueue(owner: string): Promise<void> {
  if (session?.owner === owner) closeQueue();
  setQueueCookie(owner, false);
  await forgetKeptQueue(owner).catch(() => undefined);
}

/** Appends files to the queue. */
export async function addFiles(found: readonly FoundFile[]): Promise<void> {
  const current = session;
  await current?.opening;
  if (!current || current.controller.signal.aborted) return;
  const joined = found.map(({ file, folder }) => {
    added += 1;
    // The IDs sort in the order in which the files were added.
    const id = `${Date.now().toString(36).padStart(9, '0')}-${String(added).padStart(6, '0')}`;
    current.files.set(id, file);
    return { id, name: file.name, folder, size: file.size };
  });
  dispatch(current, { type: 'added', files: joined });
  for (const { id } of joined) current.filing = current.filing.then(() => keepFile(current, id));
}

export function removeJob(id: string): void {
  if (session) dispatch(session, { type: 'removed', id });
}

export function removeFinished(): void {
  if (session) dispatch(session, { type: 'finishedRemoved' });
}

/** Removes the files that wait for their turn or for the mapping; running jobs continue. */
export function removeWaiting(): void {
  if (session) dispatch(session, { type: 'waitingRemoved', running: session.running });
}

export function tryAgain(id: string): void {
  if (session) dispatch(session, { type: 'triedAgain', id });
}

/** Changes the mapping choice. */
export function chooseMapping(change: (choice: MappingChoice) => MappingChoice): void {
  if (!session) return;
  const choice = change(queueState().choice);
  setQueueState({ choice });
  storeChange(session, { choice });
  startJobs(session);
}

function openSession(owner: string, claim: Claim): void {
  session?.controller.abort();
  const begun: Session = {
    owner,
    controller: new AbortController(),
    keeper: null,
    files: new Map(),
    running: new Set(),
    writing: Promise.resolve(),
    filing: Promise.resolve(),
    opening: Promise.resolve(),
  };
  session = begun;
  setQueueState({ ...NO_QUEUE, owner, phase: claim === 'wait' ? 'elsewhere' : 'opening' });
  begun.opening = new Promise((resolve) => {
    const hold = async () => {
      await loadQueue(begun);
      resolve();
      await untilAborted(begun.controller.signal);
    };
    holdQueue(owner, claim, begun.controller.signal, hold).then(
      (held) => held || waitForQueue(begun),
      () => waitForQueue(begun),
    );
  });
}

/** Leaves the queue to another page until that page releases it. */
function waitForQueue(current: Session): void {
  if (!current.controller.signal.aborted) openSession(current.owner, 'wait');
}

/** Closes the queue in this page; its stored data stays. */
function closeQueue(): void {
  session?.controller.abort();
  session = null;
  setQueueState(NO_QUEUE);
}

async function loadQueue(current: Session): Promise<void> {
  const keeper = await openKeptQueue(current.owner).catch(() => null);
  const found = (await keeper?.claim().catch(() => null)) ?? null;
  if (current.controller.signal.aborted) return;
  current.keeper = found && keeper;
  setQueueState({
    phase: 'open',
    ...(found && { jobs: found.jobs.map(resumedJob), choice: found.choice ?? NO_QUEUE.choice }),
    kept: { jobs: found !== null, files: new Set(found?.files), refused: found === null },
  });
  startJobs(current);
}

function dispatch(current: Session, action: QueueAction): void {
  const before = queueState().jobs;
  const jobs = queueReducer(before, action);
  setQueueState({ jobs });
  const change = changesBetween(before, jobs);
  if (change) {
    setQueueCookie(current.owner, jobs.length > 0);
    storeChange(current, change);
    for (const id of [...(change.removed ?? []), ...(change.withoutFile ?? [])]) current.files.delete(id);
  }
  startJobs(current);
}

function startJobs(current: Session): void {
  const next = () => startable(queueState().jobs, current.running, queueState().choice)[0];
  if (queueState().phase !== 'open') return;
  // Evaluated on each iteration, because a job takes its first step when it starts.
  for (let job = next(); job && !current.controller.signal.aborted; job = next()) start(current, job);
}

function start(current: Session, job: ImportJob): void {
  current.running.add(job.id);
  runJob(job, hostOf(current, job.id))
    // The session has expired. The rest of the page learns this from the same answer, and the queue waits for
    // the next sign-in.
    .catch(() => current === session && closeQueue())
    .finally(() => {
      current.running.delete(job.id);
      if (current === session) startJobs(current);
    });
}

function hostOf(current: Session, id: string): JobHost {
  const { signal } = current.controller;
  return {
    signal,
    take: (step) => signal.aborted || dispatch(current, { type: 'stepped', id, step }),
    file: async () => current.files.get(id) ?? (await current.keeper?.file(id).catch(() => undefined)),
    mapping() {
      const { jobs, choice } = queueState();
      const upload = jobs.find((job) => job.id === id)?.upload;
      return upload ? mappingFor(upload, choice) : { fieldMapping: {}, missing: [] };
    },
    kept: () => current.writing,
  };
}

function storeChange(current: Session, change: QueueChange): void {
  current.writing = current.writing
    .then(() => current.keeper?.write(change))
    .catch((error: unknown) => afterFailedWrite(current, error));
}

// Storing stops after a failed write: outdated data would make a reload repeat finished work.
async function afterFailedWrite(current: Session, error: unknown): Promise<void> {
  if (current.controller.signal.aborted) return;
  if (error instanceof TakenOver) return waitForQueue(current);
  current.keeper = null;
  setQueueState({ kept: { jobs: false, files: new Set(), refused: true } });
  await forgetKeptQueue(current.owner).catch(() => undefined);
}

async function keepFile(current: Session, id: string): Promise<void> {
  const job = queueState().jobs.find((one) => one.id === id);
  const file = current.files.get(id);
  const { keeper, controller } = current;
  if (controller.signal.aborted || !keeper || !file || !job || !needsFile(job) || isOver(job)) return;
  try {
    await keeper.addFile(id, file);
    if (current !== session) return;
    const { kept } = queueState();
    setQueueState({ kept: { ...kept, files: new Set(kept.files).add(id) } });
  } catch {
    // Usually a full disk; the remaining files may still fit.
    if (current === session) setQueueState({ kept: { ...queueState().kept, refused: true } });
  }
}

function setQueueCookie(owner: string, stands: boolean): void {
  const age = stands ? QUEUE_COOKIE_SECONDS : 0;
  // The Cookie Store API is missing on plain http, over which servers in local networks are used.
  Reflect.set(document, 'cookie', `${QUEUE_COOKIE}=${owner}; path=/; max-age=${age}; samesite=lax`);
}
