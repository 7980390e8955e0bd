import { type ColumnTool, columnsAddedBy, columnsReadBy } from './column-tools.ts';
import { MAX_CELL_CHARACTERS } from './limits.ts';

/**
 * Maximum characters of a cell that a tool writes, as in Excel; chained merges could otherwise grow it without
 * limit.
 */
export const TOOL_CELL_MAX = MAX_CELL_CHARACTERS;

interface CompiledTools {
  /** The file's columns, then added columns. */
  columns: string[];
  /** Returns a row's cells after the tools; the given cells stay unchanged. */
  apply(cells: readonly string[]): string[];
}

type ToolStep = (cells: string[]) => void;

/** Compiles tools that passed `columnToolsProblem`; they apply in order. */
export function compileColumnTools(columns: readonly string[], tools: readonly ColumnTool[]): CompiledTools {
  const all = [...columns];
  const steps = tools.map((tool) => {
    const step = stepOf(tool, all);
    all.push(...columnsAddedBy(tool));
    return step;
  });
  return {
    columns: all,
    apply: (given) => {
      const cells = [...given];
      for (const step of steps) step(cells);
      return cells;
    },
  };
}

/** Cells that a tool reads, and those it writes. */
export interface ToolChange {
  before: string[];
  after: string[];
}

/** Compiles a tool that passed `columnToolsProblem`; the function returns null for rows that the tool leaves as they are. */
export function compileToolChange(
  columns: readonly string[],
  tool: ColumnTool,
): (cells: readonly string[]) => ToolChange | null {
  const compiled = compileColumnTools(columns, [tool]);
  const read = columnsReadBy(tool);
  const added = columnsAddedBy(tool);
  const valuesOf = (names: readonly string[], cells: readonly string[]) =>
    names.map((name) => cells[compiled.columns.indexOf(name)] ?? '');
  return (cells) => {
    const before = valuesOf(read, cells);
    const after = valuesOf(added.length > 0 ? added : read, compiled.apply(cells));
    const same =
      tool.tool === 'split'
        ? !before[0]?.includes(tool.separator)
        : after[0] === (added.length > 0 ? '' : before[0]);
    return same ? null : { before, after };
  };
}

function stepOf(tool: ColumnTool, before: readonly string[]): ToolStep {
  const end = before.length;
  switch (tool.tool) {
    case 'constant':
      return (cells) => {
        cells[end] = tool.value;
      };
    case 'merge':
      return mergeStep(
        tool.columns.map((column) => before.indexOf(column)),
        tool.separator,
        end,
      );
    case 'split':
      return splitStep(before.indexOf(tool.column), tool.separator, { from: end, count: tool.into.length });
    case 'default':
      return changeStep(before.indexOf(tool.column), (cell) => (cell.trim() === '' ? tool.value : cell));
    case 'replace':
      return changeStep(before.indexOf(tool.column), replacer(tool));
  }
}

function mergeStep(places: readonly number[], separator: string, at: number): ToolStep {
  return (cells) => {
    let text = '';
    for (const place of places) {
      const part = (cells[place] ?? '').trim();
      if (part !== '') text += text === '' ? part : separator + part;
      if (text.length > TOOL_CELL_MAX) break;
    }
    cells[at] = text.slice(0, TOOL_CELL_MAX);
  };
}

function splitStep(
  place: number,
  separator: string,
  { from, count }: { from: number; count: number },
): ToolStep {
  return (cells) => {
    let rest = cells[place] ?? '';
    for (let part = 0; part < count; part += 1) {
      const end = part === count - 1 ? -1 : rest.indexOf(separator);
      cells[from + part] = (end < 0 ? rest : rest.slice(0, end)).trim();
      rest = end < 0 ? '' : rest.slice(end + separator.length);
    }
  };
}

function changeStep(place: number, change: (cell: string) => string): ToolStep {
  return (cells) => {
    cells[place] = change(cells[place] ?? '');
  };
}

type ReplaceTool = Extract<ColumnTool, { tool: 'replace' }>;

function replacer({ find, replacement, ignoreCase, wholeCell }: ReplaceTool): (cell: string) => string {
  const flags = ignoreCase ? 'iu' : 'u';
  if (wholeCell) {
    const whole = new RegExp(`^${literalPattern(find.trim())}$`, flags);
    return (cell) => (whole.test(cell.trim()) ? replacement : cell);
  }
  const pattern = new RegExp(literalPattern(find), `g${flags}`);
  return (cell) => replaced(cell, pattern, replacement);
}

/** Escapes a literal text. Without alternatives to backtrack into, matching takes linear time. */
function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}

/** Replaces each match; stopping at the maximum length bounds memory. */
function replaced(cell: string, pattern: RegExp, replacement: string): string {
  let text = '';
  let end = 0;
  for (const match of cell.matchAll(pattern)) {
    text += cell.slice(end, match.index) + replacement;
    end = match.index + match[0].length;
    if (text.length > TOOL_CELL_MAX) return text.slice(0, TOOL_CELL_MAX);
  }
  return end === 0 ? cell : (text + cell.slice(end)).slice(0, Math.max(TOOL_CELL_MAX, cell.length));
}
