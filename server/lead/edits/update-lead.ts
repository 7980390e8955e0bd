import type { z } from 'zod';
import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadDetail, updateLead, ValueWarning } from '#contract/leads.ts';
import type { Actor } from '../../platform/audit/writes.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import type { Origin } from '../../platform/security/sessions.ts';
import { recordChange } from '../change/change-writes.ts';
import { loadCustomFields } from '../custom-fields/reads.ts';
import type { StoredColumn } from '../fields.ts';
import { checkOwners } from '../owners/owner-reads.ts';
import { type ColumnChanges, columnChanges, countedRow, type LeadRow, nameOfLead } from '../rows/lead-row.ts';
import { type StoredLead, sameValue } from '../rows/stored-lead.ts';
import { withHeldStatus } from '../statuses/given-status.ts';
import type { LeadStatuses } from '../statuses/lead-statuses.ts';
import { loadLeadStatuses } from '../statuses/reads.ts';
import { refuseSuppressed } from '../suppression/admission.ts';
import { editedLead, type LeadInput } from './edit-lead.ts';
import { type CheckSource, updateLeadColumns } from './edit-writes.ts';
import { withIdentities } from './identity.ts';
import { findLeadDetail, lastToChange, lockLead } from './reads.ts';

/** Fields to write, and the values that the caller expects there. */
export interface LeadEdit extends LeadInput, FollowUp {
  expected?: LeadInput | undefined;
}

/** Owner and next step; a missing one stays unchanged. */
export type FollowUp = Pick<z.output<typeof updateLead.input.body>, 'ownerId' | 'nextStep'>;

/** Author of an edit, and further details for the audit trail. */
export interface EditedBy {
  actor: Actor;
  origin: Origin;
  /** Origin of an HLR or WhatsApp status. */
  source: CheckSource;
  details?: Record<string, string>;
}

/**
 * Changes fields of a lead. With `expected`, only if each of those fields still has the value that the caller
 * saw; without it the last write wins. An edit without changes writes nothing. Returns the lead, with warnings if
 * there are any.
 * @throws HttpError invalid_input, not_found, or conflict: with `current` and `changedBy` if expected values
 * differ, with existingLeadId if another lead has the identity; suppressed
 */
export function editLead(
  scope: OrganizationScope,
  id: string,
  { expected, ownerId, nextStep, ...input }: LeadEdit,
  editor: Editor,
): Promise<LeadDetail & { warnings?: ValueWarning[] }> {
  return withIdentities(scope, async (tx) => {
    const lead = await lockListedLead(tx, id);
    const statuses = await loadLeadStatuses(tx);
    if (expected !== undefined) await expectFields(tx, lead, expected, statuses);
    const customFields = input.customData === undefined ? [] : await loadCustomFields(tx);
    const warnings: ValueWarning[] = [];
    const edited = editedLead(lead, withHeldStatus(input, statuses, lead.status), customFields, warnings);
    const next = await withFollowUp(tx, edited, { ownerId, nextStep });
    await writeEdit(tx, lead, next, { ...editor, source: 'manual' });
    return { ...(await findLeadDetail(tx, id)), ...(warnings.length > 0 && { warnings }) };
  });
}

/**
 * Locks a lead that is to change.
 * @throws HttpError not_found, or conflict for a lead in the trash
 */
export async function lockListedLead(tx: TenantTransaction, id: string): Promise<LeadRow> {
  const lead = await lockLead(tx, id);
  if (lead.deleted_at === null) return lead;
  throw new HttpError('conflict', 'This lead is in the bin. Restore it to change it.');
}

/**
 * Returns the lead with an owner and a next step.
 * @throws HttpError invalid_input for an owner who isn't a user of the organization
 */
export async function withFollowUp(
  tx: TenantTransaction,
  lead: LeadRow,
  { ownerId, nextStep }: FollowUp,
): Promise<LeadRow> {
  if (ownerId && ownerId !== lead.owner_id) await checkOwners(tx, [ownerId], 'ownerId');
  return {
    ...lead,
    ...(ownerId !== undefined && { owner_id: ownerId }),
    ...(nextStep !== undefined && { due_on: nextStep?.dueOn ?? null, due_note: nextStep?.note || null }),
  };
}

/**
 * Writes an edit with timeline event, audit entry, statistics and notification; does nothing without changes.
 * @throws IdentityTaken, HttpError suppressed
 */
export async function writeEdit(
  tx: TenantTransaction,
  lead: LeadRow,
  next: LeadRow,
  by: EditedBy,
): Promise<void> {
  const changes = columnChanges(lead, next);
  const columns = Object.keys(changes) as StoredColumn[];
  if (columns.length === 0) return;
  await refuseSuppressed(tx, { before: lead, after: next });
  await updateLeadColumns(tx, next, columns, by.source);
  await recordChange(
    tx,
    {
      counted: [{ before: countedRow(lead), after: countedRow(next) }],
      events: [{ leadId: lead.id, kind: 'edit', changes }],
      audit: {
        action: 'update_lead',
        resource: lead.id,
        details: { lead: nameOfLead(next), fields: columns.join(', '), ...valuesOf(changes), ...by.details },
      },
    },
    by,
  );
}

/** Characters of a value in the audit trail. */
const VALUE_SHOWN = 200;

/** Returns the old and the new value of each changed field. */
function valuesOf(changes: ColumnChanges): Record<string, string> {
  const { custom_data: custom, ...own } = changes;
  const [before, after] = (custom ?? [{}, {}]) as [StoredLead['custom_data'], StoredLead['custom_data']];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const values = [
    ...Object.entries(own),
    ...names.map((name) => [name, [before[name] ?? null, after[name] ?? null]] as const),
  ];
  return Object.fromEntries(
    values.flatMap(([name, [was, is]]) =>
      sameValue(was, is) ? [] : [[name, `${shown(was)} → ${shown(is)}`]],
    ),
  );
}

function shown(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? '–' : text.slice(0, VALUE_SHOWN);
}

async function expectFields(
  tx: TenantTransaction,
  lead: LeadRow,
  expected: LeadInput,
  statuses: LeadStatuses,
): Promise<void> {
  const mismatches = mismatchesIn(
    { ...lead, status: statuses.nameOf(lead.status) },
    seenBy(expected, statuses),
  );
  const [first] = mismatches;
  if (first === undefined) return;
  const changedBy = await lastToChange(tx, lead, first.column);
  throw new HttpError('conflict', mismatchMessage(first, changedBy), {
    field: first.field,
    current: Object.fromEntries(mismatches.map(({ field, holds }) => [field, holds])),
    ...(changedBy !== null && { changedBy }),
  });
}

/** Returns the expected values with the present name of the status, which may have been renamed since. */
function seenBy(expected: LeadInput, statuses: LeadStatuses): LeadInput {
  const { status } = expected;
  return status ? { ...expected, status: statuses.nameOf(statuses.heldFor(status)) } : expected;
}

/** A field whose value differs from the one that the caller saw. */
interface ValueMismatch {
  /** Field key, or `custom:<name>` for a custom field. */
  field: string;
  label: string;
  /** Column that stores the field. */
  column: string;
  /** Current value. */
  holds: unknown;
}

/** Returns the fields whose values differ from `expected`; empty text and null are equal. */
function mismatchesIn(lead: StoredLead, expected: LeadInput): ValueMismatch[] {
  const { customData = {}, ...fields } = expected;
  const own = LEAD_FIELDS.flatMap((field): ValueMismatch[] => {
    const seen = fields[field.key as keyof typeof fields];
    const holds = lead[field.column as keyof StoredLead];
    if (seen === undefined || sameValue(emptied(seen), emptied(holds))) return [];
    return [{ field: field.key, label: field.label, column: field.column, holds }];
  });
  const custom = Object.entries(customData).flatMap(([name, seen]): ValueMismatch[] => {
    const holds = lead.custom_data[name] ?? null;
    if (sameValue(emptied(seen), holds)) return [];
    return [{ field: `custom:${name}`, label: name, column: 'custom_data', holds }];
  });
  return [...own, ...custom];
}

/** Returns the message for the user whose edit was rejected. */
function mismatchMessage(mismatch: ValueMismatch, changedBy: string | null): string {
  const { holds, label } = mismatch;
  const held = Array.isArray(holds) ? holds.join(', ') : String(holds ?? '');
  const now = held === '' ? 'empty' : `"${held.slice(0, 200)}"`;
  return `${label} is now ${now}${changedBy === null ? '' : `, changed by ${changedBy}`}. Nothing was saved.`;
}

function emptied(value: unknown): unknown {
  return value === '' || value === undefined ? null : value;
}
