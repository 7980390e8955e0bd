import type { Row } from '#packages/tabular/tabular.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import type { EditedRow } from './edited-table.ts';

/** Returns a function that maps rows with `map` and keeps their edits. A dropped row has no values and no problems. */
export function mapWithEdits(map: (row: Row) => MappedRow): (row: EditedRow) => MappedRow {
  return (row) => {
    const { number, edit } = row;
    if (edit === undefined) return map(row);
    if (edit.dropped) return { number, draft: { numberValid: false }, problems: [], edit };
    return { ...map(row), edit };
  };
}

/** Returns whether a user dropped the row. */
export function isDropped({ edit }: Pick<MappedRow, 'edit'>): boolean {
  return edit?.dropped === true;
}
