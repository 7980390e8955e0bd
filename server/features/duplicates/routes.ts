import type { FastifyInstance } from 'fastify';
import { dismissDuplicate, listDuplicates, mergeDuplicates } from '#contract/duplicates.ts';
import { findLeadDetail, hasLead, leadNotFound } from '../../lead/edits/reads.ts';
import { totalOf } from '../../lead/stats/stat-reads.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { mergeLeads } from './merge-leads.ts';
import { dismissPair } from './merge-writes.ts';
import { listPairs, scannedBefore } from './reads.ts';
import { enqueueScan, scanDuplicates } from './scan-writes.ts';

/** Up to so many leads are looked through anew for each answer, in well under a second. */
const SCANNED_AT_ONCE = 20_000;
/** Of more leads, what was found serves this long before it is looked for again, beside the answers (milliseconds). */
const SCAN_EVERY_MS = 60_000;

/** Likely pairs of the same person: list, merge, dismiss. */
export function duplicateRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listDuplicates, ({ query }, { scope }) =>
    scope.transaction(async (tx) => {
      await refresh(tx);
      return listPairs(tx, query);
    }),
  );

  serve(app, context, mergeDuplicates, async ({ body }, caller) => {
    const id = await mergeLeads(caller.scope, body, editorOf(caller));
    return caller.scope.transaction((tx) => findLeadDetail(tx, id));
  });

  serve(app, context, dismissDuplicate, ({ body }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const [a = '', b = ''] = [body.a.toLowerCase(), body.b.toLowerCase()].sort();
      if (a === b || !(await hasLead(tx, a)) || !(await hasLead(tx, b))) throw leadNotFound();
      await dismissPair(tx, a, b, account.id);
      await notifyChanges(tx, { type: 'leads' });
      return { message: 'The pair will not be shown again' };
    }),
  );
}

/** Sees to it that the pairs are those of now, or in a large organization of a short while ago. */
async function refresh(tx: TenantTransaction): Promise<void> {
  const age = await scannedBefore(tx);
  if (age === null || (await totalOf(tx, 'all', [''])) <= SCANNED_AT_ONCE) await scanDuplicates(tx);
  else if (age > SCAN_EVERY_MS) await enqueueScan(tx);
}
