import type { FastifyInstance } from 'fastify';
import { dismissDuplicate, listDuplicates, mergeDuplicates, undoMergedLeads } from '#contract/duplicates.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { hasLead, leadNotFound } from '../../lead/edits/reads.ts';
import { totalOf } from '../../lead/stats/stat-reads.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { mergeLeads } from './merge-leads.ts';
import { dismissPair } from './merge-writes.ts';
import { listPairs, msSinceScan } from './reads.ts';
import { enqueueScan, scanDuplicates } from './scan-writes.ts';
import { undoMerge } from './undo-merge.ts';

/** Organizations with up to this many leads are rescanned for every response, which takes well under a second. */
const IMMEDIATE_SCAN_MAX_LEADS = 20_000;
/** Larger organizations are rescanned in the background, at most once in this many milliseconds. */
const SCAN_INTERVAL_MS = 60_000;

/** Registers the routes for likely duplicates: list, merge, dismiss. */
export function duplicateRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listDuplicates, ({ query }, { scope }) =>
    scope.transaction(async (tx) => {
      const scanning = await refresh(tx);
      return { ...(await listPairs(tx, query)), scanning };
    }),
  );

  serve(app, context, mergeDuplicates, ({ body }, caller) =>
    mergeLeads(caller.scope, body, editorOf(caller)),
  );

  serve(app, context, undoMergedLeads, ({ params: { id } }, caller) =>
    undoMerge(caller.scope, id, editorOf(caller)),
  );

  serve(app, context, dismissDuplicate, ({ body }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const [a = '', b = ''] = [body.a.toLowerCase(), body.b.toLowerCase()].sort();
      if (a === b || !(await hasLead(tx, a)) || !(await hasLead(tx, b))) throw leadNotFound();
      await dismissPair(tx, a, b, account.id);
      await announceLeads(tx, { aspects: ['duplicates'], ids: [] });
      return { message: "The pair won't be shown again" };
    }),
  );
}

/**
 * Brings the stored pairs up to date: immediately in a small organization, through a background job in a large one.
 * Returns whether the job is still to finish.
 */
async function refresh(tx: TenantTransaction): Promise<boolean> {
  const age = await msSinceScan(tx);
  const isSmall = (await totalOf(tx, 'all', [''])) <= IMMEDIATE_SCAN_MAX_LEADS;
  if (isSmall) await scanDuplicates(tx);
  if (isSmall || (age !== null && age <= SCAN_INTERVAL_MS)) return false;
  await enqueueScan(tx);
  return true;
}
