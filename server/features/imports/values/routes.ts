import type { FastifyInstance } from 'fastify';
import { columnsAfterTools, columnToolsProblem } from '#contract/column-tools.ts';
import { hasFewValues } from '#contract/import-value-maps.ts';
import {
  type ColumnValues,
  countToolRows,
  LISTED_VALUES_MAX,
  listImportValues,
} from '#contract/import-values.ts';
import { type ImportPlan, importPlan } from '#contract/imports.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { type Caller, serve } from '../../../platform/http/bind.ts';
import { clientSignal } from '../../../platform/http/client-signal.ts';
import type { ThreadTask } from '../../../platform/jobs/threads.ts';
import type { StoredUpload } from '../../../platform/uploads/reads.ts';
import { RunningChecks } from '../dry-run/running-checks.ts';
import { plannedReading, plannedUpload, uploadOf } from '../plan/planned-upload.ts';
import { valueKey } from '../rows/apply-value-maps.ts';
import { answersOf } from './answer-writes.ts';
import type { CountedColumn } from './count-values.ts';
import { meaningOf, targetValues } from './meanings.ts';
import { COUNT_TOOL_ROWS, COUNT_VALUES } from './value-threads.ts';

/** A newer call may replace one of the same user. */
export function importValueRoutes(app: FastifyInstance, context: Context): void {
  const running = new RunningChecks();

  /** Runs a task that reads the whole file. */
  async function readFile<I, O extends { ok: true } | { ok: false; message: string }>(
    task: ThreadTask<I, O>,
    input: I,
    { scope, account, reply }: Caller,
  ): Promise<Extract<O, { ok: true }>> {
    const ending = running.begin(account);
    const signal = AbortSignal.any([ending.signal, clientSignal(reply)]);
    try {
      const outcome = await context.threads.run(task, scope.organizationId, input, { signal });
      if (!outcome.ok) throw new HttpError('unreadable_file', outcome.message, { field: 'uploadId' });
      return outcome as Extract<O, { ok: true }>;
    } catch (error) {
      if (!ending.signal.aborted) throw error;
      throw new HttpError('too_many_requests', 'A newer request replaced this one', { retryAfter: 1 });
    } finally {
      running.end(ending);
    }
  }

  serve(app, context, listImportValues, async ({ body }, caller) => {
    const { scope } = caller;
    const { uploadId, columns: wanted, ...plan } = body;
    const { upload, customFields } = await plannedUpload(context, scope, uploadId, plan);
    checkColumns(wanted, upload.columns, plan, customFields);
    const counted = await readFile(COUNT_VALUES, { ...fileOf(upload), plan, wanted }, caller);
    return scope.transaction(async (tx) => {
      const columns: ColumnValues[] = [];
      for (const [index, column] of wanted.entries()) {
        const values = counted.columns[index] ?? { values: [], more: false };
        columns.push(await columnValuesOf(tx, column, plan.fieldMapping[column] ?? '', values));
      }
      return { columns };
    });
  });

  serve(app, context, countToolRows, async ({ body }, caller) => {
    const { uploadId, options, columnTools, tool } = body;
    const upload = await plannedReading(context, caller.scope, await uploadOf(caller.scope, uploadId), body);
    const problem = columnToolsProblem(upload.columns, [...columnTools, tool]);
    if (problem !== null) throw new HttpError('invalid_input', problem, { field: 'tool' });
    const plan = importPlan.parse({ fieldMapping: {}, options, columnTools });
    return (await readFile(COUNT_TOOL_ROWS, { ...fileOf(upload), plan, tool }, caller)).rows;
  });
}

function fileOf({
  id,
  preview: _preview,
  previewNumbers: _numbers,
  totalRows: _rows,
  ...file
}: StoredUpload) {
  return { uploadId: id, ...file };
}

function checkColumns(
  wanted: readonly string[],
  columns: readonly string[],
  plan: ImportPlan,
  customFields: readonly { name: string; type: string }[],
): void {
  const known = new Set(columnsAfterTools(columns, plan.columnTools));
  for (const column of wanted) {
    if (!known.has(column)) throw invalidColumn(`The file has no column "${column}"`);
    const target = Object.hasOwn(plan.fieldMapping, column) ? plan.fieldMapping[column] : undefined;
    if (target !== undefined && hasFewValues(target, customFields)) continue;
    throw invalidColumn(`The values of the column "${column}" can't be mapped`);
  }
}

function invalidColumn(message: string): HttpError {
  return new HttpError('invalid_input', message, { field: 'columns' });
}

async function columnValuesOf(
  tx: TenantTransaction,
  column: string,
  target: string,
  { values, more }: CountedColumn,
): Promise<ColumnValues> {
  const field = await targetValues(tx, target);
  const keys = values.map(({ value }) => valueKey(value));
  const remembered = await answersOf(tx, target, keys);
  const near = nearValue(field.known);
  return {
    column,
    target,
    values: values.map((one) => {
      const meaning = meaningOf(one.value, field, remembered);
      return { ...one, meaning, near: meaning === null ? near(one.value) : null };
    }),
    more,
    known: field.known.slice(0, LISTED_VALUES_MAX),
  };
}

/** Shorter keys that differ by a letter are mostly other words. */
const LETTERS_MIN = 5;

interface NearKey {
  value: string;
  key: string;
  digits: string;
}

/** Finds the known value that a value equals without blanks and punctuation, or up to a letter; null for none. */
function nearValue(known: readonly string[]): (value: string) => string | null {
  const keys = known.map(nearKey);
  return (value) => {
    const one = nearKey(value);
    if (one.key === '') return null;
    const same = keys.find(({ key }) => key === one.key);
    // Years and numbers of campaigns differ by a digit on purpose.
    const isLike = (other: NearKey) => other.digits === one.digits && isOneEditAway(other.key, one.key);
    return (same ?? keys.find(isLike))?.value ?? null;
  };
}

function nearKey(value: string): NearKey {
  const key = valueKey(value).replace(/[^\p{L}\p{N}]/gu, '');
  return { value, key, digits: key.replace(/\P{N}/gu, '') };
}

/** Whether a letter was added, dropped or replaced. */
function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < LETTERS_MIN || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  return short.slice(start + (short.length === long.length ? 1 : 0)) === long.slice(start + 1);
}
