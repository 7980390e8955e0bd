import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { OperationWork, RowOutcome, RowResult } from './operation.ts';

export async function writeResults(
  tx: TenantTransaction,
  { id }: Pick<OperationWork, 'id'>,
  results: readonly RowResult[],
): Promise<void> {
  if (results.length === 0) return;
  await tx.query(
    `UPDATE operation_rows r SET outcome = d.outcome, lead_id = d.lead_id, key = d.key, message = d.message
     FROM unnest($3::int[], $4::text[], $5::uuid[], $6::text[], $7::text[])
       AS d (row_number, outcome, lead_id, key, message)
     WHERE r.organization_id = $1 AND r.operation_id = $2 AND r.row_number = d.row_number`,
    [
      tx.organizationId,
      id,
      results.map(({ rowNumber }) => rowNumber),
      results.map(({ outcome }) => outcome),
      results.map(({ leadId }) => leadId),
      results.map(({ key }) => key),
      results.map(({ message }) => message),
    ],
  );
}

/** A lead that an operation on selected leads reports, as if a row had named it. */
export interface ReportedLead {
  id: string;
  identifier: string;
  value: string | null;
  country: string | null;
  message: string;
  /** `conflict` by default. */
  outcome?: RowOutcome;
  key?: string;
}

/** Adds rows to the report. Lanes write concurrently, so rows are numbered under a lock on the operation. */
export async function reportConflicts(
  tx: TenantTransaction,
  { id }: Pick<OperationWork, 'id'>,
  leads: readonly ReportedLead[],
): Promise<void> {
  if (leads.length === 0) return;
  const operation = [tx.organizationId, id];
  await tx.query('SELECT FROM bulk_operations WHERE organization_id = $1 AND id = $2 FOR UPDATE', operation);
  await tx.query(
    insertSelected(`INSERT INTO operation_rows
       (organization_id, operation_id, row_number, identifier, value, country, lead_id, message, outcome, key)
     SELECT $1, $2, n + (SELECT coalesce(max(row_number), 0) FROM operation_rows
         WHERE organization_id = $1 AND operation_id = $2),
       identifier, value, country, lead_id, message, outcome, key
     FROM unnest($3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[])
       WITH ORDINALITY AS c (identifier, value, country, lead_id, message, outcome, key, n)`),
    [
      ...operation,
      leads.map(({ identifier }) => identifier),
      leads.map(({ value }) => value),
      leads.map(({ country }) => country),
      leads.map((lead) => lead.id),
      leads.map(({ message }) => message),
      leads.map(({ outcome = 'conflict' }) => outcome),
      leads.map(({ key = null }) => key),
    ],
  );
}

/** Adds lines of a file that could not be read to the report; their text may name a person. */
export async function recordReportLines(
  tx: TenantTransaction,
  { id }: Pick<OperationWork, 'id'>,
  lines: readonly { number: number; message: string }[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    insertSelected(`INSERT INTO operation_rows (organization_id, operation_id, row_number, identifier, outcome, message)
     SELECT $1, $2, l.number, '', 'invalid', l.message FROM unnest($3::int[], $4::text[]) AS l (number, message)`),
    [...[tx.organizationId, id], lines.map(({ number }) => number), lines.map(({ message }) => message)],
  );
}
