import type { ImportPlan } from '#contract/imports.ts';
import { canonicalCountry } from '../../../lead/countries/canonical-country.ts';
import { STORED, type StoredColumn } from '../../../lead/fields.ts';
import { foreignPhone } from '../../../lead/phones/phone-country.ts';
import { readPhone } from '../../../lead/phones/read-phone.ts';
import { type StoredLead, sameValue } from '../../../lead/rows/stored-lead.ts';
import { isSameCustomer } from '../../../lead/sales/customer-key.ts';
import { DRAFT_COLUMNS, newLead } from '../../../lead/store/store.ts';
import type { LeadDraft, MappedRow, Problem } from '../../../lead/values/draft.ts';
import { FAULTS, type Fault, isSound, problemWith } from '../../../lead/values/problems.ts';
import { newId } from '../../../platform/ids.ts';
import { type UpdatePolicy, updatedLead } from './lead-change.ts';
import type { LeadsInMemory } from './leads-in-memory.ts';
import { leadsNamed, type PhoneSearches, type UpdateMatchField } from './match-lead.ts';
import type { RowReport } from './record-batch.ts';
import { duplicateReport, type RepeatedLead } from './row-reports.ts';

/** Rules for matching rows to leads and for updating the leads. */
export interface MatchRules {
  matchField: UpdateMatchField;
  policy: UpdatePolicy;
  /** Whether rows that match no lead create one. */
  creates: boolean;
  /** Whether rows update the leads that earlier imports stored from them. */
  ofStored?: boolean;
}

/** Null if the plan only creates. */
export function matchRules({ importMode, options }: ImportPlan): MatchRules | null {
  if (importMode.mode === 'create') return null;
  const { mode, matchField } = importMode;
  return { matchField, policy: options.updatePolicy, creates: mode === 'createOrUpdate' };
}

/** The lead after the change, or why it stays. `look_up`: depends on who has this phone. `unmatched`: the row creates a lead if it may. */
export type UpdateVerdict = SettledUpdate | { outcome: 'look_up'; phone: string } | { outcome: 'unmatched' };

/** Final outcome of a row. */
export type SettledUpdate = { problems: readonly Problem[] } & (
  | { outcome: 'updated' | 'created'; lead: StoredLead }
  | { outcome: 'skipped' | 'error'; report: RowReport | null }
  | { outcome: 'duplicate'; report: RowReport; repeated: RepeatedLead }
);

/** A row's values as they concern the lead that the row names. */
interface ReadForLead {
  draft: LeadDraft;
  problems: readonly Problem[];
}

/** Validates against the leads as earlier rows left them. Changes nothing. */
export function validateUpdate(
  leads: LeadsInMemory,
  { matchField, policy, creates, ofStored }: MatchRules,
  row: MappedRow,
  searches: PhoneSearches,
): UpdateVerdict {
  const [lead, ...others] = leadsNamed(leads, matchField, row, searches);
  if (lead === undefined) {
    // A Lead ID is never given to a new lead.
    if (creates && row.draft.id === undefined) return { outcome: 'unmatched' };
    if (ofStored) return skipped(row, row.problems, 'lead_deleted', 'The lead of this row was deleted');
    return skipped(row, row.problems, 'no_match', 'No lead matches this row');
  }
  if (others.length > 0) return failed(row, row.problems, severalLeads(row));
  const { draft, problems } = readForLead(row, lead, matchField);
  if (draft.numberValid && draft.phone !== undefined && !leads.isLookedUp(draft.phone)) {
    return { outcome: 'look_up', phone: draft.phone };
  }
  const rival = rivalOf(leads, matchField, draft);
  if (rival !== undefined && rival.id !== lead.id) {
    return failed(row, problems, twoLeads(row, matchField, lead, rival));
  }
  const { lead: changed, keptPhone } = updatedLead(lead, draft, policy, matchField);
  const next = (row.emptied && withoutEmptied(changed ?? lead, row.emptied)) ?? changed;
  const all = [...problems, ...soldProblems(row, policy, lead)];
  if (keptPhone) all.push(phoneProblem(row, phoneKept(lead)));
  else if (keepsTyped(draft, all, matchField, next ?? lead)) all.push(phoneProblem(row, FAULTS.invalidPhone));
  // The row still adds its note or consent.
  const adds = draft.note !== undefined || draft.givenConsent !== undefined;
  if (next === null && adds) return { outcome: 'updated', lead, problems: all };
  if (next === null) return skipped(row, all, 'unchanged', 'The lead already has these values');
  if (next.email === null && next.phone === null) return failed(row, all, noContact(row));
  if (
    next.number_valid &&
    next.phone !== null &&
    next.phone !== lead.phone &&
    !leads.isLookedUp(next.phone)
  ) {
    return { outcome: 'look_up', phone: next.phone };
  }
  const holder = leads.otherHolder(next);
  if (holder === undefined) {
    return { outcome: 'updated', lead: next, problems: [...all, ...foreignPhoneOf(row, lead, next)] };
  }
  const message = `Another lead already has this ${holder.field === 'email' ? 'email' : 'phone'}: ${holder.id}`;
  const report = { ...rowReport(row, 'error', 'identity_taken', message), field: holder.field };
  return failed(row, all, report);
}

/** Warning about another customer number than the sold lead's. */
function soldProblems(
  { draft: { customerNumber } }: MappedRow,
  policy: UpdatePolicy,
  lead: StoredLead,
): Problem[] {
  if (!lead.is_sold || customerNumber === undefined || isSameCustomer(customerNumber, lead.customer_number))
    return [];
  if (policy === 'fillEmpty' && lead.customer_number !== null) return [];
  const fault = { code: 'lead_sold', message: 'The lead is sold, so its customer number was kept' };
  return [problemWith('warning', fault, { field: 'customerNumber', column: null, value: customerNumber })];
}

/** Reads a national phone with the lead's country if the row has none. A phone that only finds the lead has no problems of its own. */
function readForLead(row: MappedRow, lead: StoredLead, matchField: UpdateMatchField): ReadForLead {
  const { draft, problems } = row;
  const { typedPhone } = draft;
  const others = () => problems.filter(({ field }) => field !== 'phone');
  if (matchField === 'phone') return { draft, problems: others() };
  if (!typedPhone?.isNational || lead.country === null) return { draft, problems };
  const { phone, valid, fault } = readPhone(typedPhone.text, canonicalCountry(lead.country).iso);
  return {
    draft: { ...draft, phone, numberValid: valid },
    problems: fault === null ? others() : [...others(), phoneProblem(row, fault)],
  };
}

/** Whether the lead keeps the row's invalid phone, and no other problem says why it is invalid. */
function keepsTyped(
  { phone }: LeadDraft,
  problems: readonly Problem[],
  matchField: UpdateMatchField,
  after: StoredLead,
): boolean {
  const isKept = phone !== undefined && after.phone === phone && !after.number_valid;
  return isKept && matchField !== 'phone' && !problems.some(({ field }) => field === 'phone');
}

function phoneKept({ phone }: StoredLead): Fault {
  return { code: 'phone_kept', message: `Not a valid phone number; the lead keeps ${phone}` };
}

/** Warning about a phone of another country than the lead's, if the row made it so. */
function foreignPhoneOf(row: MappedRow, before: StoredLead, after: StoredLead): Problem[] {
  if (after.phone === before.phone && after.country === before.country) return [];
  const fault = foreignPhone({ ...after, valid: after.number_valid });
  return fault === null ? [] : [phoneProblem(row, fault)];
}

function phoneProblem({ draft: { typedPhone, phone } }: MappedRow, fault: Fault): Problem {
  const { text: value, column } = typedPhone ?? { text: phone ?? '', column: null };
  return problemWith('warning', fault, { field: 'phone', column, value });
}

function skipped(row: MappedRow, problems: readonly Problem[], code: string, message: string): SettledUpdate {
  return { outcome: 'skipped', report: rowReport(row, 'skipped', code, message), problems };
}

function failed(row: MappedRow, problems: readonly Problem[], report: RowReport): SettledUpdate {
  return { outcome: 'error', report: { ...report, row: row.number }, problems };
}

/** Lead that owns the row's other identity; a Lead ID has no rival. */
function rivalOf(
  leads: LeadsInMemory,
  matchField: UpdateMatchField,
  { email, phone, numberValid }: LeadDraft,
): StoredLead | undefined {
  if (matchField === 'phone') return leads.byEmail(email);
  return matchField === 'email' && numberValid ? leads.byPhone(phone) : undefined;
}

function noContact(row: MappedRow): RowReport {
  return rowReport(row, 'error', FAULTS.noContact.code, 'A lead needs an email or a phone');
}

function severalLeads(row: MappedRow): RowReport {
  const message = 'This number matches several leads; write it with + and the country code';
  return { ...rowReport(row, 'error', 'ambiguous_match', message), field: 'phone' };
}

function twoLeads(
  row: MappedRow,
  matchField: UpdateMatchField,
  lead: StoredLead,
  rival: StoredLead,
): RowReport {
  const [byEmail, byPhone, field] = matchField === 'email' ? [lead, rival, 'phone'] : [rival, lead, 'email'];
  const message = `The email belongs to lead ${byEmail.id}, the phone to lead ${byPhone.id}`;
  return { ...rowReport(row, 'error', 'ambiguous_match', message), field };
}

function rowReport(row: MappedRow, outcome: RowReport['outcome'], code: string, message: string): RowReport {
  const value = row.draft.id ?? row.draft.email ?? row.draft.phone ?? '';
  return { row: row.number, outcome, code, field: null, column: null, value, message };
}

/** Tags are only added, and checks of a number have a history of their own. */
const KEPT: ReadonlySet<StoredColumn> = new Set(['number_valid', 'tags', 'custom_data', 'hlr', 'whatsapp']);

/** Returns the lead without the values that users emptied; null if it has none of them. */
function withoutEmptied(lead: StoredLead, emptied: Partial<LeadDraft>): StoredLead | null {
  const columns = DRAFT_COLUMNS.flatMap(([key, column]) => {
    if (KEPT.has(column) || (column === 'customer_number' && lead.is_sold)) return [];
    return emptied[key] !== undefined && sameValue(lead[column], emptied[key]) ? [column] : [];
  });
  const names = Object.entries(emptied.customData ?? {}).flatMap(([name, value]) =>
    lead.custom_data[name] === value ? [name] : [],
  );
  if (columns.length + names.length === 0) return null;
  const next: StoredLead = { ...lead, ...Object.fromEntries(columns.map((column) => [column, null])) };
  if (columns.includes('status')) next.status = 'new';
  if (columns.includes('phone')) next.number_valid = false;
  next.custom_data = Object.fromEntries(
    Object.entries(lead.custom_data).filter(([name]) => !names.includes(name)),
  );
  return next;
}

/** Outcome of a row that matches no lead, by the rules of create mode. Changes nothing. */
export function validateNew(leads: LeadsInMemory, row: MappedRow): SettledUpdate {
  const asNew = row.asNew?.() ?? row;
  const { problems } = asNew;
  if (!isSound(asNew)) return { outcome: 'error', report: null, problems };
  const lead = storedLeadOf(asNew.draft);
  const holder = leads.otherHolder(lead);
  if (holder === undefined) return { outcome: 'created', lead, problems };
  const repeated = { ...holder, row: leads.rowOf(holder.id), isOwn: leads.isOwn(holder.id) };
  return { outcome: 'duplicate', report: duplicateReport(row.number, lead, repeated), repeated, problems };
}

/** Returns the lead that a draft becomes. */
function storedLeadOf(draft: LeadDraft): StoredLead {
  const made = newLead(draft, newId());
  const columns = STORED.map(([column, , key]) => [column, made[key] ?? null]);
  return { ...Object.fromEntries(columns), is_sold: false };
}
