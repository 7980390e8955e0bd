import type { IdentifierType } from '#contract/sales.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { findLeadsByNumbers, type NumberMatch } from '../phones/find-leads.ts';
import { readEmail } from '../values/normalise-email.ts';
import type { ListRow, OperationWork, RowResult } from './operation.ts';
import { earlierRowsOf } from './reads.ts';
import { idsOfEmails, readTargetLeads, type TargetLead } from './target-lead-reads.ts';

/** A row and the lead it names, which the transaction has locked. */
export interface MatchedRow {
  row: ListRow;
  lead: TargetLead;
}

const REASONS: Record<IdentifierType, Record<'not_found' | 'invalid' | 'ambiguous', string>> = {
  phone: {
    not_found: 'No lead has this number',
    invalid: "Not a valid phone number in your leads' countries; international numbers start with +",
    ambiguous: 'This number matches several leads; write it with + and the country code',
  },
  email: {
    not_found: 'No lead has this email',
    invalid: 'Not a valid email address',
    ambiguous: 'This email matches several leads',
  },
};

/** Returns the leads that rows name, without locks. */
export async function leadsOfRows(
  tx: TenantTransaction,
  type: IdentifierType,
  rows: readonly ListRow[],
): Promise<string[]> {
  const matches = type === 'phone' ? await matchNumbers(tx, rows) : await matchEmails(tx, rows);
  return matches.flatMap(({ leadId }) => leadId ?? []);
}

/** Finds and locks the leads that rows name. Rows that repeat an earlier one in any spelling, or name no lead, are settled. */
export async function matchRows(
  tx: TenantTransaction,
  work: Pick<OperationWork, 'id' | 'rowCursor'>,
  type: IdentifierType,
  rows: readonly ListRow[],
): Promise<{ matched: MatchedRow[]; settled: RowResult[] }> {
  const matches = type === 'phone' ? await matchNumbers(tx, rows) : await matchEmails(tx, rows);
  const seen = await earlierRowsOf(
    tx,
    work,
    matches.map(({ key }) => key),
  );
  const found: { row: ListRow; match: NumberMatch }[] = [];
  const settled: RowResult[] = [];
  for (const [index, row] of rows.entries()) {
    const match = matches[index];
    if (match === undefined) continue;
    const { outcome, key, leadId } = match;
    const result = { rowNumber: row.rowNumber, leadId, key };
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      settled.push({ ...result, outcome: 'repeated', message: `Repeats row ${earlier}` });
    } else if (outcome === 'found') found.push({ row, match });
    else settled.push({ ...result, outcome, message: REASONS[type][outcome] });
    if (earlier === undefined) seen.set(key, row.rowNumber);
  }
  const leads = await readTargetLeads(
    tx,
    found.flatMap(({ match }) => match.leadId ?? []),
    'FOR UPDATE',
  );
  const matched: MatchedRow[] = [];
  for (const { row, match } of found) {
    const lead = leads.get(match.leadId ?? '');
    // The identity may have changed before the lock.
    if (lead !== undefined && (type === 'phone' ? lead.phone : lead.email) === match.held) {
      matched.push({ row, lead });
    } else {
      const { key } = match;
      const message = REASONS[type].not_found;
      settled.push({ rowNumber: row.rowNumber, outcome: 'not_found', leadId: null, key, message });
    }
  }
  return { matched, settled };
}

function matchNumbers(tx: TenantTransaction, rows: readonly ListRow[]): Promise<NumberMatch[]> {
  return findLeadsByNumbers(
    tx,
    rows.map(({ identifier: text, country }) => ({ text, country })),
  );
}

async function matchEmails(tx: TenantTransaction, rows: readonly ListRow[]): Promise<NumberMatch[]> {
  const emails = rows.map(({ identifier }) => readEmail(identifier));
  const ids = await idsOfEmails(
    tx,
    emails.filter((email) => email !== null),
  );
  return rows.map(({ identifier }, index) => {
    const email = emails[index] ?? null;
    if (email === null)
      return { outcome: 'invalid', leadId: null, held: null, key: identifier.toLowerCase() };
    const leadId = ids.get(email);
    if (leadId === undefined) return { outcome: 'not_found', leadId: null, held: null, key: email };
    return { outcome: 'found', leadId, held: email, key: leadId };
  });
}
