import type { BulkAction } from '#contract/bulk.ts';
import {
  type CustomFieldSpec,
  customFieldName,
  LEAD_FIELDS,
  targetLabel,
  WRITTEN_FIELDS,
} from '#contract/lead-fields.ts';
import { leadInput } from '#contract/leads.ts';
import { lookUpByKey } from '../../platform/db/planner.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { countChanges } from '../change/count-changes.ts';
import { loadCustomFields } from '../custom-fields/reads.ts';
import { editedLead, type LeadInput } from '../edits/edit-lead.ts';
import { lockLeadRows } from '../edits/reads.ts';
import { columnChanges, countedRow, emptyLead, type LeadRow } from '../rows/lead-row.ts';
import { givenStatus } from '../statuses/given-status.ts';
import { loadLeadStatuses } from '../statuses/reads.ts';
import { writeLeadUpdates } from '../store/store.ts';
import { hitsOfChanges } from '../suppression/admission.ts';
import { isHit, listsOfHits, NO_HIT } from '../suppression/suppression-reads.ts';
import { leadsWithFreeIdentities } from './identities.ts';
import type { Counts, LeadAction, OperationWork } from './operation.ts';

/** Leads that are read and edited without a pause, so that the server answers requests meanwhile. */
const CHUNK_LEADS = 500;

/** The action that gives many leads the same value of a field. */
type SetField = Extract<BulkAction, { type: 'setField' }>;

/** Identities of leads: no two leads may have the same one. */
const UNIQUE: readonly string[] = ['email', 'phone'];

/**
 * Returns the action with its value as an edit of one lead stores it. Statuses have an action of their own.
 * @throws HttpError invalid_input naming the field
 */
export async function settledSetField(tx: TenantTransaction, action: SetField): Promise<LeadAction> {
  const input = inputOf(action);
  // Its identities let either of them be cleared; whether a lead allows that is decided lead by lead.
  const example = { ...emptyLead(''), email: 'a@mail.example', phone: '1' };
  const edited = editedLead(example, input, await customFieldsFor(tx, action));
  const custom = customFieldName(action.field);
  if (custom !== null) return { ...action, value: edited.custom_data[custom] ?? null };
  const field = WRITTEN_FIELDS.find(({ key }) => key === action.field);
  if (field?.key === 'status') {
    return { type: 'status', status: givenStatus(edited.status, await loadLeadStatuses(tx), 'action.value') };
  }
  return { ...action, value: field === undefined ? null : edited[field.column] };
}

/** Edits leads by the rules of a single edit; refuses the ones that a single edit would refuse. */
export async function setField(
  tx: TenantTransaction,
  work: OperationWork,
  action: SetField,
  ids: readonly string[],
): Promise<Counts> {
  const input = inputOf(action);
  const customFields = await customFieldsFor(tx, action);
  const counts = { changed: 0, unchanged: 0, refused: 0, suppressed: 0, lists: [] as string[] };
  for (let from = 0; from < ids.length; from += CHUNK_LEADS) {
    const chunk = ids.slice(from, from + CHUNK_LEADS);
    const edited: { before: LeadRow; after: LeadRow }[] = [];
    for (const before of await lookUpByKey(tx, () => lockLeadRows(tx, chunk))) {
      const after = orNull(() => editedLead(before, input, customFields));
      if (after === null) counts.refused++;
      else if (Object.keys(columnChanges(before, after)).length === 0) counts.unchanged++;
      else edited.push({ before, after });
    }
    const able = new Set(await leadsWithFreeIdentities(tx, edited.map(newIdentities)));
    const hits = await hitsOfChanges(tx, edited);
    const onLists = new Set(
      edited.flatMap(({ before }, at) => (isHit(hits[at] ?? NO_HIT) ? [before.id] : [])),
    );
    const changed = edited.filter(({ before }) => able.has(before.id) && !onLists.has(before.id));
    const actor = { id: work.createdBy, username: work.createdByName };
    await writeLeadUpdates(tx, changed, { operationId: work.id, actor });
    await countChanges(
      tx,
      changed.map(({ before, after }) => ({ before: countedRow(before), after: countedRow(after) })),
    );
    counts.changed += changed.length;
    counts.refused += edited.length - changed.length;
    counts.suppressed += onLists.size;
    counts.lists.push(...listsOfHits(hits));
  }
  return counts;
}

function newIdentities({ before, after }: { before: LeadRow; after: LeadRow }) {
  const phone =
    after.number_valid && !(before.number_valid && before.phone === after.phone) ? after.phone : null;
  const email = after.email === before.email ? null : after.email;
  return { id: after.id, gets: [email, phone].filter((identity) => identity !== null) };
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

async function customFieldsFor(
  tx: TenantTransaction,
  { field }: Pick<SetField, 'field'>,
): Promise<CustomFieldSpec[]> {
  return customFieldName(field) === null ? [] : loadCustomFields(tx);
}

/**
 * @throws HttpError invalid_input for a field that can't be set, or a value of the wrong type
 */
function inputOf({ field, value }: SetField): LeadInput {
  const custom = customFieldName(field);
  const isKnown = custom !== null || WRITTEN_FIELDS.some(({ key }) => key === field);
  if (!isKnown) {
    const exists = LEAD_FIELDS.some(({ key }) => key === field);
    throw refused(
      exists ? `${targetLabel(field)} can't be set` : `There is no field named ${field}`,
      'action.field',
    );
  }
  if (UNIQUE.includes(field) && value !== null && value !== '') {
    const label = targetLabel(field);
    throw refused(
      `${label}: No two leads can have the same ${field}. You can only clear it.`,
      'action.value',
    );
  }
  const given = value === null && field === 'tags' ? [] : value;
  const read = leadInput
    .partial()
    .safeParse(custom === null ? { [field]: given } : { customData: { [custom]: value } });
  if (!read.success) throw refused(`${targetLabel(field)}: Not a valid value for this field`, 'action.value');
  return read.data;
}

function refused(message: string, field: string): HttpError {
  return new HttpError('invalid_input', message, { field });
}
