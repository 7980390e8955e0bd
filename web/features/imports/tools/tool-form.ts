import { type ColumnTool, columnTool } from '#contract/column-tools.ts';

/** Fields of all kinds of tools, so that switching the kind keeps input. */
export interface ToolInput {
  tool: ColumnTool['tool'];
  column: string;
  columns: readonly string[];
  separator: string;
  name: string;
  names: readonly string[];
  value: string;
  find: string;
  replacement: string;
  ignoreCase: boolean;
  wholeCell: boolean;
}

const EMPTY: ToolInput = {
  tool: 'merge',
  column: '',
  columns: ['', ''],
  separator: ' ',
  name: '',
  names: ['', ''],
  value: '',
  find: '',
  replacement: '',
  ignoreCase: true,
  wholeCell: false,
};

/** Returns a tool's input; null means a new tool. */
export function toolInput(tool: ColumnTool | null): ToolInput {
  if (tool === null) return EMPTY;
  switch (tool.tool) {
    case 'merge':
      return { ...EMPTY, ...tool, name: tool.into };
    case 'split':
      return { ...EMPTY, ...tool, names: tool.into };
    case 'constant':
      return { ...EMPTY, ...tool, name: tool.into };
    default:
      return { ...EMPTY, ...tool };
  }
}

/** Returns the tool, or advice for its first incomplete field. */
export function toolOf(input: ToolInput): { tool: ColumnTool } | { problem: string } {
  const needsColumn = input.tool !== 'merge' && input.tool !== 'constant';
  if (needsColumn && input.column === '') return { problem: 'Choose a column' };
  const parsed = columnTool.safeParse(draftTool(input));
  if (parsed.success) return { tool: parsed.data };
  return { problem: parsed.error.issues[0]?.message ?? 'Check your entries' };
}

function draftTool(input: ToolInput): unknown {
  const { tool, column, separator, value } = input;
  switch (tool) {
    case 'merge':
      return { tool, columns: input.columns.filter((name) => name !== ''), separator, into: input.name };
    case 'split':
      return { tool, column, separator, into: input.names.filter((name) => name.trim() !== '') };
    case 'constant':
      return { tool, into: input.name, value };
    case 'default':
      return { tool, column, value };
    case 'replace': {
      const { find, replacement, ignoreCase, wholeCell } = input;
      return { tool, column, find, replacement, ignoreCase, wholeCell };
    }
  }
}
