import { z } from 'zod';
import { LEAD_TEXT_MAX } from './limits.ts';

/** Maximum number of column tools of a plan, and of columns that they add. */
export const COLUMN_TOOLS_MAX = 50;
const TOOL_COLUMNS_MAX = 100;
/** Maximum length of the name of a column that a tool adds, in characters. */
export const COLUMN_NAME_MAX = 100;
/** Maximum number of columns that a merge reads or a split writes. */
export const TOOL_PARTS_MAX = 20;
/** Maximum length of a separator, and of a searched text and its replacement, in characters. */
const SEPARATOR_MAX = 20;
const SEARCHED_MAX = 200;

const newColumn = z
  .string()
  .trim()
  .min(1, 'Enter a column name')
  .max(COLUMN_NAME_MAX)
  // A JavaScript object can't have it as a key everywhere.
  .refine((name) => name !== '__proto__', 'Choose another column name');

/** One step that changes the columns of a file before they are mapped. Texts are compared literally, never as patterns. */
export const columnTool = z.discriminatedUnion('tool', [
  /** Joins the values that aren't blank, in this order. */
  z.strictObject({
    tool: z.literal('merge'),
    columns: z.array(z.string()).min(2, 'Choose at least two columns').max(TOOL_PARTS_MAX),
    separator: z.string().max(SEPARATOR_MAX),
    into: newColumn,
  }),
  /** Splits at each separator; the last new column takes the rest. */
  z.strictObject({
    tool: z.literal('split'),
    column: z.string(),
    separator: z.string().min(1, 'Enter a separator').max(SEPARATOR_MAX),
    into: z.array(newColumn).min(2, 'Name at least two columns').max(TOOL_PARTS_MAX),
  }),
  /** Adds a column with the same value in each row. */
  z.strictObject({
    tool: z.literal('constant'),
    into: newColumn,
    value: z.string().min(1, 'Enter a value').max(LEAD_TEXT_MAX),
  }),
  /** Fills the blank cells of a column. */
  z.strictObject({
    tool: z.literal('default'),
    column: z.string(),
    value: z.string().min(1, 'Enter a value').max(LEAD_TEXT_MAX),
  }),
  /** Replaces a text in the cells of a column; with `wholeCell` only where it is the whole cell, apart from blanks around it. */
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

/** Returns the existing columns that a tool reads. */
export function columnsReadBy(tool: ColumnTool): readonly string[] {
  if (tool.tool === 'merge') return tool.columns;
  return tool.tool === 'constant' ? [] : [tool.column];
}

/** Returns the columns that a tool adds. */
export function columnsAddedBy(tool: ColumnTool): readonly string[] {
  if (tool.tool === 'split') return tool.into;
  return 'into' in tool ? [tool.into] : [];
}

/** Returns the columns of a file after its tools: the file's own, then the added ones. */
export function columnsAfterTools(columns: readonly string[], tools: readonly ColumnTool[]): string[] {
  return [...columns, ...tools.flatMap(columnsAddedBy)];
}

/** Returns the key under which two column names count as the same: names differ by more than case. */
export function columnNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().trim();
}

/**
 * Checks tools against the columns of a file, each tool with the columns of those before it. Returns the first problem
 * with the number of the tool from 1, for the user, or null.
 */
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
