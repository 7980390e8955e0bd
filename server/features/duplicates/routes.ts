import type { FastifyInstance } from 'fastify';
import { getDuplicateRules, setDuplicateRules } from '#contract/duplicate-rules.ts';
import { listDuplicates, scanForDuplicates } from '#contract/duplicates.ts';
import {
  dismissDuplicate,
  mergeAllDuplicates,
  mergeDuplicates,
  previewMergeAll,
  undoMergedLeads,
} from '#contract/merges.ts';
import { findSimilarLead } from '#contract/similar-lead.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { hasLead, leadNotFound } from '../../lead/edits/reads.ts';
import { mergesCertain } from '../../lead/merges/import-merge-reads.ts';
import { bitsOfPair } from '../../lead/merges/pair-reads.ts';
import { similarHints } from '../../lead/similar/similar-hints.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { dismissPair } from './dismiss-writes.ts';
import { previewMerges, startMergeAll } from './merge-all.ts';
import { mergeLeads } from './merge-leads.ts';
import { listClusters } from './reads.ts';
import { writeMergesCertain } from './rule-writes.ts';
import { scanWhenStale } from './scan-when-stale.ts';
import { requestScan } from './scan-writes.ts';
import { undoMerge } from './undo-merge.ts';

/** Registers the routes for likely duplicates: list, scan, merge, dismiss. */
export function duplicateRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listDuplicates, async ({ query }, { scope }) => {
    const scanning = await scanWhenStale(scope);
    const found = await scope.transaction((tx) => listClusters(tx, query));
    return { ...found, scanning };
  });

  serve(app, context, scanForDuplicates, (_input, { scope }) =>
    scope.transaction(async (tx) => {
      await requestScan(tx);
      return { message: 'Looking for duplicates' };
    }),
  );

  serve(app, context, mergeDuplicates, ({ body }, caller) =>
    mergeLeads(caller.scope, body, editorOf(caller)),
  );

  serve(app, context, findSimilarLead, ({ body: { customData, ...fields } }, { scope }) =>
    scope.transaction(async (tx) => {
      const custom = Object.entries(customData).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      const [similar = null] = await similarHints(tx, [
        { ...fields, customData: Object.fromEntries(custom) },
      ]);
      return { similar };
    }),
  );

  serve(app, context, previewMergeAll, (_input, { scope }) => scope.transaction(previewMerges));

  serve(app, context, mergeAllDuplicates, (_input, caller) =>
    caller.scope.transaction((tx) => startMergeAll(tx, editorOf(caller))),
  );

  serve(app, context, getDuplicateRules, (_input, { scope }) =>
    scope.transaction(async (tx) => ({ mergeCertain: await mergesCertain(tx) })),
  );

  serve(app, context, setDuplicateRules, ({ body: { mergeCertain } }, caller) =>
    caller.scope.transaction(async (tx) => {
      if (mergeCertain !== (await mergesCertain(tx))) {
        await writeMergesCertain(tx, mergeCertain);
        const details = { mergeCertain };
        await writeAudit(tx, { action: 'update_duplicate_rules', ...editorOf(caller), details });
      }
      return { mergeCertain };
    }),
  );

  serve(app, context, undoMergedLeads, ({ params: { id } }, caller) =>
    undoMerge(caller.scope, id, editorOf(caller)),
  );

  serve(app, context, dismissDuplicate, ({ body }, { scope, account }) =>
    scope.transaction(async (tx) => {
      const [a = '', b = ''] = [body.a.toLowerCase(), body.b.toLowerCase()].sort();
      if (a === b || !(await hasLead(tx, a)) || !(await hasLead(tx, b))) throw leadNotFound();
      await dismissPair(tx, a, b, { userId: account.id, bits: await bitsOfPair(tx, a, b) });
      await announceLeads(tx, { aspects: ['duplicates'], ids: [] });
      return { message: "The pair won't be shown again" };
    }),
  );
}
