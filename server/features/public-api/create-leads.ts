import type { ValueWarning } from '#contract/leads.ts';
import type { WrittenLead } from '#contract/public-lead.ts';
import { countsOf } from '../../lead/change/count-changes.ts';
import { addConsents, changesOfGiven } from '../../lead/consents/consent-writes.ts';
import { offerLeads } from '../../lead/customer-orders/offer-writes.ts';
import { countedRow } from '../../lead/rows/lead-row.ts';
import type { StoredLead } from '../../lead/rows/stored-lead.ts';
import type { LeadCounts } from '../../lead/stats/stat-writes.ts';
import { admitLeads, contactOf, suppressedError } from '../../lead/suppression/admission.ts';
import { type Hit, isHit } from '../../lead/suppression/suppression-reads.ts';
import type { AuditEntry } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { ApiCaller } from './gate.ts';
import type { ReadLead } from './lead-input.ts';
import { findHolders, type Holder } from './lead-reads.ts';
import { insertApiLeads, recordCreated } from './lead-writes.ts';

/** `by` has the caller of each lead. */
export interface WantedLeads {
  read: readonly ReadLead[];
  by: readonly ApiCaller[];
}

export type CreateOutcome =
  | { status: 'created'; lead: WrittenLead; warnings: readonly ValueWarning[] }
  /** Null if the other lead is gone. */
  | { status: 'duplicate'; existingLeadId: string | null }
  | { status: 'suppressed'; error: HttpError }
  | { status: 'invalid'; error: HttpError };

interface Inserted {
  outcomes: CreateOutcome[];
  created: number;
  counts: LeadCounts;
}

type AuditOf = (inserted: Inserted) => readonly AuditEntry[];

/**
 * Creates leads independently and records counts, a change event and audit entries. Outcomes are in the order
 * of `wanted`.
 */
export async function createApiLeads(
  tx: TenantTransaction,
  wanted: WantedLeads,
  auditOf: AuditOf,
): Promise<CreateOutcome[]> {
  const inserted = await insertWantedLeads(tx, wanted);
  await recordInserted(tx, inserted, auditOf);
  return inserted.outcomes;
}

/** The first of two statements, plus one that finds existing leads of duplicates. */
export async function insertWantedLeads(tx: TenantTransaction, { read, by }: WantedLeads): Promise<Inserted> {
  const wanted = read.flatMap((one, at) =>
    one instanceof HttpError ? [] : [{ lead: one.lead, by: by[at]?.actor.username ?? '' }],
  );
  const { hits, admission } = await admitLeads(
    tx,
    wanted.map(({ lead }) => contactOf(lead)),
  );
  const suppressed = new Map<StoredLead, Hit>();
  for (const [at, { lead }] of wanted.entries()) {
    const hit = hits[at];
    if (hit !== undefined && isHit(hit)) suppressed.set(lead, hit);
  }
  const admitted = wanted.filter(({ lead }) => !suppressed.has(lead));
  const made = admitted.map(({ lead }) => lead);
  const names = admitted.map((one) => one.by);
  const { left, updatedAt } =
    made.length === 0 ? { left: [] } : await insertApiLeads(tx, made, names, admission);
  const holderOf = await ownersOf(tx, left);
  await recordGiven(tx, { read, by }, new Set(left));
  const at = updatedAt?.toISOString() ?? '';
  const leftOut = new Set(left);
  const counts = countsOf(
    made.filter((lead) => !leftOut.has(lead)).map((lead) => ({ made: countedRow(lead) })),
  );
  await offerLeads(
    tx,
    made.flatMap((lead) => (leftOut.has(lead) ? [] : [lead.id])),
  );
  const outcomes = read.map((one): CreateOutcome => {
    if (one instanceof HttpError) return { status: 'invalid', error: one };
    const { lead, status, warnings } = one;
    const hit = suppressed.get(lead);
    if (hit !== undefined) return { status: 'suppressed', error: suppressedError(hit) };
    if (leftOut.has(lead)) return { status: 'duplicate', existingLeadId: holderOf(lead)?.id ?? null };
    const { id, email, phone } = lead;
    return { status: 'created', lead: { id, email, phone, status, updatedAt: at }, warnings };
  });
  return { outcomes, created: made.length - left.length, counts };
}

/** Records the consent that created leads give. */
async function recordGiven(
  tx: TenantTransaction,
  { read, by }: WantedLeads,
  leftOut: ReadonlySet<StoredLead>,
): Promise<void> {
  const given = read.flatMap((one, index) => {
    const actor = by[index]?.actor;
    if (one instanceof HttpError || one.consent === null || leftOut.has(one.lead)) return [];
    return actor === undefined ? [] : [{ actor, consents: changesOfGiven(one.lead.id, one.consent) }];
  });
  for (const [actor, some] of Map.groupBy(given, (one) => one.actor)) {
    const consents = some.flatMap((one) => one.consents);
    await addConsents(tx, consents, { actor, source: 'API' });
  }
}

/** A single statement, or none without created leads. */
export async function recordInserted(
  tx: TenantTransaction,
  inserted: Inserted,
  auditOf: AuditOf,
): Promise<void> {
  if (inserted.created === 0) return;
  await recordCreated(tx, { counts: inserted.counts, audits: auditOf(inserted) });
}

/** One audit entry per created lead. */
export function auditEach({ by }: WantedLeads): AuditOf {
  return ({ outcomes }) =>
    outcomes.flatMap((outcome, index): AuditEntry[] => {
      const maker = by[index];
      if (outcome.status !== 'created' || maker === undefined) return [];
      const { actor, origin, details } = maker;
      return [{ action: 'create_lead', actor, origin, resource: outcome.lead.id, details }];
    });
}

/** Finds the owner of an omitted lead's email or else phone. */
async function ownersOf(
  tx: TenantTransaction,
  left: readonly StoredLead[],
): Promise<(lead: StoredLead) => Holder | undefined> {
  const holders = left.length === 0 ? [] : await findHolders(tx, storedIdentities(left));
  const byEmail = new Map(holders.toReversed().map((one) => [one.email, one]));
  const byPhone = new Map(holders.toReversed().map((one) => [one.phone, one]));
  return ({ email, phone, number_valid }) =>
    (email === null ? undefined : byEmail.get(email)) ?? (number_valid ? byPhone.get(phone) : undefined);
}

function storedIdentities(leads: readonly StoredLead[]): { emails: string[]; phones: string[] } {
  return {
    emails: leads.flatMap(({ email }) => email ?? []),
    phones: leads.flatMap(({ phone, number_valid }) => (number_valid && phone !== null ? [phone] : [])),
  };
}
