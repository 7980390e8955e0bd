import { countChanges } from '../../lead/change/count-changes.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { editedLead } from '../../lead/edits/edit-lead.ts';
import { lockLeadRows } from '../../lead/edits/reads.ts';
import { heldIdentities } from '../../lead/identity-reads.ts';
import { eventsOfOperation } from '../../lead/operations/event-reads.ts';
import type { BatchChange, BulkCounts, BulkWork, StoredAction } from '../../lead/operations/operation.ts';
import { writeRestored } from '../../lead/operations/restore-writes.ts';
import { columnChanges, countedRow, type LeadRow } from '../../lead/rows/lead-row.ts';
import { restoredLead } from '../../lead/rows/restored-lead.ts';
import { writeLeadUpdates } from '../../lead/store/store.ts';
import { lookUpByKey } from '../../platform/db/planner.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { customFieldsFor, inputOf, type SetField } from './set-field.ts';

/** Leads that are read and edited without a pause, so that the server answers requests meanwhile. */
const CHUNK_LEADS = 500;

/** Returns the batch change that sets a field, or undoes that; null for any other action. */
export function setFieldChangeOf(action: StoredAction): BatchChange | null {
  if (action.type === 'setField') {
    return (tx, work, ids) => inChunks(ids, (some) => setField(tx, work, action, some));
  }
  if (action.type === 'undo' && action.of.type === 'setField') {
    return (tx, work, ids) => inChunks(ids, (some) => undoSetField(tx, work, some));
  }
  return null;
}

async function inChunks(
  ids: readonly string[],
  change: (ids: readonly string[]) => Promise<BulkCounts>,
): Promise<BulkCounts> {
  const all: BulkCounts = { changed: 0, unchanged: 0, refused: 0 };
  for (let from = 0; from < ids.length; from += CHUNK_LEADS) {
    const counts = await change(ids.slice(from, from + CHUNK_LEADS));
    all.changed += counts.changed;
    all.unchanged += counts.unchanged;
    all.refused += counts.refused;
  }
  return all;
}

/** Edits the leads one by one, by the rules of a single edit; refuses the ones that a single edit would refuse. */
async function setField(
  tx: TenantTransaction,
  work: BulkWork,
  action: SetField,
  ids: readonly string[],
): Promise<BulkCounts> {
  const input = inputOf(action);
  const customFields = await customFieldsFor(tx, action);
  const edited: EditedLead[] = [];
  let unchanged = 0;
  for (const before of await lookUpByKey(tx, () => lockLeadRows(tx, ids))) {
    const after = orNull(() => editedLead(before, input, customFields));
    if (after === null) continue;
    if (Object.keys(columnChanges(before, after)).length === 0) unchanged++;
    else edited.push({ before, after });
  }
  const changed = await withFreeIdentities(tx, edited);
  await writeLeadUpdates(tx, changed, { operationId: work.id, actor: actorOf(work) });
  await countEdits(tx, changed);
  return { changed: changed.length, unchanged, refused: ids.length - changed.length - unchanged };
}

/** Restores leads; skips the ones that have changed since and those whose email or phone another lead has now. */
async function undoSetField(
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
): Promise<BulkCounts> {
  const events = await eventsOfOperation(tx, work.undoes ?? '', ids);
  const rows = await lookUpByKey(tx, () => lockLeadRows(tx, ids));
  const leads = new Map(rows.map((lead) => [lead.id, lead]));
  const fields = new Set((await loadCustomFields(tx)).map(({ name }) => name));
  const restored = events.flatMap((event): EditedLead[] => {
    const before = leads.get(event.leadId);
    if (before === undefined || before.version !== event.version) return [];
    return [{ before, after: { ...before, ...restoredLead(before, event, fields) } }];
  });
  const changed = await withFreeIdentities(tx, restored);
  await writeRestored(tx, { operationId: work.id, actor: actorOf(work) }, changed);
  await countEdits(tx, changed);
  return { changed: changed.length, unchanged: 0, refused: ids.length - changed.length };
}

function countEdits(tx: TenantTransaction, changed: readonly EditedLead[]): Promise<void> {
  return countChanges(
    tx,
    changed.map(({ before, after }) => ({ before: countedRow(before), after: countedRow(after) })),
  );
}

function actorOf({ createdBy, createdByName }: BulkWork): { id: string; username: string } {
  return { id: createdBy, username: createdByName };
}

/** Returns the result of `edit`, or null if a rule refuses it. */
function orNull<T>(edit: () => T): T | null {
  try {
    return edit();
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

/** A lead before and after a change. */
interface EditedLead {
  before: LeadRow;
  after: LeadRow;
}

/** Returns the changes that give no lead the email or valid phone of another; of two with the same one, the first. */
async function withFreeIdentities(
  tx: TenantTransaction,
  changes: readonly EditedLead[],
): Promise<EditedLead[]> {
  const emails = changes.flatMap((change) => newEmail(change) ?? []);
  const phones = changes.flatMap((change) => newPhone(change) ?? []);
  // An email has an @, a phone none.
  const taken = await heldIdentities(tx, { emails, phones });
  return changes.filter((change) => {
    const own = [newEmail(change), newPhone(change)].filter((identity) => identity !== null);
    if (own.some((identity) => taken.has(identity))) return false;
    for (const identity of own) taken.add(identity);
    return true;
  });
}

function newEmail({ before, after }: EditedLead): string | null {
  return after.email === before.email ? null : after.email;
}

function newPhone({ before, after }: EditedLead): string | null {
  const validBefore = before.number_valid ? before.phone : null;
  return after.number_valid && after.phone !== validBefore ? after.phone : null;
}
