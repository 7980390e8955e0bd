import type { Row } from '#packages/tabular/tabular.ts';
import type { LeadDraft, MappedRow } from '../../../lead/values/draft.ts';
import type { EditedRow } from './edited-table.ts';

/** A dropped row has no values and no problems. */
export function mapWithEdits(map: (row: Row) => MappedRow): (row: EditedRow) => MappedRow {
  return (row) => {
    const { number, edit } = row;
    if (edit === undefined) return map(row);
    if (edit.dropped) return { number, draft: { numberValid: false }, problems: [], edit };
    if (edit.emptied === undefined) return { ...map(row), edit };
    const [before, after] = [edit.emptied.before, edit.emptied.after].map(
      (cells) => map({ number, cells: [...cells] }).draft,
    );
    return { ...map(row), edit, emptied: emptiedValues(before ?? NO_VALUES, after ?? NO_VALUES) };
  };
}

const NO_VALUES: LeadDraft = { numberValid: false };

/** Returns the values of one draft that the other has not. */
function emptiedValues(before: LeadDraft, after: LeadDraft): Partial<LeadDraft> {
  const left = new Set(Object.keys(after.customData ?? {}));
  const customData = Object.entries(before.customData ?? {}).filter(([name]) => !left.has(name));
  const others = Object.entries(before).filter(([key]) => after[key as keyof LeadDraft] === undefined);
  return { ...Object.fromEntries(others), customData: Object.fromEntries(customData) };
}

export function isDropped({ edit }: Pick<MappedRow, 'edit'>): boolean {
  return edit?.dropped === true;
}
