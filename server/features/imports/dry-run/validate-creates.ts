import { type DryRunResult, noDryRunResult } from '#contract/import-dry-run.ts';
import { FileProblem } from '#packages/tabular/tabular.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { readAhead } from '../../../platform/jobs/in-order.ts';
import { isDropped } from '../rows/row-edit.ts';
import { wantedBy } from '../write/match-lead.ts';
import { takenIdentities } from './dry-run-reads.ts';
import { fingerprintOf, IdentityTable } from './identity-table.ts';
import { countRow, type FileToValidate, type ValidatedRow } from './tally.ts';

/** More than a file of the maximum size has, unless crafted; their table takes 250 MB. */
const MAX_IDENTITIES = 10_000_000;

/**
 * Validates rows as if they were inserted one by one: a rejected row claims no identity. Calls `tell` with totals after each batch.
 * @throws FileProblem beyond MAX_IDENTITIES
 */
export async function validateCreates(
  scope: OrganizationScope,
  { totalRows, batches, tell, onNew, listener, isStored }: FileToValidate,
): Promise<DryRunResult> {
  const result = noDryRunResult(totalRows);
  const inFile = new IdentityTable();
  for await (const { rows, inDatabase } of readAhead(withTaken(scope, readAhead(batches())))) {
    for (const row of rows) {
      const validated = validateCreateRow(row, inDatabase, inFile, isStored);
      countRow(result, row, validated);
      if (validated.outcome === 'imported') onNew?.(row.draft);
      listener?.add(row, row.problems, validated);
    }
    await listener?.ready();
    if (inFile.size > MAX_IDENTITIES) throw tooManyIdentities();
    tell(result);
  }
  return result;
}

async function* withTaken(scope: OrganizationScope, batches: AsyncIterable<MappedRow[]>) {
  for await (const rows of batches) yield { rows, inDatabase: await takenIdentities(scope, wantedBy(rows)) };
}

function validateCreateRow(
  row: MappedRow,
  inDatabase: ReadonlySet<string>,
  inFile: IdentityTable,
  isStored: FileToValidate['isStored'],
): ValidatedRow {
  if (isDropped(row)) return { outcome: 'skipped' };
  if (!isSound(row)) return { outcome: 'errors' };
  const { email, phone, numberValid } = row.draft;
  if (isStored?.(row.number)) return { outcome: 'imported', phone, numberValid };
  const identities = [email, numberValid ? phone : undefined].filter((one) => one !== undefined);
  if (identities.some((one) => inDatabase.has(one))) return { outcome: 'duplicatesInDatabase' };
  const fingerprints = identities.map(fingerprintOf);
  if (fingerprints.some((one) => inFile.has(one))) return { outcome: 'duplicatesInFile' };
  for (const one of fingerprints) inFile.add(one);
  return { outcome: 'imported', phone, numberValid };
}

function tooManyIdentities(): FileProblem {
  const message = 'The file has more than ten million emails and phones, too many to check before the import';
  return new FileProblem('not_supported', message);
}
