import { FAULTS, problemWith } from '../../../lead/values/problems.ts';
import type { Place, Step } from './mapper-input.ts';

/** Stands for bytes that are no character in the encoding of the file. */
const REPLACEMENT = '\ufffd';

/** Warns of cells that lost characters when the file was read, unless they have another problem already. */
export function unreadableStep(places: readonly (Place & { field: string })[]): Step {
  return (cells, _draft, problems) => {
    for (const { field, index, column } of places) {
      const value = cells[index];
      if (value?.includes(REPLACEMENT) !== true) continue;
      if (problems.some((problem) => problem.column === column)) continue;
      problems.push(problemWith('warning', FAULTS.unreadableCharacters, { field, column, value }));
    }
  };
}
