import type { WrittenLead } from '#contract/public-lead.ts';
import { LeadCounts } from '../../lead/stats/stat-writes.ts';
import { countedRow } from '../../lead/store/lead-row.ts';
import type { StoredLead } from '../../lead/store/stored-lead.ts';
import type { AuditEntry } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import type { ApiCaller } from './caller.ts';
import type { ReadLead } from './lead-input.ts';
import { findHolders, type Holder } from './lead-reads.ts';
import { insertApiLeads, recordCreated } from './lead-writes.ts';

/** Leads that programs want created, as they were read, and at the same places who wants each. */
export interface WantedLeads {
  read: readonly ReadLead[];
  by: readonly ApiCaller[];
}

/** What became of it. */
export type Outcome =
  | { status: 'created'; lead: WrittenLead }
  /** Null when the lead that was in the way is gone meanwhile. */
  | { status: 'duplicate'; existingLeadId: string | null }
  | { status: 'invalid'; refusal: Refusal };

/** What became of leads, and of those that were created what is still to be recorded. */
interface Inserted {
  /** In the order of the leads. */
  outcomes: Outcome[];
  created: number;
  counts: LeadCounts;
}

type AuditOf = (inserted: Inserted) => readonly AuditEntry[];

/**
 * Creates leads, each judged by itself, with counts, word of the change and the audit entries that
 * `auditOf` makes of what was created. Outcomes stand in the order of `wanted`.
 */
export async function createLeads(
  tx: TenantTransaction,
  wanted: WantedLeads,
  auditOf: AuditOf,
): Promise<Outcome[]> {
  const inserted = await insertLeads(tx, wanted);
  await recordLeads(tx, inserted, auditOf);
  return inserted.outcomes;
}

/** The first of the two statements of `createLeads`, and for duplicates one that finds who was there before. */
export async function insertLeads(tx: TenantTransaction, { read, by }: WantedLeads): Promise<Inserted> {
  const made = read.filter((lead): lead is StoredLead => !(lead instanceof Refusal));
  const names = by.flatMap(({ actor }, at) => (read[at] instanceof Refusal ? [] : [actor.username]));
  const left = made.length === 0 ? [] : await insertApiLeads(tx, made, names);
  const holderOf = await holdersOf(tx, left);
  const leftOut = new Set(left);
  const counts = new LeadCounts();
  for (const lead of made) if (!leftOut.has(lead)) counts.add(countedRow(lead));
  const outcomes = read.map((lead): Outcome => {
    if (lead instanceof Refusal) return { status: 'invalid', refusal: lead };
    if (leftOut.has(lead)) return { status: 'duplicate', existingLeadId: holderOf(lead)?.id ?? null };
    const { id, email, phone, status } = lead;
    return { status: 'created', lead: { id, email, phone, status } };
  });
  return { outcomes, created: made.length - left.length, counts };
}

/** The second: one statement, or none when nothing was created. */
export async function recordLeads(
  tx: TenantTransaction,
  inserted: Inserted,
  auditOf: AuditOf,
): Promise<void> {
  if (inserted.created === 0) return;
  await recordCreated(tx, { counts: inserted.counts, audits: auditOf(inserted) });
}

/** An audit entry for each lead that was created. */
export function auditEach({ by }: WantedLeads): AuditOf {
  return ({ outcomes }) =>
    outcomes.flatMap((outcome, index): AuditEntry[] => {
      const maker = by[index];
      if (outcome.status !== 'created' || maker === undefined) return [];
      const { actor, origin, details } = maker;
      return [{ action: 'create_lead', actor, origin, resource: outcome.lead.id, details }];
    });
}

/** Tells of a lead that was left out who has its e-mail, or else its valid phone. */
async function holdersOf(
  tx: TenantTransaction,
  left: readonly StoredLead[],
): Promise<(lead: StoredLead) => Holder | undefined> {
  const holders = left.length === 0 ? [] : await findHolders(tx, identitiesOf(left));
  const byEmail = new Map(holders.toReversed().map((one) => [one.email, one]));
  const byPhone = new Map(holders.toReversed().map((one) => [one.phone, one]));
  return ({ email, phone, number_valid }) =>
    (email === null ? undefined : byEmail.get(email)) ?? (number_valid ? byPhone.get(phone) : undefined);
}

function identitiesOf(leads: readonly StoredLead[]): { emails: string[]; phones: string[] } {
  return {
    emails: leads.flatMap(({ email }) => email ?? []),
    phones: leads.flatMap(({ phone, number_valid }) => (number_valid && phone !== null ? [phone] : [])),
  };
}
