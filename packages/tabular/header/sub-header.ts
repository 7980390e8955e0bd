import { isBlankCell } from '../source/cell-text.ts';
import type { Row } from '../source/types.ts';
import { hasOnlyNames, type KnowsColumnName } from './header-row.ts';

/** SurveyMonkey's second row. */
const ANSWER = /^(?:(?:open-ended )?response|other \(please specify\))$/i;

const LOOKED_UP = 60;

/** Recognizes names below groups of the header: merged cells fill only their first column. */
export function isSubHeader(
  header: readonly string[],
  cells: readonly string[],
  knows: KnowsColumnName,
): boolean {
  const filled = [...cells.keys()].filter((column) => !isBlank(cells, column));
  if (filled.length === 0 || !hasOnlyNames(cells)) return false;
  const areAnswers = filled.every((column) => ANSWER.test((cells[column] ?? '').trim()));
  if (areAnswers && filled.length * 2 <= cells.length) return true;
  if (!filled.every((column) => isBlank(header, column) || isGroup(header, cells, column))) return false;
  const looksUp = limited(knows);
  const isNamed = header.some(
    (name, column) => isBlank(cells, column) && !isBlankCell(name) && looksUp(name),
  );
  return isNamed && filled.some((column) => isBlank(header, column) && looksUp(cells[column] ?? ''));
}

/** Bounds the time for very wide rows. */
function limited(knows: KnowsColumnName): KnowsColumnName {
  let left = LOOKED_UP;
  return (text) => {
    left -= 1;
    return left >= 0 && knows(text);
  };
}

/** Returns the names of the columns, completed from rows directly above and below the header. */
export function headerNames(
  rows: readonly Row[],
  at: number,
  knows: KnowsColumnName = () => false,
): string[] {
  const looksUp = limited(knows);
  const header = rows[at]?.cells ?? [];
  const [above, next] = [rows[at - 1]?.cells ?? [], rows[at + 1]?.cells ?? []];
  const below = isSubHeader(header, next, knows) ? next : [];
  const width = Math.max(header.length, below.length, Math.min(above.length, header.length + 1));
  return Array.from({ length: width }, (_, column) => {
    if (!isBlank(below, column) && (isBlank(header, column) || isGroup(header, below, column))) {
      return below[column] ?? '';
    }
    const isNamedAbove = isBlank(header, column) && !isBlank(above, column) && looksUp(above[column] ?? '');
    return (isNamedAbove ? above : header)[column] ?? '';
  });
}

function isGroup(header: readonly string[], below: readonly string[], column: number): boolean {
  const isAnswer = ANSWER.test((below[column] ?? '').trim());
  return isBlank(header, column + 1) && !isBlank(below, column + 1) && !isAnswer;
}

function isBlank(cells: readonly string[], column: number): boolean {
  return isBlankCell(cells[column] ?? '');
}
