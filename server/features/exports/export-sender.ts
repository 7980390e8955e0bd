import type { Context } from '../../platform/context/context.ts';
import { exportsAtOnce } from '../../platform/db/connection-shares.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { Downloads } from '../../platform/http/downloads.ts';
import { FairTurns } from '../../platform/jobs/fair-turns.ts';
import type { ExportPlan } from './plan-export.ts';
import { sendExport } from './send-export.ts';

const PATIENCE_MS = 10_000;
const TRY_AGAIN_SECONDS = 15;

export type ExportSender = (
  caller: Caller,
  plan: (tx: TenantTransaction) => Promise<ExportPlan>,
) => Promise<void>;

/** Exports take turns, because slow clients hold connections that other calls need. */
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

/** @throws HttpError too_many_requests if no turn comes in time */
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
