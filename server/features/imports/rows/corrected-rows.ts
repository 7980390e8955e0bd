import { columnsAfterTools } from '#contract/column-tools.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { RowEdit } from '../../../lead/values/draft.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { chosenFormat, editReading } from '../record/edit-reading.ts';
import { endedImportsOfReading } from '../record/fixed-reads.ts';
import type { ImportWork } from '../record/reads.ts';
import { storedEditsOf } from '../record/stored-row-writes.ts';
import type { EditedRow, EditedTable } from './edited-table.ts';

/** Unless the file has it. */
const LEAD_COLUMN = 'Lead ID';

/** Plan under which edits of stored rows update their leads by the ID that `correctedRows` adds. Its tags were added before. */
export function correctionPlan(plan: ImportPlan, columns: readonly string[]): ImportPlan {
  const known = new Set(columnsAfterTools(columns, plan.columnTools));
  let added = LEAD_COLUMN;
  for (let n = 2; known.has(added); n++) added = `${LEAD_COLUMN} ${n}`;
  const mapping = Object.entries(plan.fieldMapping).filter(([, target]) => target !== 'id');
  return {
    ...plan,
    fieldMapping: { ...Object.fromEntries(mapping), [added]: 'id' },
    importMode: { mode: 'update', matchField: 'id' },
    manualTags: [],
    options: { ...plan.options, updatePolicy: 'overwrite' },
  };
}

/** Rows with only the cells edited since they were stored, and their leads. */
export function correctedRows(
  table: EditedTable,
  scope: OrganizationScope,
  { uploadId, plan, format, chosenRows, chosenLeads }: ImportWork,
): EditedTable {
  const added = Object.keys(plan.fieldMapping).find((column) => plan.fieldMapping[column] === 'id');
  const key = { uploadId, reading: editReading(chosenFormat(plan.options, format)) };
  const leads = new Map(chosenRows?.map((row, index) => [row, chosenLeads?.[index] ?? '']));
  return {
    ...table,
    columns: [...table.columns, added ?? LEAD_COLUMN],
    async *batches() {
      // The rows are of imports that had ended, so one look serves all batches.
      const imports = await scope.transaction((tx) => endedImportsOfReading(tx, key));
      for await (const rows of table.batches()) {
        const numbers = rows.map(({ number }) => number);
        const before = await scope.transaction((tx) => storedEditsOf(tx, imports, numbers));
        yield rows.map((row) => {
          const stored = storedCells(row, table.columns, before.get(row.number) ?? {});
          return correctedRow(row, stored, leads.get(row.number) ?? '');
        });
      }
    },
  };
}

function storedCells(
  { cells, edit }: EditedRow,
  columns: readonly string[],
  stored: Readonly<Record<string, string>>,
): string[] {
  const originals = new Map(edit?.cells.map(({ column, original }) => [column, original]));
  return columns.map((column, index) => {
    const now = cells[index] ?? '';
    return (Object.hasOwn(stored, column) ? stored[column] : originals.get(column)) ?? now;
  });
}

function correctedRow(row: EditedRow, stored: readonly string[], leadId: string): EditedRow {
  const { cells, edit } = row;
  const isEmptied = stored.map((value, index) => value.trim() !== '' && (cells[index] ?? '').trim() === '');
  const emptied = {
    before: [...stored, leadId],
    after: [...stored.map((value, index) => (isEmptied[index] ? '' : value)), leadId],
  };
  return {
    ...row,
    cells: [
      ...stored.map((value, index) => ((cells[index] ?? '') === value ? '' : (cells[index] ?? ''))),
      leadId,
    ],
    ...(isEmptied.includes(true) && { edit: { ...(edit ?? NO_EDIT), emptied } }),
  };
}

const NO_EDIT: RowEdit = { dropped: false, cells: [] };
