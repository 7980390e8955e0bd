import { z } from 'zod';
import { LEAD_TEXT_MAX } from './limits.ts';

/** Per plan. */
export const COLUMN_TOOLS_MAX = 50;
const TOOL_COLUMNS_MAX = 100;
/** In characters. */
export const COLUMN_NAME_MAX = 100;
/** Columns of a merge or split. */
export const TOOL_PARTS_MAX = 20;
/** In characters. */
const SEPARATOR_MAX = 20;
const SEARCHED_MAX = 200;

const newColumn = z
  .string()
  .trim()
  .min(1, 'Enter a column name')
  .max(COLUMN_NAME_MAX)
  // `__proto__` is no safe key of a JavaScript object.
  .refine((name) => name !== '__proto__', 'Choose another column name');

/** Changes columns before mapping. Texts match literally. */
export const columnTool = z.discriminatedUnion('tool', [
  /** Joins non-blank values in this order. */
  z.strictObject({
    tool: z.literal('merge'),
    columns: z.array(z.string()).min(2, 'Choose at least two columns').max(TOOL_PARTS_MAX),
    separator: z.string().max(SEPARATOR_MAX),
    into: newColumn,
  }),
  /** The last new column takes the rest. */
  z.strictObject({
    tool: z.literal('split'),
    column: z.string(),
    separator: z.string().min(1, 'Enter a separator').max(SEPARATOR_MAX),
    into: z.array(newColumn).min(2, 'Name at least two columns').max(TOOL_PARTS_MAX),
  }),
  z.strictObject({
    tool: z.literal('constant'),
    into: newColumn,
    value: z.string().min(1, 'Enter a value').max(LEAD_TEXT_MAX),
  }),
  /** Fills blank cells. */
  z.strictObject({
    tool: z.literal('default'),
    column: z.string(),
    value: z.string().min(1, 'Enter a value').max(LEAD_TEXT_MAX),
  }),
  /** With `wholeCell`, only cells that equal `find` when trimmed. */
  z.strictObject({
    tool: z.literal('replace'),
    column: z.string(),
    find: z.string().min(1, 'Enter the text to find').max(SEARCHED_MAX),
    replacement: z.string().max(SEARCHED_MAX),
    ignoreCase: z.boolean().default(false),
    wholeCell: z.boolean().default(false),
  }),
]);

export const columnTools = z
  .array(columnTool)
  .max(COLUMN_TOOLS_MAX, `A file can have at most ${COLUMN_TOOLS_MAX} column tools`);

export type ColumnTool = z.output<typeof columnTool>;

export const TOOL_LABELS: Record<ColumnTool['tool'], string> = {
  merge: 'Merge columns',
  split: 'Split a column',
  constant: 'Set a constant',
  default: 'Fill blanks',
  replace: 'Find and replace',
};

export function columnsReadBy(tool: ColumnTool): readonly string[] {
  if (tool.tool === 'merge') return tool.columns;
  return tool.tool === 'constant' ? [] : [tool.column];
}

export function columnsAddedBy(tool: ColumnTool): readonly string[] {
  if (tool.tool === 'split') return tool.into;
  return 'into' in tool ? [tool.into] : [];
}

/** The file's columns, then added columns. */
export function columnsAfterTools(columns: readonly string[], tools: readonly ColumnTool[]): string[] {
  return [...columns, ...tools.flatMap(columnsAddedBy)];
}

/** Returns the key that makes column names equal regardless of case. */
export function columnNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().trim();
}

/** Returns the first problem of tools, with the tool's number from 1, or null. */
export function columnToolsProblem(columns: readonly string[], tools: readonly ColumnTool[]): string | null {
  if (tools.length === 0) return null;
  const known = new Set(columns);
  const taken = new Set(columns.map(columnNameKey));
  let added = 0;
  for (const [index, tool] of tools.entries()) {
    const problem = toolProblem(tool, known, taken);
    if (problem !== null) return `Column tool ${index + 1} (${TOOL_LABELS[tool.tool]}): ${problem}`;
    added += columnsAddedBy(tool).length;
    if (added > TOOL_COLUMNS_MAX) {
      return `Column tool ${index + 1} (${TOOL_LABELS[tool.tool]}): tools can add at most ${TOOL_COLUMNS_MAX} columns`;
    }
  }
  return null;
}

function toolProblem(tool: ColumnTool, known: Set<string>, taken: Set<string>): string | null {
  const read = columnsReadBy(tool);
  const unknown = read.find((column) => !known.has(column));
  if (unknown !== undefined) return `there is no column "${unknown}"`;
  const repeated = read.find((column, index) => read.indexOf(column) !== index);
  if (repeated !== undefined) return `the column "${repeated}" is named twice`;
  for (const name of columnsAddedBy(tool)) {
    const key = columnNameKey(name);
    if (taken.has(key)) return `there's already a column "${name}"`;
    taken.add(key);
    known.add(name);
  }
  return null;
}
