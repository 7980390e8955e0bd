import { isCutCell } from '#packages/tabular/tabular.ts';
import { FAULTS, type Fault, problemWith } from '../../../lead/values/problems.ts';
import type { Place, Step } from './mapper-input.ts';

const REPLACEMENT = '\ufffd';

/** Unless the cells have another problem already. */
export function lostCharactersStep(places: readonly (Place & { field: string | null })[]): Step {
  return (cells, _draft, problems) => {
    for (const { field, index, column } of places) {
      const value = cells[index] ?? '';
      const fault = lossOf(value);
      if (fault === null || problems.some((problem) => problem.column === column)) continue;
      problems.push(problemWith('warning', fault, { field, column, value }));
    }
  };
}

function lossOf(cell: string): Fault | null {
  if (isCutCell(cell)) return FAULTS.cellCut;
  return cell.includes(REPLACEMENT) ? FAULTS.unreadableCharacters : null;
}
