import type { ValueMaps } from '#contract/import-value-maps.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { Table } from '#packages/tabular/tabular.ts';
import { cellText } from '../../../lead/values/cell-readers.ts';
import { foldText } from '../../../lead/values/fold-text.ts';
import { type RowTransform, transformedTable } from './apply-column-tools.ts';

/** Returns the key under which values of a file count as the same: in any case, with or without accents. */
export function valueKey(cell: string): string {
  return foldText(cellText(cell));
}

/** The value maps of a plan. Imports that an earlier version stored have none. */
type MappedPlan = Partial<Pick<ImportPlan, 'valueMaps'>>;

/** Compiles the value maps of a plan. Maps of columns that the file lacks are ignored. */
export function valueTransform(columns: readonly string[], { valueMaps = {} }: MappedPlan): RowTransform {
  const maps = Object.entries(valueMaps).flatMap(([column, map]) => {
    const index = columns.indexOf(column);
    return index < 0 ? [] : [{ index, values: compiledMap(map) }];
  });
  return {
    columns: [...columns],
    apply: ({ number, cells }) => {
      const mapped = [...cells];
      for (const { index, values } of maps) {
        const value = values.get(valueKey(cells[index] ?? ''));
        if (value !== undefined) mapped[index] = value;
      }
      return { number, cells: mapped };
    },
  };
}

/** Returns the values to import by the key of the file's; without those that are kept as they are. */
function compiledMap(map: ValueMaps[string]): Map<string, string> {
  const values = Object.entries(map).filter((entry): entry is [string, string] => entry[1] !== null);
  return new Map(values.map(([value, becomes]) => [valueKey(value), becomes]));
}

/** Returns a table after the value maps of a plan. */
export function withValueMaps(table: Table, plan: MappedPlan): Table {
  if (Object.keys(plan.valueMaps ?? {}).length === 0) return table;
  return transformedTable(table, valueTransform(table.columns, plan));
}
