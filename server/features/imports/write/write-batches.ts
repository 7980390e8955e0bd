import type pg from 'pg';
import { lockLeadRows } from '../../../lead/edits/reads.ts';
import { type Matcher, matcherOf } from '../../../lead/persons/matcher.ts';
import { personsBeingErased } from '../../../lead/persons/open-erasure-reads.ts';
import { nobody, type Person, unitePersons } from '../../../lead/persons/person.ts';
import { isInternational } from '../../../lead/phones/phone-cell.ts';
import { countedRow } from '../../../lead/rows/lead-row.ts';
import { deleteNewLeads, withWriteLease } from '../../../lead/store/store.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { isUniqueViolation } from '../../../platform/db/transaction.ts';
import { readAhead, withCommitTimeout, writeInOrder } from '../../../platform/jobs/in-order.ts';
import type { ImportWork } from '../record/reads.ts';
import { type RowCollector, RowList, rowIdentities } from '../rows/prepare-batches.ts';
import { createLeads } from './create-batch.ts';
import { CreateBatchBuilder } from './prepare-create.ts';
import { type BatchOutcome, type RowReport, recordBatch } from './record-batch.ts';
import { updateLeads } from './update-batch.ts';
import { type MatchRules, matchRules } from './validate-update.ts';

/** The batch before the one to write. */
interface EarlierBatch {
  /** Settles with its transaction; null without one in progress. */
  before: Promise<void> | null;
  /** Waits for its commit, for a limited time. */
  committed(): Promise<void>;
}

/** Writes a batch in its transaction, beside the batch before it. May run again after a deadlock. */
type WriteRows = (tx: TenantTransaction, earlier: EarlierBatch) => Promise<BatchOutcome>;

/** Batches written at once. Creates are encoded text, so a third fills the time in which two wait for the disk; updates hold leads. */
const AT_ONCE = { create: 3, update: 2 };

export type RowsToWrite = <B>(collector: RowCollector<B>) => AsyncIterable<B>;

interface ReadyBatch {
  rows: number;
  /** Identities by which it depends on other batches that have them. */
  identities: ReadonlySet<string>;
  write: WriteRows;
}

/** `from`: data rows before it in the file. */
type PlacedBatch = ReadyBatch & { from: number };

/**
 * Writes the remaining batches in file order; each commits its rows, counters, report and cursor together. Holds the organization's
 * write lease on `session`.
 * @throws StaleCursor, and errors of `rows` and of the database
 */
export async function writeBatches(
  session: pg.ClientBase,
  scope: OrganizationScope,
  work: ImportWork,
  rows: RowsToWrite,
): Promise<void> {
  const matching = matchRules(work.plan);
  const batches = matching === null ? creating(work, rows) : updating(work, matching, rows);
  const ready = readAhead(placed(work.processed, batches));
  try {
    // Others don't wait while this import is still reading.
    const first = await ready.next();
    if (first.done) return;
    await withWriteLease(session, scope.organizationId, (lease) =>
      writeInOrder(
        beginningWith(first.value, ready),
        {
          areIndependent: (earlier, later) => earlier.identities.isDisjointFrom(later.identities),
          write: (batch, before) => commitBatch(scope, work, batch, before),
          mustPause: () => lease.isWanted(),
          pause: () => lease.yield(),
        },
        AT_ONCE[matching === null ? 'create' : 'update'],
      ),
    );
  } finally {
    await ready.return(undefined);
  }
}

async function* beginningWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* placed(processed: number, batches: AsyncIterable<ReadyBatch>): AsyncGenerator<PlacedBatch> {
  let from = processed;
  for await (const batch of batches) {
    yield { ...batch, from };
    from += batch.rows;
  }
}

/** Batches of new leads depend on no other: repeating rows wait in their own batch. */
const NO_IDENTITIES: ReadonlySet<string> = new Set();

async function* creating(work: ImportWork, rows: RowsToWrite): AsyncGenerator<ReadyBatch> {
  const actor = { id: work.createdBy, username: work.createdByName };
  // A file with one lead that exists probably has more.
  let expectsKnown = false;
  for await (const batch of rows(new CreateBatchBuilder(work.totalRows))) {
    const write: WriteRows = async (tx, { committed }) => {
      const outcome = await createLeads(tx, work.id, batch, { expectsKnown, committed, actor });
      expectsKnown = outcome.hasKnown;
      return outcome;
    };
    yield { rows: batch.rows, identities: NO_IDENTITIES, write };
  }
}

/**
 * Each batch looks for its leads after the one before has locked its own. Batches with national numbers of no country, or with
 * phones that an earlier batch's new leads may have, wait for its commit.
 */
async function* updating(
  work: ImportWork,
  matching: MatchRules,
  rows: RowsToWrite,
): AsyncGenerator<ReadyBatch> {
  const actor = { id: work.createdBy, username: work.createdByName };
  const rules = { ...matching, importId: work.id, actor, ofStored: work.chosenLeads !== null };
  const isOpenRow = ({ draft: { typedPhone, numberValid } }: MappedRow): boolean =>
    typedPhone !== undefined &&
    (typedPhone.isNational || (matching.creates && !(numberValid && isInternational(typedPhone.text))));
  let last: Promise<void> = Promise.resolve();
  let wasOpen = false;
  for await (const batch of rows(new RowList())) {
    const foundBefore = last;
    const found = Promise.withResolvers<void>();
    last = found.promise;
    const isOpen = batch.some(isOpenRow);
    const waits = isOpen || wasOpen;
    wasOpen = isOpen;
    const write: WriteRows = async (tx, { before }) => {
      if (before !== null) await (waits ? before : Promise.race([foundBefore, before]));
      const rows = await withoutErased(tx, batch);
      const outcome = await updateLeads(tx, rules, rows, found.resolve);
      outcome.counts.skipped += batch.length - rows.length;
      return outcome;
    };
    yield { rows: batch.length, identities: rowIdentities(batch), write };
  }
}

const MAX_ATTEMPTS = 3;

/** Writes a batch; again if it gave way to the batch before it, or if another writer took an identity after the search for it. */
async function commitBatch(
  scope: OrganizationScope,
  work: ImportWork,
  batch: PlacedBatch,
  before: Promise<void> | null,
): Promise<void> {
  let earlier = before;
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryBatch(scope, work, batch, earlier);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isUniqueViolation(error)) throw error;
      await earlier;
      earlier = null;
    }
  }
}

function tryBatch(
  scope: OrganizationScope,
  { id: importId, worker }: ImportWork,
  batch: PlacedBatch,
  before: Promise<void> | null,
): Promise<void> {
  return withCommitTimeout(before, (earlier, committed) =>
    scope.transaction(async (tx) => {
      const outcome = await removeErased(tx, await batch.write(tx, { before: earlier, committed }));
      await committed();
      await recordBatch(tx, { importId, worker, from: batch.from, rows: batch.rows }, outcome);
    }),
  );
}

// Rows of persons who are being erased count as skipped and are reported nowhere: the erasure waits for the import.

/** Returns the persons who are being erased as one, or null without any. */
async function erasedPerson(tx: TenantTransaction): Promise<Person | null> {
  const persons = await personsBeingErased(tx);
  return persons.length === 0 ? null : persons.reduce(unitePersons, nobody());
}

function hasIdentity(
  { emails, phones }: Person,
  { email, phone, isValid }: { email: string | null; phone: string | null; isValid: boolean },
): boolean {
  return (email !== null && emails.includes(email)) || (isValid && phone !== null && phones.includes(phone));
}

/** Returns the rows of a batch that no erased person has. */
async function withoutErased(tx: TenantTransaction, rows: MappedRow[]): Promise<MappedRow[]> {
  const person = await erasedPerson(tx);
  if (person === null) return rows;
  return rows.filter(({ draft: { email, phone, numberValid } }) => {
    const identity = { email: email ?? null, phone: phone ?? null, isValid: numberValid === true };
    return !hasIdentity(person, identity);
  });
}

/** Deletes the leads of erased persons that a batch created, and leaves their rows out of its outcome. */
async function removeErased(tx: TenantTransaction, outcome: BatchOutcome): Promise<BatchOutcome> {
  const person = await erasedPerson(tx);
  if (person === null) return outcome;
  const { first, last } = outcome.created ?? { first: '', last: '' };
  const created = outcome.stored.leads.filter((id) => id >= first && id <= last);
  const leads = (await lockLeadRows(tx, created)).filter((lead) =>
    hasIdentity(person, { ...lead, isValid: lead.number_valid }),
  );
  const counts = { ...outcome.counts };
  const leadCounts = outcome.leadCounts.copy();
  for (const lead of leads) {
    leadCounts.removeNew(countedRow(lead));
    counts.imported -= 1;
    counts.skipped += 1;
    if (lead.phone !== null && !lead.number_valid) counts.invalidPhones -= 1;
  }
  const ids = new Set(leads.map(({ id }) => id));
  if (ids.size > 0) await deleteNewLeads(tx, [...ids]);
  const { rows, leads: stored } = outcome.stored;
  const isKept = (_one: unknown, at: number): boolean => !ids.has(stored[at] ?? '');
  const removed = new Set(rows.filter((_row, at) => ids.has(stored[at] ?? '')));
  return {
    ...outcome,
    counts,
    leadCounts,
    reports: reportsOfOthers(outcome.reports, removed, matcherOf(person)),
    stored: { rows: rows.filter(isKept), leads: stored.filter(isKept) },
  };
}

function reportsOfOthers(reports: RowReport[], removed: ReadonlySet<number>, matcher: Matcher): RowReport[] {
  const theirs = new Set([
    ...removed,
    ...reports.filter(({ value, message }) => matcher.holds(`${value}\n${message}`)).map(({ row }) => row),
  ]);
  return reports.filter(({ row }) => !theirs.has(row));
}
