import { queueAnalysis } from '../../lead/operations/analysis-job.ts';
import type { LeadAction, StoredSelection } from '../../lead/operations/operation.ts';
import { findBulk } from '../../lead/operations/reads.ts';
import { giveUpOperation, runOperation } from '../../lead/operations/run.ts';
import { createBulk } from '../../lead/operations/start.ts';
import { ANONYMOUS_PHONE } from '../../lead/rows/anonymous-lead.ts';
import type { Context } from '../../platform/context/context.ts';
import { organizationScope, type TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { filterOfRule } from './rules.ts';
import { dueRuns, lockRun, type OpenRun } from './run-reads.ts';
import { beginGrace, beginStep, endRun, forgetEmptyRuns, forgetReportedRows } from './run-writes.ts';

type Services = Pick<Context, 'db' | 'log'>;

/** Name under which the timeline and the audit trail show changes of rules. */
const ACTOR_NAME = 'Retention';
/** Organizations take turns after this time, in milliseconds. */
const TURN_MS = 5_000;
/** Failures of a run, after which it is given up. */
const TRIES = 3;
const GIVEN_UP = 'The run was stopped after repeated internal errors';

/**
 * Works off all runs that are due; organizations take turns. Stops between batches when the signal aborts, and once other servers work on all
 * that is left.
 */
export async function workOffRuns(context: Services, signal: AbortSignal, turnMs = TURN_MS): Promise<void> {
  const failures = new Map<string, number>();
  for (;;) {
    const due = await dueRuns(context.db.owner);
    let hasMoved = false;
    for (const { organizationId, id } of due) {
      if (signal.aborted) return;
      try {
        hasMoved = (await takeTurn(context, organizationId, id, turnOf(signal, turnMs))) || hasMoved;
      } catch (error) {
        if (signal.aborted) return;
        const failed = (failures.get(id) ?? 0) + 1;
        failures.set(id, failed);
        context.log.error({ err: error, runId: id }, 'retention run failed');
        hasMoved = true;
        if (failed >= TRIES) await giveUp(context, organizationId, id);
      }
    }
    if (!hasMoved) return;
  }
}

function turnOf(signal: AbortSignal, turnMs: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(turnMs)]);
}

/** Returns false when another server works on the run. */
async function takeTurn(
  { db }: Services,
  organizationId: string,
  id: string,
  turn: AbortSignal,
): Promise<boolean> {
  const scope = organizationScope(db.owner, organizationId);
  const find = (operationId: string) => scope.transaction((tx) => findBulk(tx, operationId));
  while (!turn.aborted) {
    const operationId = await scope.transaction((tx) => advance(tx, id));
    if (operationId === null) return true;
    const before = await find(operationId);
    await runOperation(db.locks, scope, operationId, { signal: turn });
    const now = await find(operationId);
    if (now?.status === 'processing' && now.done === before?.done) return false;
    if (now?.status === 'completed') await queueAnalysis(db.owner, now.changed);
  }
  return true;
}

/** Moves a run to its next step. Returns the operation to run; null when there is nothing to do now. */
async function advance(tx: TenantTransaction, id: string): Promise<string | null> {
  const run = await lockRun(tx, id);
  if (run === null) return null;
  if (run.status === 'waiting') return take(tx, run);
  if (run.status === 'grace') return endGrace(tx, run);
  const operationId = run.status === 'ending' ? run.endOperationId : run.operationId;
  const operation = operationId === null ? null : await findBulk(tx, operationId);
  if (operation?.status === 'processing') return operation.id;
  if (operation?.status !== 'completed') await endRun(tx, id, 'failed', GIVEN_UP);
  else if (run.status === 'running' && operation.changed > 0 && run.graceDays > 0) {
    await beginGrace(tx, id, run.graceDays);
  } else await complete(tx, run, operation.changed);
  return null;
}

async function complete(tx: TenantTransaction, run: OpenRun, changed: number): Promise<void> {
  if (changed > 0 && run.action !== 'trash') await forgetReportedRows(tx, ANONYMOUS_PHONE);
  await endRun(tx, run.id, 'completed');
  if (run.status === 'running' && changed === 0) await forgetEmptyRuns(tx, run.ruleId, run.id);
}

async function take(tx: TenantTransaction, run: OpenRun): Promise<string | null> {
  const type = run.action === 'trash' || run.graceDays > 0 ? 'delete' : run.action;
  try {
    const filter = await filterOfRule(tx, { ...run, id: run.ruleId }, run.startedAt);
    return await begin(tx, run, 'running', { filter }, { type, retention: run.id });
  } catch (error) {
    // A custom field may be gone since the rule was saved.
    if (!(error instanceof HttpError)) throw error;
    await endRun(tx, run.id, 'failed', error.message);
    return null;
  }
}

async function endGrace(tx: TenantTransaction, run: OpenRun): Promise<string | null> {
  const operationId = run.operationId ?? '';
  const taken = await findBulk(tx, operationId);
  if (taken === null || taken.undone) {
    await endRun(tx, run.id, 'undone');
    return null;
  }
  if (run.action === 'trash') {
    await endRun(tx, run.id, 'completed');
    return null;
  }
  return begin(tx, run, 'ending', { changedBy: operationId }, { type: run.action, retention: run.id });
}

async function begin(
  tx: TenantTransaction,
  run: OpenRun,
  status: 'running' | 'ending',
  selection: StoredSelection,
  action: LeadAction,
): Promise<string> {
  const actor = { id: run.startedBy, username: ACTOR_NAME };
  const { id } = await createBulk(tx, selection, action, { actor, origin: null });
  await beginStep(tx, run.id, { status, operationId: id });
  return id;
}

async function giveUp({ db }: Services, organizationId: string, id: string): Promise<void> {
  const scope = organizationScope(db.owner, organizationId);
  const run = await scope.transaction((tx) => lockRun(tx, id));
  const operationId = run?.endOperationId ?? run?.operationId;
  if (operationId) await giveUpOperation(scope, operationId);
  await scope.transaction((tx) => endRun(tx, id, 'failed', GIVEN_UP));
}
