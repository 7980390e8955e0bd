import type { FastifyInstance } from 'fastify';
import { columnsAfterTools } from '#contract/column-tools.ts';
import { hasFewValues } from '#contract/import-value-maps.ts';
import { type ColumnValues, LISTED_VALUES_MAX, listImportValues } from '#contract/import-values.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/bind.ts';
import { clientSignal } from '../../../platform/http/client-signal.ts';
import { RunningChecks } from '../dry-run/running-checks.ts';
import { plannedUpload } from '../plan/planned-upload.ts';
import { valueKey } from '../rows/apply-value-maps.ts';
import { answersOf } from './answer-reads.ts';
import type { CountedColumn } from './count-values.ts';
import { meaningOf, targetValues } from './meanings.ts';
import { nearValue } from './near-values.ts';
import { countValuesInThread } from './value-threads.ts';

/** A newer call may replace one of the same user. */
export function importValueRoutes(app: FastifyInstance, context: Context): void {
  const running = new RunningChecks();

  serve(app, context, listImportValues, async ({ body }, { scope, account, reply }) => {
    const { uploadId, columns: wanted, ...plan } = body;
    const { upload, customFields } = await plannedUpload(context, scope, uploadId, plan);
    checkColumns(wanted, upload.columns, plan, customFields);
    const ending = running.begin(account);
    const { id, preview: _preview, previewNumbers: _numbers, totalRows: _rows, ...file } = upload;
    const task = { uploadId: id, ...file, plan, wanted };
    const signal = AbortSignal.any([ending.signal, clientSignal(reply)]);
    try {
      const outcome = await countValuesInThread(context.threads, scope.organizationId, task, signal);
      if (!outcome.ok) throw new HttpError('unreadable_file', outcome.message, { field: 'uploadId' });
      return await scope.transaction(async (tx) => {
        const columns: ColumnValues[] = [];
        for (const [index, column] of wanted.entries()) {
          const counted = outcome.columns[index] ?? { values: [], more: false };
          columns.push(await columnValuesOf(tx, column, plan.fieldMapping[column] ?? '', counted));
        }
        return { columns };
      });
    } catch (error) {
      if (!ending.signal.aborted) throw error;
      throw new HttpError('too_many_requests', 'A newer request replaced this one', { retryAfter: 1 });
    } finally {
      running.end(ending);
    }
  });
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
