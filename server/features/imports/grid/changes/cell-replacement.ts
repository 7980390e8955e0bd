import { MAX_CELL_CHARACTERS } from '#contract/limits.ts';
import { cellCondition, type RowCondition, rowCondition } from '../rows/grid-filter.ts';
import { ProblemList } from '../rows/problem-list.ts';
import type { FilledGrid } from '../session/grid-session.ts';
import { FIRST_OF_MATCHING } from '../statements/grid-reads.ts';
import { type CellReplacement, RefusedChange, unknownColumn } from './grid-task.ts';

interface CompiledReplacement {
  /** Position of the column. */
  place: number;
  /** Condition on the rows, for `matchingRows`. */
  condition: RowCondition;
  /** Returns the new value of a cell, or null if it stays. */
  replaced(cell: string): string | null;
}

/**
 * Compiles a replacement.
 * @throws RefusedChange if the file doesn't have the column
 */
export function compileReplacement(
  grid: FilledGrid,
  { column, match, find, replacement, filter }: CellReplacement,
): CompiledReplacement {
  const place = grid.columns.indexOf(column);
  if (place < 0) throw unknownColumn(column);
  const shown = rowCondition(filter, new ProblemList(grid.problems), FIRST_OF_MATCHING);
  const cell = cellCondition(place, { match, find }, FIRST_OF_MATCHING + shown.values.length);
  return {
    place,
    condition: { sql: `${shown.sql} AND ${cell.sql}`, values: [...shown.values, ...cell.values] },
    replaced: replacer(match, find, replacement),
  };
}

/** Characters with a meaning in a regular expression. */
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

function replacer(
  match: 'cell' | 'part',
  find: string,
  replacement: string,
): (cell: string) => string | null {
  if (match === 'cell') return (cell) => (cell === find ? replacement : null);
  const pattern = new RegExp(find.replace(SPECIAL, '\\$&'), 'giu');
  return (cell) => {
    const value = replacedWithin(cell, pattern, replacement);
    return value === cell ? null : value;
  };
}

/** Replaces each match. @throws RefusedChange for a cell that would become longer than a cell may be, before it is built */
function replacedWithin(cell: string, pattern: RegExp, replacement: string): string {
  const grown = Array.from(cell.matchAll(pattern), ([found]) => replacement.length - found.length);
  const length = grown.reduce((sum, by) => sum + by, cell.length);
  if (length > Math.max(MAX_CELL_CHARACTERS, cell.length)) {
    throw new RefusedChange({
      error: 'invalid_input',
      message: `A cell would become longer than ${MAX_CELL_CHARACTERS.toLocaleString('en-US')} characters: ${cell.slice(0, 40)}…`,
      field: 'replacement',
    });
  }
  return cell.replace(pattern, () => replacement);
}
