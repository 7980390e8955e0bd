import { type DryRunResult, noDryRunResult } from '#contract/import-dry-run.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { FileProblem, type ReadFormat } from '#packages/tabular/tabular.ts';
import { canonicalCountry } from '../../../lead/countries/canonical-country.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import { suppressedMessage } from '../../../lead/suppression/admission.ts';
import { withEntryFilter } from '../../../lead/suppression/filter-writes.ts';
import { askLists, type Hit, isHit, NO_HIT } from '../../../lead/suppression/suppression-reads.ts';
import type { ColumnStyles } from '../../../lead/values/column-types.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { readAhead } from '../../../platform/jobs/in-order.ts';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import { loadHeldNames } from '../mapping/mapper-input.ts';
import { canDropEmails, inferColumnTypes, planMapper } from '../mapping/plan-mapper.ts';
import type { EditKey } from '../record/edit-reading.ts';
import { storedNumbers } from '../record/stored-row-writes.ts';
import type { EditedRow } from '../rows/edited-table.ts';
import { openUpload } from '../rows/open-upload.ts';
import { BATCH_ROWS, collectedBatches, RowList, rowsAtOnce } from '../rows/prepare-batches.ts';
import { isDropped } from '../rows/row-edit.ts';
import { wantedBy } from '../write/match-lead.ts';
import { matchRules } from '../write/validate-update.ts';
import { CountrySuggester } from './country-suggestions.ts';
import { frequentCountries, takenIdentities } from './dry-run-writes.ts';
import { fingerprintOf, IdentityTable } from './identity-table.ts';
import { countRow, type FileToValidate, type RowListener, type ValidatedRow } from './tally.ts';
import { validateUpdates } from './validate-updates.ts';

/** More than a file of the maximum size has, unless crafted; their table takes 250 MB. */
const MAX_IDENTITIES = 10_000_000;

/**
 * Validates rows as if they were inserted one by one: a rejected row claims no identity. Calls `tell` with totals after each batch.
 * @throws FileProblem beyond MAX_IDENTITIES
 */
async function validateCreates(
  scope: OrganizationScope,
  { totalRows, batches, tell, onNew, listener, isStored }: FileToValidate,
): Promise<DryRunResult> {
  const result = noDryRunResult(totalRows);
  const inFile = new IdentityTable();
  for await (const { rows, inDatabase, hits } of readAhead(withTaken(scope, readAhead(batches())))) {
    for (const [place, row] of rows.entries()) {
      const validated = validateCreateRow(row, hits[place] ?? NO_HIT, { inDatabase, inFile, isStored });
      countRow(result, row, row.problems, validated);
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
  for await (const rows of batches) {
    const contacts = rows.map(({ draft: { email = null, phone = null, numberValid } }) => {
      return { email, phone: numberValid ? phone : null };
    });
    yield {
      rows,
      inDatabase: await takenIdentities(scope, wantedBy(rows)),
      hits: await scope.transaction((tx) => askLists(tx, contacts)),
    };
  }
}

function validateCreateRow(
  row: MappedRow,
  hit: Hit,
  {
    inDatabase,
    inFile,
    isStored,
  }: { inDatabase: ReadonlySet<string>; inFile: IdentityTable; isStored: FileToValidate['isStored'] },
): ValidatedRow {
  if (isDropped(row)) return { outcome: 'skipped' };
  if (!isSound(row)) return { outcome: 'errors' };
  const { email, phone, numberValid } = row.draft;
  if (isStored?.(row.number)) return { outcome: 'imported', phone, numberValid };
  if (isHit(hit)) {
    return { outcome: 'suppressed', reason: { code: 'suppressed', message: suppressedMessage(hit) } };
  }
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

/** Plain data, sent to a worker thread. */
export interface DryRunTask {
  uploadId: string;
  filename: string;
  /** Bytes. */
  size: number;
  format: ReadFormat;
  columns: string[];
  totalRows: number;
  plan: ImportPlan;
  /** Alpha-2 code of the region of the user's browser. */
  region?: string | null;
}

/** File problems are data, because error classes don't survive structured cloning. */
export type DryRunOutcome = { ok: true; result: DryRunResult } | { ok: false; message: string };

/** Receives the running totals after each batch. The object keeps changing. */
export type TellDryRunResult = (result: DryRunResult) => void;

/** How the rows of a dry run are read. */
export interface RowSource {
  uploadId: string;
  /** Name of the reading to which the edits of the rows belong. */
  reading: string;
  plan: ImportPlan;
  /** Columns of the rows' cells. */
  columns: readonly string[];
  columnTypes: ColumnStyles;
  date1904: boolean;
}

/** Receives all rows of a dry run, and its result. */
export interface DryRunListener extends RowListener {
  finish(result: DryRunResult): Promise<void>;
}

interface DryRunOptions {
  batchRows?: number;
  /** Begins to listen to the rows. */
  listen?: (source: RowSource) => Promise<DryRunListener>;
}

/**
 * Runs the import's own code and returns the counts it would produce now. Stores no lead.
 * @throws database errors
 */
export async function dryRunUpload(
  scope: OrganizationScope,
  task: DryRunTask,
  tell: TellDryRunResult,
  options: DryRunOptions = {},
): Promise<DryRunOutcome> {
  try {
    const run = () => dryRunRows(scope, task, tell, options);
    return { ok: true, result: await withEntryFilter(scope, task.totalRows, run) };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, message: error.message };
    throw error;
  }
}

async function dryRunRows(
  scope: OrganizationScope,
  task: DryRunTask,
  tell: TellDryRunResult,
  { batchRows = BATCH_ROWS, listen }: DryRunOptions,
): Promise<DryRunResult> {
  const { uploadId, plan } = task;
  const table = await openUpload(scope, task);
  const { columns, reading } = table;
  const customFields = await scope.transaction(loadCustomFields);
  const names = await scope.transaction(loadHeldNames);
  const date1904 = table.format.date1904 ?? false;
  const planned = { plan, columns, customFields, ...names, date1904 };
  const columnTypes = await inferColumnTypes(planned, table.source);
  const map = planMapper(planned, columnTypes);
  const listener = await listen?.({ uploadId, reading, plan, columns, columnTypes, date1904 });
  const read = listener ? (row: EditedRow) => Object.assign(map(row), { cells: row.cells }) : map;
  const suggester = await countrySuggester(scope, task);
  const file = {
    totalRows: task.totalRows,
    batches: () => collectedBatches(table, 0, read, new RowList(), rowsAtOnce(plan, batchRows)),
    tell,
    ...(suggester && { onNew: (lead) => suggester.add(lead) }),
    listener,
    isStored: listener && (await storedRowTest(scope, { uploadId, reading })),
  } satisfies FileToValidate;
  const rules = matchRules(plan);
  const result = await (rules === null ? validateCreates(scope, file) : validateUpdates(scope, rules, file));
  if (!canDropEmails(plan)) result.emailsToDrop = 0;
  await listener?.finish(result);
  if (suggester === null) return result;
  return {
    ...result,
    localPhones: suggester.localPhones,
    countrySuggestions: suggester.suggestions(),
  };
}

/** Whether earlier imports stored a row of a file; a byte a row. */
async function storedRowTest(scope: OrganizationScope, key: EditKey): Promise<(row: number) => boolean> {
  const batches = await scope.transaction((tx) => storedNumbers(tx, key));
  const last = batches.reduce((most, rows) => Math.max(most, rows.at(-1) ?? 0), 0);
  const flags = new Uint8Array(last + 1);
  for (const row of batches.flat()) flags[row] = 1;
  return (row) => flags[row] === 1;
}

/** Null if the plan has a default country. */
async function countrySuggester(
  scope: OrganizationScope,
  { plan, region }: DryRunTask,
): Promise<CountrySuggester | null> {
  if (plan.options.defaultCountry !== null) return null;
  const names = await scope.transaction(frequentCountries);
  const codes = names.flatMap((name) => canonicalCountry(name).iso ?? []);
  return new CountrySuggester([...codes, ...(region ? [region] : [])]);
}

/** `dryRunUpload` in a thread. */
export default async function dryRunInThread(
  { database, report }: ThreadEnvironment<DryRunResult>,
  task: DryRunTask,
): Promise<DryRunOutcome> {
  return dryRunUpload((await database()).scope, task, report);
}
