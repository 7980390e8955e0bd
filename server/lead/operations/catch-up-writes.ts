import { setTimeout as wait } from 'node:timers/promises';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';

/** Counts read each change below the watermark. Maintenance makes a log of 20,000 shorter while operations run. */
const MAX_BEHIND = 25_000;
/** Maximum wait in milliseconds, for servers whose maintenance doesn't catch up. */
const MAX_WAIT_MS = 2_000;
const POLL_MS = 25;

/** Limits of `letIndexCatchUp`. */
interface Patience {
  signal?: AbortSignal | undefined;
  /** Logged changes that lists can read. */
  changes?: number;
  waitMs?: number;
}

/** For work that changes many leads: calls for maintenance and waits while the change log is too long for lists, for two seconds at most. */
export async function letIndexCatchUp(
  scope: OrganizationScope,
  { signal, changes = MAX_BEHIND, waitMs = MAX_WAIT_MS }: Patience = {},
): Promise<void> {
  const isBehind = () => scope.transaction((tx) => callMaintenance(tx, changes));
  for (const end = performance.now() + waitMs; performance.now() < end && (await isBehind()); ) {
    if (signal?.aborted === true) return;
    await wait(POLL_MS);
  }
}

/** Queues maintenance if the log is longer; returns whether it is. */
async function callMaintenance(tx: TenantTransaction, changes: number): Promise<boolean> {
  const [row] = await tx.query<{ isBehind: boolean }>(
    `SELECT count(*) > $2 AS "isBehind" FROM (
       SELECT FROM lead_change_log
       WHERE organization_id = $1 AND lead_id < (SELECT watermark FROM lead_index WHERE organization_id = $1) LIMIT $2 + 1
     ) AS logged`,
    [tx.organizationId, changes],
  );
  if (row?.isBehind !== true) return false;
  await tx.query('SELECT enqueue_maintenance($1)', [tx.organizationId]);
  return true;
}
