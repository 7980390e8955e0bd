import { type ImportForecast, noForecast } from '#contract/import-forecast.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { readAhead } from '../../../platform/jobs/in-order.ts';
import { LeadsInMemory } from '../write/leads-in-memory.ts';
import type { WantedIdentities } from '../write/matching-reads.ts';
import { type MatchRules, validateUpdate, wantedBy } from '../write/validate-update.ts';
import { findChangedLeads, keepChangedLeads, openChangedLeads } from './changed-lead-writes.ts';
import { storedLeads } from './dry-run-reads.ts';
import { countRow, type FileToValidate, type ValidatedRow } from './tally.ts';

/** Rows with the stored leads they may affect, before any row of this run changed them. */
interface FoundBatch {
  rows: MappedRow[];
  wanted: WantedIdentities;
  stored: StoredLead[];
}

/**
 * Validates the rows of a file in order, as an update applies them: each row sees the changes of the rows before it.
 * Leads of the current batch are in memory, those of earlier batches in a temporary table, so the file size doesn't
 * matter. Calls `tell` with the running totals after each batch.
 */
export async function validateUpdates(
  scope: OrganizationScope,
  rules: MatchRules,
  { totalRows, batches, tell }: FileToValidate,
): Promise<ImportForecast> {
  return scope.transaction(async (tx) => {
    const result = noForecast(totalRows);
    await openChangedLeads(tx);
    for await (const batch of readAhead(withStored(scope, readAhead(batches())))) {
      await validateBatch(tx, rules, batch, result);
      tell(result);
    }
    return result;
  });
}

async function* withStored(
  scope: OrganizationScope,
  batches: AsyncIterable<MappedRow[]>,
): AsyncGenerator<FoundBatch> {
  for await (const rows of batches) {
    const wanted = wantedBy(rows);
    yield { rows, wanted, stored: await storedLeads(scope, wanted) };
  }
}

async function validateBatch(
  tx: TenantTransaction,
  rules: MatchRules,
  { rows, wanted, stored }: FoundBatch,
  result: ImportForecast,
): Promise<void> {
  const ids = [...new Set([...wanted.ids, ...stored.map(({ id }) => id)])];
  const changed = await findChangedLeads(tx, { ...wanted, ids });
  const known = new Set(changed.map(({ id }) => id));
  const leads = new LeadsInMemory([...stored.filter(({ id }) => !known.has(id)), ...changed]);
  for (const row of rows) countRow(result, row, validateUpdateRow(row, leads, rules));
  const after = leads.takeChanged().map((change) => change.after);
  await keepChangedLeads(tx, after, known);
}

function validateUpdateRow(row: MappedRow, leads: LeadsInMemory, rules: MatchRules): ValidatedRow {
  if (!isSound(row)) return { outcome: 'errors' };
  const validated = validateUpdate(leads, rules, row);
  if (validated.outcome !== 'updated')
    return { outcome: validated.outcome === 'error' ? 'errors' : 'skipped' };
  const { lead, warnings } = validated;
  leads.put(lead);
  const isWarned = warnings.length > 0;
  return { outcome: 'updated', phone: lead.phone, numberValid: lead.number_valid, isWarned };
}
