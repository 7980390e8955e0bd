import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import { insertConsents } from '../../../lead/consents/consent-writes.ts';
import { offerLeads } from '../../../lead/customer-orders/offer-writes.ts';
import { insertImportNotes } from '../../../lead/edits/note-writes.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import {
  encodeStaged,
  insertAllLeads,
  insertLeads,
  insertNewLeads,
  STAGED_COLUMNS,
  STAGING_TABLE,
  stageLeads,
  takeStaged,
} from '../../../lead/store/store.ts';
import { type Admission, admitLeads } from '../../../lead/suppression/admission.ts';
import { type Hit, isHit } from '../../../lead/suppression/suppression-reads.ts';
import type { Actor } from '../../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { StoredRows } from '../record/stored-row-writes.ts';
import { countedStaged } from './counted-lead.ts';
import { holdersOfRows } from './matching-reads.ts';
import type { CreateBatch } from './prepare-create.ts';
import { type BatchOutcome, noCounts } from './record-batch.ts';
import { duplicateReport, type RepeatedLead, suppressedReport } from './row-reports.ts';

const CHECKS = ['hlr_checked_at', 'hlr_source', 'whatsapp_checked_at', 'whatsapp_source'] as const;
const COLUMNS = ['organization_id', 'import_id', ...CHECKS, ...STAGED_COLUMNS];

/** Rows that repeat no earlier row of the file; `$3` are the ordinals of rows that may. */
const NEW = 'ordinal <> ALL ($3::int[])';
const REPEATS = 'ordinal = ANY ($3::int[])';

function sourceOf(rows: string): string {
  return `SELECT $1::uuid, $2::uuid,
      CASE WHEN hlr IS NOT NULL THEN now() END, CASE WHEN hlr IS NOT NULL THEN 'import' END,
      CASE WHEN whatsapp IS NOT NULL THEN now() END, CASE WHEN whatsapp IS NOT NULL THEN 'import' END,
      ${STAGED_COLUMNS.join(', ')}
    FROM ${STAGING_TABLE} WHERE ${rows}`;
}

/** Place of a staged lead, and what it is reported and counted by. */
const LEFT = `ordinal, email, phone, number_valid, hlr, whatsapp, tags,
  ${FILTERED_FIELDS.map(({ column }) => column).join(', ')}`;

/** SELECT of the leads that weren't inserted. */
function leftOf(rows: string): string {
  return `SELECT ${LEFT}
    FROM ${STAGING_TABLE} s WHERE ${rows} AND NOT EXISTS (SELECT FROM made m WHERE m.id = s.id)`;
}

interface LeftLead extends Record<string, unknown> {
  ordinal: number;
  email: string | null;
  phone: string | null;
  number_valid: boolean;
  source: string | null;
  tags: string[];
}

/** Circumstances under which a batch of new leads is written. */
interface CreateOptions {
  /** Leads of the batch probably exist, so it isn't tried without. */
  expectsKnown: boolean;
  /** Waits until all earlier rows of the file are committed. */
  committed(): Promise<void>;
  /** The user who imports: the author of the notes. */
  actor: Actor;
}

/** Outcome of a batch of new leads. */
interface CreateOutcome extends BatchOutcome {
  /** Leads of the batch existed already, beyond those that the file repeats. */
  hasKnown: boolean;
}

/**
 * Inserts the rows of a batch that have no error. The unique indexes decide which are duplicates, and a duplicate takes nothing.
 * Rows that may share an identity with an earlier one depend on its outcome: they come last, in file order, once the earlier
 * batches are committed. People on a suppression list are left out first.
 */
export async function createLeads(
  tx: TenantTransaction,
  importId: string,
  batch: CreateBatch,
  options: CreateOptions,
): Promise<CreateOutcome> {
  const { known, repeats, suppressed } = await insertBatch(tx, importId, batch, options);
  const left = [...known, ...repeats];
  const leftOut = new Set([...left, ...suppressed].map(({ ordinal }) => ordinal));
  const notes = batch.notes.filter(({ ordinal }) => !leftOut.has(ordinal));
  await insertImportNotes(tx, notes, { importId, actor: options.actor });
  const consents = batch.consents.filter(({ ordinal }) => !leftOut.has(ordinal));
  await insertConsents(tx, consents, { importId, actor: options.actor, source: 'Import' });
  const counts = noCounts();
  const leadCounts = batch.leadCounts.copy();
  const reports = [...batch.reports];
  counts.errors = batch.errors;
  counts.skipped = batch.skipped + suppressed.length;
  counts.suppressed = suppressed.length;
  counts.fixed = batch.fixed;
  counts.duplicates = left.length;
  counts.imported = batch.numbers.length - leftOut.size;
  counts.invalidPhones = batch.invalidPhones;
  const stored = storedRowsOf(batch, leftOut);
  await offerLeads(tx, stored.leads, { isImport: true });
  const repeated = await repeatedLeads(tx, importId, batch, left);
  for (const [place, lead] of left.entries()) {
    reports.push(duplicateReport(batch.numbers[lead.ordinal] ?? 0, lead, repeated.get(place) ?? null));
  }
  for (const { hit, ...lead } of suppressed) {
    reports.push(suppressedReport(batch.numbers[lead.ordinal] ?? 0, lead, hit));
  }
  for (const lead of [...left, ...suppressed]) {
    leadCounts.removeNew(countedStaged(lead));
    if (lead.phone !== null && !lead.number_valid) counts.invalidPhones--;
  }
  return {
    counts,
    reports,
    stored,
    leadCounts,
    duplicateSources: left.map(({ source }) => source ?? ''),
    created: batch.created,
    hasKnown: known.length > 0,
  };
}

/** Returns the rows that were inserted with their leads. */
function storedRowsOf({ numbers, ids }: CreateBatch, leftOut: ReadonlySet<number>): StoredRows {
  if (leftOut.size === 0) return { rows: numbers, leads: ids };
  const isStored = (_one: unknown, ordinal: number): boolean => !leftOut.has(ordinal);
  return { rows: numbers.filter(isStored), leads: ids.filter(isStored) };
}

/** Leads that kept rows out, by position of the row in `left`. */
async function repeatedLeads(
  tx: TenantTransaction,
  importId: string,
  { ids, numbers }: CreateBatch,
  left: readonly LeftLead[],
): Promise<Map<number, RepeatedLead>> {
  const identities = left.map(({ email, phone, number_valid }) => ({
    email,
    phone: number_valid ? phone : null,
  }));
  const holders = await holdersOfRows(tx, importId, identities);
  const ofBatch = holders.some(({ isOwn }) => isOwn)
    ? new Map(ids.map((id, ordinal) => [id, numbers[ordinal]]))
    : new Map<string, number>();
  return new Map(
    holders.map(({ place, ...lead }) => [place, { ...lead, row: ofBatch.get(lead.id) ?? null }]),
  );
}

/** Inserts the leads and returns the ones that were not inserted. */
async function insertBatch(
  tx: TenantTransaction,
  importId: string,
  { numbers, contacts, text, repeats }: CreateBatch,
  { expectsKnown, committed }: CreateOptions,
): Promise<{ known: LeftLead[]; repeats: LeftLead[]; suppressed: SuppressedLead[] }> {
  if (numbers.length === 0) return { known: [], repeats: [], suppressed: [] };
  // Which gives the transaction its id.
  await stageLeads(tx.client, text);
  const { hits, admission } = await admitLeads(tx, contacts);
  const suppressed = await takeSuppressed(tx, hits);
  const values = [tx.organizationId, importId, repeats];
  const insertNew = async (rows: string): Promise<LeftLead[]> => {
    const source = `${sourceOf(rows)} ORDER BY ordinal`;
    return insertNewLeads<LeftLead>(tx, { admission, columns: COLUMNS, source, values }, leftOf(rows));
  };
  const isNew =
    !expectsKnown &&
    (await insertAllLeads(tx, { admission, columns: COLUMNS, source: sourceOf(NEW), values }));
  const known = isNew ? [] : await insertNew(NEW);
  if (repeats.length === 0) return { known, repeats: [], suppressed };
  await committed();
  return { known, repeats: await insertNew(REPEATS), suppressed };
}

type SuppressedLead = LeftLead & { hit: Hit };

/** Takes people on a suppression list out of the staged leads. */
async function takeSuppressed(tx: TenantTransaction, hits: readonly Hit[]): Promise<SuppressedLead[]> {
  const places = hits.flatMap((hit, ordinal) => (isHit(hit) ? [ordinal] : []));
  if (places.length === 0) return [];
  const taken = await takeStaged<LeftLead>(tx, places, LEFT);
  return taken.flatMap((lead) => {
    const hit = hits[lead.ordinal];
    return hit === undefined ? [] : [{ ...lead, hit }];
  });
}

/** The transaction must have its id. */
export async function insertCreated(
  tx: TenantTransaction,
  importId: string,
  leads: readonly StoredLead[],
  admission: Admission,
): Promise<void> {
  if (leads.length === 0) return;
  await stageLeads(tx.client, encodeStaged(leads));
  await insertLeads(tx, {
    admission,
    columns: COLUMNS,
    source: `${sourceOf('true')} ORDER BY ordinal`,
    values: [tx.organizationId, importId],
  });
  await offerLeads(
    tx,
    leads.map(({ id }) => id),
    { isImport: true },
  );
}
