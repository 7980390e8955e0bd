import { targetLabel } from '#contract/lead-fields.ts';
import { formatCount } from '../../../lib/format.ts';
import type { ImportDraft, MissingInput } from '../plan/draft.ts';
import type { ColumnValuesState } from './use-column-values.ts';
import { openValues } from './value-draft.ts';

/**
 * Blocks the import until values are read, because known values are mapped automatically; warns of
 * unknown values.
 */
export function valueLacks({ pending, columns }: ColumnValuesState, draft: ImportDraft): MissingInput[] {
  if (pending) return [{ text: 'Reading the values of your file…', blocks: true }];
  return columns.flatMap((column) => {
    const open = openValues(draft, column);
    if (open === 0) return [];
    const label = targetLabel(column.target);
    const text = `${formatCount(open, 'value')} of ${label} ${open === 1 ? "isn't" : "aren't"} recognized. Review ${open === 1 ? 'it' : 'them'} under Values.`;
    return [{ text, blocks: false }];
  });
}
