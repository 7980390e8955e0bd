import { TAGS_TARGET, type ValueMaps } from '#contract/import-value-maps.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { Table } from '#packages/tabular/tabular.ts';
import { cellText } from '../../../lead/values/cell-readers.ts';
import { foldText } from '../../../lead/values/fold-text.ts';
import { readTags } from '../../../lead/values/normalise-text.ts';
import { type RowTransform, transformedTable } from './apply-column-tools.ts';

/** Equal in any case, with or without accents. */
export function valueKey(cell: string): string {
  return foldText(cellText(cell));
}

export function tagsOfCell(cell: string): string[] {
  return readTags(cellText(cell));
}

type MappedPlan = Partial<Pick<ImportPlan, 'valueMaps' | 'fieldMapping'>>;

/** Ignores maps of columns that the file lacks. */
export function valueTransform(
  columns: readonly string[],
  { valueMaps = {}, fieldMapping = {} }: MappedPlan,
): RowTransform {
  const maps = Object.entries(valueMaps).flatMap(([column, map]) => {
    const index = columns.indexOf(column);
    if (index < 0) return [];
    const values = compiledMap(map);
    const isTags = Object.hasOwn(fieldMapping, column) && fieldMapping[column] === TAGS_TARGET;
    const read = isTags ? tagsReader(values) : (cell: string) => values.get(valueKey(cell)) ?? cell;
    return [{ index, read }];
  });
  return {
    columns: [...columns],
    apply: ({ number, cells }) => {
      const mapped = [...cells];
      for (const { index, read } of maps) mapped[index] = read(cells[index] ?? '');
      return { number, cells: mapped };
    },
  };
}

/** A cell without mapped tags stays as it is. */
function tagsReader(values: ReadonlyMap<string, string>): (cell: string) => string {
  return (cell) => {
    const tags = tagsOfCell(cell);
    if (!tags.some((tag) => values.has(valueKey(tag)))) return cell;
    return tags
      .map((tag) => values.get(valueKey(tag)) ?? tag)
      .filter((tag) => tag !== '')
      .join(',');
  };
}

/** Without values that are kept as they are. */
function compiledMap(map: ValueMaps[string]): Map<string, string> {
  const values = Object.entries(map).filter((entry): entry is [string, string] => entry[1] !== null);
  return new Map(values.map(([value, becomes]) => [valueKey(value), becomes]));
}

export function withValueMaps(table: Table, plan: MappedPlan): Table {
  if (Object.keys(plan.valueMaps ?? {}).length === 0) return table;
  return transformedTable(table, valueTransform(table.columns, plan));
}
