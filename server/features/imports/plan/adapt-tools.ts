import { type ColumnTool, columnsAddedBy, columnToolsProblem } from '#contract/column-tools.ts';

/**
 * Adapts tools to the columns of another file by `nameOf`. Drops a tool whose columns the file lacks or whose new column it has; a merge
 * needs two of its columns.
 */
export function adaptTools(
  tools: readonly ColumnTool[],
  columns: readonly string[],
  nameOf: ReadonlyMap<string, string>,
): ColumnTool[] {
  const adapted: ColumnTool[] = [];
  for (const tool of tools) {
    const renamed = renamedTool(tool, (column) => nameOf.get(column) ?? column);
    const next = renamed.tool === 'merge' ? withKnownColumns(renamed, columns, adapted) : renamed;
    if (columnToolsProblem(columns, [...adapted, next]) === null) adapted.push(next);
  }
  return adapted;
}

function renamedTool(tool: ColumnTool, rename: (column: string) => string): ColumnTool {
  if (tool.tool === 'merge') return { ...tool, columns: tool.columns.map(rename) };
  return tool.tool === 'constant' ? tool : { ...tool, column: rename(tool.column) };
}

type MergeTool = Extract<ColumnTool, { tool: 'merge' }>;

function withKnownColumns(
  tool: MergeTool,
  columns: readonly string[],
  before: readonly ColumnTool[],
): MergeTool {
  const known = new Set([...columns, ...before.flatMap(columnsAddedBy)]);
  const left = tool.columns.filter((column) => known.has(column));
  return left.length < 2 ? tool : { ...tool, columns: left };
}
