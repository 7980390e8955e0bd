import type { FastifyInstance } from 'fastify';
import {
  createLeadStatus,
  deleteLeadStatus,
  type LeadStatusEntity,
  leadStatusUsage,
  listLeadStatuses,
  orderLeadStatuses,
  updateLeadStatus,
} from '#contract/lead-statuses.ts';
import { isDefaultStatus, isFixedStatus, type LeadStatus } from '../../lead/statuses/lead-statuses.ts';
import { countStatuses, loadLeadStatuses } from '../../lead/statuses/reads.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { addStatus, deleteStatus, editStatus, reorderStatuses } from './change-statuses.ts';

const MAX_UNLISTED = 100;

export function leadStatusRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listLeadStatuses, async (_input, { scope }) =>
    (await scope.transaction(loadLeadStatuses)).offered.map(entityOf),
  );

  serve(app, context, leadStatusUsage, (_input, { scope }) =>
    scope.transaction(async (tx) => {
      const { offered } = await loadLeadStatuses(tx);
      const counts = await countStatuses(tx);
      const leadsOf = new Map(counts.map(({ name, leads }) => [name, leads]));
      const listed = new Set(offered.map(({ name }) => name));
      return {
        statuses: offered.map(({ id, name }) => ({ id, leads: leadsOf.get(name) ?? 0 })),
        unlisted: counts.filter(({ name }) => !listed.has(name)).slice(0, MAX_UNLISTED),
      };
    }),
  );

  serve(app, context, createLeadStatus, ({ body }, caller) =>
    caller.scope.transaction(async (tx) => entityOf(await addStatus(tx, body, editorOf(caller)))),
  );

  serve(app, context, updateLeadStatus, ({ params: { id }, body }, caller) =>
    caller.scope.transaction(async (tx) => entityOf(await editStatus(tx, id, body, editorOf(caller)))),
  );

  serve(app, context, orderLeadStatuses, ({ body: { ids } }, caller) =>
    caller.scope.transaction(async (tx) => (await reorderStatuses(tx, ids, editorOf(caller))).map(entityOf)),
  );

  serve(app, context, deleteLeadStatus, ({ params: { id }, query: { replacement } }, caller) =>
    caller.scope.transaction((tx) => deleteStatus(tx, { id, replacement }, editorOf(caller))),
  );
}

function entityOf(status: LeadStatus): LeadStatusEntity {
  const { id, key, name, formerNames, color } = status;
  const otherNames = [...new Set([...formerNames, key])].filter((one) => one !== name);
  return { id, name, otherNames, color, isDefault: isDefaultStatus(status), isFixed: isFixedStatus(status) };
}
