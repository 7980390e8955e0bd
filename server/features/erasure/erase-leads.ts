import { announceLeads } from '../../lead/change/announce-leads.ts';
import { type CountedChange, countChanges } from '../../lead/change/count-changes.ts';
import { updateLeadColumns } from '../../lead/edits/edit-writes.ts';
import { searchNotesOf } from '../../lead/edits/note-writes.ts';
import { lockLeadRows } from '../../lead/edits/reads.ts';
import { EDITED_COLUMNS, type StoredColumn } from '../../lead/fields.ts';
import { deleteHistory } from '../../lead/persons/history-writes.ts';
import type { Matcher } from '../../lead/persons/matcher.ts';
import { ANONYMOUS_PHONE, KEPT_ANONYMOUS } from '../../lead/rows/anonymous-lead.ts';
import { columnChanges, countedRow, emptyLead, type LeadRow } from '../../lead/rows/lead-row.ts';
import { deleteLeads, forgetDeleted, takeTransactionId } from '../../lead/store/store.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { ErasedCounts } from './counts.ts';
import { leadsWithTexts, loggedWithPerson, redactNotes } from './person-lead-writes.ts';

/**
 * Removes a person's leads: sold leads outside the bin become anonymous, so that totals and sales stay, the others are deleted
 * for good. Then removes the person from the texts of other leads. The transaction must have locked the leads.
 */
export async function eraseLeads(tx: TenantTransaction, matcher: Matcher): Promise<ErasedCounts> {
  await takeTransactionId(tx);
  const rows = await lockLeadRows(tx, matcher.needles.ids);
  const sold = rows.filter((row) => row.is_sold && row.deleted_at === null && !isAnonymous(row));
  const others = rows.filter((row) => !row.is_sold || row.deleted_at !== null);
  const ids = [...sold, ...others].map(({ id }) => id);
  const history = await deleteHistory(tx, ids);
  const changes: CountedChange[] = [];
  for (const before of sold) {
    const after = anonymous(before, matcher);
    await changeLead(tx, before, after);
    changes.push({ before: countedRow(before), after: countedRow(after) });
  }
  await searchNotesOf(
    tx,
    sold.map(({ id }) => id),
  );
  for (const lead of others) {
    if (lead.deleted_at === null) changes.push({ trashed: countedRow(lead), createdAt: lead.created_at });
  }
  if (others.length > 0) {
    await deleteLeads(
      tx,
      others.map(({ id }) => id),
    );
  }
  const redacted = await redactOthers(tx, matcher);
  await countChanges(tx, [...changes, ...redacted.changes]);
  const noted = await redactNotes(tx, matcher);
  await searchNotesOf(tx, noted.leadIds);
  const logged = await loggedWithPerson(tx, matcher);
  await forgetDeleted(tx, [...ids, ...redacted.ids, ...noted.leadIds, ...logged]);
  if (ids.length + redacted.ids.length > 0) await announceLeads(tx);
  const trashed = others.filter(({ deleted_at: deletedAt }) => deletedAt !== null).length;
  return {
    leads: ids.length - trashed + redacted.ids.length,
    trash: trashed,
    notes: history.notes + noted.count,
    timeline: history.events,
    consents: history.consents,
  };
}

function isAnonymous({ email, phone }: Pick<LeadRow, 'email' | 'phone'>): boolean {
  return email === null && phone === ANONYMOUS_PHONE;
}

function anonymous(lead: LeadRow, { redactJson }: Matcher): LeadRow {
  const kept = Object.entries(lead).filter(([column]) => KEPT_ANONYMOUS.has(column as StoredColumn));
  return {
    ...lead,
    ...emptyLead(lead.id),
    ...redactJson(Object.fromEntries(kept)),
    id: lead.id,
    is_sold: lead.is_sold,
    phone: ANONYMOUS_PHONE,
  };
}

async function changeLead(tx: TenantTransaction, before: LeadRow, after: LeadRow): Promise<void> {
  await updateLeadColumns(tx, after, Object.keys(columnChanges(before, after)) as StoredColumn[]);
}

/** Removes the person's emails and phones, and adjacent names, from other leads. */
async function redactOthers(
  tx: TenantTransaction,
  matcher: Matcher,
): Promise<{ ids: string[]; changes: CountedChange[] }> {
  const rows = await lockLeadRows(tx, await leadsWithTexts(tx, matcher));
  const changed = rows.flatMap((before) => {
    const after = redactedLead(before, matcher);
    return after === null ? [] : [{ before, after }];
  });
  for (const { before, after } of changed) await changeLead(tx, before, after);
  return {
    ids: changed.map(({ before }) => before.id),
    changes: changed.flatMap(({ before, after }) =>
      before.deleted_at === null ? [{ before: countedRow(before), after: countedRow(after) }] : [],
    ),
  };
}

/** Null if the lead doesn't hold the person. */
export function redactedLead(lead: LeadRow, matcher: Matcher): LeadRow | null {
  const after = { ...lead };
  const texts = EDITED_COLUMNS.filter((column) => typeof lead[column] === 'string' && !KEYS.has(column));
  for (const column of texts) Object.assign(after, { [column]: matcher.redact(lead[column] as string) });
  after.tags = matcher.redactJson(lead.tags);
  after.custom_data = matcher.redactJson(lead.custom_data);
  // A redacted email or phone is useless.
  if (after.email !== lead.email) after.email = null;
  if (after.phone !== lead.phone) Object.assign(after, { phone: null, number_valid: false });
  if (after.email === null && after.phone === null) after.phone = ANONYMOUS_PHONE;
  return Object.keys(columnChanges(lead, after)).length === 0 ? null : after;
}

const KEYS: ReadonlySet<string> = new Set(['status', 'owner_id', 'due_on', 'deposit_date', 'deposit_amount']);
