import { compileColumnTools } from '#contract/apply-column-tools.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { Row, Table } from '#packages/tabular/tabular.ts';

/** Changes rows one by one; keeps their numbers and their number. */
export interface RowTransform {
  /** Columns of the changed rows. */
  columns: string[];
  apply(row: Row): Row;
}

/** Returns the table with changed rows. */
export function transformedTable(table: Table, transform: RowTransform): Table {
  return {
    format: table.format,
    columns: transform.columns,
    async *batches() {
      for await (const rows of table.batches()) yield rows.map(transform.apply);
    },
  };
}

/** Compiles the column tools of a plan, which must have passed `columnToolsProblem`. */
export function toolTransform(columns: readonly string[], { columnTools }: ToolPlan): RowTransform {
  const compiled = compileColumnTools(columns, columnTools ?? []);
  return {
    columns: compiled.columns,
    apply: ({ number, cells }) => ({ number, cells: compiled.apply(cells) }),
  };
}

type ToolPlan = Partial<Pick<ImportPlan, 'columnTools'>>;

export function withColumnTools(table: Table, plan: ToolPlan): Table {
  if ((plan.columnTools ?? []).length === 0) return table;
  return transformedTable(table, toolTransform(table.columns, plan));
}
