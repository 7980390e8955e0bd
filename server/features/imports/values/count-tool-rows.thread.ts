import { compileToolChange } from '#contract/apply-column-tools.ts';
import type { ColumnTool } from '#contract/column-tools.ts';
import { TOOL_EXAMPLES_MAX, type ToolRows } from '#contract/import-values.ts';
import { FileProblem } from '#packages/tabular/tabular.ts';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import { openUnedited } from '../rows/open-upload.ts';
import type { ValuesTask } from './count-values.ts';

/** The plan has the tools before `tool`. */
export type ToolRowsTask = Omit<ValuesTask, 'wanted'> & { tool: ColumnTool };

/** File problems are data: error classes don't survive structured cloning. */
type ToolRowsOutcome = { ok: true; rows: ToolRows } | { ok: false; message: string };

/** Counts the rows of an upload that a column tool changes. */
export default async function run(
  { database }: ThreadEnvironment,
  { tool, ...file }: ToolRowsTask,
): Promise<ToolRowsOutcome> {
  try {
    const table = await openUnedited((await database()).scope, file);
    const changeOf = compileToolChange(table.columns, tool);
    const rows: ToolRows = { totalRows: 0, changed: 0, examples: [] };
    const shown = new Set<string>();
    for await (const batch of table.batches()) {
      rows.totalRows += batch.length;
      for (const { cells } of batch) {
        const change = changeOf(cells);
        if (change === null) continue;
        rows.changed += 1;
        if (shown.size === TOOL_EXAMPLES_MAX || shown.size === shown.add(JSON.stringify(change)).size)
          continue;
        rows.examples.push(change);
      }
    }
    return { ok: true, rows };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, message: error.message };
    throw error;
  }
}
