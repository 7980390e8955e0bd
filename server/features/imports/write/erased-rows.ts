import { lockLeadRows } from '../../../lead/edits/reads.ts';
import { type Matcher, matcherOf } from '../../../lead/persons/matcher.ts';
import { personsBeingErased } from '../../../lead/persons/open-erasure-reads.ts';
import { nobody, type Person, unitePersons } from '../../../lead/persons/person.ts';
import { countedRow } from '../../../lead/rows/lead-row.ts';
import { deleteLeads } from '../../../lead/store/store.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { BatchOutcome, RowReport } from './record-batch.ts';

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
export async function withoutErased(tx: TenantTransaction, rows: MappedRow[]): Promise<MappedRow[]> {
  const person = await erasedPerson(tx);
  if (person === null) return rows;
  return rows.filter(({ draft: { email, phone, numberValid } }) => {
    const identity = { email: email ?? null, phone: phone ?? null, isValid: numberValid === true };
    return !hasIdentity(person, identity);
  });
}

/** Deletes the leads of erased persons that a batch created, and leaves their rows out of its outcome. */
export async function removeErased(tx: TenantTransaction, outcome: BatchOutcome): Promise<BatchOutcome> {
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
  if (ids.size > 0) await deleteLeads(tx, [...ids]);
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
