import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import type { PublicLeadInput, WrittenLead } from '#contract/public-lead.ts';
import type { AuditEntry } from '../audit/writes.ts';
import { Refusal } from '../errors.ts';
import type { StoredLead } from '../imports/pipeline/stored-lead.ts';
import { countedRow } from '../lead-edits/lead-row.ts';
import { LeadCounts } from '../leads/stat-writes.ts';
import type { TenantTransaction } from '../security/scope.ts';
import type { ApiCaller } from './caller.ts';
import { readNewLead } from './lead-input.ts';
import { findHolders, type Holder } from './lead-reads.ts';
import { insertApiLeads, type MadeLead, recordCreated } from './lead-writes.ts';

/** A lead that a program wants created. */
export interface WantedLead {
  input: PublicLeadInput;
  by: ApiCaller;
}

/** A lead that was created, and by whom. */
export interface CreatedLead {
  leadId: string;
  by: ApiCaller;
}

/** What became of it. */
export type Outcome =
  | { status: 'created'; lead: WrittenLead }
  /** Null when the lead that was in the way is gone meanwhile. */
  | { status: 'duplicate'; existingLeadId: string | null }
  | { status: 'invalid'; refusal: Refusal };

/** What became of leads, and of those that were created what is still to be recorded. */
interface Inserted {
  outcomes: Outcome[];
  created: CreatedLead[];
  counts: LeadCounts;
}

type AuditOf = (created: readonly CreatedLead[]) => readonly AuditEntry[];

/**
 * Creates leads, each judged by itself, with counts, word of the change and the audit entries that
 * `auditOf` makes of what was created. Outcomes stand in the order of `wanted`.
 */
export async function createLeads(
  tx: TenantTransaction,
  wanted: readonly WantedLead[],
  customFields: readonly CustomFieldSpec[],
  auditOf: AuditOf,
): Promise<Outcome[]> {
  const inserted = await insertLeads(tx, wanted, customFields);
  await recordLeads(tx, inserted, auditOf);
  return inserted.outcomes;
}

/** The first of the two statements of `createLeads`, and for duplicates one that finds who was there before. */
export async function insertLeads(
  tx: TenantTransaction,
  wanted: readonly WantedLead[],
  customFields: readonly CustomFieldSpec[],
): Promise<Inserted> {
  const read = wanted.map(({ input }) => readOrRefuse(() => readNewLead(input, customFields)));
  const made = wanted.flatMap(({ by: { actor } }, index): MadeLead[] => {
    const lead = read[index];
    return lead === undefined || lead instanceof Refusal ? [] : [{ lead, by: actor.username }];
  });
  const ids = made.length === 0 ? new Set<string>() : await insertApiLeads(tx, made);
  const left = made.flatMap(({ lead }) => (ids.has(lead.id) ? [] : [lead]));
  const holders = left.length === 0 ? [] : await findHolders(tx, identitiesOf(left));
  const counts = new LeadCounts();
  const created = wanted.flatMap(({ by }, index): CreatedLead[] => {
    const lead = read[index];
    if (lead === undefined || lead instanceof Refusal || !ids.has(lead.id)) return [];
    counts.add(countedRow(lead));
    return [{ leadId: lead.id, by }];
  });
  return { outcomes: read.map((lead) => outcomeOf(lead, ids, holders)), created, counts };
}

/** The second: one statement, or none when nothing was created. */
export async function recordLeads(
  tx: TenantTransaction,
  { created, counts }: Inserted,
  auditOf: AuditOf,
): Promise<void> {
  if (created.length === 0) return;
  await recordCreated(tx, { counts, audits: auditOf(created) });
}

/** An audit entry for each lead. */
export function auditEach(created: readonly CreatedLead[]): AuditEntry[] {
  return created.map(({ leadId, by: { actor, origin, details } }) => ({
    action: 'create_lead',
    actor,
    origin,
    resource: leadId,
    details,
  }));
}

function outcomeOf(
  lead: StoredLead | Refusal,
  inserted: ReadonlySet<string>,
  holders: readonly Holder[],
): Outcome {
  if (lead instanceof Refusal) return { status: 'invalid', refusal: lead };
  const { id, email, phone, status } = lead;
  if (inserted.has(id)) return { status: 'created', lead: { id, email, phone, status } };
  const holder =
    holders.find((one) => email !== null && one.email === email) ??
    holders.find((one) => lead.number_valid && one.phone === phone);
  return { status: 'duplicate', existingLeadId: holder?.id ?? null };
}

function identitiesOf(leads: readonly StoredLead[]): { emails: string[]; phones: string[] } {
  return {
    emails: leads.flatMap(({ email }) => email ?? []),
    phones: leads.flatMap(({ phone, number_valid }) => (number_valid && phone !== null ? [phone] : [])),
  };
}

function readOrRefuse<T>(read: () => T): T | Refusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal && error.error === 'invalid_input') return error;
    throw error;
  }
}
