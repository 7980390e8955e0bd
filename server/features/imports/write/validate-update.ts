import type { ImportMode } from '#contract/imports.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import { type UpdatePolicy, updatedLead } from './lead-change.ts';
import type { LeadsInMemory } from './leads-in-memory.ts';
import type { WantedIdentities } from './matching-reads.ts';
import type { RowReport } from './record-batch.ts';

type MatchField = Extract<ImportMode, { mode: 'update' }>['matchField'];

/** Rules for matching rows to leads and for updating the leads. */
export interface MatchRules {
  matchField: MatchField;
  policy: UpdatePolicy;
}

/** Outcome of a row of an update: the lead after the change and values that were not taken, or why it stays unchanged. */
export type UpdateVerdict =
  | { outcome: 'updated'; lead: StoredLead; warnings: readonly RowReport[] }
  | { outcome: 'skipped' | 'error'; report: RowReport };

/** Returns every identity that the batch matches by or writes. Only leads that own one of them are relevant to it. */
export function wantedBy(rows: readonly MappedRow[]): WantedIdentities {
  const drafts = rows.map((row) => row.draft);
  const present = (values: (string | undefined)[]): string[] => [
    ...new Set(values.filter((value) => value !== undefined)),
  ];
  return {
    ids: present(drafts.map((draft) => draft.id)),
    emails: present(drafts.map((draft) => draft.email)),
    phones: present(drafts.map((draft) => (draft.numberValid ? draft.phone : undefined))),
  };
}

/** Validates a row without errors against the leads as the earlier rows left them. Changes nothing. */
export function validateUpdate(
  leads: LeadsInMemory,
  { matchField, policy }: MatchRules,
  row: MappedRow,
): UpdateVerdict {
  const lead = matchOf(leads, matchField, row);
  if (lead === undefined) return skipped(row, 'no_match', 'No lead matches this row');
  const rival = rivalOf(leads, matchField, row);
  if (rival !== undefined && rival.id !== lead.id) {
    return { outcome: 'error', report: ambiguousReport(row, matchField, lead, rival) };
  }
  const next = updatedLead(lead, row.draft, policy, matchField);
  const sold = soldReport(row, policy, lead);
  if (next === null) {
    if (sold !== null) return { outcome: 'skipped', report: { ...sold, outcome: 'skipped' } };
    return skipped(row, 'unchanged', 'The lead has these values already');
  }
  const holder = leads.otherHolder(next);
  if (holder === undefined) return { outcome: 'updated', lead: next, warnings: sold === null ? [] : [sold] };
  const message = `Another lead has this ${holder.field === 'email' ? 'e-mail' : 'phone'}: ${holder.id}`;
  const report = { ...rowReport(row, 'error', 'identity_taken', message), field: holder.field };
  return { outcome: 'error', report };
}

/** Returns the warning for a row that has another customer number than the sold lead that it matches, else null. */
function soldReport(row: MappedRow, policy: UpdatePolicy, lead: StoredLead): RowReport | null {
  const { customerNumber } = row.draft;
  if (!lead.is_sold || customerNumber === undefined || customerNumber === lead.customer_number) return null;
  if (policy === 'fillEmpty' && lead.customer_number !== null) return null;
  return {
    ...rowReport(row, 'warning', 'lead_sold', 'The lead is sold, so its customer number was kept'),
    field: 'customerNumber',
    value: customerNumber,
  };
}

function skipped(row: MappedRow, code: string, message: string): UpdateVerdict {
  return { outcome: 'skipped', report: rowReport(row, 'skipped', code, message) };
}

function matchOf(leads: LeadsInMemory, matchField: MatchField, row: MappedRow): StoredLead | undefined {
  const { id, email, phone, numberValid } = row.draft;
  if (matchField === 'id') return leads.byId(id);
  if (matchField === 'email') return leads.byEmail(email);
  return numberValid ? leads.byPhone(phone) : undefined;
}

/** Returns the lead that owns the row's other identity. A Lead ID is unambiguous, so it has no rival. */
function rivalOf(leads: LeadsInMemory, matchField: MatchField, row: MappedRow): StoredLead | undefined {
  if (matchField === 'id') return undefined;
  return matchOf(leads, matchField === 'email' ? 'phone' : 'email', row);
}

function ambiguousReport(
  row: MappedRow,
  matchField: MatchField,
  lead: StoredLead,
  rival: StoredLead,
): RowReport {
  const [byEmail, byPhone, field] = matchField === 'email' ? [lead, rival, 'phone'] : [rival, lead, 'email'];
  const message = `The e-mail is that of lead ${byEmail.id}, the phone that of lead ${byPhone.id}`;
  return { ...rowReport(row, 'error', 'ambiguous_match', message), field };
}

function rowReport(row: MappedRow, outcome: RowReport['outcome'], code: string, message: string): RowReport {
  const value = row.draft.id ?? row.draft.email ?? row.draft.phone ?? '';
  return { row: row.number, outcome, code, field: null, column: null, value, message };
}
