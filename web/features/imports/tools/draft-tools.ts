import { compileColumnTools } from '#contract/apply-column-tools.ts';
import {
  type ColumnTool,
  columnNameKey,
  columnsAddedBy,
  columnsAfterTools,
  columnToolsProblem,
} from '#contract/column-tools.ts';
import { IMPORT_FIELDS } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import { type ImportDraft, mapColumn } from '../plan/draft.ts';
import { mappedColumn } from '../plan/mapping.ts';

function fittingTools(columns: readonly string[], tools: readonly ColumnTool[]): ColumnTool[] {
  const fitting: ColumnTool[] = [];
  for (const tool of tools) if (columnToolsProblem(columns, [...fitting, tool]) === null) fitting.push(tool);
  return fitting;
}

/** Returns an upload with the tools applied to columns and first rows. */
export function toolUpload(upload: Upload, tools: readonly ColumnTool[]): Upload {
  if (tools.length === 0) return upload;
  const { columns, apply } = compileColumnTools(upload.columns, fittingTools(upload.columns, tools));
  const preview = upload.preview.map((record) => {
    const cells = apply(upload.columns.map((column) => record[column] ?? ''));
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
  return { ...upload, columns, preview };
}

/** Adds a tool; a new column named like a free lead field is mapped to it. */
export function addTool(draft: ImportDraft, tool: ColumnTool): ImportDraft {
  let next: ImportDraft = { ...draft, columnTools: [...draft.columnTools, tool] };
  for (const column of columnsAddedBy(tool)) {
    const field = IMPORT_FIELDS.find(
      ({ label, updateOnly }) => !updateOnly && columnNameKey(label) === columnNameKey(column),
    );
    if (field && mappedColumn(next.mapping, field.key) === null) next = mapColumn(next, column, field.key);
  }
  return next;
}

export function changeTool(draft: ImportDraft, upload: Upload, index: number, tool: ColumnTool): ImportDraft {
  return withTools(draft, upload, draft.columnTools.with(index, tool));
}

export function removeTool(draft: ImportDraft, upload: Upload, index: number): ImportDraft {
  return withTools(draft, upload, draft.columnTools.toSpliced(index, 1));
}

/** Sets the tools and drops choices for missing columns. */
export function withTools(draft: ImportDraft, upload: Upload, tools: readonly ColumnTool[]): ImportDraft {
  const columnTools = fittingTools(upload.columns, tools);
  const known = new Set(columnsAfterTools(upload.columns, columnTools));
  const ofKnown = <T>(byColumn: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(byColumn).filter(([column]) => known.has(column)));
  return {
    ...draft,
    columnTools,
    mapping: ofKnown(draft.mapping),
    valueMaps: ofKnown(draft.valueMaps),
    splitColumn: draft.splitColumn !== null && known.has(draft.splitColumn) ? draft.splitColumn : null,
  };
}

/** Returns a tool's first problem for the user, or null. */
export function toolProblemAt(
  upload: Upload,
  tools: readonly ColumnTool[],
  index: number,
  tool: ColumnTool,
): string | null {
  const problem = columnToolsProblem(upload.columns, [...tools.slice(0, index), tool]);
  // Strips the number of the tool, which the user is looking at.
  return problem?.replace(/^[^:]*: ./, (start) => start.at(-1)?.toUpperCase() ?? '') ?? null;
}
