import { NOTE_TARGET } from '#contract/lead-fields.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { cellText } from '../../../lead/values/cell-readers.ts';
import { readText } from '../../../lead/values/normalise-text.ts';
import { FAULTS, problemWith } from '../../../lead/values/problems.ts';
import type { Place, Step } from './mapper-input.ts';

/** A line `Column: value` for each column with a value; cut if too long. */
export function noteStep(places: readonly Place[]): Step {
  return (cells, draft, problems) => {
    const lines: string[] = [];
    let length = 0;
    for (const { index, column } of places) {
      const value = readText(cellText(cells[index]));
      if (value === '') continue;
      const line = `${column}: ${value}`;
      lines.push(line);
      length += line.length + 1;
      if (length <= NOTE_MAX + 1) continue;
      problems.push(problemWith('warning', FAULTS.noteCut, { field: NOTE_TARGET, column, value }));
      break;
    }
    if (lines.length > 0) draft.note = lines.join('\n').slice(0, NOTE_MAX).toWellFormed();
  };
}
