import { call } from './calls.ts';
import {
  createByBatch,
  createOne,
  editOne,
  fixStored,
  importContacts,
  mergeTwo,
  restoreOne,
  sellLeads,
  undoOne,
} from './suppression-lead-steps.ts';
import { dropMore, erasePerson, listOne, unlistOne } from './suppression-list-steps.ts';
import type { SuppressionRun } from './suppression-run.ts';
import type { SuppressionStep } from './suppression-steps.ts';

/** Takes a step; the product may refuse it. */
export async function takeSuppressionStep(run: SuppressionRun, step: SuppressionStep): Promise<void> {
  switch (step.do) {
    case 'create':
      return createOne(run, step);
    case 'batch':
      return createByBatch(run, step);
    case 'import':
      return importContacts(run, step);
    case 'fixStored':
      return fixStored(run, step);
    case 'edit':
      return editOne(run, step);
    case 'country':
      return run.all({ type: 'setField', field: 'country', value: step.country });
    case 'clear':
      return run.one(step.lead, { type: 'setField', field: step.field, value: null });
    case 'fixPhones':
      return run.keepOperation(await run.user.post('/api/leads/fix-phones'));
    case 'deleteAll':
      return run.all({ type: 'delete' });
    case 'restoreAll':
      return run.all({ type: 'restore' }, { bin: 'true' });
    case 'returnAll':
      return run.all({ type: 'returnSale' });
    case 'delete':
      return run.one(step.lead, { type: 'delete' });
    case 'return': {
      const lead = await run.leadAt(step.lead, ({ sold }) => sold);
      if (lead !== undefined) await call(run.user, 'POST', `/api/leads/${lead.id}/return`, {});
      return;
    }
    case 'restore':
      return restoreOne(run, step);
    case 'undo':
      return undoOne(run, step);
    case 'merge':
      return mergeTwo(run, step);
    case 'sell':
      return sellLeads(run, step);
    case 'list':
      return listOne(run, step);
    case 'unlist':
    case 'expire':
      return unlistOne(run, step);
    case 'dropList':
      return dropMore(run);
    case 'erase':
      return erasePerson(run, step);
  }
}
