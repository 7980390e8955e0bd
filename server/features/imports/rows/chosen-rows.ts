import type { EditedRow, EditedTable } from './edited-table.ts';

/** @param numbers in file order */
export function chosenRows(table: EditedTable, numbers: readonly number[]): EditedTable {
  return { ...table, batches: () => chosenBatches(table.batches(), new Set(numbers)) };
}

async function* chosenBatches(
  batches: AsyncIterable<EditedRow[]>,
  numbers: ReadonlySet<number>,
): AsyncGenerator<EditedRow[]> {
  let left = numbers.size;
  for await (const rows of batches) {
    const chosen = rows.filter(({ number }) => numbers.has(number));
    left -= chosen.length;
    if (chosen.length > 0) yield chosen;
    if (left === 0) return;
  }
}
