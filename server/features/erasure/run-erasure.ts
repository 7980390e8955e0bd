import { readdir } from 'node:fs/promises';
import { type Matcher, matcherOf } from '../../lead/persons/matcher.ts';
import { lockLeads } from '../../lead/store/store.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import {
  type OrganizationScope,
  organizationScope,
  type TenantTransaction,
} from '../../platform/db/scope.ts';
import { threadTask } from '../../platform/jobs/threads.ts';
import { redactAudit } from './audit-redaction-writes.ts';
import type { ErasedCounts } from './counts.ts';
import { eraseLeads } from './erase-leads.ts';
import {
  addFound,
  completeErasure,
  keepSubject,
  leadsMadeSince,
  type OpenErasure,
  takeErasure,
} from './erasure-writes.ts';
import type findInUploads from './find-in-uploads.thread.ts';
import { eraseHeldRows } from './held-row-writes.ts';
import { HOLDERS } from './holder-writes.ts';
import { eraseReportedRows } from './report-writes.ts';
import { forgetSoldPerson } from './sold-person-writes.ts';
import { renewStatistics } from './statistics-writes.ts';
import { suppressErased } from './suppress-erased.ts';
import { deleteUploads, isInRunningOperation, uploadsByRows } from './upload-writes.ts';

export const FIND_IN_UPLOADS = threadTask<typeof findInUploads>(
  { threads: 1, idleMs: 10_000 },
  new URL('./find-in-uploads.thread.ts', import.meta.url),
);

type Services = Pick<Context, 'db' | 'threads' | 'config'>;

/** A step changes records and returns how many held the person. */
type Step = (tx: TenantTransaction, matcher: Matcher, erasure: OpenErasure) => Promise<ErasedCounts>;

const STEPS: readonly Step[] = [
  async (tx, matcher, { suppress, subject, createdByName }) => {
    // Before the lists, which an import that writes asks while it holds the leads.
    await lockLeads(tx);
    if (suppress) await suppressErased(tx, subject, createdByName);
    await forgetSoldPerson(tx, subject);
    return eraseLeads(tx, matcher);
  },
  ...HOLDERS.map(
    (holder): Step =>
      async (tx, matcher, erasure) => {
        const count = await eraseHeldRows(tx, holder, matcher, erasure.found[holder.place] === undefined);
        return { [holder.place]: count };
      },
  ),
];

/**
 * Erases a person step by step; each commits with its counts, and a killed server's erasure begins again.
 * @returns `pending` while a running import reads a file with the person, or a running operation has them
 */
export async function runErasure(
  context: Services,
  organizationId: string,
  id: string,
): Promise<'ended' | 'pending'> {
  const scope = organizationScope(context.db.owner, organizationId);
  const first = await scope.transaction((tx) => withNewLeads(tx, id));
  if (first === null) return 'ended';
  const matcher = matcherOf(first.subject);
  // Links of rows with leads go with their upload. Work that ends later is waited for, so that the last steps see its changes.
  await runStep(scope, id, async (tx) => ({ reports: await eraseReportedRows(tx, matcher) }));
  const isImporting = await eraseUploads(context, scope, id, matcher);
  const isPending = isImporting || (await scope.transaction((tx) => isInRunningOperation(tx, matcher)));
  for (const step of STEPS) await runStep(scope, id, (tx, erasure) => step(tx, matcher, erasure));
  await runStep(scope, id, async (tx, erasure) => ({
    audit: await redactAudit(tx, matcher, reportOf(erasure)),
  }));
  if (isPending) return 'pending';
  const backups = await backupsOf(context);
  await scope.transaction((tx) => finish(tx, id, matcher, backups));
  await scope.transaction(renewStatistics);
  return 'ended';
}

async function withNewLeads(tx: TenantTransaction, id: string): Promise<OpenErasure | null> {
  // Later batches of imports know the erasure.
  await lockLeads(tx);
  const erasure = await takeErasure(tx, id);
  if (erasure === null) return null;
  const leadIds = [...new Set([...erasure.subject.leadIds, ...(await leadsMadeSince(tx, erasure))])];
  const subject = { ...erasure.subject, leadIds };
  await keepSubject(tx, id, subject);
  return { ...erasure, subject };
}

async function runStep(
  scope: OrganizationScope,
  id: string,
  work: (tx: TenantTransaction, erasure: OpenErasure) => Promise<ErasedCounts>,
): Promise<void> {
  await scope.transaction(async (tx) => {
    const erasure = await takeErasure(tx, id);
    if (erasure !== null) await addFound(tx, erasure, await work(tx, erasure));
  });
}

async function eraseUploads(
  { threads }: Services,
  scope: OrganizationScope,
  id: string,
  matcher: Matcher,
): Promise<boolean> {
  const erasure = await scope.transaction((tx) => takeErasure(tx, id));
  if (erasure === null) return false;
  const files = await threads.run(FIND_IN_UPLOADS, scope.organizationId, {
    person: erasure.subject,
    limit: 1,
  });
  let isAnyPending = false;
  await runStep(scope, id, async (tx) => {
    const { edited, imported } = await uploadsByRows(tx, matcher);
    const ids = [...new Set([...files.map((file) => file.id), ...edited, ...imported])];
    const { counts, isPending } = await deleteUploads(tx, ids);
    isAnyPending = isPending;
    return counts;
  });
  return isAnyPending;
}

async function finish(
  tx: TenantTransaction,
  id: string,
  matcher: Matcher,
  backups: readonly string[],
): Promise<void> {
  const erasure = await takeErasure(tx, id);
  if (erasure === null) return;
  const { reason, found } = erasure;
  await completeErasure(tx, id, { reason: reason && matcher.redact(reason), backups });
  await writeAudit(tx, { ...reportOf(erasure), action: 'erase_person', details: { ...found } });
}

function reportOf({ id, createdBy, createdByName, ipAddress, userAgent }: OpenErasure) {
  return {
    resource: id,
    actor: { id: createdBy, username: createdByName },
    origin: ipAddress === null ? null : { ipAddress, userAgent },
  };
}

/** Files of scheduled backups, which still have the person. */
async function backupsOf({ config: { backups } }: Services): Promise<string[]> {
  if (backups === null) return [];
  const names = await readdir(backups.folder).catch(() => []);
  return names.filter((name) => name.endsWith('.backup')).sort();
}
