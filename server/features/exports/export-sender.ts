import type { Context } from '../../platform/context/context.ts';
import { exportsAtOnce } from '../../platform/db/connection-shares.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { FairTurns } from '../../platform/jobs/fair-turns.ts';
import type { ExportPlan } from './plan-export.ts';
import { sendExport } from './send-export.ts';

/** Milliseconds that an export waits for its turn before its client is asked to come back. */
const PATIENCE_MS = 10_000;
const TRY_AGAIN_SECONDS = 15;

/** Answers with planned leads as a file. */
export type ExportSender = (
  caller: Caller,
  plan: (tx: TenantTransaction) => Promise<ExportPlan>,
) => Promise<void>;

/**
 * Returns the sender of a server's exports. They take turns: a slow client keeps a connection, which must not be the last one
 * for other calls.
 */
export function exportSender(context: Context, downloads: Downloads): ExportSender {
  const turns = new FairTurns(exportsAtOnce(context.db.shares));
  return async (caller, plan) => {
    const { organizationId } = caller.scope;
    const release = await downloads.begin(organizationId);
    try {
      await inTurn(turns, organizationId, () => sendExport(context, downloads, caller, plan));
    } finally {
      release();
    }
  };
}

/** @throws HttpError too_many_requests when no turn comes in time */
async function inTurn(turns: FairTurns, organizationId: string, work: () => Promise<void>): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  let begun = false;
  const begin = (): Promise<void> => {
    begun = true;
    return work();
  };
  await turns.run(organizationId, begin, patience).catch((error: unknown) => {
    if (begun) throw error;
    throw new HttpError('too_many_requests', 'Too many exports are running. Try again in a moment.', {
      retryAfter: TRY_AGAIN_SECONDS,
    });
  });
}
